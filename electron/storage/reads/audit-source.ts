import type {
  AuditSource,
  EntryRow,
  HostRow,
  InlinkRow,
  LinkRow,
  PageRow,
  ResponseRow,
  SitemapRow,
  UrlRow,
} from '#core/audit/source.ts';
import { unpackLinkFacts } from '#core/html/facts/link-facts.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { LinkKind, SitemapProblem } from '#shared/model/page.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders, storedList, storedRedirects } from '../file/stored-json.ts';
import { linkFactsAt } from '../links/link-facts.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { linkReads, seqOf, sourceOf } from '../links/link-reads.ts';
import { LinkReader } from '../links/page-links.ts';
import { bodyReader, longestRobotsBytes } from '../tables/robots-versions.ts';
import { decodePageFacts } from './page-facts.ts';

const urlsOfBlock = 2_000;
const pagesOfBlock = 50;

type UrlFields = [
  id: number,
  url: string,
  origin: number | null,
  kind: UrlRow['class'],
  state: UrlRow['state'],
  reason: string,
  status: number | null,
  mime: string | null,
  mayFetch: UrlRow['mayFetch'],
  mayList: UrlRow['mayList'],
  followed: UrlRow['linksFollowed'],
  directives: number | null,
  noindexSaid: 0 | 1,
  nofollowSaid: 0 | 1,
  depth: number | null,
  inlinks: number,
  inSitemaps: number,
  canonical: number | null,
  redirect: number | null,
  bytes: number | null,
  totalMs: number | null,
  attempts: number,
  checkStatus: number | null,
  check: string | null,
];

type PageFields = [
  id: number,
  facts: string | null,
  links: string | null,
  linkFacts: Buffer | null,
  headers: string | null,
  firstByte: number | null,
  total: number | null,
  wire: number | null,
  body: number | null,
  bodyEnd: ResponseRow['bodyEnd'],
  hash: Buffer | null,
  version: string | null,
];

/** What the file says of the crawl besides its tables. */
export interface AuditFile {
  readonly settings: CrawlSettings;
  readonly crawl: AuditSource['crawl'];
}

/** Reads a crawl file for the audit, in blocks, so that no statement holds the connection for long. */
export function auditSource(db: ReadDb, { settings, crawl }: AuditFile): AuditSource {
  const urls = db
    .prepare(
      `SELECT u.id, u.url, u.origin_id, u.class, u.state, u.reason, u.status, coalesce(u.content_type, k.content_type), u.may_fetch, u.may_list, u.links_followed,
         u.directives, coalesce(p.meta_robots LIKE '%noindex%' OR p.meta_robots LIKE '%none%' OR p.x_robots_tag LIKE '%noindex%', 0),
         coalesce(p.meta_robots LIKE '%nofollow%' OR p.x_robots_tag LIKE '%nofollow%', 0), u.depth, u.inlinks, u.in_sitemaps,
         u.canonical_id, coalesce(u.redirect_id, k.redirect_id), coalesce(u.bytes, k.content_length), u.total_ms, u.attempts,
         u.check_status, u.check_result
       FROM url u LEFT JOIN page p ON u.directives IS NULL AND p.url_id = u.id
         LEFT JOIN url_check k ON u.check_result IS NOT NULL AND k.url_id = u.id
       WHERE u.id > ? ORDER BY u.id LIMIT ${urlsOfBlock}`,
    )
    .raw();
  const pageColumns = `u.id, p.facts, l.links, l.facts, f.response_headers, f.first_byte_ms, f.total_ms, f.wire_bytes, f.body_bytes, f.body_end,
    f.body_hash, f.http_version`;
  const responses = `url u LEFT JOIN url_check k ON u.check_result IS NOT NULL AND k.url_id = u.id
    JOIN fetch f ON f.id = coalesce(u.fetch_id, k.fetch_id)`;
  const pageTables = `${responses} LEFT JOIN page p ON p.url_id = u.id LEFT JOIN page_links l ON l.from_id = u.id`;
  const pages = db
    .prepare(
      `SELECT ${pageColumns} FROM ${pageTables} WHERE u.id > ? AND (u.status IS NOT NULL OR u.check_status IS NOT NULL)
       ORDER BY u.id LIMIT ${pagesOfBlock}`,
    )
    .raw();
  const page = db.prepare(`SELECT ${pageColumns} FROM ${pageTables} WHERE u.id = ?`).raw();
  const cause = db.prepare(`SELECT f.cause FROM ${responses} WHERE u.id = ? AND f.outcome = 'failure'`).pluck();
  const statuses = db.prepare('SELECT status FROM fetch WHERE url_id = ? AND status IS NOT NULL ORDER BY id').pluck();
  const bodyHash = db.prepare('SELECT f.body_hash FROM url u JOIN fetch f ON f.id = u.fetch_id WHERE u.id = ?').pluck();
  const count = db.prepare('SELECT count(*) FROM url').pluck();
  const entries = db
    .prepare(
      `SELECT sitemap_id, url_id, line, lastmod, seq FROM sitemap_entry WHERE (sitemap_id, seq) > (?, ?) ORDER BY sitemap_id, seq LIMIT ${urlsOfBlock}`,
    )
    .raw();
  const entriesOf = db.prepare(
    'SELECT sitemap_id AS sitemapId, url_id AS urlId, line, lastmod FROM sitemap_entry WHERE url_id = ? ORDER BY sitemap_id, seq LIMIT ?',
  );
  const kinds = new LinkKinds(db);
  const links = linkReads(db);
  const body = bodyReader(db);

  function* blocks<Fields extends readonly [number, ...unknown[]]>(read: (after: number) => Fields[]): Generator<Fields> {
    for (let after = 0; ; ) {
      const rows = read(after);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last[0];
    }
  }
  const pageOf = ([
    id,
    facts,
    linkJson,
    linkFacts,
    headers,
    firstByteMs,
    totalMs,
    wire,
    bytes,
    bodyEnd,
    hash,
    version,
  ]: PageFields): PageRow => ({
    id,
    facts: decodePageFacts(facts),
    links: linkJson === null ? [] : linksOf(new LinkReader(linkJson), linkFacts, id => kinds.nameOf(id) as LinkKind),
    response: {
      headers: storedHeaders(headers),
      firstByteMs,
      totalMs,
      wireBytes: wire,
      bodyBytes: bytes,
      bodyEnd,
      bodyHash: hash === null ? '' : hash.toString('hex'),
      httpVersion: version,
    },
  });

  return {
    settings,
    crawl,
    urlCount: count.get() as number,
    *urls() {
      for (const fields of blocks(after => urls.all(after) as UrlFields[])) yield urlOf(fields);
    },
    *pages() {
      for (const fields of blocks(after => pages.all(after) as PageFields[])) yield pageOf(fields);
    },
    page(id) {
      const fields = page.get(id) as PageFields | undefined;
      return fields ? pageOf(fields) : null;
    },
    cause: id => (cause.get(id) as string | null | undefined) ?? null,
    statuses: id => statuses.all(id) as number[],
    linksTo(id, most) {
      const found: InlinkRow[] = [];
      for (const place of links.linksTo(id, most)) found.push({ from: sourceOf(place), seq: seqOf(place) });
      return found;
    },
    hosts: () => hostsOf(db),
    sitemaps: () => sitemapsOf(db),
    *entries() {
      let sitemap = 0;
      let seq = -1;
      for (;;) {
        const rows = entries.all(sitemap, seq) as [number, number, number, string, number][];
        for (const [sitemapId, urlId, line, lastmod] of rows) yield { sitemapId, urlId, line, lastmod } satisfies EntryRow;
        const last = rows.at(-1);
        if (last === undefined) return;
        sitemap = last[0];
        seq = last[4];
      }
    },
    entriesOf: (urlId, most) => entriesOf.all(urlId, most) as EntryRow[],
    body: id => body((bodyHash.get(id) as Uint8Array | null | undefined) ?? null),
  };
}

const urlOf = ([
  id,
  url,
  origin,
  kind,
  state,
  reason,
  status,
  mime,
  mayFetch,
  mayList,
  linksFollowed,
  directives,
  noindexSaid,
  nofollowSaid,
  depth,
  inlinks,
  inSitemaps,
  canonical,
  redirect,
  bytes,
  totalMs,
  attempts,
  checkStatus,
  check,
]: UrlFields): UrlRow => ({
  id,
  url,
  originId: origin ?? 0,
  class: kind,
  state,
  reason,
  status: status ?? checkStatus,
  mime: mime ?? '',
  mayFetch,
  mayList,
  linksFollowed,
  noindex: directives === null ? noindexSaid === 1 : (directives & 1) !== 0,
  nofollow: directives === null ? nofollowSaid === 1 : (directives & 2) !== 0,
  depth,
  inlinks,
  inSitemaps,
  canonicalId: canonical ?? 0,
  redirectId: redirect ?? 0,
  bytes,
  totalMs,
  attempts,
  check: check ?? '',
});

function linksOf(reader: LinkReader, facts: Buffer | null, kindOf: (id: number) => LinkKind): LinkRow[] {
  const found: LinkRow[] = [];
  while (reader.next()) {
    const { seq, to, kind, rel, text, start, end } = reader;
    found.push({ seq, to, kind: kindOf(kind), rel, text, start, end, ...unpackLinkFacts(linkFactsAt(facts, seq)) });
  }
  return found;
}

type RobotsFields = [
  origin: number,
  key: string,
  delay: number,
  delayLine: number,
  version: number | null,
  access: string | null,
  status: number | null,
  cause: string | null,
  hash: Uint8Array | null,
  type: string | null,
  finalUrl: string | null,
  redirects: string | null,
  size: number | null,
];

/** The hosts of the crawl with the robots.txt in force. */
function hostsOf(db: ReadDb): HostRow[] {
  const rows = db
    .prepare(
      `SELECT o.id, o.key, o.delay_ms, o.delay_line, v.id, v.access, v.status, v.cause, v.body_hash, v.content_type, v.final_url, v.redirects, v.size
       FROM origin o LEFT JOIN robots_version v ON v.id = o.robots_id ORDER BY o.id`,
    )
    .raw()
    .all() as RobotsFields[];
  const versions = db
    .prepare(`SELECT coalesce(hex(body_hash), '') FROM robots_version WHERE origin_id = ? AND source = 'crawl' ORDER BY id`)
    .pluck();
  const tls = db.prepare(
    `SELECT t.protocol, c.not_after AS notAfter, t.name_matches AS nameMatches FROM tls t LEFT JOIN certificate c ON c.id = t.certificate_id
     WHERE t.origin_id = ? ORDER BY t.last_seen_at DESC, t.id DESC LIMIT 1`,
  );
  const text = bodyReader(db, longestRobotsBytes);
  return rows.map(
    ([originId, origin, delayMs, delayLine, version, access, status, cause, hash, contentType, finalUrl, redirects, bytes]) => {
      const secured = tls.get(originId) as { protocol: string; notAfter: number | null; nameMatches: number | null } | undefined;
      return {
        originId,
        origin,
        delayMs,
        delayLine,
        robots:
          version === null
            ? null
            : {
                originId,
                origin,
                access: access as 'rules' | 'allow-all' | 'disallow-all',
                status,
                cause,
                text: text(hash),
                contentType,
                finalUrl,
                redirects: storedRedirects(redirects ?? '[]'),
                bytes,
                versions: versions.all(originId) as string[],
              },
        tls: secured ? { ...secured, nameMatches: secured.nameMatches === null ? null : secured.nameMatches === 1 } : null,
      };
    },
  );
}

const isSitemapProblem = (value: unknown): value is SitemapProblem =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'line' in value &&
  typeof value.line === 'number';

type SitemapFields = Omit<SitemapRow, 'problems'> & { readonly problems: string };

function sitemapsOf(db: ReadDb): SitemapRow[] {
  const rows = db
    .prepare(
      `SELECT s.id, s.url, s.origin_id AS originId, s.source, coalesce(s.parent_id, 0) AS parentId, s.state, s.kind, f.status,
         f.content_type AS contentType, f.body_bytes AS bytes, s.entries, s.problems
       FROM sitemap s LEFT JOIN fetch f ON f.id = s.fetch_id ORDER BY s.id`,
    )
    .all() as SitemapFields[];
  return rows.map(row => ({ ...row, problems: storedList(row.problems, isSitemapProblem, 'the problems of a sitemap file') }));
}
