import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { isDatabaseFile } from '#engine/session/file-kind.ts';
import { createDatabase } from '#storage/file/database.ts';
import { tempFolder } from '../../support/temp.ts';

let folder = '';
beforeAll(() => {
  folder = tempFolder();
});

test('only a SQLite file is a database: no text, folder, missing file or pipe is', () => {
  createDatabase(join(folder, 'a.crawl')).close();
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n');
  expect(isDatabaseFile(join(folder, 'a.crawl'))).toBe(true);
  expect(isDatabaseFile(join(folder, 'robots.txt'))).toBe(false);
  expect(isDatabaseFile(join(folder, 'missing'))).toBe(false);
  expect(isDatabaseFile(folder)).toBe(false);
});

test.skipIf(process.platform === 'win32')('a pipe without a writer is not opened, which would block', () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(isDatabaseFile(join(folder, 'pipe'))).toBe(false);
});
