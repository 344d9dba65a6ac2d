import type { CrawlFacts, CrawlLink, CrawlSitemap, CrawlUrl } from '#core/robots/lint/crawl-facts.ts';
import type { WriteDb } from './database.ts';
import { bodyReader } from './robots-versions.ts';

interface StoredUrl extends Omit<CrawlUrl, 'noindex'> {
  readonly id: number;
  readonly noindex: 0 | 1;
}

const BLOCK = 1_000;

/** What `lintRobots` asks about an origin of this crawl file. Lists are read in blocks, so that the connection is never held. */
export function lintFacts(db: WriteDb) {
  const urls = db.prepare(
    `SELECT u.id, u.url, u.status, u.inlinks, u.in_sitemaps AS inSitemaps, c.url AS canonical, r.url AS redirectTo,
       (u.reason IN ('meta-noindex', 'header-noindex') OR coalesce(p.meta_robots, '') LIKE '%noindex%'
         OR coalesce(p.x_robots_tag, '') LIKE '%noindex%') AS noindex
     FROM url u LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id LEFT JOIN page p ON p.url_id = u.id
     WHERE u.id > ? AND u.origin_id = ? ORDER BY u.id LIMIT ${BLOCK}`,
  );
  // The language of an alternate link is not stored; what leads to a feed is none of a page.
  const links = db.prepare(
    `SELECT l.from_id AS fromId, l.seq, f.url AS "from", t.url AS "to", k.name AS kind
     FROM url f JOIN link l ON l.from_id = f.id JOIN url t ON t.id = l.to_id JOIN link_kind k ON k.id = l.kind
     WHERE (f.id > @id OR (f.id = @id AND l.seq > @seq)) AND f.origin_id = @origin AND t.origin_id = @origin
       AND (k.name IN ('next-prev', 'script', 'stylesheet')
         OR (k.name = 'alternate' AND coalesce(t.content_type, 'text/html') = 'text/html'
           AND t.url NOT LIKE '%feed%' AND t.url NOT LIKE '%rss%' AND t.url NOT LIKE '%atom%' AND t.url NOT LIKE '%oembed%'))
     ORDER BY f.id, l.seq LIMIT ${BLOCK}`,
  );
  const sitemaps = db.prepare(
    `SELECT s.url, f.status, CASE WHEN s.state IN ('failed', 'refused') THEN coalesce(nullif(s.detail, ''), s.state) ELSE '' END AS problem,
       CASE WHEN s.robots_id = @version THEN s.robots_line END AS line
     FROM sitemap s LEFT JOIN fetch f ON f.id = s.fetch_id
     WHERE s.state IN ('done', 'failed', 'refused') AND (s.origin_id = @origin OR s.robots_id = @version) ORDER BY s.id`,
  );
  const origins = db.prepare(
    `SELECT o.key AS origin, v.access, v.status, v.cause, v.body_hash AS bodyHash FROM origin o JOIN robots_version v ON v.id = o.robots_id ORDER BY o.id`,
  );
  const body = bodyReader(db);
  const kinds: Readonly<Record<string, CrawlLink['kind']>> = { alternate: 'hreflang', 'next-prev': 'next-prev' };

  function* urlsOf(originId: number): Generator<CrawlUrl> {
    for (let after = 0; ; ) {
      const rows = urls.all(after, originId) as StoredUrl[];
      for (const { id, noindex, ...row } of rows) {
        yield { ...row, noindex: noindex === 1 };
        after = id;
      }
      if (rows.length < BLOCK) return;
    }
  }

  function* linksOf(originId: number): Generator<CrawlLink> {
    let at = { id: 0, seq: -1 };
    for (;;) {
      const rows = links.all({ ...at, origin: originId }) as {
        fromId: number;
        seq: number;
        from: string;
        to: string;
        kind: string;
      }[];
      for (const { fromId, seq, from, to, kind } of rows) {
        yield { from, to, kind: kinds[kind] ?? 'resource' };
        at = { id: fromId, seq };
      }
      if (rows.length < BLOCK) return;
    }
  }

  interface StoredOrigin {
    readonly origin: string;
    readonly access: 'rules' | 'allow-all' | 'disallow-all';
    readonly bodyHash: Uint8Array | null;
  }
  const accessWords = { rules: 'rules', 'allow-all': 'none', 'disallow-all': 'unreachable' } as const;

  /** `version`: id of the robots.txt that is linted. */
  return (origin: { readonly id: number; readonly key: string }, version: number): Omit<CrawlFacts, 'earlier'> => ({
    origin: origin.key,
    urls: { [Symbol.iterator]: () => urlsOf(origin.id) },
    links: { [Symbol.iterator]: () => linksOf(origin.id) },
    sitemaps: sitemaps.all({ origin: origin.id, version }) as CrawlSitemap[],
    origins: (origins.all() as StoredOrigin[]).map(({ origin: key, access, bodyHash }) => ({
      origin: key,
      access: accessWords[access],
      hash: bodyHash ? Buffer.from(bodyHash).toString('hex') : null,
      bytes: () => body(bodyHash),
    })),
  });
}
export type LintFacts = ReturnType<typeof lintFacts>;
