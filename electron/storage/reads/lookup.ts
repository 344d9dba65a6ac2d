import { isRendered } from '#core/html/facts/link-facts.ts';
import { shownHeaders } from '#shared/explain/redact.ts';
import type { Decision, LinksFollowed, MayFetch, MayList } from '#shared/model/decision.ts';
import type { CheckFacts, LinkRow, UrlFacts } from '#shared/model/explanation.ts';
import type { Headers } from '#shared/model/fetch.ts';
import { urlKey } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';
import { hasColumn } from '../file/has-column.ts';
import { storedEvidence } from '../file/stored-evidence.ts';
import { storedHeaders } from '../file/stored-json.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { linkReads } from '../links/link-reads.ts';
import type { LinkReader } from '../links/page-links.ts';
import { bodyReader } from '../tables/bodies.ts';
import { decodeTrace } from '../tables/decisions.ts';
import { networkReader } from '../tables/network.ts';

import { foundThroughReads } from './found-through.ts';
import { renderedPages, usedResources } from './renderings.ts';

/** A decision as it is stored. */
export interface StoredDecision extends Decision {
  /** Whether it is the one in force. */
  readonly current: boolean;
}

export interface FetchRow {
  readonly id: number;
  readonly urlId: number | null;
  readonly target: string;
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number | null;
  readonly remoteAddress: string | null;
  readonly wireBytes: number | null;
  readonly bodyBytes: number | null;
  readonly outcome: string | null;
  readonly cause: string | null;
  readonly detail: string | null;
  readonly status: number | null;
  readonly statusText: string | null;
  readonly bodyHash: Uint8Array | null;
  readonly bodyEnd: string | null;
  readonly contentType: string | null;
  readonly requestHeaders: Headers;
  readonly responseHeaders: Headers;
}

export interface KnownUrl {
  readonly id: number;
  readonly url: string;
  readonly originId: number | null;
  readonly origin: string | null;
  readonly reason: string;
  readonly mayFetch: MayFetch;
  readonly mayList: MayList;
  readonly linksFollowed: LinksFollowed;
  readonly via: string;
  readonly viaId: number | null;
  readonly robotsId: number | null;
  readonly redirectId: number | null;
  /** The previous page on the shortest path from a seed. In a file before version 9, the page where the URL was discovered. */
  readonly depthFrom: number | null;
}

/** A sitemap file that the crawler knows. */
export interface KnownSitemap {
  readonly state: string;
  readonly detail: string;
  readonly entries: number;
  readonly fetchId: number | null;
  /** The robots.txt version and line that names it. */
  readonly robotsId: number | null;
  readonly robotsLine: number | null;
}

interface Linked {
  readonly url: string;
  readonly status: number | null;
  readonly reason: string;
}

/** Stored headers with secrets removed, because they are shown and exported. */
const parseHeaders = (json: string | null): Headers => shownHeaders(storedHeaders(json));

/** Reads for explanations: one URL and everything stored about it. */
export function lookup(db: WriteDb) {
  const depthFrom = hasColumn(db, 'url', 'depth_from')
    ? 'u.depth_from'
    : "CASE WHEN u.via IN ('link', 'redirect') THEN u.via_id END";
  const known = `SELECT u.id, u.url, u.origin_id AS originId, o.key AS origin, u.reason, u.may_fetch AS mayFetch,
    u.may_list AS mayList, u.links_followed AS linksFollowed, u.via, u.via_id AS viaId, u.robots_id AS robotsId, u.redirect_id AS redirectId,
    ${depthFrom} AS depthFrom
    FROM url u LEFT JOIN origin o ON o.id = u.origin_id`;
  // The pluses are only for speed, as in `tables/urls.ts`: the audit of a file runs these statements for each URL.
  const byUrl = db.prepare(`${known} WHERE u.hash = +? AND u.url = +?`);
  const byId = db.prepare(`${known} WHERE u.id = +?`);
  const decisions = db.prepare(
    'SELECT id, url_id AS url, at, stage, verdict, reason, rule, evidence, trace, settings_id AS settings, is_current AS current FROM decisions WHERE url_id = +? ORDER BY id',
  );
  const fetchColumns = `id, url_id AS urlId, target, attempt, started_at AS startedAt, ended_at AS endedAt, first_byte_ms AS firstByteMs,
    total_ms AS totalMs, remote_address AS remoteAddress, wire_bytes AS wireBytes, body_bytes AS bodyBytes, outcome, cause, detail, status, status_text AS statusText, body_hash AS bodyHash, body_end AS bodyEnd, content_type AS contentType, request_headers AS requestHeaders, response_headers AS responseHeaders`;
  const fetchById = db.prepare(`SELECT ${fetchColumns} FROM fetches WHERE id = +?`);
  const fetchesOf = db.prepare(`SELECT ${fetchColumns} FROM fetches WHERE url_id = +? ORDER BY id`);
  const facts = db.prepare(
    `SELECT u.id, u.state, u.depth, u.discovered_at AS discoveredAt, u.status, u.content_type AS contentType, u.bytes, f.wire_bytes AS wireBytes,
       f.first_byte_ms AS firstByteMs, u.total_ms AS totalMs, u.fetched_at AS fetchedAt, u.attempts, u.title, p.description, p.h1, p.lang, p.charset,
       p.canonical, p.meta_robots AS metaRobots, p.x_robots_tag AS xRobotsTag, r.url AS redirectTo, ${inlinksSql('u.id')} AS inlinks, u.outlinks, p.words,
       u.in_sitemaps AS inSitemaps, f.remote_address AS remoteAddress, f.body_end AS bodyEnd,
       u.fetch_id AS fetchId
     FROM url u LEFT JOIN page p ON p.url_id = u.id LEFT JOIN fetch f ON f.id = u.fetch_id LEFT JOIN url r ON r.id = u.redirect_id WHERE u.id = +?`,
  );
  const checkOf = db.prepare(
    `SELECT k.subject, k.state, k.result, k.status, k.content_type AS contentType, k.content_length AS contentLength,
       r.url AS redirectTo, k.checked_at AS checkedAt, k.fetch_id AS checkFetch
     FROM url_check k LEFT JOIN url r ON r.id = k.redirect_id WHERE k.url_id = +?`,
  );
  const network = networkReader(db);
  const linked = db.prepare('SELECT url, status, reason FROM url WHERE id = ?');
  const links = linkReads(db);
  const foundThrough = foundThroughReads(db);
  const kinds = new LinkKinds(db);
  /** Rows of links. Looks each URL up once. `stands`: the end of the link whose status and reason a row shows. */
  const linkRows = (stands: 'from' | 'to') => {
    const known = new Map<number, Linked | undefined>();
    const urlOf = (id: number): Linked | undefined => {
      if (!known.has(id)) known.set(id, linked.get(id) as Linked | undefined);
      return known.get(id);
    };
    return (fromId: number, link: LinkReader): LinkRow | null => {
      const from = urlOf(fromId);
      const to = urlOf(link.to);
      if (!from || !to) return null;
      const { status, reason } = stands === 'from' ? from : to;
      const { rel, text, start, end, seq } = link;
      const row = { from: from.url, to: to.url, kind: kinds.nameOf(link.kind), rel, text, start, end, seq, status, reason };
      return isRendered(link.facts) ? { ...row, rendered: true } : row;
    };
  };
  const linksOut = (fromId: number, first: number, limit: number) => {
    const rows: LinkRow[] = [];
    const row = linkRows('to');
    let total = 0;
    for (const link = links.of(fromId); link?.next(); total++) {
      const made = total >= first && rows.length < limit ? row(fromId, link) : null;
      if (made) rows.push(made);
    }
    return { total, rows };
  };
  const linksIn = (toId: number, first: number, limit: number, stands: 'from' | 'to') => {
    // Callers that only show the first links do not need a count.
    const places = stands === 'from' ? links.linksTo(toId) : links.linksTo(toId, first + limit);
    const rows: LinkRow[] = [];
    const row = linkRows(stands);
    for (const [page, link] of links.linksAt(places.subarray(first, first + limit))) {
      const made = link.to === toId ? row(page, link) : null;
      if (made) rows.push(made);
    }
    return { total: places.length, rows };
  };
  const sitemap = db.prepare(
    'SELECT state, detail, entries, fetch_id AS fetchId, robots_id AS robotsId, robots_line AS robotsLine FROM sitemap WHERE url = ?',
  );
  const entry = db.prepare(
    'SELECT s.url AS sitemap, e.line, u.url FROM sitemap s LEFT JOIN sitemap_entry e ON e.sitemap_id = s.id AND e.seq = ? LEFT JOIN url u ON u.id = e.url_id WHERE s.id = ?',
  );
  const asFetch = (row: unknown): FetchRow | undefined => {
    if (!row) return undefined;
    const fetch = row as Omit<FetchRow, 'requestHeaders' | 'responseHeaders'> & {
      requestHeaders: string | null;
      responseHeaders: string | null;
    };
    return { ...fetch, requestHeaders: parseHeaders(fetch.requestHeaders), responseHeaders: parseHeaders(fetch.responseHeaders) };
  };
  return {
    url: (url: string): KnownUrl | undefined => byUrl.get(urlKey(url), url) as KnownUrl | undefined,
    urlById: (id: number): KnownUrl | undefined => byId.get(id) as KnownUrl | undefined,
    decisions: (urlId: number): StoredDecision[] =>
      (
        decisions.all(urlId) as (Omit<Decision, 'evidence' | 'trace'> & { evidence: string; trace: string; current: 0 | 1 })[]
      ).map(row => ({
        ...row,
        current: row.current === 1,
        evidence: storedEvidence(row.evidence),
        trace: decodeTrace(row.trace),
      })),
    fetch: (id: number): FetchRow | undefined => asFetch(fetchById.get(id)),
    fetches: (urlId: number): FetchRow[] => fetchesOf.all(urlId).map(row => asFetch(row) as FetchRow),
    body: bodyReader(db),
    facts(urlId: number): UrlFacts | undefined {
      const found = facts.get(urlId) as (UrlFacts & { readonly fetchId: number | null }) | undefined;
      if (!found) return undefined;
      const { fetchId, ...rest } = found;
      const row = checkOf.get(urlId) as (CheckFacts & { readonly checkFetch: number | null }) | undefined;
      const { checkFetch = null, ...check } = row ?? {};
      const asked = fetchId ?? checkFetch;
      return { ...rest, network: asked === null ? null : network(asked), check: row ? (check as CheckFacts) : null };
    },
    linkAt(from: number, seq: number): LinkRow | undefined {
      const link = links.of(from);
      while (link && link.seq < seq && link.next());
      return (link?.seq === seq && linkRows('to')(from, link)) || undefined;
    },
    /** The packed facts of a link (`unpackLinkFacts`); null if the file has none for its page. */
    linkFactsAt(from: number, seq: number): number | null {
      const link = links.of(from);
      while (link && link.seq < seq && link.next());
      return link?.hasFacts ? (link.seq === seq ? link.facts : 0) : null;
    },
    foundThrough,
    /** How the rendering of a page ended; null: it was not rendered. */
    rendering: renderedPages(db),
    usedResources: usedResources(db),
    links(urlId: number, direction: 'in' | 'out', from: number, limit: number): { total: number; rows: LinkRow[] } {
      return direction === 'out' ? linksOut(urlId, from, limit) : linksIn(urlId, from, limit, 'from');
    },
    /**
     * Links to a URL, with the status and reason of the target, as in every list of links. (The window's inlinks show the
     * source's.)
     */
    linksTo: (urlId: number, from: number, limit: number): LinkRow[] => linksIn(urlId, from, limit, 'to').rows,
    /** The whole link graph, page by page. */
    *allLinks(): Generator<LinkRow> {
      for (const span of links.spans()) {
        const row = linkRows('to');
        for (const [from, link] of span)
          while (link.next()) {
            const made = row(from, link);
            if (made) yield made;
          }
      }
    },
    sitemap: (url: string): KnownSitemap | undefined => sitemap.get(url) as KnownSitemap | undefined,
    sitemapEntry: (sitemap: number, seq: number): { sitemap: string; line: number | null; url: string | null } | undefined =>
      entry.get(seq, sitemap) as { sitemap: string; line: number | null; url: string | null } | undefined,
  };
}
export type Lookup = ReturnType<typeof lookup>;
