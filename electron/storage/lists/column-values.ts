import type { Steps } from '#core/steps.ts';

import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { ReadDb } from '../file/handle.ts';

import { type LinkReads, linkReads } from '../links/link-reads.ts';
import { storedSql } from './column-sql.ts';

/** Rows per step: a few milliseconds. */
const rowsOfStep = 3_000;
/** If a larger share of rows changed, reading everything again is quicker. */
const worthReading = 0.3;

/** Changes since the last update of the columns. */
export interface Changes {
  /** Everything was read again. */
  readonly all: boolean;
  /** Ids of rows with a possibly changed title, including new rows. */
  readonly settled: ReadonlySet<number>;
}

class Words {
  readonly values: (string | null)[] = [null];
  private readonly codes = new Map<string, number>();

  codeOf(value: string | null): number {
    if (value === null) return 0;
    const known = this.codes.get(value);
    if (known !== undefined) return known;
    const code = this.values.length;
    // Codes have two bytes. If a server invents more media types than that, the rest share one code and one name.
    if (code >= 65_535) return 65_535;
    this.values.push(value);
    this.codes.set(value, code);
    return code;
  }
}

/** How columns are stored: words as codes (0: none), numbers in 32 or 64 bits (-1: none), texts not at all. */
interface Kept {
  readonly ints: readonly string[];
  readonly floats: readonly string[];
  readonly words: readonly string[];
  /** The SELECT list: the id, then the values in the order of the three lists. */
  readonly selected: string;
}

function keptOf(columns: readonly UrlColumn[]): Kept {
  const ints = columns.filter(column => column.kind === 'target' || (column.kind === 'number' && !column.wide));
  const floats = columns.filter(column => column.kind === 'time' || (column.kind === 'number' && column.wide));
  const words = columns.filter(column => column.kind === 'word');
  const keys = (of: readonly UrlColumn[]): string[] => of.map(({ key }) => key);
  return {
    // The origin is not a list column, but filters and counts by host need it.
    ints: [...keys(ints), 'originId'],
    floats: keys(floats),
    words: keys(words),
    selected: ['u.id', ...ints.map(storedSql), 'u.origin_id', ...[...floats, ...words].map(storedSql)].join(', '),
  };
}

/**
 * The columns of `url` that lists sort and filter by, in memory: 60 to 80 bytes per URL, indexed by id. The first pass reads
 * everything, in steps. Later updates read only changed rows. Every change of a row comes with a decision, with two exceptions.
 * Counts of links follow the page within about a second (`inlink_waiting`). Counts of sitemap entries change with the sitemap.
 */
export class ColumnValues {
  private readonly block: { all(...values: number[]): unknown };
  private readonly one: { get(id: number): unknown };
  private readonly mark: { get(): unknown };
  private readonly decided: { all(...values: number[]): unknown };
  private readonly links: LinkReads;
  private readonly uncounted: { all(): unknown };
  private readonly sitemaps: { all(): unknown };
  private readonly entries: { iterate(id: number): unknown };
  private readonly ints = new Map<string, Int32Array>();
  private readonly floats = new Map<string, Float64Array>();
  private readonly codes = new Map<string, Uint16Array>();
  private readonly dictionaries: ReadonlyMap<string, Words>;
  private readonly kept: Kept;
  private capacity = 0;
  private lastDecision = 0;
  private readSitemaps = new Map<number, string>();
  /** Pages whose links the counts of their targets did not include at the last read. */
  private pending: ReadonlySet<number> = new Set();
  /** Greatest id loaded. The row of `id` is at index `id`. */
  last = 0;
  /** Rows loaded. Less than `last` if there are gaps between ids. */
  count = 0;
  loaded = false;

  constructor(db: ReadDb, columns: readonly UrlColumn[] = urlColumns) {
    this.kept = keptOf(columns);
    const { selected, words } = this.kept;
    this.dictionaries = new Map(words.map(name => [name, new Words()]));
    this.block = db.prepare(`SELECT ${selected} FROM url u WHERE u.id > ? AND u.id <= ? ORDER BY u.id`).raw();
    this.one = db.prepare(`SELECT ${selected} FROM url u WHERE u.id = ?`).raw();
    this.mark = db.prepare('SELECT coalesce(max(id), 0), (SELECT coalesce(max(id), 0) FROM decision) FROM url').raw();
    this.decided = db.prepare('SELECT id, url_id FROM decision WHERE id > ? ORDER BY id LIMIT ?').raw();
    this.links = linkReads(db);
    this.uncounted = db.prepare('SELECT from_id FROM inlink_waiting WHERE counted = 0').pluck();
    this.sitemaps = db.prepare('SELECT id, state, fetch_id FROM sitemap').raw();
    this.entries = db.prepare('SELECT url_id FROM sitemap_entry WHERE sitemap_id = ?').pluck();
  }

  /** Values by id for a column of numbers or times, ids of URLs for a target column. Empty before the first update. */
  numbersOf(column: string): Int32Array | Float64Array {
    return this.ints.get(column) ?? this.floats.get(column) ?? new Int32Array(0);
  }

  /** Codes by id for a column of words. Empty before the first update. */
  codesOf(column: string): Uint16Array {
    return this.codes.get(column) ?? new Uint16Array(0);
  }

  /** Words by code. Code 0 is null. */
  wordsOf(column: string): readonly (string | null)[] {
    return this.dictionaries.get(column)?.values ?? [];
  }

  has(id: number): boolean {
    return (this.codes.get('state')?.[id] ?? 0) !== 0;
  }

  /** Whether an update would find no changes, except in sitemaps. */
  get isCurrent(): boolean {
    const [newest, decision] = this.mark.get() as [number, number];
    return this.loaded && newest <= this.last && decision === this.lastDecision && this.pending.size === 0;
  }

  /** Reads missing or changed rows. Yields rows read. */
  *update(): Steps<Changes> {
    if (!this.loaded) return yield* this.readAll();
    const [newest, decision] = this.mark.get() as [number, number];
    const settled = new Set<number>();
    const counted = new Set<number>();
    for (let after = this.lastDecision; after < decision; ) {
      const found = this.decided.all(after, rowsOfStep) as [number, number][];
      for (const [id, url] of found) {
        after = id;
        settled.add(url);
      }
      if (found.length === 0) break;
      yield settled.size;
    }
    if (settled.size > this.count * worthReading + 1_000) return yield* this.readAll();
    const known = this.last;
    let looked = 0;
    // Read before the rows: if a page is not in this set, the rows include its links.
    const waiting = this.notCounted();
    const pending = new Set<number>();
    for (const ids of [this.pending, settled])
      for (const id of ids) {
        if (waiting.has(id)) {
          pending.add(id);
          continue;
        }
        for (const link = this.links.of(id); link?.next(); ) counted.add(link.to);
        if (++looked % 500 === 0) yield looked;
      }
    const sitemaps = this.sitemapMarks();
    for (const [id, mark] of sitemaps) {
      if (this.readSitemaps.get(id) === mark) continue;
      for (const url of this.entries.iterate(id) as IterableIterator<number>) counted.add(url);
    }
    if (counted.size > this.count * worthReading + 1_000) return yield* this.readAll();
    yield* this.readBlocks(known, newest);
    for (const ids of [settled, counted])
      for (const id of ids) {
        if (id > known || (ids === counted && settled.has(id))) continue;
        const redirectBefore = this.ints.get('redirectTo')?.[id] ?? -1;
        this.readOne(id);
        // A redirect counts as a link to its target. A redirect newer than `newest` is handled in the next update.
        const redirect = this.ints.get('redirectTo')?.[id] ?? -1;
        if (redirect > 0 && redirect !== redirectBefore && redirect <= this.last) this.readOne(redirect);
        if (++looked % 500 === 0) yield looked;
      }
    // Set at the end, so that a failed update reads everything again.
    this.lastDecision = decision;
    this.readSitemaps = sitemaps;
    this.pending = pending;
    return { all: false, settled };
  }

  private *readAll(): Steps<Changes> {
    const [newest, decision] = this.mark.get() as [number, number];
    this.lastDecision = decision;
    this.readSitemaps = this.sitemapMarks();
    this.pending = this.notCounted();
    this.loaded = false;
    this.last = 0;
    this.count = 0;
    for (const array of this.codes.values()) array.fill(0);
    yield* this.readBlocks(0, newest);
    this.loaded = true;
    return { all: true, settled: new Set() };
  }

  private *readBlocks(from: number, to: number): Steps<void> {
    this.reserve(to + 1);
    for (let after = from; after < to; after += rowsOfStep) {
      for (const row of this.block.all(after, Math.min(to, after + rowsOfStep)) as unknown[][]) this.put(row);
      yield this.count;
    }
    this.last = Math.max(this.last, to);
  }

  private readOne(id: number): void {
    const row = this.one.get(id) as unknown[] | undefined;
    if (row && id < this.capacity) this.put(row);
  }

  private put(row: unknown[]): void {
    const id = row[0] as number;
    let at = 1;
    if (!this.has(id)) this.count += 1;
    for (const array of this.ints.values()) array[id] = (row[at++] as number | null) ?? -1;
    for (const array of this.floats.values()) array[id] = (row[at++] as number | null) ?? -1;
    for (const [name, array] of this.codes) array[id] = this.dictionaries.get(name)?.codeOf(row[at++] as string | null) ?? 0;
    if (id > this.last) this.last = id;
  }

  private notCounted(): Set<number> {
    return new Set(this.uncounted.all() as number[]);
  }

  private sitemapMarks(): Map<number, string> {
    return new Map((this.sitemaps.all() as [number, string, number][]).map(([id, state, fetch]) => [id, `${state} ${fetch}`]));
  }

  private reserve(size: number): void {
    if (size <= this.capacity) return;
    this.capacity = Math.max(1_024, Math.ceil(size * 1.25));
    const larger = <A extends Int32Array | Float64Array | Uint16Array>(made: A, old: A | undefined): A => {
      if (old) made.set(old as never);
      return made;
    };
    const { ints, floats, words } = this.kept;
    for (const name of ints) this.ints.set(name, larger(new Int32Array(this.capacity), this.ints.get(name)));
    for (const name of floats) this.floats.set(name, larger(new Float64Array(this.capacity), this.floats.get(name)));
    for (const name of words) this.codes.set(name, larger(new Uint16Array(this.capacity), this.codes.get(name)));
  }
}
