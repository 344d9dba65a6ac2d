import type { CredentialKind, CredentialUse } from '../model/credentials.ts';

/** Names of the kinds of credentials. */
export const credentialNames: Readonly<Record<CredentialKind, string>> = {
  basic: 'Basic login',
  bearer: 'Bearer token',
  cookie: 'Cookie',
  certificate: 'Client certificate',
  proxy: 'Proxy password',
  login: 'Login form',
};

/** “Bearer token for https://example.com”. */
export const credentialWords = ({ kind, origin }: CredentialUse): string => `${credentialNames[kind]} for ${origin}`;

/** Several credentials, in a sentence. */
export function credentialList(uses: readonly CredentialUse[], most = 5): string {
  const rest = uses.length - most;
  return `${uses.slice(0, most).map(credentialWords).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** How the command line is given a credential. */
export const credentialOption = ({ kind, origin }: CredentialUse): string => {
  if (kind === 'certificate') return `--client-cert '${origin} FILE'`;
  if (kind === 'login') return '--login-field FIELD=NAME for each field of the form';
  return `--auth '${origin} ${kind}:NAME'`;
};
