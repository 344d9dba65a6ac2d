import { dialectById } from '../../robots/dialects/registry.ts';
import type { CrawlView, Judged } from '../crawl-view.ts';
import type { CrawlCheck, Finding, Span } from '../diagnostic.ts';
import { nobody } from '../hurts.ts';
import type { Source } from '../source.ts';
import { urlOf } from '../web-address.ts';

const spanOf = (source: Source, number: number): Span | null => {
  const line = source.lines[number - 1];
  return line ? { line, from: line.valueAt, to: line.valueEnd } : null;
};

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
const short = (url: string): string => (url.length > 200 ? `${url.slice(0, 199)}…` : url);
const outOf = (view: CrawlView): string => `${view.cut ? 'the first ' : ''}${many(view.urls.length, 'URL')} of the crawl`;

/** Something about single URLs, told once for each line of the file that decides them, with the number and one example. */
function byLine<T>(
  source: Source,
  items: readonly T[],
  lineOf: (item: T) => number,
  says: (items: readonly T[], first: T) => string,
): Finding[] {
  const lines = new Map<number, T[]>();
  for (const item of items) {
    const same = lines.get(lineOf(item));
    if (same) same.push(item);
    else lines.set(lineOf(item), [item]);
  }
  return [...lines].flatMap(([number, list]) => {
    const at = spanOf(source, number);
    return list[0] === undefined ? [] : [{ says: says(list, list[0]), ...(at ? { at } : {}) }];
  });
}

const blocked = (view: CrawlView): Judged[] => view.urls.filter(each => !each.allowed);

/** Targets on the same origin that the crawler may not read, with the line that says so. */
function blockedTargets(
  view: CrawlView,
  pairs: Iterable<{ readonly from: string; readonly to: string }>,
): { readonly from: string; readonly to: string; readonly line: number }[] {
  const found: { from: string; to: string; line: number }[] = [];
  for (const { from, to } of pairs) {
    if (!view.isOwn(to) || !view.judge(from).allowed) continue;
    const { allowed, line } = view.byUrl(to) ?? view.judge(to);
    if (!allowed) found.push({ from, to, line });
  }
  return found;
}

function* pairsOf(view: CrawlView, target: 'canonical' | 'redirectTo'): Generator<{ from: string; to: string }> {
  for (const { row } of view.urls) {
    const to = row[target];
    if (to !== null && to !== row.url) yield { from: row.url, to };
  }
}

/** Ours: below this a link to a blocked page is an ordinary thing. */
const MANY_INLINKS = 10;

const PAGE_QUERY = /[?&](page|paged|p|pg|seite|pagina|offset|start)=\d+/i;
const PAGE_PATH = /\/(page|seite|pagina|p)[/-]?\d+\/?$/i;

/** Readings in use today. Those of before 2000 know no wildcards and would part with every file that has one. */
const LIVING = ['rfc9309', 'google', 'bing', 'yandex', 'baidu', 'slurp', 'crawler-commons', 'scrapy', 'heritrix'];
const SPLIT_URLS = 20_000;

const isMobile = (host: string): boolean => /^(m|mobile|wap)\./i.test(host);
const bare = (host: string): string => host.replace(/^(www|m|mobile|wap)\./i, '');

export const crawlChecks: readonly CrawlCheck[] = [
  {
    id: 'C-NOINDEX-HIDDEN',
    severity: 'E',
    on: 'crawl',
    why: 'A crawler that may not read a page never sees its noindex; the bare address can stay in the index.',
    fix: 'Open the pages until they are out of the index',
    hurts: nobody,
    find: (view, source) =>
      byLine(
        source,
        blocked(view).filter(each => each.row.noindex),
        each => each.line,
        (list, first) => `${many(list.length, 'blocked URL')} with noindex, such as ${short(first.row.url)}: it is never read`,
      ),
  },
  {
    id: 'C-CANONICAL-BLOCKED',
    severity: 'W',
    on: 'crawl',
    why: 'A canonical that may not be read cannot take over what the pages pointing at it have earned.',
    fix: 'Open the target, or name another canonical',
    hurts: nobody,
    find: (view, source) =>
      byLine(
        source,
        blockedTargets(view, pairsOf(view, 'canonical')),
        each => each.line,
        (list, first) =>
          `${many(list.length, 'page')} with a canonical that is blocked, such as ${short(first.from)} → ${short(first.to)}`,
      ),
  },
  {
    id: 'C-REDIRECT-BLOCKED',
    severity: 'W',
    on: 'crawl',
    why: 'A crawler follows the redirect and is turned away at its target: the request is spent and nothing is read.',
    fix: 'Block the source too, or open the target',
    hurts: nobody,
    find: (view, source) =>
      byLine(
        source,
        blockedTargets(view, pairsOf(view, 'redirectTo')),
        each => each.line,
        (list, first) =>
          `${many(list.length, 'redirect')} from open to blocked URLs, such as ${short(first.from)} → ${short(first.to)}`,
      ),
  },
  {
    id: 'C-BLOCKED-LINKED',
    severity: 'W',
    on: 'crawl',
    why: 'A blocked URL with many links can be listed all the same, by its address and the words of the links.',
    fix: 'Use noindex in place of Disallow where it shall not be listed',
    hurts: nobody,
    find: (view, source) =>
      byLine(
        source,
        blocked(view)
          .filter(each => each.row.inlinks >= MANY_INLINKS)
          .sort((a, b) => b.row.inlinks - a.row.inlinks),
        each => each.line,
        (list, first) =>
          `${many(list.length, 'blocked URL')} with ${MANY_INLINKS} or more inlinks, such as ${short(first.row.url)} (${first.row.inlinks})`,
      ),
  },
  {
    id: 'C-BLOCKED-SITEMAP',
    severity: 'E',
    on: 'crawl',
    why: 'The sitemap asks for what robots.txt forbids; one of the two is wrong.',
    fix: 'Take the URLs out of the sitemap, or open them',
    hurts: nobody,
    find: (view, source) =>
      byLine(
        source,
        blocked(view).filter(each => each.row.inSitemaps > 0),
        each => each.line,
        (list, first) => `${many(list.length, 'URL')} of the sitemap blocked, such as ${short(first.row.url)}`,
      ),
  },
  {
    id: 'C-HREFLANG-BLOCKED',
    severity: 'W',
    on: 'crawl',
    why: 'Language versions count only where each can be read and points back.',
    fix: 'Open the target',
    hurts: nobody,
    find: (view, source) =>
      byLine(
        source,
        blockedTargets(
          view,
          view.links.filter(link => link.kind === 'hreflang'),
        ),
        each => each.line,
        (list, first) =>
          `${many(list.length, 'hreflang link')} to blocked URLs, such as ${short(first.from)} → ${short(first.to)}`,
      ),
  },
  {
    id: 'C-SPLIT',
    severity: 'W',
    on: 'crawl',
    why: 'By the same name the file says yes in one reading and no in another; order and length decide which.',
    fix: 'Order the rules so that the longer one comes first, and avoid equal lengths',
    hurts: nobody,
    find: (view, source) => {
      const readers = LIVING.flatMap(id => {
        const dialect = dialectById(id);
        return dialect ? [{ id, judge: view.judgeIn(dialect) }] : [];
      });
      const parted: {
        readonly url: string;
        readonly line: number;
        readonly others: readonly string[];
        readonly allowed: boolean;
      }[] = [];
      for (const { row, allowed, line } of view.urls.slice(0, SPLIT_URLS)) {
        const verdicts = readers.map(({ id, judge }) => ({ id, ...judge(row.url) }));
        const others = verdicts.filter(each => each.allowed !== allowed);
        if (others.length > 0)
          parted.push({ url: row.url, line: line || (others[0]?.line ?? 0), others: others.map(each => each.id), allowed });
      }
      return byLine(
        source,
        parted,
        each => each.line,
        (list, first) => {
          const ids = [...new Set(list.flatMap(each => each.others))];
          return `The verdict on ${many(list.length, 'URL')} differs in ${ids.join(', ')}, such as ${short(first.url)}: ${first.allowed ? 'open' : 'closed'} for ${view.profile.name}`;
        },
      );
    },
  },
  {
    id: 'C-PAGINATION',
    severity: 'W',
    on: 'crawl',
    why: 'What is linked only from the second page on is not found where that page is blocked.',
    fix: 'Open the pages, or link their items from elsewhere',
    hurts: nobody,
    find: (view, source) => {
      const targets = new Set(view.links.filter(link => link.kind === 'next-prev').map(link => link.to));
      return byLine(
        source,
        blocked(view).filter(({ row, path }) => targets.has(row.url) || PAGE_QUERY.test(path) || PAGE_PATH.test(path)),
        each => each.line,
        (list, first) => `${many(list.length, 'page')} of longer lists blocked, such as ${short(first.row.url)}`,
      );
    },
  },
  {
    id: 'C-MOBILE',
    severity: 'W',
    on: 'crawl',
    why: 'Google reads the mobile pages; what their host forbids is missing, whatever this file allows.',
    fix: 'Serve the same rules on both hosts',
    hurts: nobody,
    find: view => {
      const own = urlOf(view.facts.origin);
      if (!own || isMobile(own.hostname)) return null;
      const findings: Finding[] = [];
      for (const other of view.facts.origins) {
        const host = urlOf(other.origin)?.hostname ?? '';
        if (!isMobile(host) || bare(host) !== bare(own.hostname)) continue;
        const bytes = other.access === 'rules' ? other.bytes() : null;
        const theirs = bytes ? view.judgeBy(bytes) : () => ({ allowed: other.access === 'none', line: 0 });
        const parted = view.urls.slice(0, SPLIT_URLS).filter(({ row, allowed }) => theirs(row.url).allowed !== allowed);
        if (parted[0])
          findings.push({
            says: `${other.origin} decides otherwise on ${parted.length} of ${outOf(view)}, such as ${short(parted[0].row.url)}`,
          });
      }
      return findings;
    },
  },
  {
    id: 'C-DIFF',
    severity: 'I',
    on: 'crawl',
    needs: 'earlier',
    why: 'A small change of a rule can open or close more than was meant.',
    fix: 'Look through the URLs that changed',
    hurts: nobody,
    find: view => {
      const { earlier } = view.facts;
      if (!earlier) return null;
      const before = view.judgeBy(earlier.bytes);
      const changed = view.urls.filter(({ row, allowed }) => before(row.url).allowed !== allowed);
      const [first] = changed;
      if (!first) return null;
      const closed = changed.filter(each => !each.allowed).length;
      return {
        says: `Against the version of ${earlier.until}: ${many(closed, 'URL')} newly blocked, ${changed.length - closed} newly open, out of ${outOf(view)}; such as ${short(first.row.url)}`,
      };
    },
  },
];
