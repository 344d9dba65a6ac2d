import type { WriteDb } from './handle.ts';

/** The last one: the file beside the crawl that SQLite shares between processes (-shm) cannot grow. */
const codes: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'ENOSPC', 'SQLITE_IOERR_SHMSIZE']);

/** The disk is full: nothing of the transaction was stored. */
export const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && codes.has(error.code);

const noPlace = new Set(['SQLITE_FULL', 'ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']);

/** Whether a new file cannot be written where it was to be, by the code of an error. */
export const isUnwritable = (code: string): boolean => noPlace.has(code) || code.startsWith('SQLITE_IOERR_WRITE');

/**
 * Whether the file may grow by `bytes`. Finds limits that are not of the disk. Changes nothing: the transaction is rolled back. A file that
 * another program writes at this moment may not.
 */
export function mayGrow(db: WriteDb, bytes: number): boolean {
  try {
    db.exec('BEGIN IMMEDIATE; CREATE TABLE room (bytes)');
    db.prepare('INSERT INTO room VALUES (zeroblob(?))').run(bytes);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')) return false;
    throw error;
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
  }
}
