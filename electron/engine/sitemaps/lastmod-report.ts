import { basename } from 'node:path';
import { LastmodTally } from '#core/sitemap/honesty/lastmod-tally.ts';
import { pageDate } from '#core/sitemap/make/page-date.ts';
import type { Steps } from '#core/steps.ts';
import type { LastmodFile, LastmodProblem } from '#shared/model/sitemap-lastmod.ts';
import type { ReadDb } from '#storage/file/handle.ts';
import { baselineSource } from '#storage/reads/baseline-source.ts';
import { datedEntries, type EntryWithResponse } from '#storage/reads/dated-entries.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { openOther } from '../compare/other-crawl.ts';

/** A file when it is counted, a problem of one of its entries, or that some more entries are done. */
export type LastmodRow =
  | { readonly kind: 'step' }
  | { readonly kind: 'problem'; readonly sitemap: string; readonly problem: LastmodProblem }
  | { readonly kind: 'file'; readonly file: LastmodFile };

const entriesOfStep = 200;

export interface LastmodOptions {
  /** Path of an earlier crawl of the site, null for none. */
  readonly baseline: string | null;
  /** Only this sitemap file (id). */
  readonly sitemap?: number | undefined;
}

/**
 * Holds the dates of the sitemap files of a crawl against Last-Modified and against the texts of an earlier crawl. Yields problems as they
 * are found, and each file after its entries. Throws an `RpcError` for an earlier crawl that cannot be opened.
 */
export function* lastmodReport(db: ReadDb, path: string, { baseline, sitemap }: LastmodOptions): Generator<LastmodRow> {
  const now = datedEntries(db);
  const other = baseline === null ? null : openOther(baseline, path);
  try {
    other?.exec('BEGIN');
    const earlier = other === null ? null : earlierOf(other, basename(baseline ?? ''));
    for (const { id, url, readAt } of now.files()) {
      if (sitemap !== undefined && id !== sitemap) continue;
      const tally = new LastmodTally(readAt);
      let done = 0;
      for (const entry of now.of(id)) {
        if (++done % entriesOfStep === 0) yield { kind: 'step' };
        const textHash = earlier === null || !entry.isPage ? null : now.textHash(entry.urlId);
        const before = textHash === null ? null : (earlier?.(entry.url) ?? null);
        const { line, lastmod } = entry;
        const dated = { url: entry.url, line, lastmod, modifiedAt: headerDate(entry), textHash, earlier: before };
        for (const problem of tally.add(dated)) yield { kind: 'problem', sitemap: url, problem };
      }
      yield { kind: 'file', file: tally.result(url) };
    }
  } finally {
    other?.close();
  }
}

/** The dates of one file, without an earlier crawl; null for a file that was not read or is an index. Yields steps done. */
export function* datesOfFile(db: ReadDb, path: string, sitemap: number): Steps<LastmodFile | null> {
  let steps = 0;
  for (const row of lastmodReport(db, path, { baseline: null, sitemap })) {
    if (row.kind === 'file') return row.file;
    if (row.kind === 'step') yield ++steps;
  }
  return null;
}

/** Last-Modified of a page, unless it is the time of the response or of no use. */
function headerDate({ isPage, headers, fetchedAt, lastmod }: EntryWithResponse): number | null {
  if (!isPage || lastmod === '') return null;
  const date = pageDate('header', { headers, facts: null, fetchedAt });
  return typeof date === 'string' ? null : date.at;
}

/** What the earlier crawl says of a URL; null where it has no page or no entry for it. */
function earlierOf(db: Parameters<typeof crawlTable>[0], name: string) {
  const crawl = crawlTable(db);
  const row = crawl.read();
  if (!row) throw new Error(`${name} has no crawl.`);
  const source = baselineSource(db, { settings: crawl.settings(row.settingsId), at: row.startedAt ?? row.createdAt });
  return (url: string) => {
    const known = source.find(url);
    const lastmod = known === null || known.status !== 200 ? null : source.lastmod(known.id);
    return known === null || lastmod === null ? null : { lastmod, textHash: source.textHash(known.id) };
  };
}
