import type { ReadDb } from './database.ts';

/** Counts the window shows all the time, kept in memory beside the writes so that no list is ever counted while crawling. */
export class Tally {
  readonly reasons = new Map<string, number>();
  readonly states = new Map<string, number>();
  readonly statuses = new Map<number, number>();
  readonly listings = new Map<string, number>();
  urls = 0;
  decisions = 0;

  constructor(db: ReadDb) {
    this.load(db);
  }

  /** Counts afresh from the file: at opening and after a rolled-back transaction. */
  load(db: ReadDb): void {
    for (const map of [this.reasons, this.states, this.statuses, this.listings]) map.clear();
    this.urls = 0;
    const rows = db
      .prepare('SELECT state, reason, status, may_list AS listing, count(*) AS n FROM url GROUP BY 1, 2, 3, 4')
      .all() as { state: string; reason: string; status: number | null; listing: string; n: number }[];
    for (const row of rows) this.add(row, row.n);
    this.decisions = db.prepare('SELECT count(*) FROM decision').pluck().get() as number;
  }

  add(
    row: { readonly state: string; readonly reason: string; readonly status: number | null; readonly listing: string },
    n: number,
  ): void {
    this.urls += n;
    bump(this.reasons, row.reason, n);
    bump(this.states, row.state, n);
    if (row.status !== null) bump(this.statuses, row.status, n);
    bump(this.listings, row.listing, n);
  }
}

function bump<K>(map: Map<K, number>, key: K, n: number): void {
  const value = (map.get(key) ?? 0) + n;
  if (value === 0) map.delete(key);
  else map.set(key, value);
}
