import { statSync } from 'node:fs';
import { storageError } from '#storage/file/database.ts';
import { hasDatabaseHeader } from '#storage/file/first-bytes.ts';

/**
 * Whether a path names a SQLite database. False for a missing file, a folder and a pipe: reading a pipe would take bytes from
 * its reader. Does not translate system errors.
 */
export const isDatabaseFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true && hasDatabaseHeader(path);

/** The error to report for work on a crawl file: one clear line if the file is the cause, else the error itself. */
export const errorOfFile = (error: unknown, path: string): unknown => storageError(error, path);
