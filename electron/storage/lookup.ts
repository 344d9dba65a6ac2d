import type { Decision, Evidence, LinksFollowed, MayFetch, MayList } from '#shared/model/decision.ts';
import type { LinkRow, UrlFacts } from '#shared/model/explanation.ts';
import type { Headers } from '#shared/model/fetch.ts';
import { urlKey } from './codec.ts';
import type { WriteDb } from './database.ts';
import { bodyReader } from './robots-versions.ts';
import { decodeTrace } from './urls.ts';

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
  readonly decisionId: number;
  readonly mayFetch: MayFetch;
  readonly mayList: MayList;
  readonly linksFollowed: LinksFollowed;
  readonly via: string;
  readonly viaId: number | null;
  readonly robotsId: number | null;
}

export interface LinkAt {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly rel: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const parseHeaders = (json: string | null): Headers => (json ? (JSON.parse(json) as Headers) : []);

/** Reads for explanations: one URL and everything that was recorded about it. */
export function lookup(db: WriteDb) {
  const known = `SELECT u.id, u.url, u.origin_id AS originId, o.key AS origin, u.reason, u.decision_id AS decisionId, u.may_fetch AS mayFetch,
    u.may_list AS mayList, u.links_followed AS linksFollowed, u.via, u.via_id AS viaId, u.robots_id AS robotsId
    FROM url u LEFT JOIN origin o ON o.id = u.origin_id`;
  const byUrl = db.prepare(`${known} WHERE u.hash = ? AND u.url = ?`);
  const byId = db.prepare(`${known} WHERE u.id = ?`);
  const decisions = db.prepare(
    'SELECT id, url_id AS url, at, stage, verdict, reason, rule, evidence, trace, settings_id AS settings FROM decision WHERE url_id = ? ORDER BY id',
  );
  const fetchColumns = `id, url_id AS urlId, target, attempt, started_at AS startedAt, ended_at AS endedAt, first_byte_ms AS firstByteMs,
    total_ms AS totalMs, remote_address AS remoteAddress, wire_bytes AS wireBytes, body_bytes AS bodyBytes, outcome, cause, detail, status, status_text AS statusText, body_hash AS bodyHash, body_end AS bodyEnd, content_type AS contentType, request_headers AS requestHeaders, response_headers AS responseHeaders`;
  const fetchById = db.prepare(`SELECT ${fetchColumns} FROM fetch WHERE id = ?`);
  const fetchesOf = db.prepare(`SELECT ${fetchColumns} FROM fetch WHERE url_id = ? ORDER BY id`);
  const linkAt = db.prepare(
    `SELECT f.url AS "from", t.url AS "to", k.name AS kind, l.rel, l.text, l.start, l."end" AS "end" FROM link l JOIN url f ON f.id = l.from_id
     JOIN url t ON t.id = l.to_id JOIN link_kind k ON k.id = l.kind WHERE l.from_id = ? AND l.seq = ?`,
  );
  const facts = db.prepare(
    `SELECT u.id, u.state, u.depth, u.discovered_at AS discoveredAt, u.status, u.content_type AS contentType, u.bytes, f.wire_bytes AS wireBytes,
       f.first_byte_ms AS firstByteMs, u.total_ms AS totalMs, u.fetched_at AS fetchedAt, u.attempts, u.title, p.description, p.h1, p.lang, p.charset,
       p.canonical, p.meta_robots AS metaRobots, p.x_robots_tag AS xRobotsTag, r.url AS redirectTo, u.inlinks, u.outlinks, p.words,
       u.in_sitemaps AS inSitemaps, f.remote_address AS remoteAddress, f.body_end AS bodyEnd
     FROM url u LEFT JOIN page p ON p.url_id = u.id LEFT JOIN fetch f ON f.id = u.fetch_id LEFT JOIN url r ON r.id = u.redirect_id WHERE u.id = ?`,
  );
  const linkRow = `SELECT f.url AS "from", t.url AS "to", k.name AS kind, l.rel, l.text, l.start, l."end" AS "end", l.seq, o.status, o.reason`;
  const linksOut = db.prepare(
    `${linkRow} FROM link l JOIN url f ON f.id = l.from_id JOIN url t ON t.id = l.to_id JOIN link_kind k ON k.id = l.kind JOIN url o ON o.id = l.to_id
     WHERE l.from_id = ? ORDER BY l.seq LIMIT ? OFFSET ?`,
  );
  const targetPage = `(SELECT from_id, seq FROM link_targets WHERE to_id = ? ORDER BY from_id, seq LIMIT ? OFFSET ?) few
     CROSS JOIN link l ON l.from_id = few.from_id AND l.seq = few.seq`;
  const linksIn = db.prepare(
    `${linkRow} FROM ${targetPage} JOIN url f ON f.id = l.from_id JOIN url t ON t.id = l.to_id JOIN link_kind k ON k.id = l.kind
     JOIN url o ON o.id = l.from_id ORDER BY l.from_id, l.seq`,
  );
  const linksTo = db.prepare(
    `${linkRow} FROM ${targetPage} JOIN url f ON f.id = l.from_id JOIN url t ON t.id = l.to_id JOIN link_kind k ON k.id = l.kind
     JOIN url o ON o.id = l.to_id ORDER BY l.from_id, l.seq`,
  );
  const countOut = db.prepare('SELECT count(*) FROM link WHERE from_id = ?').pluck();
  const countIn = db.prepare('SELECT count(*) FROM link_targets WHERE to_id = ?').pluck();
  const allLinks = db.prepare(
    `${linkRow} FROM link l JOIN url f ON f.id = l.from_id JOIN url t ON t.id = l.to_id JOIN link_kind k ON k.id = l.kind JOIN url o ON o.id = l.to_id
     WHERE l.from_id = ? ORDER BY l.seq`,
  );
  const linkSources = db.prepare('SELECT DISTINCT from_id FROM link WHERE from_id > ? ORDER BY from_id LIMIT 200').pluck();
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
    decisions: (urlId: number): Decision[] =>
      (decisions.all(urlId) as (Omit<Decision, 'evidence' | 'trace'> & { evidence: string; trace: string })[]).map(row => ({
        ...row,
        evidence: JSON.parse(row.evidence) as Evidence[],
        trace: decodeTrace(row.trace),
      })),
    fetch: (id: number): FetchRow | undefined => asFetch(fetchById.get(id)),
    fetches: (urlId: number): FetchRow[] => fetchesOf.all(urlId).map(row => asFetch(row) as FetchRow),
    body: bodyReader(db),
    facts: (urlId: number): UrlFacts | undefined => facts.get(urlId) as UrlFacts | undefined,
    linkAt: (from: number, seq: number): LinkAt | undefined => linkAt.get(from, seq) as LinkAt | undefined,
    links(urlId: number, direction: 'in' | 'out', from: number, limit: number): { total: number; rows: LinkRow[] } {
      const [rows, count] = direction === 'out' ? [linksOut, countOut] : [linksIn, countIn];
      return { total: count.get(urlId) as number, rows: rows.all(urlId, limit, from) as LinkRow[] };
    },
    /** Links to a URL; status and reason are the target's, as in every list of links. (The window's inlinks show the source's.) */
    linksTo: (urlId: number, from: number, limit: number): LinkRow[] => linksTo.all(urlId, limit, from) as LinkRow[],
    /** The whole link graph, a page's links at a time. */
    *allLinks(): Generator<LinkRow> {
      let after = 0;
      for (;;) {
        const sources = linkSources.all(after) as number[];
        if (sources.length === 0) return;
        for (const source of sources) yield* allLinks.all(source) as LinkRow[];
        after = sources.at(-1) ?? after;
      }
    },
    sitemapEntry: (sitemap: number, seq: number): { sitemap: string; line: number | null; url: string | null } | undefined =>
      entry.get(seq, sitemap) as { sitemap: string; line: number | null; url: string | null } | undefined,
  };
}
export type Lookup = ReturnType<typeof lookup>;
