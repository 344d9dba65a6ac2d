import { profileSet } from '#core/crawlers/profile-set.ts';
import { parseQuery } from '#core/query/query.ts';
import { readFilter } from '#core/query/read-filter.ts';
import type { HeadersView } from '#shared/model/explanation.ts';
import { groupKeys, mostGroups, usualNumbers } from '#shared/model/url-groups.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import { linkDetail } from '../explain/link-detail.ts';
import { urlMatrix } from '../explain/matrix.ts';
import { previewOf } from '../explain/preview.ts';
import { surroundingsOf } from '../explain/relatives.ts';
import { sourceWindow } from '../explain/source.ts';
import { ParsedFiles } from '../robots/parsed-files.ts';
import { groupFilter } from './group-filters.ts';
import type { ReaderHandlers, Reads } from './reads.ts';
import type { UrlLists } from './url-lists.ts';

const shownGroups = 1_000;

/** Lists of URLs, and what is stored about one. */
export function urlHandlers(reads: Reads, urlLists: UrlLists) {
  const { lookup, robots, origins, snapshot } = reads;
  const parsed = new ParsedFiles();
  const knownOf = (url: string) => lookup.url(url) ?? fail('not_found', `${url} is not in this crawl.`);
  const idOf = (url: string) => knownOf(url).id;
  return {
    'urls.view': async ({ filter, within = '', sort: wanted, descending, soon = false, first }) => {
      const query = parseQuery(filter, reads.live.operators());
      const outer = parseQuery(within, reads.live.operators());
      // The rule of a column may have been deleted.
      const sort = reads.live.columns().some(({ key }) => key === wanted) ? wanted : 'url';
      const problem = query.problem || outer.problem;
      if (problem) return { view: 0, count: 0, total: reads.urls(), searched: 1, current: true, problem };
      const info = await urlLists.open({ terms: [...outer.terms, ...query.terms], sort, descending }, soon);
      const rows = first && (await urlLists.rows(info.view, 0, first.limit, first.columns));
      return { ...info, ...(rows && { rows }), problem: '' };
    },
    'filter.read': ({ text }) => readFilter(text, reads.live.operators(), reads.live.columns()),
    'urls.complete': async ({ view }) => ({ ...(await urlLists.complete(view)), problem: '' }),
    'urls.classes': ({ filter }) => {
      const { terms, problem } = parseQuery(filter, reads.live.operators());
      return problem === '' ? urlLists.byClass(terms) : null;
    },
    'urls.groups': async ({ filter, within = '', by, numbers = usualNumbers, limit = shownGroups }) => {
      const operators = reads.live.operators();
      const [outer, query] = [parseQuery(within, operators), parseQuery(filter, operators)];
      const problem = query.problem || outer.problem;
      if (problem) return { groups: [], total: 0, urls: 0, problem };
      const columns = reads.live.columns();
      const column = columns.find(({ key }) => key === by);
      if (!column && !Object.hasOwn(groupKeys, by)) fail('bad_request', `There is no column ${by}.`);
      const wrong = numbers.find(key => columns.find(each => each.key === key)?.kind !== 'number');
      if (wrong !== undefined) fail('bad_request', `${wrong} is no column of numbers.`);
      const found = await urlLists.grouped([...outer.terms, ...query.terms], { by, numbers });
      if (!found)
        fail(
          'refused',
          `${column?.label ?? by} has more than ${mostGroups} different values. Group by a column with fewer, or filter first.`,
        );
      const { groups, urls } = found;
      const shown = groups.slice(0, limit);
      return {
        groups: shown.map(group => ({ ...group, filter: groupFilter(by, column, group, groups, operators) })),
        ...{ total: groups.length, urls, problem: '' },
      };
    },
    'urls.rows': ({ view, from, limit, columns }) => urlLists.rows(view, from, limit, columns),
    'urls.position': ({ view, url }) => urlLists.position(view, url),
    'url.matrix': ({ url, profiles, own = [] }) => {
      const settings = reads.settings();
      const known = profileSet([...settings.profiles, ...own]);
      return urlMatrix({ lookup, robots, origins, profile: settings.profile, profiles: known, parsed }, url, profiles);
    },
    'url.relatives': ({ url }) => snapshot(() => surroundingsOf(reads.relatives, url)),
    'url.links': ({ url, direction, from, limit }) => snapshot(() => lookup.links(idOf(url), direction, from, limit)),
    'url.link': ({ url, seq }) => snapshot(() => linkDetail(lookup, reads.pageFacts(idOf(url)), { url, seq })),
    'url.foundThrough': ({ url }) =>
      snapshot(() => {
        const { id, via } = knownOf(url);
        return lookup.foundThrough(id, via === 'seed' || reads.settings().seeds.includes(url));
      }),
    'url.preview': ({ url }) => snapshot(() => previewOf(url, lookup.facts(idOf(url)), reads.pageFacts(idOf(url)))),
    'url.headers': ({ url }) => headersOf(lookup, url),
    'requests.ofUrl': ({ url }) => {
      const known = lookup.url(url);
      return known ? reads.requests.ofUrl(known.id) : [];
    },
    'requests.ofHost': ({ request, towards }) => reads.requests.ofHost(request, towards),
    'url.findInSource': async ({ url, text }) => {
      const { sourcePlaces } = await import('../explain/source-places.ts');
      return sourcePlaces(lookup, url, text);
    },
    'url.source': ({ url, start, end, fromByte }) => sourceWindow(lookup, url, start, end, fromByte),
  } satisfies ReaderHandlers;
}

function headersOf(lookup: Lookup, url: string): HeadersView | null {
  const known = lookup.url(url);
  const attempts = known ? lookup.fetches(known.id) : [];
  const last = attempts.at(-1);
  if (!last) return null;
  return {
    url,
    status: last.status,
    statusText: last.statusText ?? '',
    request: last.requestHeaders,
    response: last.responseHeaders,
    attempts: attempts.map(fetch => ({
      id: fetch.id,
      startedAt: fetch.startedAt,
      totalMs: fetch.totalMs,
      outcome: fetch.outcome === 'response' ? `${fetch.status} ${fetch.statusText ?? ''}`.trim() : (fetch.outcome ?? 'in flight'),
      detail: fetch.detail ?? '',
    })),
  };
}
