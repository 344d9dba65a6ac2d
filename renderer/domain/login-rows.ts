import { type CredentialKind, type CredentialUse, plainOrigin, type TypedSecret } from '#shared/model/credentials.ts';

/** A credential as it is typed. */
export interface LoginRow {
  readonly kind: CredentialKind;
  readonly origin: string;
  /** The user name of Basic. */
  readonly user: string;
  readonly secret: string;
  /** The key store has the value. */
  readonly isKept: boolean;
}

export const emptyLogin = (use: CredentialUse): LoginRow => ({ ...use, user: '', secret: '', isKept: false });

export const useOf = ({ kind, origin }: CredentialUse): CredentialUse => ({ kind, origin: plainOrigin(origin.trim()) });

/** What goes to the engine. */
export const typedSecret = (row: LoginRow): TypedSecret => ({
  ...useOf(row),
  value: row.isKept ? null : row.kind === 'basic' ? `${row.user}:${row.secret}` : row.secret,
});

/** Whether something is left to type. */
export const isEmptyLogin = (row: LoginRow): boolean => !row.isKept && row.secret === '' && row.user === '';

/** The origin that a new row suggests: that of the first start URL, '' while none is typed. */
export function suggestedOrigin(seeds: string): string {
  const first = seeds.trim().split(/\s+/)[0] ?? '';
  if (first === '') return '';
  const scheme = /^(localhost|\d+\.\d+\.\d+\.\d+|\[)/i.test(first) ? 'http' : 'https';
  const url = /^https?:\/\//i.test(first) ? first : `${scheme}://${first}`;
  const origin = plainOrigin(url);
  return origin === url && !/^https?:\/\/[^/]+$/.test(origin) ? '' : origin;
}
