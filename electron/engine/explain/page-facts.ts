import { collectCanonicals } from '#core/canonical/collect.ts';
import type { StoredPage } from '#core/directives/verdict-facts.ts';
import { extractHtml } from '#core/html/extract.ts';
import { parseRefresh } from '#core/html/meta-refresh.ts';
import { headerIndex, headerValue } from '#shared/header-values.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { HtmlFacts } from '#shared/model/page.ts';
import type { RenderedFacts } from '#shared/model/rendered-facts.ts';
import type { FetchRow, Lookup } from '#storage/reads/lookup.ts';
import { nodeOctets } from '../crawl/node-octets.ts';
import { baseOf } from '../crawl/read-page.ts';

/** A stored response parsed again, and its attempt. */
export interface SeenPage {
  readonly fetch: FetchRow;
  readonly html: HtmlFacts | null;
  readonly page: StoredPage;
  /** The number of canonical declarations; `page` lists the first. */
  readonly canonicals: number;
  /** What its scripts change; null: this response was not rendered. */
  readonly compared: RenderedFacts | null;
  /** Bytes at the end of the body that were not parsed again. */
  readonly unread: number;
}

/** The stored facts about a URL: its last response, and the last one with status 200. Null if there is none. */
export interface SeenPages {
  readonly last: SeenPage | null;
  readonly readable: SeenPage | null;
}

/** Obsolete meta elements of 1997 that apply to no named robot; `url` is one of them. */
export const historicMetas: ReadonlySet<string> = new Set(['keywords', 'document-state', 'url']);

/** The most links, and the most robots elements, read from a page. More would tell nothing new. */
const MOST_LINKS = 5_000;
const MOST_METAS = 2_000;
/** The most canonical declarations compared. A page with more contradicts itself already. */
const MOST_CANONICALS = 50;

/**
 * Parses the first `mostBytes` of each stored body of a URL and collects the meta elements of these robots (lower case).
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
  const rendering = lookup.rendering(urlId);
  const read = (fetch: FetchRow): SeenPage => {
    const isRendered = rendering?.kind === 'rendered' && rendering.fetch === fetch.id;
    return readAgain(lookup, fetch, { robotNames, mostBytes, compared: isRendered ? rendering.facts : null });
  };
  const seen = last ? read(last) : null;
  return { last: seen, readable: good === last ? seen : good ? read(good) : null };
}

interface Reread {
  readonly robotNames: readonly string[];
  readonly mostBytes: number;
  readonly compared: RenderedFacts | null;
}

function readAgain(lookup: Lookup, fetch: FetchRow, { robotNames, mostBytes, compared }: Reread): SeenPage {
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
    compared,
    unread: (whole?.length ?? 0) - (body?.length ?? 0),
    page: {
      url,
      status: fetch.status ?? 0,
      redirectTo: isRedirect(fetch.status) ? (headerValue(headers, 'location') ?? '') : '',
      contentType: contentType ?? '',
      isHtml,
      whole: !isHtml || html !== null,
      inputs: { metas: html?.metaRobots.filter(({ name }) => !historicMetas.has(name)).slice(0, MOST_METAS) ?? [], headers },
      rendered: compared && { metas: compared.metas.filter(({ name }) => !historicMetas.has(name)), headers },
      scripts: compared,
      canonicals: canonicals.slice(0, MOST_CANONICALS),
      baseUrl: baseOf(html, url),
      refresh: refreshOf(html, headers),
      headEndedBy: html?.headEndedBy ?? null,
      links: { total: anchors.length, nofollow: anchors.filter(link => link.rel.split(' ').includes('nofollow')).length },
    },
  };
}

const isRedirect = (status: number | null): boolean => status !== null && [301, 302, 303, 307, 308].includes(status);

/** The header counts before the page, because crawlers see it first. */
function refreshOf(html: HtmlFacts | null, headers: Headers): StoredPage['refresh'] {
  const index = headerIndex(headers, 'refresh');
  const parsed = index < 0 ? null : parseRefresh(headers[index]?.[1] ?? '');
  if (parsed) return { ...parsed, at: index };
  return html?.refresh ? { seconds: html.refresh.seconds, href: html.refresh.href, at: html.refresh } : null;
}
