import { didYouMean } from '#core/query/near.ts';
import { parseQuery } from '#core/query/query.ts';
import type { UrlRow } from '#shared/model/explanation.ts';
import type { Cell } from '../../export/cell.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { isoTime } from '../json.ts';
import { cells, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { withSession } from '../with-session.ts';

const columns = {
  url: row => row.url,
  status: row => row.status,
  content_type: row => row.contentType,
  depth: row => row.depth,
  state: row => row.state,
  reason: row => row.reason,
  may_fetch: row => row.mayFetch,
  may_list: row => row.mayList,
  links_followed: row => row.linksFollowed,
  inlinks: row => row.inlinks,
  outlinks: row => row.outlinks,
  title: row => row.title,
  bytes: row => row.bytes,
  total_ms: row => row.totalMs,
  canonical: row => row.canonical,
  redirect_to: row => row.redirectTo,
  in_sitemaps: row => row.inSitemaps,
  fetched_at: row => isoTime(row.fetchedAt),
} as const satisfies Record<string, (row: UrlRow) => Cell>;

type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];
const defaults = names.slice(0, 12);

/** 'url, status' → columns; refuses unknown names with the list of known ones. */
export function chooseColumns(text: string | undefined): readonly Column[] {
  if (text === undefined) return defaults;
  const wanted = text.split(',').map(name => name.trim());
  const bad = wanted.find(name => !Object.hasOwn(columns, name));
  if (bad !== undefined) return usage(`there is no column “${bad}”.${didYouMean(bad, names)} Columns: ${names.join(', ')}.`);
  const twice = wanted.find((name, i) => wanted.indexOf(name) !== i);
  if (twice !== undefined) return usage(`the column “${twice}” is named twice.`);
  return wanted as Column[];
}

export const urls: Command = {
  name: 'urls',
  summary: 'list the URLs of a crawl, fetched or not, with the decision on each',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    where: { value: 'EXPR', help: 'only URLs that match, in the language of the omnibox' },
    columns: { value: 'a,b', help: `columns in this order (default: the first twelve)` },
    ...listOptions,
  },
  notes: [
    `Columns: ${names.slice(0, 9).join(', ')},`,
    `  ${names.slice(9).join(', ')}`,
    'EXPR: site: status: inurl: intitle: description: heading: robots: reason: depth: type: state: link: noindex: canonical: lang: in:sitemap line:',
    '  bytes: inlinks: outlinks: ms: fetch: list: follow:, free words, -negated, "quoted", 404,410  4xx  2..4  >=400  none',
  ],
  examples: [
    'crawlscope urls site.crawl --where "status:404 inlinks:>0"',
    'crawlscope urls site.crawl --where "robots:blocked -in:sitemap" --columns url,reason,inlinks --format csv',
    'crawlscope urls site.crawl --out urls.xlsx',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const chosen = chooseColumns(args.one('columns'));
    const filter = args.one('where') ?? '';
    const { problem } = parseQuery(filter);
    if (problem !== '') return usage(`--where: ${problem}`);
    const list = readListOptions(args, io, path);
    return await withSession(io, path, async session => {
      const found = session.urls(list.limit === undefined ? { filter } : { filter, limit: list.limit });
      const read = chosen.map(name => columns[name]);
      await writeList(io, list, chosen, cells(take(found, list.limit), read), 'URLs');
      return exit.done;
    });
  },
};
