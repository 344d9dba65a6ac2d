import type { SitemapRow } from '#shared/model/explanation.ts';
import type { Cell } from '../../export/cell.ts';
import type { Command } from '../command.ts';
import { exit } from '../exit.ts';
import { cells, columnsOf, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { withSession } from '../with-session.ts';

/** 'too-many-entries (line 50001); bad-loc (line 7)' */
const problemWords = (row: SitemapRow): string =>
  row.problems
    .map(({ code, line, detail }) => `${code}${line > 0 ? ` (line ${line})` : ''}${detail && `: ${detail}`}`)
    .join('; ');

const columns = (byId: ReadonlyMap<number, string>) =>
  ({
    url: row => row.url,
    parent: row => (row.parent === null ? null : (byId.get(row.parent) ?? null)),
    source: row => row.source,
    kind: row => row.kind,
    state: row => row.state,
    entries: row => row.entries,
    fetched: row => row.fetched,
    blocked: row => row.blocked,
    not_linked: row => row.notLinked,
    problems: row => row.problems.length,
    problem_details: row => problemWords(row),
    detail: row => row.detail,
  }) as const satisfies Record<string, (row: SitemapRow) => Cell>;

export const sitemaps: Command = {
  name: 'sitemaps',
  summary: 'list the sitemap files of a crawl: entries, coverage, problems',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: listOptions,
  notes: ['Counts: entries in the file; fetched, blocked and not_linked (no page links to them) among those entries.'],
  examples: ['crawlscope sitemaps site.crawl', 'crawlscope sitemaps site.crawl --format jsonl'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const list = readListOptions(args, io, path);
    return await withSession(io, path, async session => {
      const rows = session.sitemaps();
      const named = columns(new Map(rows.map(row => [row.id, row.url])));
      const shown = cells(take(rows, list.limit), Object.values(named));
      await writeList(io, list, { columns: columnsOf(Object.keys(named), 'any'), rows: shown, sheet: 'Sitemaps' });
      return exit.done;
    });
  },
};
