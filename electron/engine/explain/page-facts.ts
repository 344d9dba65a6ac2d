import { collectCanonicals } from '#core/canonical/collect.ts';
import type { StoredPage } from '#core/directives/verdict-facts.ts';
import { extractHtml } from '#core/html/extract.ts';
import { parseRefresh } from '#core/html/meta-refresh.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { HtmlFacts } from '#shared/model/page.ts';
import type { FetchRow, Lookup } from '#storage/reads/lookup.ts';
import { nodeOctets } from '../crawl/node-octets.ts';
import { baseOf } from '../crawl/read-page.ts';

/** A stored answer read again, and the attempt it came with. */
export interface SeenPage {
  readonly fetch: FetchRow;
  readonly html: HtmlFacts | null;
  readonly page: StoredPage;
  /** Declarations of a canonical in all; `page` has the first ones. */
  readonly canonicals: number;
  /** Bytes at the end of the body that were not read again. */
  readonly unread: number;
}

/** What the file holds about a URL: its last answer, and the last one with status 200. Both are null where there is none. */
export interface SeenPages {
  readonly last: SeenPage | null;
  readonly readable: SeenPage | null;
}

/** Meta elements that a text of 1997 describes and that speak to no robot by name; `url` is one of them. */
export const historicMetas: ReadonlySet<string> = new Set(['keywords', 'document-state', 'url']);

/** Links looked at, and elements that speak to robots: a page with more says nothing more about itself. */
const MOST_LINKS = 5_000;
const MOST_METAS = 2_000;
/** Declarations of a canonical that are compared: a page with more of them contradicts itself already. */
const MOST_CANONICALS = 50;

/**
 * Reads what is stored of a URL, keeping the meta elements of these robots (lower case), of the first `mostBytes` of each body.
 * Costs a parse, up to 0.4 s a MiB for a page of tags alone; nothing is written.
 */
export function seenPages(
  lookup: Lookup,
  urlId: number,
  robotNames: readonly string[],
  mostBytes = Number.POSITIVE_INFINITY,
): SeenPages {
  const answers = lookup.fetches(urlId).filter(fetch => fetch.outcome === 'response');
  const last = answers.at(-1);
  const good = answers.findLast(fetch => fetch.status === 200);
  const read = (fetch: FetchRow): SeenPage => readAgain(lookup, fetch, { robotNames, mostBytes });
  const seen = last ? read(last) : null;
  return { last: seen, readable: good === last ? seen : good ? read(good) : null };
}

interface Reread {
  readonly robotNames: readonly string[];
  readonly mostBytes: number;
}

function readAgain(lookup: Lookup, fetch: FetchRow, { robotNames, mostBytes }: Reread): SeenPage {
  const { target: url, responseHeaders: headers, contentType } = fetch;
  const isHtml = /^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType ?? '');
  const whole = isHtml ? lookup.body(fetch.bodyHash) : null;
  const body = whole && whole.length > mostBytes ? whole.subarray(0, mostBytes) : whole;
  const html = body ? extractHtml(body, { contentType, maxLinks: MOST_LINKS, robotNames, octets: nodeOctets }) : null;
  const anchors = html?.links.filter(link => link.kind === 'a' || link.kind === 'area') ?? [];
  const canonicals = collectCanonicals(html, headers);
  return {
    fetch,
    html,
    canonicals: canonicals.length,
    unread: (whole?.length ?? 0) - (body?.length ?? 0),
    page: {
      url,
      status: fetch.status ?? 0,
      redirectTo: isRedirect(fetch.status) ? (headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '') : '',
      contentType: contentType ?? '',
      isHtml,
      whole: !isHtml || html !== null,
      inputs: { metas: html?.metaRobots.filter(({ name }) => !historicMetas.has(name)).slice(0, MOST_METAS) ?? [], headers },
      rendered: null,
      canonicals: canonicals.slice(0, MOST_CANONICALS),
      baseUrl: baseOf(html, url),
      refresh: refreshOf(html, headers),
      headEndedBy: html?.headEndedBy ?? null,
      links: { total: anchors.length, nofollow: anchors.filter(link => link.rel.split(' ').includes('nofollow')).length },
    },
  };
}

const isRedirect = (status: number | null): boolean => status !== null && [301, 302, 303, 307, 308].includes(status);

/** The header counts first: it is seen first. */
function refreshOf(html: HtmlFacts | null, headers: Headers): StoredPage['refresh'] {
  const index = headers.findIndex(([name]) => name.toLowerCase() === 'refresh');
  const parsed = index < 0 ? null : parseRefresh(headers[index]?.[1] ?? '');
  if (parsed) return { ...parsed, at: index };
  return html?.refresh ? { seconds: html.refresh.seconds, href: html.refresh.href, at: html.refresh } : null;
}
