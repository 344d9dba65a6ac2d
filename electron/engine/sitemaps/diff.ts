import { type ListedEntry, SitemapDiff } from '#core/sitemap/diff/diff-sitemaps.ts';
import { parseDecoded, type parseSitemap } from '#core/sitemap/parse.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { fail } from '#shared/rpc/errors.ts';
import { openDatabase } from '#storage/file/database.ts';
import { compareBytes } from '#storage/lists/compare-bytes.ts';
import { orderedEntries } from '#storage/reads/ordered-entries.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { isDatabaseFile } from '../session/file-kind.ts';
import { checkSitemapFiles } from './check-files.ts';

/** Entries of one side that is not a crawl: they are sorted in memory. */
const mostEntries = 5_000_000;

/** Problems of files that leave entries out. */
const incomplete: ReadonlySet<string> = new Set(['bad-status', 'bad-gzip', 'unfinished-response']);

export interface DiffOptions {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Files that are read of an index. */
  readonly most: number;
  readonly delayMs: number;
  readonly signal: AbortSignal;
}

/** One side of a comparison. Close it. */
export interface DiffSide {
  readonly entries: Iterable<ListedEntry>;
  /** Sitemap files in it; 0 if it is a crawl. */
  readonly files: number;
  close(): void;
}

/**
 * Opens a crawl, a sitemap file, or the URL of one; of an index the files that it lists. Throws an `RpcError` for what cannot be read: a
 * file that is left out would look as if its URLs had been removed.
 */
export async function openSide(source: string, options: DiffOptions): Promise<DiffSide> {
  if (isDatabaseFile(source)) {
    const db = openDatabase(source, { readOnly: true });
    try {
      crawlTable(db).read() ?? fail('refused', `${source} does not contain a crawl yet.`);
      db.exec('BEGIN');
      return { entries: orderedEntries(db), files: 0, close: () => db.close() };
    } catch (error) {
      db.close();
      throw error;
    }
  }
  const found: ListedEntry[] = [];
  const names = new Set<string>();
  const results = checkSitemapFiles({
    source,
    publishedAt: '',
    ...options,
    onFile({ source: path, listed, file: decoded }) {
      const { kind, entries } = parseDecoded(decoded, { url: listed });
      if (kind === 'index') return;
      const file = listed || path;
      if (kind === 'none') fail('bad_request', `${path} is no sitemap.`);
      names.add(file);
      for (const entry of entries) found.push(listedEntry(entry, file));
      if (found.length > mostEntries) fail('refused', `${source} lists more than ${mostEntries} entries.`);
    },
  });
  for await (const result of results) {
    if (!result.isRead)
      fail('unavailable', `${result.source}, which ${result.listedAt.source} lists, was not read: ${result.why}`);
    const fault = result.findings.find(({ code }) => incomplete.has(code));
    if (fault) fail('unavailable', `${result.source} was not read whole: ${fault.message}`);
  }
  found.sort((a, b) => compareBytes(a.url, b.url) || compareBytes(a.file, b.file) || a.line - b.line);
  return { entries: found, files: names.size, close: () => undefined };
}

function listedEntry(entry: ReturnType<typeof parseSitemap>['entries'][number], file: string): ListedEntry {
  const { loc, line, lastmod, changefreq, priority, alternates } = entry;
  const url = normalizeUrl(loc);
  return {
    url: url.kind === 'url' ? url.url : loc,
    file,
    line,
    lastmod,
    changefreq,
    priority,
    alternates: alternates === undefined ? '' : JSON.stringify(alternates.map(({ lang, href }) => [lang, href])),
  };
}

/** Compares two sides that are open. Two single sitemaps count as one file, whatever their names. */
export function diffOf(before: DiffSide, after: DiffSide) {
  const diff = new SitemapDiff(compareBytes);
  const name = before.files === 1 && after.files === 1 ? fileOf(after) : null;
  return { diff, changes: diff.run(name === null ? before.entries : renamed(before.entries, name), after.entries) };
}

const fileOf = ({ entries }: DiffSide): string | null => {
  for (const { file } of entries) return file;
  return null;
};

function* renamed(entries: Iterable<ListedEntry>, file: string): Generator<ListedEntry> {
  for (const entry of entries) yield { ...entry, file };
}
