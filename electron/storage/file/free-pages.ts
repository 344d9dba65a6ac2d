import { isFull } from './disk-full.ts';
import type { WriteDb } from './handle.ts';

const number = (db: WriteDb, pragma: string): number => db.pragma(pragma, { simple: true }) as number;

/** Pages of the file that contain nothing. Later rows use them. */
export const freePages = (db: WriteDb): number => number(db, 'freelist_count');

/** The share of the file's pages that contain nothing, 0 to 1. */
export const freeShare = (db: WriteDb): number => freePages(db) / number(db, 'page_count');

/** Size of the file in bytes, as its last transaction left it. */
export const fileBytes = (db: WriteDb): number => number(db, 'page_count') * number(db, 'page_size');

const incremental = 2;
/** Whether free pages can leave the file step by step. Files of earlier builds need `writeAgain` once. */
export const canShrink = (db: WriteDb): boolean => number(db, 'auto_vacuum') === incremental;

/** Lets a new file give free pages back. Has an effect only before the first table is made. */
export const mayShrink = (db: WriteDb): void => void db.pragma('auto_vacuum = INCREMENTAL');

/** Milliseconds that a step should take, because other work of the thread waits for it. */
const stepMs = 8;
const mostPages = 1_024;

/** Moves pages from the end of the file to free ones and cuts the file, a transaction a step. Yields how many pages it has removed. */
export function* shrink(db: WriteDb): Generator<number, void> {
  const first = freePages(db);
  let pages = 4;
  for (let left = first; left > 0; ) {
    const began = performance.now();
    db.pragma(`incremental_vacuum(${pages})`);
    const took = performance.now() - began;
    const now = freePages(db);
    // Nothing more can leave.
    if (now >= left) return;
    left = now;
    pages = took > 2 * stepMs ? Math.max(1, pages >> 1) : took < stepMs ? Math.min(mostPages, pages * 2) : pages;
    yield first - left;
  }
}

/**
 * Writes the whole file again without its free pages, in one statement that blocks its thread. From then on the file can shrink in steps. SQLite first
 * writes a copy into the temporary folder. Without room there, the file stays as it is. Temporary tables of the connection are gone afterwards.
 */
export function writeAgain(db: WriteDb): void {
  mayShrink(db);
  // The copy is as large as the file, which may be too large for memory.
  db.pragma('temp_store = FILE');
  try {
    db.exec('VACUUM');
  } catch (error) {
    if (!isFull(error)) throw error;
  } finally {
    db.pragma('temp_store = MEMORY');
  }
}
