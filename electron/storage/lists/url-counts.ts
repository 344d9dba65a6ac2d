import type { Steps } from '#core/steps.ts';
import { type CoverageKey, noSitemapCounts, type SitemapCountKey } from '#shared/explain/sitemap-counts.ts';
import { blockedCodes } from '#shared/explain/url-counts.ts';
import type { ReadDb } from '../file/handle.ts';
import type { ColumnValues } from './column-values.ts';

/** The number of URLs of a group and of its subsets, as `shared/explain/url-counts.ts` defines them. */
export interface OriginCounts {
  urls: number;
  blocked: number;
}
/** Counts of the different URLs that a sitemap file lists, as `shared/explain/sitemap-counts.ts` defines them. */
export type SitemapCounts = Readonly<Record<SitemapCountKey | 'urls', number>>;
/** Counts of internal URLs, as `shared/explain/sitemap-counts.ts` defines them. */
export type CoverageCounts = Readonly<Record<CoverageKey, number>>;

const rowsOfStep = 100_000;
const entriesOfStep = 10_000;

/** Counts URLs by origin and by sitemap file from the columns in memory. Reads the entries of each sitemap once. */
export class UrlCounts {
  private readonly columns: ColumnValues;
  private readonly sitemaps: { all(): unknown };
  private readonly entries: { all(...values: number[]): unknown };
  private readonly listed = new Map<number, { readonly mark: string; readonly ids: Int32Array }>();

  constructor(db: ReadDb, columns: ColumnValues) {
    this.columns = columns;
    this.sitemaps = db.prepare('SELECT id, state, fetch_id FROM sitemap ORDER BY id').raw();
    this.entries = db
      .prepare('SELECT seq, url_id FROM sitemap_entry WHERE sitemap_id = ? AND seq > ? ORDER BY seq LIMIT ?')
      .raw();
  }

  *byOrigin(): Steps<Map<number, OriginCounts>> {
    const { columns } = this;
    const origins = columns.numbersOf('originId');
    const states = columns.codesOf('state');
    const reasons = columns.codesOf('reason');
    const blocks = this.blocking();
    const counts = new Map<number, OriginCounts>();
    // Consecutive URLs often have the same origin.
    let count: OriginCounts = { urls: 0, blocked: 0 };
    let known = -1;
    for (let id = 1; id <= columns.last; id++) {
      if (id % rowsOfStep === 0) yield id;
      const origin = origins[id] as number;
      if (origin < 0 || states[id] === 0) continue;
      if (origin !== known) {
        count = counts.get(origin) ?? { urls: 0, blocked: 0 };
        counts.set(origin, count);
        known = origin;
      }
      count.urls += 1;
      if (blocks[reasons[id] as number] === 1) count.blocked += 1;
    }
    return counts;
  }

  /** URLs by what they are to the crawl: 'page', 'resource', 'external', 'other'. `among`: only these ids. */
  *byClass(among: Int32Array | null = null): Steps<Readonly<Record<string, number>>> {
    const { columns } = this;
    const classes = columns.codesOf('class');
    const states = columns.codesOf('state');
    const words = columns.wordsOf('class');
    const counts = new Float64Array(words.length);
    const end = among === null ? columns.last : among.length;
    for (let i = 1; i <= end; i++) {
      if (i % rowsOfStep === 0) yield i;
      const id = among === null ? i : (among[i - 1] as number);
      if (states[id] !== 0) counts[classes[id] as number] = (counts[classes[id] as number] ?? 0) + 1;
    }
    return Object.fromEntries(words.flatMap((word, code) => (word ? [[word, counts[code] ?? 0]] : [])));
  }

  /** The column `indexability` must be loaded. */
  *coverage(): Steps<CoverageCounts> {
    const { columns } = this;
    const states = columns.codesOf('state');
    const classes = columns.codesOf('class');
    const inlinks = columns.numbersOf('inlinks');
    const inSitemaps = columns.numbersOf('inSitemaps');
    const indexability = columns.codesOf('indexability');
    const page = columns.wordsOf('class').indexOf('page');
    const indexable = columns.wordsOf('indexability').indexOf('indexable');
    const counts = { both: 0, onlySitemap: 0, onlyCrawl: 0, missing: 0, indexable: 0 };
    for (let id = 1; id <= columns.last; id++) {
      if (id % rowsOfStep === 0) yield id;
      if (states[id] === 0 || classes[id] !== page) continue;
      const isListed = (inSitemaps[id] as number) > 0;
      if (!isListed) counts.onlyCrawl += 1;
      else if ((inlinks[id] as number) > 0) counts.both += 1;
      else counts.onlySitemap += 1;
      if (indexability[id] !== indexable) continue;
      counts.indexable += 1;
      if (!isListed) counts.missing += 1;
    }
    return counts;
  }

  /** The column `indexability` must be loaded. */
  *bySitemap(): Steps<Map<number, SitemapCounts>> {
    const { columns } = this;
    const counts = new Map<number, SitemapCounts>();
    const states = columns.codesOf('state');
    const reasons = columns.codesOf('reason');
    const inlinks = columns.numbersOf('inlinks');
    const statuses = columns.numbersOf('status');
    const indexability = columns.codesOf('indexability');
    const codeOf = (column: string, word: string): number => columns.wordsOf(column).indexOf(word);
    const [done, failed] = [codeOf('state', 'done'), codeOf('state', 'failed')];
    const [indexable, noindex, canonicalised] = (['indexable', 'noindex', 'canonicalised'] as const).map(word =>
      codeOf('indexability', word),
    );
    const blocks = this.blocking();
    for (const [sitemap, state, fetch] of this.sitemaps.all() as [number, string, number | null][]) {
      const ids = yield* this.idsOf(sitemap, `${state} ${fetch}`);
      const count: Record<SitemapCountKey | 'urls', number> = { urls: ids.length, ...noSitemapCounts };
      for (const id of ids) {
        const status = statuses[id] as number;
        if (states[id] === done) count.fetched += 1;
        if (states[id] === failed) count.failed += 1;
        if (status === 404) count.notFound += 1;
        if (status >= 400) count.errors += 1;
        if (status >= 300 && status < 400) count.redirects += 1;
        if (indexability[id] === indexable) count.indexable += 1;
        if (indexability[id] === noindex) count.noindex += 1;
        if (indexability[id] === canonicalised) count.canonicalised += 1;
        if (blocks[reasons[id] as number] === 1) count.blocked += 1;
        if (inlinks[id] === 0) count.notLinked += 1;
      }
      counts.set(sitemap, count);
      yield counts.size;
    }
    return counts;
  }

  /** 1 for each reason code that means "blocked by robots.txt". */
  private blocking(): Uint8Array {
    return Uint8Array.from(this.columns.wordsOf('reason'), word => Number(word !== null && blockedCodes.includes(word)));
  }

  private *idsOf(sitemap: number, mark: string): Steps<Int32Array> {
    const known = this.listed.get(sitemap);
    if (known?.mark === mark) return known.ids;
    const ids = new Set<number>();
    for (let after = -1; ; ) {
      const rows = this.entries.all(sitemap, after, entriesOfStep) as [number, number][];
      for (const [seq, id] of rows) {
        ids.add(id);
        after = seq;
      }
      if (rows.length < entriesOfStep) break;
      yield ids.size;
    }
    const read = Int32Array.from(ids);
    this.listed.set(sitemap, { mark, ids: read });
    return read;
  }
}
