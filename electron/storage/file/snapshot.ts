import type { ReadDb } from './handle.ts';

export type Snapshot = <T>(work: () => T) => T;

/**
 * Runs many small reads on one consistent state of the file. Outside a transaction, SQLite locks and unlocks the file for every
 * statement, which costs more than the look-up itself. Inside one, it does so once. `work` must be synchronous.
 */
export function snapshots(db: ReadDb): Snapshot {
  const begin = db.prepare('BEGIN');
  const end = db.prepare('COMMIT');
  return work => {
    // Nested: the outer transaction already provides the snapshot.
    if (db.inTransaction) return work();
    begin.run();
    try {
      return work();
    } finally {
      // Some errors have already ended the transaction.
      if (db.inTransaction) end.run();
    }
  };
}
