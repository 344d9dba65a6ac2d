import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';

/** When a host was requested last, by whatever process of this user. Times are milliseconds of the system's monotonic clock. */
export interface HostTime {
  /** Grows each time the host gets another holder: a holder with an older one may not write. */
  readonly token: number;
  /** End of the last request; null if none is known. */
  readonly last: number | null;
  /** The Crawl-delay that the last holder read in robots.txt, 0 for none, null if none read the file. */
  readonly delayMs: number | null;
  /** Until then the host wants no request (429, 503). */
  readonly backoffUntil: number;
}

/** A host that was taken. */
export interface TakenHost extends HostTime {
  /** Its holder ended without giving it back: what that one learnt last is lost. */
  readonly isOrphan: boolean;
}

/** What a holder writes when it gives a host back. */
export interface GivenHost extends HostTime {
  readonly key: string;
}

/** Long enough for every Crawl-delay that a crawl waits for by default. */
const keptMs = 3_600_000;
const busyMs = 50;

const schema = `
  CREATE TABLE IF NOT EXISTS boot (id TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS process (id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, alive_until REAL NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS host (
    key TEXT PRIMARY KEY, process INTEGER, token INTEGER NOT NULL, last REAL, delay REAL,
    backoff_until REAL NOT NULL, wanted INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS host_wanted ON host (process) WHERE wanted = 1;
`;

interface HostRow {
  readonly process: number | null;
  readonly token: number;
  readonly last: number | null;
  readonly delay: number | null;
  readonly backoffUntil: number;
  readonly wanted: number;
  readonly owner: string | null;
  readonly aliveUntil: number | null;
}

/**
 * The clocks of hosts that all processes of a user share: a small SQLite database. A host has at most one holder, and only the holder
 * sends requests to it. A process is a holder as long as it says so every few seconds. What it held when it ended counts as requested at
 * that moment. Methods throw SQLite's errors.
 */
export class HostClocks {
  readonly #db: Database;
  readonly #statements: ReturnType<typeof prepare>;
  #seen = -1;

  /** Opens or creates the database. `boot`: another one than last time ends all holders, because the clock began anew. `now`: see `HostTime`. */
  constructor(path: string, boot: string, now: number) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#db = new BetterSqlite3(path);
    try {
      this.#db.pragma(`busy_timeout = ${busyMs}`);
      this.#db.pragma('journal_mode = WAL');
      // The system keeps what was written when a process dies, and no clock outlives a loss of power.
      this.#db.pragma('synchronous = OFF');
      this.#db.pragma('cache_size = -1024');
      this.#db.exec(schema);
      if (process.platform !== 'win32') chmodSync(path, 0o600);
      this.#statements = prepare(this.#db);
      this.#all(() => this.#begin(boot, now));
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  #begin(boot: string, now: number): void {
    const known = this.#db.prepare('SELECT id FROM boot').pluck().get();
    if (known !== boot) {
      this.#db.exec('DELETE FROM boot; DELETE FROM process;');
      this.#db.prepare('INSERT INTO boot (id) VALUES (?)').run(boot);
      this.#db.prepare('UPDATE host SET process = NULL, last = ?, backoff_until = 0, wanted = 0').run(now);
    }
    // A time to come was written before the clock began anew.
    this.#db.prepare('UPDATE host SET last = ? WHERE last > ?').run(now, now);
    this.#db
      .prepare('DELETE FROM host WHERE process IS NULL AND coalesce(last, 0) < ? AND backoff_until < ?')
      .run(now - keptMs, now);
    this.#db.prepare('DELETE FROM process WHERE alive_until < ?').run(now - keptMs);
  }

  #all<T>(work: () => T): T {
    return this.#db.transaction(work).immediate();
  }

  /** A process wants to hold hosts until that time. Returns its number. */
  join(owner: string, aliveUntil: number): number {
    return Number(this.#statements.join.run(owner, aliveUntil).lastInsertRowid);
  }

  /** Stays a holder until that time. False: another process took the hosts over. */
  beat(id: number, aliveUntil: number): boolean {
    return this.#statements.beat.run(aliveUntil, id).changes === 1;
  }

  /**
   * Takes a host. Null: another process holds it, and was told that it is wanted. `isDead`: whether the process of an owner ended.
   */
  take(id: number, key: string, now: number, isDead: (owner: string) => boolean): TakenHost | null {
    const { read, insert, hold, want, leave } = this.#statements;
    return this.#all(() => {
      const row = read.get(key) as HostRow | undefined;
      if (!row) {
        insert.run(key, id);
        return { token: 1, last: null, delayMs: null, backoffUntil: 0, isOrphan: false };
      }
      const { token, delay: delayMs, backoffUntil } = row;
      if (row.process === id) return { token, last: row.last, delayMs, backoffUntil, isOrphan: false };
      const isHeld = row.process !== null && row.owner !== null && (row.aliveUntil ?? 0) >= now && !isDead(row.owner);
      if (isHeld) {
        if (row.wanted === 0) want.run(key);
        return null;
      }
      // Its last request may have ended just now.
      if (row.process !== null) leave.run(row.process);
      const last = row.process === null ? row.last : now;
      hold.run(id, last, key);
      return { token: token + 1, last, delayMs, backoffUntil, isOrphan: row.process !== null };
    });
  }

  /** The hosts of a holder that others want, if anybody wrote since the last call. */
  wanted(id: number): readonly string[] {
    const version = this.#db.pragma('data_version', { simple: true }) as number;
    if (version === this.#seen) return [];
    this.#seen = version;
    return this.#statements.wanted.all(id) as string[];
  }

  /** Writes what a holder learnt about a host, in case that it ends without giving it back. */
  note(id: number, { key, token, delayMs, backoffUntil }: Omit<GivenHost, 'last'>): void {
    this.#statements.note.run(delayMs, backoffUntil, key, id, token);
  }

  /** A process learnt the Crawl-delay of a host that it does not hold. It counts from `last` on, if nobody holds the host. */
  learn(key: string, delayMs: number, last: number): void {
    this.#statements.learn.run(delayMs, last, key);
  }

  /** Gives hosts back. Those that another process took over are left alone. */
  give(id: number, hosts: readonly GivenHost[]): void {
    this.#all(() => {
      for (const { key, token, last, delayMs, backoffUntil } of hosts)
        this.#statements.give.run(last, delayMs, backoffUntil, key, id, token);
    });
  }

  /** The process holds nothing any more. */
  leave(id: number): void {
    this.#statements.leave.run(id);
  }

  close(): void {
    this.#db.close();
  }
}

const prepare = (db: Database) => ({
  join: db.prepare('INSERT INTO process (owner, alive_until) VALUES (?, ?)'),
  beat: db.prepare('UPDATE process SET alive_until = ? WHERE id = ?'),
  leave: db.prepare('DELETE FROM process WHERE id = ?'),
  read: db.prepare(
    `SELECT h.process, h.token, h.last, h.delay, h.backoff_until AS backoffUntil, h.wanted, p.owner, p.alive_until AS aliveUntil
     FROM host h LEFT JOIN process p ON p.id = h.process WHERE h.key = ?`,
  ),
  insert: db.prepare(
    'INSERT INTO host (key, process, token, last, delay, backoff_until, wanted) VALUES (?, ?, 1, NULL, NULL, 0, 0)',
  ),
  hold: db.prepare('UPDATE host SET process = ?, token = token + 1, last = ?, wanted = 0 WHERE key = ?'),
  want: db.prepare('UPDATE host SET wanted = 1 WHERE key = ?'),
  wanted: db.prepare('SELECT key FROM host WHERE process = ? AND wanted = 1').pluck(),
  note: db.prepare('UPDATE host SET delay = ?, backoff_until = ? WHERE key = ? AND process = ? AND token = ?'),
  learn: db.prepare(
    'UPDATE host SET delay = max(coalesce(delay, 0), ?), last = max(coalesce(last, 0), ?) WHERE key = ? AND process IS NULL',
  ),
  give: db.prepare(
    'UPDATE host SET process = NULL, last = ?, delay = ?, backoff_until = ?, wanted = 0 WHERE key = ? AND process = ? AND token = ?',
  ),
});
