import type { ReadDb } from './handle.ts';

export type Snapshot = <T>(work: () => T) => T;

/**
 * Many small reads as of one moment. SQLite takes and gives back the locks of the file with every statement that stands alone, which
 * costs more than a look-up does; within a transaction it does so once. `work` must end before it returns: it gives no promise.
 */
export function snapshots(db: ReadDb): Snapshot {
  const begin = db.prepare('BEGIN');
  const end = db.prepare('COMMIT');
  return work => {
    // Part of a larger one.
    if (db.inTransaction) return work();
    begin.run();
    try {
      return work();
    } finally {
      // Some errors end the transaction by themselves.
      if (db.inTransaction) end.run();
    }
  };
}
