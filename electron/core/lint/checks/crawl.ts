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

/** A finding about single URLs: one for each deciding line of the file, with the number of URLs and one example. */
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

/** Targets on the same origin that the crawler may not read, with the line that blocks them. */
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
    title: 'noindex hidden by a block',
    severity: 'E',
    on: 'crawl',
    why: 'Crawlers cannot see the noindex of a page they may not fetch. Its URL can stay in the index.',
    fix: 'Allow the pages until they are out of the index',
    fixes: null,
    source: 'Google: block indexing',
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
    title: 'Canonical is blocked',
    severity: 'W',
    on: 'crawl',
    why: 'Crawlers cannot read a blocked canonical page, so it cannot receive the signals of the pages that name it.',
    fix: 'Allow the target, or name another canonical',
    fixes: null,
    source: 'RFC 6596; Ours: compared with the crawl',
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
    title: 'Redirect to a blocked URL',
    severity: 'W',
    on: 'crawl',
    why: 'A crawler follows the redirect and stops at the blocked target. The request is wasted.',
    fix: 'Block the source too, or allow the target',
    fixes: null,
    source: 'Ours: compared with the crawl',
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
    title: 'Blocked URL with many links',
    severity: 'W',
    on: 'crawl',
    why: 'Search engines can still list a blocked URL with many links, by its address and link texts.',
    fix: 'Use noindex instead of Disallow if it should not be listed',
    fixes: null,
    source: 'Google: indexed though blocked; Ours: 10 inlinks',
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
    title: 'Sitemap lists a blocked URL',
    severity: 'E',
    on: 'crawl',
    why: 'The sitemap lists a URL that robots.txt blocks. One of the two is wrong.',
    fix: 'Remove the URLs from the sitemap, or allow them',
    fixes: null,
    source: 'Google Search Console',
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
    title: 'Language version is blocked',
    severity: 'W',
    on: 'crawl',
    why: 'Language versions count only if crawlers can fetch each of them and each links back.',
    fix: 'Allow the target',
    fixes: null,
    source: 'Google: localized versions',
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
    title: 'Crawlers decide differently',
    severity: 'W',
    on: 'crawl',
    why: 'Crawlers of the same name decide this URL differently, because of the order or length of the rules.',
    fix: 'Put the longer rule first, and avoid rules of equal length',
    fixes: null,
    source: 'Ours: compared with the crawl',
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
    title: 'Later list pages are blocked',
    severity: 'W',
    on: 'crawl',
    why: 'Crawlers cannot find items that are linked only from blocked list pages.',
    fix: 'Allow the pages, or link their items from elsewhere',
    fixes: null,
    source: 'Google: pagination',
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
    title: 'Mobile host decides otherwise',
    severity: 'W',
    on: 'crawl',
    why: 'Google indexes the mobile pages. What the mobile host blocks is missing, whatever this file allows.',
    fix: 'Serve the same rules on both hosts',
    fixes: null,
    source: 'Google: mobile-first indexing',
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
            says: `${other.origin} decides differently for ${parted.length} of ${outOf(view)}, such as ${short(parted[0].row.url)}`,
          });
      }
      return findings;
    },
  },
  {
    id: 'C-DIFF',
    title: 'Effect of the last change',
    severity: 'I',
    on: 'crawl',
    needs: 'earlier',
    why: 'A small change of a rule can open or block more than intended.',
    fix: 'Review the URLs that changed',
    fixes: null,
    source: 'Ours: compared with the crawl',
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
        says: `Compared with the version of ${earlier.until}: ${many(closed, 'URL')} newly blocked, ${changed.length - closed} newly open, out of ${outOf(view)}; such as ${short(first.row.url)}`,
      };
    },
  },
];
