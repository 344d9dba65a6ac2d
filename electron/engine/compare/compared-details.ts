import { compileMapping } from '#core/compare/url-mapping.ts';
import type { ListedEntry } from '#core/sitemap/diff/diff-sitemaps.ts';
import { SitemapDiff } from '#core/sitemap/diff/diff-sitemaps.ts';
import type { Steps } from '#core/steps.ts';
import { type FieldChange, type FieldCounts, type FieldWay, fieldOf, usualFields } from '#shared/model/compare-fields.ts';
import type { ComparedFieldsView, ComparedSitemapsView, SitemapChoice } from '#shared/model/comparison-details.ts';
import type { PageDiff } from '#shared/model/page-diff.ts';
import type { SitemapChange } from '#shared/model/sitemap-diff.ts';
import type { LastmodFile } from '#shared/model/sitemap-lastmod.ts';
import type { MappingCounts, MappingRule, UrlMapping } from '#shared/model/url-mapping.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { compareBytes } from '#storage/lists/compare-bytes.ts';
import { orderedEntries } from '#storage/reads/ordered-entries.ts';
import { lastmodReport } from '../sitemaps/lastmod-report.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import type { MapUrl } from './compare-crawls.ts';
import { type ComparedFields, compareFields } from './compare-fields.ts';
import { pageDiffs } from './page-diff.ts';
import { testMapping } from './test-mapping.ts';

/** The two files of a comparison, and its mapping. */
export interface DetailSides {
  readonly before: { readonly db: WriteDb; readonly path: string };
  readonly after: { readonly db: WriteDb; readonly path: string };
  readonly mapping: UrlMapping;
  readonly map: MapUrl | null;
  /** URLs of both files. */
  readonly urls: readonly [before: number, after: number];
  /** The id of the URL of the first crawl that a URL of the second was compared with; 0 for none. */
  readonly partner: (after: number) => number;
}

/** Changes of sitemaps that are kept for paging; counts are of all. */
const keptChanges = 500_000;
const entriesOfStep = 500;

interface Sitemaps {
  readonly diff: SitemapDiff;
  readonly changes: SitemapChange[];
  readonly dates: LastmodFile[];
  isWhole: boolean;
}

interface FieldsRun {
  readonly key: string;
  readonly job: Job<ComparedFields>;
  found: ComparedFields | null;
  /** Reads the counts while it runs. */
  readonly soFar: (() => readonly FieldCounts[]) | null;
  problem: string;
}
interface SitemapsRun {
  readonly job: Job<void>;
  readonly found: Sitemaps;
  problem: string;
}

/** What is worked out of a comparison when the window asks for it: fields, sitemaps, single pages, the test of a mapping. */
export class ComparedDetails {
  readonly #sides: DetailSides;
  #fields: FieldsRun | null = null;
  #sitemaps: SitemapsRun | null = null;
  #test: Job<MappingCounts> | null = null;
  #search: Job<Int32Array> | null = null;

  constructor(sides: DetailSides) {
    this.#sides = sides;
  }

  /** Starts to compare the usual fields and these, unless that is done or under way. */
  fields(more: readonly string[]): ComparedFieldsView {
    const key = JSON.stringify(more);
    if (this.#fields?.key !== key || this.#fields.job.progress().state === 'cancelled') this.#startFields(key, more);
    const { job, found, soFar, problem } = this.#fields as FieldsRun;
    return { progress: job.progress(), problem, counts: found?.counts ?? soFar?.() ?? null, isWhole: found !== null };
  }

  cancelFields(): void {
    this.#fields?.job.cancel();
  }

  #startFields(key: string, more: readonly string[]): void {
    const extra = more.map(id => fieldOf(id) ?? fail('bad_request', `There is no field “${id}”.`));
    this.#fields?.job.cancel();
    const { before, after, map, urls } = this.#sides;
    const fields = [...new Map([...usualFields, ...extra].map(field => [field.id, field])).values()];
    const watched: { soFar: FieldsRun['soFar'] } = { soFar: null };
    const job = runInSlices(
      compareFields({ before: before.db, after: after.db, map }, fields, soFar => {
        watched.soFar = soFar;
      }),
      urls[0],
    );
    const run: FieldsRun = {
      key,
      job,
      found: null,
      problem: '',
      get soFar() {
        return watched.soFar;
      },
    };
    this.#fields = run;
    job.finished.then(
      found => {
        run.found = found;
      },
      (error: unknown) => {
        run.problem = problemOf(error, job);
      },
    );
  }

  /** A page of the URLs that differ in a field. A search reads values, in slices; the next one ends it. */
  async fieldUrls(wanted: {
    readonly field: string;
    readonly way: FieldWay | null;
    readonly contains: string;
    readonly from: number;
    readonly limit: number;
  }): Promise<{ readonly total: number; readonly rows: readonly FieldChange[] }> {
    const found = this.#foundFields(wanted.field);
    this.#search?.cancel();
    const job = runInSlices(found.list(wanted), 1);
    this.#search = wanted.contains === '' ? null : job;
    const places = await job.finished;
    return { total: places.length, rows: found.page(wanted.field, places.subarray(wanted.from, wanted.from + wanted.limit)) };
  }

  /** How many URLs differ in a field, without a search. */
  fieldCount({ field, way }: { readonly field: string; readonly way: FieldWay | null }): number {
    const counts = this.#foundFields(field).counts.find(({ id }) => id === field);
    return (way === null ? counts?.differ : counts?.ways[way]) ?? 0;
  }

  /** All URLs that differ in a field, for an export. */
  *fieldRows(wanted: {
    readonly field: string;
    readonly way: FieldWay | null;
    readonly contains: string;
  }): Generator<FieldChange> {
    yield* this.#foundFields(wanted.field).rows(wanted);
  }

  #foundFields(field: string): ComparedFields {
    const found = this.#fields?.found ?? fail('not_found', 'The fields are not compared yet.');
    return found.fields.some(({ id }) => id === field) ? found : fail('not_found', `The field “${field}” is not compared.`);
  }

  /** One page in both crawls; `url` as the second crawl writes it, or the first where only that has it. */
  page(
    url: string,
    idOf: { readonly before: (url: string) => number; readonly after: (url: string) => number },
    urlOf: (id: number) => string,
  ): PageDiff | null {
    const { before, after, map, partner } = this.#sides;
    const id = idOf.after(url);
    const old = id === 0 ? '' : map === null ? url : urlOf(partner(id));
    if (id === 0 || old === '' || idOf.before(old) === 0) return null;
    return pageDiffs(before.db, after.db)([old, url], map);
  }

  /** Counts what rules would do to the URLs of both crawls. A newer test ends an older one. */
  async test(rules: readonly MappingRule[], pairs: UrlMapping['pairs']): Promise<MappingCounts> {
    const compiled = compileMapping({ rules, pairs });
    if ('problem' in compiled) return fail('bad_request', compiled.problem);
    this.#test?.cancel();
    const { before, after, urls } = this.#sides;
    const job = runInSlices(testMapping({ before: before.db, after: after.db }, compiled, rules.length), urls[0] + urls[1]);
    this.#test = job;
    return job.finished;
  }

  /** Starts to compare the sitemaps unless that is done or under way. */
  sitemaps(): ComparedSitemapsView {
    if (!this.#sitemaps || this.#sitemaps.job.progress().state === 'cancelled') this.#startSitemaps();
    const { job, found, problem } = this.#sitemaps as SitemapsRun;
    const isDone = job.progress().state === 'done';
    return {
      progress: job.progress(),
      problem,
      found: isDone
        ? { totals: { ...found.diff.totals }, files: found.diff.files(), dates: found.dates, isWhole: found.isWhole }
        : null,
    };
  }

  cancelSitemaps(): void {
    this.#sitemaps?.job.cancel();
  }

  sitemapChanges({ kind, contains, from, limit }: SitemapChoice & { readonly from: number; readonly limit: number }) {
    const all = this.chosenChanges({ kind, contains });
    return { total: all.length, rows: all.slice(from, from + limit) };
  }

  chosenChanges({ kind, contains }: SitemapChoice): readonly SitemapChange[] {
    const { changes } = this.#sitemaps?.found ?? fail('not_found', 'The sitemaps are not compared yet.');
    const wanted = contains.toLowerCase();
    return changes.filter(
      each => (kind === null || each.kind === kind) && (wanted === '' || each.url.toLowerCase().includes(wanted)),
    );
  }

  #startSitemaps(): void {
    const found: Sitemaps = { diff: new SitemapDiff(compareBytes), changes: [], dates: [], isWhole: true };
    const job = runInSlices(this.#compareSitemaps(found), 0);
    const run: SitemapsRun = { job, found, problem: '' };
    this.#sitemaps = run;
    job.finished.catch((error: unknown) => {
      run.problem = problemOf(error, job);
    });
  }

  /** On connections of its own: a cursor that is open keeps a connection from other work. */
  *#compareSitemaps(found: Sitemaps): Steps<void> {
    const { before, after, map } = this.#sides;
    const opened: WriteDb[] = [];
    let steps = 0;
    try {
      const [old, now] = [before, after].map(({ path }) => {
        const db = openDatabase(path, { readOnly: true });
        opened.push(db);
        db.exec('BEGIN');
        return db;
      }) as [WriteDb, WriteDb];
      for (const change of found.diff.run(mappedEntries(orderedEntries(old), map), orderedEntries(now))) {
        if (found.changes.length < keptChanges) found.changes.push(change);
        else found.isWhole = false;
        if (++steps % entriesOfStep === 0) yield steps;
      }
      // With a mapping, the earlier texts belong to other URLs.
      const baseline = map === null ? before.path : null;
      for (const row of lastmodReport(now, after.path, { baseline })) {
        if (row.kind === 'file') found.dates.push(row.file);
        if (++steps % entriesOfStep === 0) yield steps;
      }
    } finally {
      for (const db of opened) db.close();
    }
  }

  close(): void {
    for (const job of [this.#fields?.job, this.#sitemaps?.job, this.#test, this.#search]) job?.cancel();
  }
}

const problemOf = (error: unknown, job: Job<unknown>): string => {
  if (job.progress().state !== 'failed') return '';
  if (!(error instanceof RpcError)) console.error(error);
  return error instanceof RpcError ? error.message : 'A fault inside Crawlscope ended it.';
};

/** Mapped URLs are in another order, so they are sorted again, in memory. */
function mappedEntries(entries: Iterable<ListedEntry>, map: MapUrl | null): Iterable<ListedEntry> {
  if (map === null) return entries;
  const all = Array.from(entries, entry => ({ ...entry, url: map(entry.url), file: map(entry.file) }));
  return all.sort((a, b) => compareBytes(a.url, b.url) || compareBytes(a.file, b.file) || a.line - b.line);
}
