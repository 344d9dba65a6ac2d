import { coverageSets, sitemapCountKeys } from '#shared/explain/sitemap-counts.ts';
import type { SitemapRow } from '#shared/model/explanation.ts';
import type { ExportColumn } from '#shared/model/export.ts';
import { exportPresets } from '#shared/model/export-presets.ts';
import type { Cell } from '../../export/cell.ts';
import type { Arguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { cells, columnsOf, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { profileOf } from '../robots-choice.ts';
import { dateNames, dateRows, wrongDateNames, wrongDateRows } from '../text/sitemap-dates.ts';
import { requireFile, withListSession } from '../with-session.ts';

type Opened = Parameters<Parameters<typeof withListSession>[2]>[0];

/** 'too-many-entries (line 50001); bad-loc (line 7)' */
const problemWords = (row: SitemapRow): string =>
  row.problems
    .map(({ code, line, detail }) => `${code}${line > 0 ? ` (line ${line})` : ''}${detail && `: ${detail}`}`)
    .join('; ');

const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const columns = (byId: ReadonlyMap<number, string>): Readonly<Record<string, (row: SitemapRow) => Cell>> => ({
  url: row => row.url,
  parent: row => (row.parent === null ? null : (byId.get(row.parent) ?? null)),
  source: row => row.source,
  kind: row => row.kind,
  state: row => row.state,
  entries: row => row.entries,
  urls: row => row.urls,
  ...Object.fromEntries(sitemapCountKeys.map(key => [snake(key), (row: SitemapRow) => row[key]])),
  problems: row => row.problems.length,
  problem_details: row => problemWords(row),
  detail: row => row.detail,
});

/** The sitemap file of `--file`; undefined for all. */
function fileOf(session: Opened, args: Arguments, path: string): number | undefined {
  const file = args.one('file');
  const sitemap = file === undefined ? undefined : session.sitemaps().find(({ url }) => url === file)?.id;
  if (file !== undefined && sitemap === undefined)
    return usage(`sitemaps: ${file} is no sitemap file of ${path}. List them: crawlscope sitemaps ${path}`);
  return sitemap;
}

/** The dates of each file, or each wrong date. */
function dateList(session: Opened, args: Arguments, path: string) {
  const baseline = args.one('baseline') ?? null;
  if (baseline !== null) requireFile(baseline);
  const found = session.sitemapDates({ baseline, sitemap: fileOf(session, args, path) });
  return args.has('entries')
    ? { columns: columnsOf(wrongDateNames, 'any'), rows: wrongDateRows(found) }
    : { columns: columnsOf(dateNames, 'any'), rows: dateRows(found) };
}

/** The entries with what the crawl knows of them, and two columns for each named crawler. */
function entryList(session: Opened, args: Arguments, path: string) {
  const profiles = [...new Set(args.all('profile'))].map(id => profileOf(session, id));
  const sitemap = fileOf(session, args, path);
  const stored = exportPresets.find(({ id }) => id === 'sitemap-entries')?.columns ?? [];
  const verdicts = profiles.flatMap(({ id }): ExportColumn[] => [
    { name: `robots ${id}`, type: 'text' },
    { name: `line ${id}`, type: 'integer' },
  ]);
  return { columns: [...stored, ...verdicts], rows: session.sitemapEntries({ profiles, sitemap }) };
}

export const sitemaps: Command = {
  name: 'sitemaps',
  summary: 'list the sitemap files of a crawl, or their entries: coverage, problems, verdicts',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    entries: { value: '', help: 'list the entries instead, with what the crawl knows about them' },
    profile: { value: 'P', help: 'with --entries: the robots.txt verdict for this crawler; repeatable', repeatable: true },
    file: { value: 'URL', help: 'with --entries or --lastmod: only this sitemap file' },
    coverage: { value: '', help: 'count internal URLs: in a sitemap and linked, only in a sitemap, only in the crawl' },
    lastmod: { value: '', help: 'check the dates of each file; with --entries: each wrong date' },
    baseline: { value: 'OLD', help: 'with --lastmod: an earlier crawl, to see whether dates change when the text does' },
    ...listOptions,
  },
  notes: [
    'urls: different URLs among the entries. Of those: fetched, indexable, not_found (404), errors (4xx and 5xx), redirects, noindex,',
    'canonicalised, blocked (by robots.txt), failed (no response), not_linked (no page links to them). The window lists each count.',
    '--lastmod: of the entries, those dated; of the dated, those bad, in the future, and with_header (the page has a Last-Modified that is not',
    'the time of the response), of those older_than_header. same_date: all entries have it. With --baseline: of the entries compared (text in',
    'both crawls), those changed (text or lastmod); of the changed, only_date and only_text.',
  ],
  examples: [
    'crawlscope sitemaps site.crawl',
    'crawlscope sitemaps site.crawl --entries --profile googlebot --profile bingbot --format csv --out entries.csv',
    'crawlscope sitemaps site.crawl --coverage --json',
    'crawlscope sitemaps june.crawl --lastmod --baseline may.crawl',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const list = readListOptions(args, io, path);
    const isEntries = args.has('entries');
    if (args.has('profile') && !isEntries) return usage('sitemaps: --profile only works with --entries.');
    if (args.has('file') && !isEntries && !args.has('lastmod'))
      return usage('sitemaps: --file only works with --entries or --lastmod.');
    if ((isEntries || args.has('lastmod')) && args.has('coverage'))
      return usage('sitemaps: --coverage is a list of its own; leave out --entries and --lastmod.');
    if (args.has('baseline') && !args.has('lastmod')) return usage('sitemaps: --baseline only works with --lastmod.');
    if (args.has('profile') && args.has('lastmod')) return usage('sitemaps: --profile does not work with --lastmod.');
    return await withListSession(io, path, async session => {
      if (args.has('lastmod')) {
        const found = dateList(session, args, path);
        await writeList(io, list, { columns: found.columns, rows: take(found.rows, list.limit), sheet: 'Dates' });
        return exit.done;
      }
      if (isEntries) {
        const found = entryList(session, args, path);
        await writeList(io, list, { columns: found.columns, rows: take(found.rows, list.limit), sheet: 'Entries' });
        return exit.done;
      }
      if (args.has('coverage')) {
        const counts = await session.handlers['sitemaps.coverage']({});
        const internal = counts.both + counts.onlySitemap + counts.onlyCrawl;
        const rows = (['both', 'onlySitemap', 'onlyCrawl', 'missing'] as const).map(key => [
          coverageSets[key].label,
          counts[key],
          key === 'missing' ? counts.indexable : internal,
          coverageSets[key].filter,
        ]);
        const names = ['set', 'urls', 'of', 'filter'];
        await writeList(io, list, { columns: columnsOf(names, 'any'), rows: take(rows, list.limit), sheet: 'Coverage' });
        return exit.done;
      }
      const rows = session.sitemaps();
      const named = columns(new Map(rows.map(row => [row.id, row.url])));
      const shown = cells(take(rows, list.limit), Object.values(named));
      await writeList(io, list, { columns: columnsOf(Object.keys(named), 'any'), rows: shown, sheet: 'Sitemaps' });
      return exit.done;
    });
  },
};
