import { credentialWords } from '#shared/explain/credentials.ts';
import type { CredentialUse, Secret, TypedSecret } from '#shared/model/credentials.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { Engine } from './engine-supervisor.ts';
import type { KeyStore } from './key-store.ts';

export interface CredentialParts {
  readonly engine: () => Engine;
  readonly keyStore: KeyStore;
}

type CredentialCalls = Pick<Handlers<'shell'>, 'credentials.state' | 'credentials.give' | 'credentials.forget'>;

/** The calls about credentials: values go from the window to the key store and the engine, and never back. */
export function credentialHandlers({ engine, keyStore }: CredentialParts): CredentialCalls {
  return {
    'credentials.state': async () => ({ canKeep: await keyStore.isAvailable(), kept: await keyStore.list() }),
    'credentials.give': async ({ secrets, keep }) => {
      const values = await withValues(keyStore, secrets);
      await engine().control('session.giveSecrets', { secrets: values });
      if (keep) await keyStore.keep(values);
    },
    'credentials.forget': use => keyStore.forget(use),
  };
}

/** Typed credentials with the values that the key store has for those without one. */
export async function withValues(keyStore: KeyStore, typed: readonly TypedSecret[]): Promise<readonly Secret[]> {
  return await Promise.all(
    typed.map(async ({ kind, origin, value, passphrase }) => {
      if (value !== null) return { kind, origin, value, passphrase };
      const kept = await keyStore.find({ kind, origin });
      if (kept) return kept;
      throw new RpcError('not_found', `${credentialWords({ kind, origin })} is not in the key store any more. Enter it again.`);
    }),
  );
}

/** Gives the engine what the key store has of the credentials that the open crawl needs. */
export async function giveKept({ engine, keyStore }: CredentialParts): Promise<void> {
  const missing: readonly CredentialUse[] = await engine().control('session.missingCredentials', {});
  if (missing.length === 0) return;
  const found = await Promise.all(missing.map(use => keyStore.find(use)));
  const secrets = found.filter(secret => secret !== null);
  if (secrets.length > 0) await engine().control('session.giveSecrets', { secrets });
}
