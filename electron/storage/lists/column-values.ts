import type { Steps } from '#core/steps.ts';

import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { ReadDb } from '../file/handle.ts';

import { countReader, type InlinkCountReader } from '../links/inlink-count-rows.ts';
import { type LinkReads, linkReads } from '../links/link-reads.ts';
import { ColumnArrays } from './column-arrays.ts';
import type { ColumnCodes, ColumnNumbers } from './narrow-numbers.ts';

/** Rows per step: a few milliseconds. */
const rowsOfStep = 3_000;
/** URLs whose depth and count of inlinks are read per step: as long. */
const urlsOfStep = 2_000;
/** If a larger share of rows changed, reading everything again is quicker. */
const worthReading = 0.3;

/** Room for more URLs than there are. */
const growth = 17 / 16;

/** Changes since the last update of the columns. */
export interface Changes {
  /** Everything was read again. */
  readonly all: boolean;
  /** Ids of rows with a possibly changed title, including new rows. */
  readonly settled: ReadonlySet<number>;
}

/** Newest URL, newest event with decisions, end of the newest rendering, and how many ended in that millisecond. */
type Mark = readonly [url: number, decision: number, rendering: number, together: number];

/** How many parts of columns that lists use stay in memory. After that, the oldest unneeded one is dropped. */
const mostUsed = 12;

/**
 * The columns of `url` that lists sort and filter by, in memory: 20 to 40 bytes per URL, indexed by id. The first
 * pass reads everything in steps, except columns that are read on use. Later updates read only changed rows. Every
 * change of a row after its first decision comes with a later one, with three exceptions. Counts of links follow the page within about a second
 * (`inlink_waiting`). Counts of sitemap entries change with the sitemap, and what scripts change with the end of a rendering.
 */
export class ColumnValues {
  private readonly db: ReadDb;
  private readonly table: readonly UrlColumn[];
  /** Columns that are always there. */
  private readonly always: ColumnArrays;
  /** Columns that lists use, the most recent last. */
  private used: readonly ColumnArrays[] = [];
  /** Numbers that no table stores. */
  private readonly given = new Map<string, { readonly numbers: ColumnNumbers; readonly perUnit: number }>();
  private readonly mark: { get(): unknown };
  private readonly decided: { all(...values: number[]): unknown };
  private readonly links: LinkReads;
  private readonly uncounted: { all(): unknown };
  private readonly depthOf: { get(id: number): unknown };
  /** Null for an older file: its rows have the counts. */
  private readonly counts: InlinkCountReader | null;
  private readonly inlinksOf: { get(id: number): unknown };
  private readonly sitemaps: { all(): unknown };
  private readonly entries: { iterate(id: number): unknown };
  private capacity = 0;
  private lastDecision = 0;
  private readonly rendered: { all(...values: number[]): unknown };
  /** When the newest rendering ended that was read, epoch milliseconds. */
  private lastRendering = 0;
  /** How many of them ended in that millisecond. */
  private lastTogether = 0;
  private readSitemaps = new Map<number, string>();
  /** Pages whose links the counts of their targets did not include at the last read. */
  private pending: ReadonlySet<number> = new Set();
  /** Greatest id loaded. The row of `id` is at index `id`. */
  last = 0;
  /** Rows loaded. Less than `last` if there are gaps between ids. */
  count = 0;
  loaded = false;
  /** Grows when values change, by a reading or by `give`. */
  edition = 0;

  constructor(db: ReadDb, columns: readonly UrlColumn[] = urlColumns) {
    this.db = db;
    this.table = columns;
    // The origin is not a list column, but filters and counts by host need it.
    this.always = new ColumnArrays(
      db,
      columns.filter(column => !column.onUse),
      { originId: 'u.origin_id' },
    );
    this.mark = db
      .prepare(
        `SELECT coalesce(max(id), 0), (SELECT coalesce(max(id), 0) FROM decided),
           (SELECT coalesce(max(ended_at), 0) FROM rendering WHERE ended_at IS NOT NULL),
           (SELECT count(*) FROM rendering WHERE ended_at = (SELECT max(ended_at) FROM rendering WHERE ended_at IS NOT NULL)) FROM url`,
      )
      .raw();
    this.rendered = db.prepare('SELECT url_id FROM rendering WHERE ended_at >= ? ORDER BY ended_at').pluck();
    this.decided = db.prepare('SELECT id, url_id FROM decided WHERE id > ? ORDER BY id LIMIT ?').raw();
    this.links = linkReads(db);
    this.uncounted = db.prepare('SELECT from_id FROM inlink_waiting WHERE counted <> 1').pluck();
    this.depthOf = db.prepare('SELECT depth FROM url WHERE id = ?').pluck();
    this.counts = countReader(db);
    this.inlinksOf = db.prepare('SELECT inlinks FROM url_inlinks WHERE id = ?').pluck();
    this.sitemaps = db.prepare('SELECT id, state, fetch_id FROM sitemap').raw();
    this.entries = db.prepare('SELECT url_id FROM sitemap_entry WHERE sitemap_id = ?').pluck();
  }

  /** Values by id for a column of numbers or times, ids of URLs for a target column. Empty if it is not loaded. */
  numbersOf(column: string): ColumnNumbers {
    return this.partOf(column)?.numbersOf(column) ?? this.given.get(column)?.numbers ?? new Int8Array(0);
  }

  /** Keeps numbers of a column that no table stores. `perUnit`: how many of its numbers are a 1 of the column. */
  give(column: string, numbers: ColumnNumbers, perUnit: number): void {
    this.given.set(column, { numbers, perUnit });
    this.edition += 1;
  }

  /** How many of the numbers in memory are a 1 of the column. */
  perUnit(column: string): number {
    return this.given.get(column)?.perUnit ?? 1;
  }

  /** Codes by id for a column of words. Empty if it is not loaded. */
  codesOf(column: string): ColumnCodes {
    return this.partOf(column)?.codesOf(column) ?? new Uint8Array(0);
  }

  /** Words by code. Code 0 is null. */
  wordsOf(column: string): readonly (string | null)[] {
    return this.partOf(column)?.wordsOf(column) ?? [];
  }

  has(id: number): boolean {
    return (this.always.codesOf('state')?.[id] ?? 0) !== 0;
  }

  /** Whether a column of numbers or words needs no `use` before it is read. */
  holds(column: string): boolean {
    return this.partOf(column) !== undefined || this.given.has(column);
  }

  /** The columns that lists do not use yet. */
  missing(columns: readonly string[]): readonly string[] {
    return columns.filter(key => this.table.some(column => column.key === key && column.onUse) && !this.holds(key));
  }

  /** Reads those of the columns that are missing, in one pass. Call it after an update, and no other update meanwhile. Yields rows read. */
  *use(columns: readonly string[]): Steps<void> {
    const wanted = this.missing(columns);
    if (wanted.length === 0) return;
    const part = new ColumnArrays(
      this.db,
      this.table.filter(({ key }) => wanted.includes(key)),
    );
    part.reserve(this.capacity);
    for (let after = 0; after < this.last; after += rowsOfStep) {
      part.readBlock(after, Math.min(this.last, after + rowsOfStep), () => undefined);
      yield after;
    }
    const old = this.used.length < mostUsed ? undefined : this.used.find(each => !columns.some(key => each.holds(key)));
    this.used = [...this.used.filter(each => each !== old), part];
  }

  private partOf(column: string): ColumnArrays | undefined {
    return this.always.holds(column) ? this.always : this.used.find(part => part.holds(column));
  }

  /** Whether an update would find no changes, except in sitemaps. */
  get isCurrent(): boolean {
    const [newest, decision, rendering, together] = this.mark.get() as Mark;
    const isDecided = newest <= this.last && decision === this.lastDecision;
    const isRendered = rendering === this.lastRendering && together === this.lastTogether;
    return this.loaded && isDecided && isRendered && this.pending.size === 0;
  }

  /** Reads missing or changed rows. Yields rows read. */
  *update(): Steps<Changes> {
    if (!this.loaded) return yield* this.readAll();
    const [newest, decision, rendering, together] = this.mark.get() as Mark;
    const settled = new Set<number>();
    const linked = new Set<number>();
    const mentioned = new Set<number>();
    for (let after = this.lastDecision; after < decision; ) {
      const found = this.decided.all(after, rowsOfStep) as [number, number][];
      for (const [id, url] of found) {
        after = id;
        settled.add(url);
      }
      if (found.length === 0) break;
      yield settled.size;
    }
    if (rendering !== this.lastRendering || together !== this.lastTogether)
      for (const url of this.rendered.all(this.lastRendering) as number[]) settled.add(url);
    const known = this.last;
    if (settled.size + newest - known > this.count * worthReading + 1_000) return yield* this.readAll();
    // The first decision of a URL is in its row.
    for (let id = known + 1; id <= newest; id++) settled.add(id);
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
        for (const link = this.links.of(id); link?.next(); ) if (link.to <= known && !settled.has(link.to)) linked.add(link.to);
        if (++looked % 500 === 0) yield looked;
      }
    const sitemaps = this.sitemapMarks();
    for (const [id, mark] of sitemaps) {
      if (this.readSitemaps.get(id) === mark) continue;
      for (const url of this.entries.iterate(id) as IterableIterator<number>) mentioned.add(url);
    }
    if (mentioned.size > this.count * worthReading + 1_000) return yield* this.readAll();
    yield* this.readBlocks(known, newest);
    for (const ids of [settled, mentioned])
      for (const id of ids) {
        if (id > known || (ids === mentioned && settled.has(id))) continue;
        const redirectBefore = this.redirectOf(id);
        this.readOne(id);
        // A redirect counts as a link to its target. A redirect newer than `newest` is handled in the next update.
        const redirect = this.redirectOf(id);
        if (redirect > 0 && redirect !== redirectBefore && redirect <= this.last) this.readOne(redirect);
        // Chains to this URL are one hop longer. The next list that needs them reads them again.
        if (redirect !== redirectBefore) this.used = this.used.filter(part => !part.followsRedirects);
        if (++looked % 500 === 0) yield looked;
      }
    yield* this.readLinked(Uint32Array.from(linked).sort(), looked);
    // Set at the end, so that a failed update reads everything again.
    this.lastDecision = decision;
    this.lastRendering = rendering;
    this.lastTogether = together;
    this.readSitemaps = sitemaps;
    this.pending = pending;
    if (settled.size + linked.size + mentioned.size > 0) this.edition += 1;
    return { all: false, settled };
  }

  private *readAll(): Steps<Changes> {
    const [newest, decision, rendering, together] = this.mark.get() as Mark;
    this.lastDecision = decision;
    this.lastRendering = rendering;
    this.lastTogether = together;
    this.readSitemaps = this.sitemapMarks();
    this.pending = this.notCounted();
    this.loaded = false;
    this.last = 0;
    this.count = 0;
    for (const part of this.parts) part.clear();
    yield* this.readBlocks(0, newest);
    this.loaded = true;
    this.edition += 1;
    return { all: true, settled: new Set() };
  }

  private *readBlocks(from: number, to: number): Steps<void> {
    this.reserve(to + 1);
    for (let after = from; after < to; after += rowsOfStep) {
      const end = Math.min(to, after + rowsOfStep);
      this.always.readBlock(after, end, id => {
        if (!this.has(id)) this.count += 1;
        if (id > this.last) this.last = id;
      });
      for (const part of this.used) part.readBlock(after, end, () => undefined);
      yield this.count;
    }
    this.last = Math.max(this.last, to);
  }

  private readOne(id: number): void {
    for (const part of this.parts) part.readOne(id);
  }

  /** Reads what links change: depths and counts of inlinks. `ids`: in ascending order, each once. Yields `looked` and the URLs read. */
  private *readLinked(ids: Uint32Array, looked: number): Steps<void> {
    this.counts?.forget();
    for (const [at, id] of ids.entries()) {
      const depth = this.depthOf.get(id) as number | null | undefined;
      if (depth === undefined) continue;
      this.always.put('depth', id, depth);
      this.always.put('inlinks', id, this.counts ? this.counts.of(id) : (this.inlinksOf.get(id) as number));
      if (at % urlsOfStep === urlsOfStep - 1) {
        yield looked + at + 1;
        this.counts?.forget();
      }
    }
  }

  private redirectOf(id: number): number {
    return this.always.numbersOf('redirectTo')?.[id] ?? -1;
  }

  private get parts(): readonly ColumnArrays[] {
    return [this.always, ...this.used];
  }

  private notCounted(): Set<number> {
    return new Set(this.uncounted.all() as number[]);
  }

  private sitemapMarks(): Map<number, string> {
    return new Map((this.sitemaps.all() as [number, string, number][]).map(([id, state, fetch]) => [id, `${state} ${fetch}`]));
  }

  private reserve(size: number): void {
    if (size <= this.capacity) return;
    this.capacity = Math.max(1_024, Math.ceil(size * growth));
    for (const part of this.parts) part.reserve(this.capacity);
  }
}
