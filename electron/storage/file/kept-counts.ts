import type { Database } from 'better-sqlite3';
import { type Counts, readCounts, type Tally } from '../tables/tally.ts';
import { FileHeader, type FileState } from './file-header.ts';
import type { WriteDb } from './handle.ts';

/**
 * Counters stored in the file, so that opening a million URLs does not start with counting them. A session writes them when it
 * closes the file and no other program has it open. It also stores SQLite's change counter from the file header. The counters are
 * valid only for that exact state: every later change, by any program, changes the counter or leaves a log. Opening the file for
 * writing removes them.
 */

/** Counters read from the file, and the `data_version` of the connection they apply to. */
export interface KeptCounts {
  readonly counts: Counts;
  readonly version: number;
}

/** With more hosts than this, counters are not stored: reading the text would take longer than counting. */
const mostOrigins = 50_000;
const longest = 8_000_000;

export const dataVersion = (db: Database): number => db.pragma('data_version', { simple: true }) as number;

const select = (db: Database): { mark: string; counts: string } | undefined =>
  db.prepare('SELECT mark, counts FROM kept_counts WHERE length(counts) < ?').get(longest) as
    | { mark: string; counts: string }
    | undefined;

/** Reads and removes the counters of a file just switched to WAL mode. `before` is its state before the switch. */
export function takeCounts(db: WriteDb, header: FileHeader, before: FileState): KeptCounts | null {
  return db
    .transaction(() => {
      const row = select(db);
      if (!row) return null;
      const now = header.read();
      // The switch to WAL was the only change since. Nobody has written to the log, and nobody can while this transaction is
      // open.
      const isSame = !before.isWal && row.mark === before.mark && now.changes === before.changes + 1 && header.hasEmptyLog();
      const version = dataVersion(db);
      db.prepare('DELETE FROM kept_counts').run();
      const counts = isSame ? readCounts(row.counts) : null;
      return counts && { counts, version };
    })
    .immediate();
}

/** Reads the counters of a file opened read-only. */
export function peekCounts(db: WriteDb, header: FileHeader): KeptCounts | null {
  const before = dataVersion(db);
  const state = header.read();
  return db.transaction(() => {
    const row = select(db);
    const version = dataVersion(db);
    if (!row || state.isWal || row.mark !== state.mark || version !== before) return null;
    const counts = readCounts(row.counts);
    return counts && { counts, version };
  })();
}

/**
 * Closes the connection of a session. Merges the write-ahead log into the file and leaves WAL mode, so that one file contains the
 * whole crawl and opens in a read-only folder. Then stores the counters. Skips both while another program has the file open.
 */
export function closeKeeping(db: WriteDb, path: string, tally: Tally): void {
  try {
    db.pragma('busy_timeout = 0');
    // From here on, no other program can write.
    db.pragma('locking_mode = EXCLUSIVE');
    const isTrue = db.transaction(() => tally.isTrueOf(dataVersion(db))).immediate();
    db.pragma('journal_mode = DELETE');
    if (isTrue && tally.origins.size <= mostOrigins) keep(db, path, JSON.stringify(tally.counts()));
  } catch (error) {
    // Without the counters the next session counts. Errors of SQLite and the system have codes, those of our own code have none.
    if (!(error instanceof Error && 'code' in error)) throw error;
  } finally {
    db.close();
  }
}

function keep(db: WriteDb, path: string, counts: string): void {
  const header = new FileHeader(path, db);
  const write = db.prepare('INSERT OR REPLACE INTO kept_counts (id, mark, counts) VALUES (1, ?, ?)');
  // Writing the row may grow the file and change the mark, so repeat until the mark stays the same.
  for (let turn = 0; turn < 4; turn++) {
    const { mark, isWal } = header.read();
    if (isWal) return;
    write.run(mark, counts);
    if (header.read().mark === mark) return;
  }
  db.prepare('DELETE FROM kept_counts').run();
}
