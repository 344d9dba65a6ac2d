import type { Database } from 'better-sqlite3';
import { type Counts, readCounts, type Tally } from '../tables/tally.ts';
import { FileHeader, type FileState } from './file-header.ts';
import type { WriteDb } from './handle.ts';

/**
 * Counters in the file, so that opening a million URLs does not begin with counting them. They are written when a session closes
 * the file and nobody else has it open, together with the change counter that SQLite keeps in the header of a file without a log.
 * They count only in that very state: every later change, by whatever program, moves the counter or leaves a log. Opening for
 * writing takes them out again.
 */

/** Counters that were in the file, and the `data_version` of the connection they belong to. */
export interface KeptCounts {
  readonly counts: Counts;
  readonly version: number;
}

/** Sites beyond which counters are not kept: the text would be longer than counting takes. */
const mostOrigins = 50_000;
const longest = 8_000_000;

export const dataVersion = (db: Database): number => db.pragma('data_version', { simple: true }) as number;

const select = (db: Database): { mark: string; counts: string } | undefined =>
  db.prepare('SELECT mark, counts FROM kept_counts WHERE length(counts) < ?').get(longest) as
    | { mark: string; counts: string }
    | undefined;

/** Takes the counters out of a file that was just brought into WAL mode; `before` is its state until then. */
export function takeCounts(db: WriteDb, header: FileHeader, before: FileState): KeptCounts | null {
  return db
    .transaction(() => {
      const row = select(db);
      if (!row) return null;
      const now = header.read();
      // The switch to WAL was the only change since, and nobody has written to the log, nor can while this transaction is open.
      const isSame = !before.isWal && row.mark === before.mark && now.changes === before.changes + 1 && header.hasEmptyLog();
      const version = dataVersion(db);
      db.prepare('DELETE FROM kept_counts').run();
      const counts = isSame ? readCounts(row.counts) : null;
      return counts && { counts, version };
    })
    .immediate();
}

/** The counters of a file that is only read. */
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
 * Closes the connection of a session: folds the write-ahead log into the file and leaves WAL mode, so that the file alone is the whole
 * crawl and opens in a folder that cannot be written; then keeps the counters. Does neither while another program has it open.
 */
export function closeKeeping(db: WriteDb, path: string, tally: Tally): void {
  try {
    db.pragma('busy_timeout = 0');
    // From here to the end nobody else can write.
    db.pragma('locking_mode = EXCLUSIVE');
    const isTrue = db.transaction(() => tally.isTrueOf(dataVersion(db))).immediate();
    db.pragma('journal_mode = DELETE');
    if (isTrue && tally.origins.size <= mostOrigins) keep(db, path, JSON.stringify(tally.counts()));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))) throw error;
  } finally {
    db.close();
  }
}

function keep(db: WriteDb, path: string, counts: string): void {
  const header = new FileHeader(path, db);
  const write = db.prepare('INSERT OR REPLACE INTO kept_counts (id, mark, counts) VALUES (1, ?, ?)');
  // The row itself may make the file longer, so the mark is looked at until it holds.
  for (let turn = 0; turn < 4; turn++) {
    const { mark, isWal } = header.read();
    if (isWal) return;
    write.run(mark, counts);
    if (header.read().mark === mark) return;
  }
  db.prepare('DELETE FROM kept_counts').run();
}
