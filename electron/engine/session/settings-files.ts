import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { didYouMean } from '#core/query/near.ts';
import { fail } from '#shared/rpc/errors.ts';
import { type PortableSettings, portableOf } from '#shared/settings-file.ts';
import { readSettingsText } from '#shared/settings-input.ts';
import { lookFirst } from '../first-look/start.ts';
import { openFile } from './open.ts';

const longestFile = 16 * 1024 * 1024;
const sqliteStart = 'SQLite format 3';

/**
 * The settings that a settings file or a crawl file has and that can be used elsewhere. Throws `bad_request` with the name of the file,
 * what is wrong, and the fix; or what opening a crawl file throws.
 */
export function readSettingsFrom(path: string): PortableSettings {
  const name = basename(path);
  if (isDatabase(path)) {
    lookFirst(path);
    const file = openFile(path, 'read');
    try {
      return portableOf(file.settings());
    } finally {
      file.close();
    }
  }
  const read = readSettingsText(readFileSync(path, 'utf8'), didYouMean);
  return typeof read === 'string' ? fail('bad_request', `${name}: ${read}`) : read;
}

/** Whether a file is a database, by its first bytes. Refuses files that are neither that nor a text of reasonable size. */
function isDatabase(path: string): boolean {
  const name = basename(path);
  const found = reading(name, () => statSync(path));
  if (found.isDirectory()) fail('bad_request', `${name} is a folder. Name a file in it.`);
  // Opening a named pipe waits for a writer.
  if (!found.isFile()) fail('bad_request', `${name} is a pipe or a device. Name a crawl file or a settings file.`);
  const file = reading(name, () => openSync(path, 'r'));
  try {
    const first = Buffer.alloc(sqliteStart.length);
    readSync(file, first, 0, first.length, 0);
    if (first.toString('latin1') === sqliteStart) return true;
    if (found.size > longestFile) fail('bad_request', `${name} is larger than 16 MiB, so it is not a settings file.`);
    return false;
  } finally {
    closeSync(file);
  }
}

/** Says what the system refused. */
function reading<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return fail('not_found', `${name} could not be read (${code}). Name a crawl file or a settings file.`);
  }
}
