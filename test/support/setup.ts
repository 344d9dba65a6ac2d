import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { endOfFile } from './afterwards.ts';

/**
 * Vitest runs this before each file of tests. The file has a temporary folder of its own, which must be empty after its last test.
 */
const variables = ['TMPDIR', 'TEMP', 'TMP'];
const newFolder = (prefix: string): string => mkdtempSync(join(process.env['CRAWLSCOPE_UNIT_FOLDER'] ?? '', prefix));
const folder = newFolder('file-');
// Some tests read what is in it as another user.
chmodSync(folder, 0o755);
for (const name of variables) process.env[name] = folder;
// What a test tells other processes of this user is for this file of tests only.
const home = newFolder('home-');
process.env['CRAWLSCOPE_HOME'] = home;

// Hooks of a file run in reverse order, so this one is the last.
afterAll(async () => {
  await endOfFile();
  const left = readdirSync(folder);
  for (const each of [folder, home]) rmSync(each, { recursive: true, force: true, maxRetries: 5 });
  if (left.length > 0) throw new Error(`These tests left behind in the temporary folder: ${left.join(', ')}`);
});
