import { existsSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFile } from '#engine/session/open.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { storageError } from '#storage/file/database.ts';
import { newPath, newSession, quick, site } from '../../support/crawling.ts';

const named = (code: string) => storageError(Object.assign(new Error(code), { code }), '/crawls/a.crawl');

describe('a crawl file that cannot be made', () => {
  it('leaves nothing behind when its settings cannot be stored', () => {
    const path = newPath();
    // Fails when the settings are written as JSON, after the tables were made.
    const toJSON = () => {
      throw new Error('not as JSON');
    };
    const settings = { ...quick, seeds: ['http://a.test/'], siteRules: Object.assign([], { toJSON }) };
    expect(() => createFile(path, settings, 'crawl')).toThrow('not as JSON');
    for (const suffix of ['', '-wal', '-shm', '-journal']) expect(existsSync(path + suffix)).toBe(false);
  });
});

describe('an error of the system', () => {
  it('too many open files and a failing disk are told in one line that names the file', () => {
    for (const code of ['EMFILE', 'ENFILE', 'EIO', 'SQLITE_IOERR_CORRUPTFS']) {
      const error = named(code);
      expect(error).toBeInstanceOf(RpcError);
      expect((error as RpcError).message).toMatch(/^a\.crawl [^\n]+\.$/);
    }
  });

  // Windows lets nobody delete an open file.
  it.skipIf(process.platform === 'win32')('the reader thread says why it could not open the file', async () => {
    const server = await site({ '/': 'Here' });
    const path = newPath();
    const session = newSession([server.url('/')], {}, { path });
    rmSync(path);
    await expect(session.handlers['filter.read']({ text: '' })).rejects.toThrow(/does not exist\.$/);
  });
});
