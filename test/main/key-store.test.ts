import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { expect, test } from 'vitest';
import { openKeyStore, systemSealer } from '#main/key-store.ts';
import { plainSealer } from '../support/plain-sealer.ts';
import { tempFolder } from '../support/temp.ts';

const use = { kind: 'basic', origin: 'https://example.com' } as const;
const secret = { ...use, value: 'anna:canary-1' };

test('E101: values are stored sealed, for this user alone, and read back', async () => {
  const file = join(tempFolder(), 'credentials.json');
  const store = openKeyStore(file, plainSealer);
  await store.keep([secret]);
  await store.keep([
    { ...use, value: 'anna:canary-2' },
    { kind: 'cookie', origin: use.origin, value: 'a=b' },
  ]);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain('canary');
  expect(text).not.toContain(Buffer.from('anna:canary-2').toString('base64'));
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await store.list()).toEqual([use, { kind: 'cookie', origin: use.origin }]);
  expect(await store.find(use)).toEqual({ ...use, value: 'anna:canary-2' });
  await store.forget(use);
  expect(await store.find(use)).toBeNull();
});

test('E100: without a key store nothing is written, and the refusal says so', async () => {
  const file = join(tempFolder(), 'credentials.json');
  const store = openKeyStore(file, { ...plainSealer, isAvailable: async () => false });
  await expect(store.keep([secret])).rejects.toThrow('This system has no protected key store');
  expect(existsSync(file)).toBe(false);
  expect(await store.find(use)).toBeNull();
});

test('a damaged file and a changed key count as nothing stored', async () => {
  const file = join(tempFolder(), 'credentials.json');
  writeFileSync(file, '[{');
  expect(await openKeyStore(file, plainSealer).list()).toEqual([]);
  await openKeyStore(file, plainSealer).keep([secret]);
  const other = openKeyStore(file, { ...plainSealer, open: async () => Promise.reject(new Error('wrong key')) });
  expect(await other.find(use)).toBeNull();
});

test.each([
  ['linux', 'basic_text', false],
  ['linux', 'unknown', false],
  ['linux', 'gnome_libsecret', true],
  ['darwin', 'unknown', true],
] as const)('%s with %s keeps credentials: %s', async (platform, backend, expected) => {
  const storage = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text: string) => Buffer.from(text),
    decryptStringAsync: async () => ({ result: '', shouldReEncrypt: false }),
    getSelectedStorageBackend: () => backend,
  } as unknown as SafeStorage;
  expect(await systemSealer(storage, platform).isAvailable()).toBe(expected);
  expect(await systemSealer({} as SafeStorage, platform).isAvailable()).toBe(false);
});
