import type { ReadDb } from './database.ts';

export interface OriginTally {
  queued: number;
  fetched: number;
  failed: number;
  /** Turned down by robots.txt. */
  blocked: number;
}

/** Counts the window shows all the time, kept in memory beside the writes so that no list is ever counted while crawling. */
export class Tally {
  readonly reasons = new Map<string, number>();
  readonly states = new Map<string, number>();
  readonly statuses = new Map<number, number>();
  readonly listings = new Map<string, number>();
  /** Only origins that were worked on; the many that are merely linked to are left out. */
  readonly origins = new Map<number, OriginTally>();
  urls = 0;
  /** Requests sent, and the bytes that came back for them over the wire. */
  fetches = 0;
  bytes = 0;
  /** URLs whose current decision is in the file; equals `urls` in a sound file. */
  decided = 0;

  constructor(db: ReadDb) {
    this.load(db);
  }

  /** Counts afresh from the file: at opening and after a rolled-back transaction. */
  load(db: ReadDb): void {
    for (const map of [this.reasons, this.states, this.statuses, this.listings, this.origins]) map.clear();
    this.urls = 0;
    const rows = db
      .prepare(
        'SELECT origin_id AS originId, state, reason, status, may_list AS listing, count(*) AS n FROM url GROUP BY 1, 2, 3, 4, 5',
      )
      .all() as (TallyRow & { n: number })[];
    for (const row of rows) this.add(row, row.n);
    const sent = db.prepare('SELECT count(*) AS n, coalesce(sum(wire_bytes), 0) AS bytes FROM fetch').get() as {
      n: number;
      bytes: number;
    };
    this.fetches = sent.n;
    this.bytes = sent.bytes;
    this.decided = db
      .prepare('SELECT count(*) FROM url u JOIN decision d ON d.id = u.decision_id AND d.url_id = u.id')
      .pluck()
      .get() as number;
  }

  add(row: TallyRow, n: number): void {
    this.urls += n;
    bump(this.reasons, row.reason, n);
    bump(this.states, row.state, n);
    if (row.status !== null) bump(this.statuses, row.status, n);
    bump(this.listings, row.listing, n);
    if (row.originId !== null && (row.state !== 'disregarded' || row.reason === 'robots-disallow')) {
      const origin = this.origins.get(row.originId) ?? { queued: 0, fetched: 0, failed: 0, blocked: 0 };
      this.origins.set(row.originId, origin);
      if (row.state === 'queued' || row.state === 'leased') origin.queued += n;
      else if (row.state === 'done') origin.fetched += n;
      else if (row.state === 'failed') origin.failed += n;
      else origin.blocked += n;
    }
  }
}

export interface TallyRow {
  readonly originId: number | null;
  readonly state: string;
  readonly reason: string;
  readonly status: number | null;
  readonly listing: string;
}

function bump<K>(map: Map<K, number>, key: K, n: number): void {
  const value = (map.get(key) ?? 0) + n;
  if (value === 0) map.delete(key);
  else map.set(key, value);
}
