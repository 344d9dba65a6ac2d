import type { Steps } from '#core/steps.ts';
import { finish } from '#core/steps.ts';
import { blockedCodes } from '#shared/explain/url-counts.ts';
import type { ReadDb, WriteDb } from '../file/handle.ts';

/** Waiting, responses, failed, blocked by robots.txt, as `shared/explain/url-counts.ts` defines them. */
export interface OriginTally {
  queued: number;
  fetched: number;
  failed: number;
  blocked: number;
}

/** The counters as plain values. Each row of `origins` is id, queued, fetched, failed, blocked. */
export interface Counts {
  readonly urls: number;
  readonly decided: number;
  readonly fetches: number;
  readonly bytes: number;
  readonly reasons: readonly (readonly [string, number])[];
  readonly states: readonly (readonly [string, number])[];
  readonly statuses: readonly (readonly [number, number])[];
  readonly listings: readonly (readonly [string, number])[];
  readonly origins: readonly (readonly [number, number, number, number, number])[];
}

export interface TallyRow {
  readonly originId: number | null;
  readonly state: string;
  readonly reason: string;
  readonly status: number | null;
  readonly listing: string;
}

/** The ids up to which a running count has counted the rows of each table. */
interface Marks {
  url: number;
  fetch: number;
}

/** A count of the tables that runs in steps. Writes go on meanwhile: those of rows up to the marks change its counters. */
interface Counting {
  readonly counters: Counters;
  readonly marks: Marks;
  readonly steps: Steps<void>;
  /** The `data_version` that it began with. */
  readonly version: number;
  /** About how many URLs and requests there are. */
  readonly rows: number;
}

/** Rows counted per step: a few milliseconds. Grouping few rows at a time is also faster than grouping all. */
const rowsOfStep = 5_000;

class Counters {
  readonly reasons = new Map<string, number>();
  readonly states = new Map<string, number>();
  readonly statuses = new Map<number, number>();
  readonly listings = new Map<string, number>();
  readonly origins = new Map<number, OriginTally>();
  urls = 0;
  fetches = 0;
  bytes = 0;
  decided = 0;

  add(row: TallyRow, n: number): void {
    this.urls += n;
    bump(this.reasons, row.reason, n);
    bump(this.states, row.state, n);
    if (row.status !== null) bump(this.statuses, row.status, n);
    bump(this.listings, row.listing, n);
    this.#addOrigin(row, n);
  }

  /** The same as taking one row away and adding another, without what both have. */
  change(before: TallyRow, after: TallyRow): void {
    move(this.reasons, before.reason, after.reason);
    move(this.states, before.state, after.state);
    if (before.status !== after.status) {
      if (before.status !== null) bump(this.statuses, before.status, -1);
      if (after.status !== null) bump(this.statuses, after.status, 1);
    }
    move(this.listings, before.listing, after.listing);
    this.#addOrigin(before, -1);
    this.#addOrigin(after, 1);
  }

  #addOrigin(row: TallyRow, n: number): void {
    if (row.originId !== null && (row.state !== 'disregarded' || blockedCodes.includes(row.reason))) {
      const origin = this.origins.get(row.originId) ?? { queued: 0, fetched: 0, failed: 0, blocked: 0 };
      this.origins.set(row.originId, origin);
      if (row.state === 'queued') origin.queued += n;
      else if (row.state === 'done') origin.fetched += n;
      else if (row.state === 'failed') origin.failed += n;
      else if (row.state === 'disregarded') origin.blocked += n;
    }
  }
}

/**
 * Counters that the window always shows. They are in memory and every write updates them, so crawling never requires
 * counting a list. They come from the file if it was closed cleanly (`kept-counts.ts`). Otherwise the tables are
 * counted: in steps, between which this connection may write, or at once on first use. `flush`: writes rows that wait to be written.
 */
export class Tally {
  private readonly db: WriteDb;
  private known: Counters | null = null;
  /** The `data_version` that `known` was loaded at. */
  private version = 0;
  private counting: Counting | null = null;
  /** An upper bound for the number of requests, until the tables are counted. */
  private requests: number | null = null;
  private originHasWork: ReturnType<WriteDb['prepare']> | null = null;
  private readonly flush: () => void;

  constructor(
    db: WriteDb,
    kept: { readonly counts: Counts; readonly version: number } | null = null,
    flush: () => void = () => undefined,
  ) {
    this.db = db;
    this.flush = flush;
    if (!kept || kept.version !== this.fileVersion()) return;
    this.known = countersOf(kept.counts);
    this.version = kept.version;
  }

  get reasons(): ReadonlyMap<string, number> {
    return this.all.reasons;
  }
  get states(): ReadonlyMap<string, number> {
    return this.all.states;
  }
  get statuses(): ReadonlyMap<number, number> {
    return this.all.statuses;
  }
  get listings(): ReadonlyMap<string, number> {
    return this.all.listings;
  }
  /** Only origins with activity. Origins that are only linked to are not included. */
  get origins(): ReadonlyMap<number, OriginTally> {
    return this.all.origins;
  }
  /** Whether an origin is one of `origins`. Until the tables are counted, an origin that only had requests without robots.txt may be missing. */
  hasOrigin(id: number): boolean {
    if (this.known) return this.known.origins.has(id);
    this.originHasWork ??= this.db
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM url WHERE origin_id = @id AND state = 'queued')
           OR EXISTS (SELECT 1 FROM origin WHERE id = @id AND robots_checked_at IS NOT NULL)`,
      )
      .pluck();
    return this.counting?.counters.origins.has(id) === true || this.originHasWork.get({ id }) === 1;
  }
  get urls(): number {
    return this.all.urls;
  }
  /** Requests sent. */
  get fetches(): number {
    return this.all.fetches;
  }
  /** Bytes received over the network. */
  get bytes(): number {
    return this.all.bytes;
  }
  /** URLs with a current decision in the file. Equals `urls` in an undamaged file. */
  get decided(): number {
    return this.all.decided;
  }

  /** Whether the counters are ready without counting. */
  get isCounted(): boolean {
    return this.known !== null;
  }

  /** The share of the rows that is counted, 0 to 1. */
  get share(): number {
    if (this.known) return 1;
    if (!this.counting) return 0;
    const { counters, rows } = this.counting;
    return Math.max(0, Math.min(1, (counters.urls + counters.fetches) / Math.max(1, rows)));
  }

  /** Whether these counters match the file as the connection sees it at this data version. */
  isTrueOf(version: number): boolean {
    return this.known !== null && this.version === version;
  }

  /** Discards the counters after a rolled-back transaction or a write by another process. The next read counts again. */
  forget(): void {
    this.known = null;
    this.counting = null;
    this.requests = null;
  }

  /**
   * Counts the tables unless they are counted. Do not run a step inside a transaction. If another process writes meanwhile, or a transaction is
   * rolled back, the result is discarded, and the next read counts.
   */
  *count(): Steps<void> {
    if (this.known) return;
    const counting = this.begin();
    for (;;) {
      const isValid = this.counting === counting && this.fileVersion() === counting.version;
      // Another reader may have counted the rest.
      if (!isValid) {
        if (this.counting === counting) this.counting = null;
        return;
      }
      const step = counting.steps.next();
      if (step.done === true) {
        this.use(counting);
        return;
      }
      yield step.value;
    }
  }

  /** Call it after a URL was stored with its first decision. */
  insert(id: number, row: TallyRow): void {
    const counters = this.with('url', id);
    if (!counters) return;
    counters.add(row, 1);
    counters.decided += 1;
  }

  /** Call it after values of a URL changed. */
  change(id: number, before: TallyRow, after: TallyRow): void {
    this.with('url', id)?.change(before, after);
  }

  /** Call it after an attempt was stored. */
  sent(id: number): void {
    const counters = this.with('fetch', id);
    if (counters) counters.fetches += 1;
    if (this.requests !== null) this.requests += 1;
  }

  /** Call it after a stored attempt was removed. */
  withdrawn(id: number): void {
    const counters = this.with('fetch', id);
    if (counters) counters.fetches -= 1;
  }

  /** Call it after the response of an attempt was stored. */
  received(id: number, bytes: number): void {
    const counters = this.with('fetch', id);
    if (counters) counters.bytes += bytes;
  }

  /**
   * No more URLs than this have a response. It is exact once the tables are counted. Until then it is the number of requests, which needs no
   * count: a crawl that is far from its limit of pages need not count millions of URLs before it continues.
   */
  get mostDone(): number {
    if (this.known) return this.known.states.get('done') ?? 0;
    this.requests ??= this.db
      .prepare('SELECT coalesce((SELECT max(id) FROM fetch) - (SELECT min(id) FROM fetch) + 1, 0)')
      .pluck()
      .get() as number;
    return this.requests;
  }

  counts(): Counts {
    const { urls, decided, fetches, bytes, reasons, states, statuses, listings, origins } = this.all;
    return {
      ...{ urls, decided, fetches, bytes, reasons: [...reasons], states: [...states], statuses: [...statuses] },
      listings: [...listings],
      origins: [...origins].map(([id, { queued, fetched, failed, blocked }]) => [id, queued, fetched, failed, blocked]),
    };
  }

  private get all(): Counters {
    this.known ??= this.countAtOnce();
    return this.known;
  }

  private countAtOnce(): Counters {
    this.flush();
    // One transaction, so that the counts include either all or none of another process's writes.
    return this.db.transaction(() => {
      if (this.counting && this.counting.version !== this.fileVersion()) this.counting = null;
      const counting = this.begin();
      finish(counting.steps);
      return this.use(counting);
    })();
  }

  private begin(): Counting {
    if (this.counting) return this.counting;
    const counters = new Counters();
    const marks: Marks = { url: Number.NEGATIVE_INFINITY, fetch: Number.NEGATIVE_INFINITY };
    const last = 'SELECT coalesce((SELECT max(id) FROM url), 0) + coalesce((SELECT max(id) FROM fetch), 0)';
    const rows = this.db.prepare(last).pluck().get() as number;
    const steps = countTables(this.db, counters, marks);
    this.counting = { counters, marks, steps, version: this.fileVersion(), rows };
    return this.counting;
  }

  private use({ counters, version }: Counting): Counters {
    this.counting = null;
    this.known = counters;
    this.version = version;
    return counters;
  }

  /** The counters that must change with a row: those in use, or those of a running count that has counted the row. */
  private with(table: keyof Marks, id: number): Counters | null {
    if (this.known || !this.counting) return this.known;
    return id <= this.counting.marks[table] ? this.counting.counters : null;
  }

  private fileVersion(): number {
    return this.db.pragma('data_version', { simple: true }) as number;
  }
}

function* countTables(db: ReadDb, counters: Counters, marks: Marks): Steps<void> {
  const groups = db.prepare(
    `SELECT origin_id AS originId, state, reason, status, may_list AS listing, count(*) AS n FROM url
     WHERE id > ? AND id <= ? GROUP BY 1, 2, 3, 4, 5`,
  );
  const decided = db
    .prepare(
      `SELECT count(*) FROM url u WHERE u.id > ? AND u.id <= ?
         AND (u.decision_id IS NULL OR EXISTS (SELECT 1 FROM decided d WHERE d.id = u.decision_id AND d.url_id = u.id))`,
    )
    .pluck();
  const sums = db.prepare('SELECT count(*), coalesce(sum(wire_bytes), 0) FROM fetch WHERE id > ? AND id <= ?').raw();
  for (const [from, to] of ranges(db, 'url')) {
    for (const row of groups.all(from, to) as (TallyRow & { n: number })[]) counters.add(row, row.n);
    counters.decided += decided.get(from, to) as number;
    marks.url = to;
    yield counters.urls;
  }
  // URLs that come from now on were not there for the count.
  marks.url = Number.POSITIVE_INFINITY;
  for (const [from, to] of ranges(db, 'fetch')) {
    const [fetches, bytes] = sums.get(from, to) as [number, number];
    counters.fetches += fetches;
    counters.bytes += bytes;
    marks.fetch = to;
    yield counters.urls + counters.fetches;
  }
}

/**
 * Ranges of ids (lower end exclusive) that cover all rows. No range is empty, even if a foreign file has large gaps between ids.
 */
function* ranges(db: ReadDb, table: 'url' | 'fetch'): Generator<readonly [number, number]> {
  const first = db.prepare(`SELECT min(id) FROM ${table} WHERE id > ?`).pluck();
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const id = first.get(after) as number | null;
    if (id === null) return;
    yield [id - 1, id - 1 + rowsOfStep];
    after = id - 1 + rowsOfStep;
  }
}

function move<K>(map: Map<K, number>, from: K, to: K): void {
  if (from === to) return;
  bump(map, from, -1);
  bump(map, to, 1);
}

function bump<K>(map: Map<K, number>, key: K, n: number): void {
  const value = (map.get(key) ?? 0) + n;
  if (value === 0) map.delete(key);
  else map.set(key, value);
}

function countersOf(counts: Counts): Counters {
  const counters = new Counters();
  const { urls, decided, fetches, bytes } = counts;
  Object.assign(counters, { urls, decided, fetches, bytes });
  for (const [key, n] of counts.reasons) counters.reasons.set(key, n);
  for (const [key, n] of counts.states) counters.states.set(key, n);
  for (const [key, n] of counts.statuses) counters.statuses.set(key, n);
  for (const [key, n] of counts.listings) counters.listings.set(key, n);
  for (const [id, queued, fetched, failed, blocked] of counts.origins)
    counters.origins.set(id, { queued, fetched, failed, blocked });
  return counters;
}

/** Parses the counters of a file, or returns null if they are malformed: the file may come from anyone. */
export function readCounts(text: string): Counts | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (typeof value !== 'object' || value === null) return null;
  const counts = value as Record<keyof Counts, unknown>;
  const isCount = (n: unknown): boolean => Number.isSafeInteger(n) && (n as number) >= 0;
  const isList = (list: unknown, isKey: (key: unknown) => boolean, numbers: number): boolean =>
    Array.isArray(list) &&
    list.every(
      (entry: unknown) =>
        Array.isArray(entry) && entry.length === numbers + 1 && isKey(entry[0]) && entry.slice(1).every(isCount),
    );
  const isText = (key: unknown): boolean => typeof key === 'string';
  const isSound =
    [counts.urls, counts.decided, counts.fetches, counts.bytes].every(isCount) &&
    [counts.reasons, counts.states, counts.listings].every(list => isList(list, isText, 1)) &&
    isList(counts.statuses, isCount, 1) &&
    isList(counts.origins, isCount, 4);
  return isSound ? (value as Counts) : null;
}
