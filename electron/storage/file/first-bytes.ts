import { closeSync, openSync, readSync } from 'node:fs';

/** 'CRSC' in ASCII: the application id that marks a database as a crawl, for `file(1)` and for us. */
export const applicationId = 0x43525343;

/** Every SQLite database starts with this; its application id is at byte 68 (sqlite.org/fileformat2.html). */
const magic = 'SQLite format 3\0';
const applicationIdAt = 68;

/** Where SQLite keeps the number that is the version of the file. */
const userVersionAt = 60;

function firstBytes(path: string): Buffer {
  const bytes = Buffer.alloc(applicationIdAt + 4);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(file);
  }
  return bytes;
}

const isDatabaseStart = (bytes: Buffer): boolean => bytes.toString('latin1', 0, magic.length) === magic;

/** Whether a file is a SQLite database. Does not translate system errors. */
export const hasDatabaseHeader = (path: string): boolean => isDatabaseStart(firstBytes(path));

/** The version of a crawl file, or null for another file. Does not translate system errors. */
export function versionInHeader(path: string): number | null {
  const bytes = firstBytes(path);
  const isCrawl = isDatabaseStart(bytes) && bytes.readUInt32BE(applicationIdAt) === applicationId;
  return isCrawl ? bytes.readUInt32BE(userVersionAt) : null;
}

/** Whether a file is a crawl file. Does not translate system errors. */
export const hasCrawlHeader = (path: string): boolean => versionInHeader(path) !== null;
