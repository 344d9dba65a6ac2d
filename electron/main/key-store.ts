import { readFile } from 'node:fs/promises';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { type CredentialUse, credentialKey, mostCredentials, type Secret } from '#shared/model/credentials.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { CredentialUseInput } from '#shared/rpc/inputs.ts';
import { writeOwn } from './write-whole.ts';

/** Encrypts with a key that the system protects. */
export interface Sealer {
  /** False where the system has no protected key: then nothing is stored. */
  isAvailable(): Promise<boolean>;
  seal(text: string): Promise<Buffer>;
  open(sealed: Buffer): Promise<string>;
}

/** Linux without a key ring: Chromium then encrypts with a password that everyone knows. */
const unprotected: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

type AsyncStorage = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;

/** The key store of the system, through Electron. `storage`: its `safeStorage`. Older versions of Electron have no usable one. */
export function systemSealer(storage: SafeStorage, platform: NodeJS.Platform): Sealer {
  const usable: Partial<AsyncStorage> = storage;
  return {
    async isAvailable() {
      if (!usable.isAsyncEncryptionAvailable || !usable.encryptStringAsync || !usable.decryptStringAsync) return false;
      if (platform === 'linux' && unprotected.has(storage.getSelectedStorageBackend())) return false;
      return await storage.isAsyncEncryptionAvailable();
    },
    seal: text => storage.encryptStringAsync(text),
    open: async sealed => (await storage.decryptStringAsync(sealed)).result,
  };
}

const Kept = z.array(z.strictObject({ ...CredentialUseInput.shape, sealed: z.string().max(100_000) })).max(1_000);
/** Value and passphrase. */
const Sealed = z.tuple([z.string(), z.string()]);
type KeptEntry = z.infer<typeof Kept>[number];

/** Credentials that the user keeps on this machine, each encrypted by the system's key store. */
export interface KeyStore {
  isAvailable(): Promise<boolean>;
  /** The stored credentials, without their values. */
  list(): Promise<readonly CredentialUse[]>;
  /** Stores credentials, in place of those of the same kind and origin. Throws `refused` where the system has no key store. */
  keep(secrets: readonly Secret[]): Promise<void>;
  /** The value of a stored credential; null if none is stored, or the system cannot decrypt it. */
  find(use: CredentialUse): Promise<Secret | null>;
  forget(use: CredentialUse): Promise<void>;
}

/** Reads the file on every call; a damaged one counts as empty, because its values can be entered again. */
export function openKeyStore(file: string, sealer: Sealer): KeyStore {
  const read = async (): Promise<readonly KeptEntry[]> => {
    try {
      const found = Kept.safeParse(JSON.parse(await readFile(file, 'utf8')));
      return found.success ? found.data : [];
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  };
  const write = (entries: readonly KeptEntry[]): Promise<void> => writeOwn(file, `${JSON.stringify(entries)}\n`);
  const plain = ({ kind, origin }: CredentialUse): CredentialUse => ({ kind, origin });
  return {
    isAvailable: () => sealer.isAvailable(),
    list: async () => ((await sealer.isAvailable()) ? (await read()).map(plain) : []),
    async keep(secrets) {
      if (secrets.length === 0) return;
      if (!(await sealer.isAvailable()))
        throw new RpcError('refused', 'This system has no protected key store, so the credentials cannot be kept.');
      const added = await Promise.all(
        secrets.map(async secret => ({
          ...plain(secret),
          sealed: (await sealer.seal(JSON.stringify([secret.value, secret.passphrase ?? '']))).toString('base64'),
        })),
      );
      const keys = new Set(added.map(credentialKey));
      const others = (await read()).filter(each => !keys.has(credentialKey(each)));
      await write([...others, ...added].slice(-10 * mostCredentials));
    },
    async find(use) {
      if (!(await sealer.isAvailable())) return null;
      const entry = (await read()).find(each => credentialKey(each) === credentialKey(use));
      if (!entry) return null;
      try {
        const [value, passphrase] = Sealed.parse(JSON.parse(await sealer.open(Buffer.from(entry.sealed, 'base64'))));
        return { ...plain(use), value, ...(passphrase === '' ? {} : { passphrase }) };
      } catch (error) {
        // The key of the system changed, for example after a new installation.
        if (error instanceof Error) return null;
        throw error;
      }
    },
    async forget(use) {
      await write((await read()).filter(each => credentialKey(each) !== credentialKey(use)));
    },
  };
}
