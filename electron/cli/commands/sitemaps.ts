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
import { withListSession } from '../with-session.ts';

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

/** The entries with what the crawl knows of them, and two columns for each named crawler. */
function entryList(session: Opened, args: Arguments, path: string) {
  const profiles = [...new Set(args.all('profile'))].map(id => profileOf(session, id));
  const file = args.one('file');
  const sitemap = file === undefined ? undefined : session.sitemaps().find(({ url }) => url === file)?.id;
  if (file !== undefined && sitemap === undefined)
    return usage(`sitemaps: ${file} is no sitemap file of ${path}. List them: crawlscope sitemaps ${path}`);
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
    file: { value: 'URL', help: 'with --entries: only those of this sitemap file' },
    coverage: { value: '', help: 'count internal URLs: in a sitemap and linked, only in a sitemap, only in the crawl' },
    ...listOptions,
  },
  notes: [
    'urls: different URLs among the entries. Of those: fetched, indexable, not_found (404), errors (4xx and 5xx), redirects, noindex,',
    'canonicalised, blocked (by robots.txt), failed (no response), not_linked (no page links to them). The window lists each count.',
  ],
  examples: [
    'crawlscope sitemaps site.crawl',
    'crawlscope sitemaps site.crawl --entries --profile googlebot --profile bingbot --format csv --out entries.csv',
    'crawlscope sitemaps site.crawl --coverage --json',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const list = readListOptions(args, io, path);
    const isEntries = args.has('entries');
    for (const name of ['profile', 'file'])
      if (args.has(name) && !isEntries) return usage(`sitemaps: --${name} only works with --entries.`);
    if (isEntries && args.has('coverage'))
      return usage('sitemaps: --entries and --coverage are different lists; use one of them.');
    return await withListSession(io, path, async session => {
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
