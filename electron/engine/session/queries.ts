import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { parseQuery } from '#core/query/query.ts';
import type { Term } from '#core/query/term.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import type { AssertionReport } from '#shared/model/assertions.ts';
import type { CrawlComparison } from '#shared/model/comparison.ts';
import type { LinkRow, SitemapRow } from '#shared/model/explanation.ts';
import type { ExportPresetId } from '#shared/model/export-presets.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import type { UrlRow } from '#shared/model/url-columns.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { runSql } from '#storage/file/sql.ts';
import { LinkScores } from '#storage/lists/link-scores.ts';
import type { ListPart, StoredValue } from '#storage/presets/list-part.ts';
import { presetParts } from '#storage/presets/presets.ts';
import { sitemapEntries } from '#storage/presets/sitemap-entries.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import { requestLog } from '#storage/reads/request-log.ts';
import { robotsReads } from '#storage/reads/robots-reads.ts';
import { targetTableReads } from '#storage/reads/target-tables.ts';
import { compareCrawls, sideOf } from '../compare/compare-crawls.ts';
import { openOther } from '../compare/other-crawl.ts';
import { chosenRequests, harPieces } from '../exports/har-file.ts';
import { type ReplayQuery, type ReplaySource, replaySource } from '../replay/replay-source.ts';
import { type AssertionQuery, assertedAs, freezeVerdicts, runQuery } from '../robots/assertions.ts';
import { type LintQuery, lintStored, type StoredLint } from '../robots/lint-stored.ts';
import { ParsedFiles } from '../robots/parsed-files.ts';
import { liveColumns } from '../rules/live-columns.ts';
import { EntryVerdicts, judgedEntries } from '../sitemaps/entry-verdicts.ts';
import { type LastmodOptions, type LastmodRow, lastmodReport } from '../sitemaps/lastmod-report.ts';
import type { CrawlFile } from './file.ts';
import { sortedRows } from './sorted-rows.ts';

export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

export interface SqlLimits {
  readonly timeMs: number;
  readonly maxRows: number;
}

/** Reads of the open file that the command line makes in its own thread. None of them changes the file. */
export interface Queries {
  /** `sort`: key of a column; without it, in the order of discovery. */
  urls(query: {
    readonly filter: string;
    readonly limit?: number | undefined;
    readonly sort?: string | undefined;
    readonly descending?: boolean | undefined;
  }): Iterable<UrlRow>;
  /** Takes link scores by id of a URL, in tenths (`readScores`): a list that uses them needs it first. */
  scored(values: Int16Array): void;
  /** The columns of `urls`, with those of custom rules. */
  columns(): readonly UrlColumn[];
  links(query: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly limit?: number | undefined;
  }): Iterable<LinkRow>;
  sitemaps(): readonly SitemapRow[];
  /** The entries of all sitemaps or of one (id), as the export `sitemap-entries` has them, with verdict and line for each crawler. */
  sitemapEntries(query: {
    readonly profiles: readonly CrawlerProfile[];
    readonly sitemap?: number | undefined;
  }): Iterable<readonly StoredValue[]>;
  /** Holds the dates of sitemaps against Last-Modified, and against the texts of an earlier crawl (a path). */
  sitemapDates(query: LastmodOptions): Iterable<LastmodRow>;
  /** The rows of a bulk export, with the columns that `exportPresets` names. */
  preset(id: ExportPresetId): Iterable<ListPart>;
  /** An origin and a version of its robots.txt, to be replayed. */
  replay(query: ReplayQuery): ReplaySource;
  /** Diagnostics of the stored robots.txt files, with what the crawl knows. */
  lintRobots(query: LintQuery): Iterable<StoredLint>;
  /** Runs assertions about robots.txt, without storing them. Refuses an origin or a version the file does not have. */
  assert(query: AssertionQuery): AssertionReport;
  /** Assertions that record today's verdicts for the URLs a filter finds. */
  freeze(query: { readonly filter: string; readonly crawler?: string | undefined; readonly limit?: number | undefined }): string;
  /** Compares another crawl, the older one, with this one: what changed, grouped by cause. Yields URLs done. */
  compareWith(path: string): Steps<CrawlComparison>;
  /** Requests of the URLs that a filter finds (all with ''), as pieces of a HAR document. */
  har(filter: string): Iterable<string>;
  sql(statement: string, limits: SqlLimits): SqlRows;
}

const noLimit = Number.MAX_SAFE_INTEGER;
const linksAtOnce = 1_000;

export function queries(file: CrawlFile, lookup: Lookup): Queries {
  const { path, db, store } = file;
  const scores = new LinkScores();
  const reads = {
    robots: robotsReads(db),
    live: liveColumns(db, { rules: store.rules, crawlId: store.crawl.crawlId, scores }),
    tables: targetTableReads(db),
  };
  const profiles = () => profileSet(file.settings().profiles);
  const termsOf = (filter: string): readonly Term[] => {
    const { terms, problem } = parseQuery(filter, reads.live.operators());
    return problem === '' ? terms : fail('bad_request', problem);
  };
  const find = (filter: string, limit: number): Iterable<UrlRow> => reads.live.views.stream(termsOf(filter), limit);
  return {
    *urls({ filter, limit = noLimit, sort, descending = false }) {
      if (sort === undefined) yield* find(filter, limit);
      else yield* sortedRows({ db, live: reads.live, scores }, { terms: termsOf(filter), sort, descending, limit });
    },
    scored: values => {
      scores.values = values;
    },
    columns: () => reads.live.columns(),
    links: wanted => linksOf(file, lookup, wanted),
    sitemaps: () => reads.robots.sitemaps(),
    sitemapEntries: ({ profiles: wanted, sitemap }) => {
      const context = { robots: store.robots, origins: store.origins, parsed: new ParsedFiles() };
      const judges = wanted.map(profile => new EntryVerdicts(context, profile));
      return judgedEntries(sitemapEntries(db, sitemap), judges);
    },
    sitemapDates: query => lastmodReport(db, path, query),
    preset: id => presetParts(db, id),
    replay: query => {
      const settings = file.settings();
      return replaySource(
        {
          reads: reads.tables,
          origins: store.origins,
          robots: store.robots,
          list: reads.robots.origins,
          profile: settings.profile,
          profiles: profiles(),
          seed: settings.seeds[0] ?? '',
        },
        query,
      );
    },
    lintRobots: query => lintStored(store, query, profiles()),
    assert: query => runQuery(store, originOf(file.settings().seeds[0] ?? '')?.key ?? '', query),
    freeze: ({ filter, crawler = file.settings().profile, limit = noLimit }) =>
      freezeVerdicts(store, urlsOfRows(find(filter, limit)), assertedAs(crawler, profiles())),
    *compareWith(other) {
      const second = openOther(other, path);
      try {
        // One state of it from the beginning to the end, and no lock for each look-up.
        second.exec('BEGIN');
        return (yield* compareCrawls(sideOf(db, path), sideOf(second, other))).comparison;
      } finally {
        second.close();
      }
    },
    *har(filter) {
      for (const { text } of harPieces(chosenRequests(requestLog(db), filter, reads.live, file.settings()), filter)) yield text;
    },
    sql: (statement, limits) => sqlRows(path, statement, limits),
  };
}

function* urlsOfRows(rows: Iterable<UrlRow>): Generator<string> {
  for (const row of rows) yield row.url;
}

function* linksOf(
  file: CrawlFile,
  lookup: Lookup,
  { from, to, limit = noLimit }: Parameters<Queries['links']>[0],
): Generator<LinkRow> {
  let left = limit;
  const text = from ?? to;
  if (text === undefined) {
    for (const link of lookup.allLinks()) {
      if (left-- <= 0) return;
      yield link;
    }
    return;
  }
  const known = lookup.url(text) ?? fail('not_found', `${text} is not in ${file.name}.`);
  for (let at = 0; left > 0; at += linksAtOnce) {
    const many = Math.min(linksAtOnce, left);
    const rows = from === undefined ? lookup.linksTo(known.id, at, many) : lookup.links(known.id, 'out', at, many).rows;
    if (rows.length === 0) return;
    yield* rows;
    left -= rows.length;
  }
}

function sqlRows(path: string, statement: string, limits: SqlLimits): SqlRows {
  const result = runSql(path, statement, limits);
  function* rows() {
    try {
      yield* result.rows;
    } catch (error) {
      if (error instanceof RpcError) throw error;
      throw new RpcError('bad_request', `SQLite says: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      result.close();
    }
  }
  return { columns: result.columns, rows: rows() };
}
