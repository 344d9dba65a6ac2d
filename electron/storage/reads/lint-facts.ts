import type { CrawlFacts, CrawlLink, CrawlSitemap, CrawlUrl } from '#core/lint/crawl-facts.ts';
import { codesOf, reasons } from '#shared/explain/reasons.ts';
import type { ReadDb } from '../file/handle.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { linkReads } from '../links/link-reads.ts';
import { bodyReader } from '../tables/bodies.ts';
import { longestRobotsBytes } from '../tables/robots-versions.ts';

interface StoredUrl extends Omit<CrawlUrl, 'noindex'> {
  readonly id: number;
  readonly noindex: 0 | 1;
}

const BLOCK = 1_000;
/** Pages whose links are read per step: a few thousand links. */
const PAGES = 100;

export interface StoredFacts extends Omit<CrawlFacts, 'earlier'> {
  readonly linkBlocks: Iterable<readonly CrawlLink[]>;
}

/** Reason codes for a noindex from one source, as SQL strings. */
const noindex = codesOf('noindex')
  .filter(code => reasons[code].element !== null)
  .map(code => `'${code}'`)
  .join();

/**
 * Provides the facts that `lintRobots` needs about an origin of this crawl file. Reads in blocks, so that no
 * statement blocks for long.
 */
export function lintFacts(db: ReadDb) {
  const urls = db.prepare(
    `SELECT u.id, u.url, u.status, ${inlinksSql('u.id')} AS inlinks, u.in_sitemaps AS inSitemaps, c.url AS canonical, r.url AS redirectTo,
       (u.reason IN (${noindex}) OR coalesce(p.meta_robots, '') LIKE '%noindex%'
         OR coalesce(p.x_robots_tag, '') LIKE '%noindex%') AS noindex
     FROM url u LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id LEFT JOIN page p ON p.url_id = u.id
     WHERE u.id > ? AND u.origin_id = ? ORDER BY u.id LIMIT ${BLOCK}`,
  );
  const pages = db.prepare('SELECT id, url FROM url WHERE id > ? AND id <= ? AND origin_id = ? ORDER BY id').raw();
  const target = db.prepare('SELECT url, origin_id, content_type FROM url WHERE id = ?').raw();
  const links = linkReads(db);
  const names = new LinkKinds(db);
  const pageAfter = db.prepare('SELECT id FROM url WHERE id > ? AND origin_id = ? ORDER BY id LIMIT 1 OFFSET ?').pluck();
  const lastPage = db.prepare('SELECT max(id) FROM url').pluck();
  const sitemaps = db.prepare(
    `SELECT s.url, f.status, CASE WHEN s.state IN ('failed', 'refused') THEN coalesce(nullif(s.detail, ''), s.state) ELSE '' END AS problem,
       CASE WHEN s.robots_id = @version THEN s.robots_line END AS line
     FROM sitemap s LEFT JOIN fetch f ON f.id = s.fetch_id
     WHERE s.state IN ('done', 'failed', 'refused') AND (s.origin_id = @origin OR s.robots_id = @version) ORDER BY s.id`,
  );
  const origins = db.prepare(
    `SELECT o.key AS origin, v.access, v.status, v.cause, v.body_hash AS bodyHash FROM origin o JOIN robots_version v ON v.id = o.robots_id ORDER BY o.id`,
  );
  const body = bodyReader(db, longestRobotsBytes);
  const kinds: Readonly<Record<string, CrawlLink['kind']>> = {
    alternate: 'hreflang',
    'next-prev': 'next-prev',
    script: 'resource',
    stylesheet: 'resource',
  };
  // The language of an alternate link is not stored. A URL that looks like a feed does not count as a page.
  const isPage = (url: string, type: string | null): boolean =>
    (type === null || type === 'text/html') && !/feed|rss|atom|oembed/i.test(url);

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

  /** Links from pages of the origin to URLs of the origin. */
  function linksBetween(after: number, until: number, origin: number): CrawlLink[] {
    const found: CrawlLink[] = [];
    for (const [id, from] of pages.all(after, until, origin) as [number, string][])
      for (const link = links.of(id); link?.next(); ) {
        const kind = kinds[names.nameOf(link.kind)];
        const row = kind && (target.get(link.to) as [string, number | null, string | null] | undefined);
        if (!row || row[1] !== origin || (kind === 'hreflang' && !isPage(row[0], row[2]))) continue;
        found.push({ from, to: row[0], kind });
      }
    return found;
  }

  /** Links in blocks of pages. Most blocks are empty. */
  function* linkBlocks(origin: number): Generator<CrawlLink[]> {
    const last = (lastPage.get() as number | null) ?? 0;
    for (let after = 0; after < last; ) {
      const until = (pageAfter.get(after, origin, PAGES - 1) as number | undefined) ?? last;
      yield linksBetween(after, until, origin);
      after = until;
    }
  }

  function* linksOf(originId: number): Generator<CrawlLink> {
    for (const block of linkBlocks(originId)) yield* block;
  }

  interface StoredOrigin {
    readonly origin: string;
    readonly access: 'rules' | 'allow-all' | 'disallow-all';
    readonly bodyHash: Uint8Array | null;
  }
  const accessWords = { rules: 'rules', 'allow-all': 'none', 'disallow-all': 'unreachable' } as const;

  /** `version`: id of the linted robots.txt. `linkBlocks`: like `links`, but in blocks that take a few milliseconds each. */
  return (origin: { readonly id: number; readonly key: string }, version: number): StoredFacts => ({
    origin: origin.key,
    urls: { [Symbol.iterator]: () => urlsOf(origin.id) },
    links: { [Symbol.iterator]: () => linksOf(origin.id) },
    linkBlocks: { [Symbol.iterator]: () => linkBlocks(origin.id) },
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
