import type { AuditSource, EntryRow, InlinkRow, PageRow, ResponseRow, SitemapRow } from '#core/audit/source.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { SitemapProblem } from '#shared/model/page.ts';
import { hasFacts } from '../facts/has-facts.ts';
import { signatureOf } from '../facts/read-facts.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders, storedList } from '../file/stored-json.ts';
import { WordTexts } from '../file/words.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { linkReads, seqOf, sourceOf } from '../links/link-reads.ts';
import { pageSteps } from '../links/page-steps.ts';
import { StoredLinks } from '../links/stored-links.ts';
import { bodyReader } from '../tables/bodies.ts';
import { hostsOf, robotsBeforeIn } from './audit-hosts.ts';
import { probesOf } from './audit-probes.ts';
import { newestHashesIn, selectUrls, textHashIn, type UrlFields, urlOf } from './audit-urls.ts';
import { factsReader, pageFactsOf, type StoredFacts } from './page-facts.ts';
import { renderedPages } from './renderings.ts';
import { sitemapAlternates } from './sitemap-alternates.ts';

const urlsOfBlock = 2_000;
const pagesOfBlock = 50;

type PageFields = [
  id: number,
  facts: StoredFacts,
  links: Buffer | null,
  headers: string | null,
  firstByte: number | null,
  total: number | null,
  wire: number | null,
  body: number | null,
  bodyEnd: ResponseRow['bodyEnd'],
  hash: Buffer | null,
  version: string | null,
  isRendered: 0 | 1,
];

/** What the file says of the crawl besides its tables. */
export interface AuditFile {
  readonly settings: CrawlSettings;
  readonly crawl: AuditSource['crawl'];
}

/** Reads a crawl file for the audit, in blocks, so that no statement occupies the connection for long. */
export function auditSource(db: ReadDb, { settings, crawl }: AuditFile): AuditSource {
  const urls = db.prepare(`${selectUrls} WHERE u.id > ? ORDER BY u.id LIMIT ${urlsOfBlock}`).raw();
  const pageColumns = `u.id, p.facts, l.links, f.response_headers, f.first_byte_ms, f.total_ms, f.wire_bytes, f.body_bytes, f.body_end,
    f.body_hash, f.http_version, EXISTS (SELECT 1 FROM rendering r WHERE r.url_id = u.id)`;
  const responses = `url u LEFT JOIN url_check k ON u.check_result IS NOT NULL AND k.url_id = u.id
    JOIN fetch f ON f.id = coalesce(u.fetch_id, k.fetch_id)`;
  const pageTables = `${responses} LEFT JOIN page p ON p.url_id = u.id LEFT JOIN page_links l ON l.from_id = u.id`;
  const pages = db
    .prepare(
      `SELECT ${pageColumns} FROM ${pageTables} WHERE u.id > ? AND u.id <= ? AND (u.status IS NOT NULL OR u.check_status IS NOT NULL)
       ORDER BY u.id LIMIT ${pagesOfBlock}`,
    )
    .raw();
  // The pluses are only for speed, as in `tables/urls.ts`.
  const page = db.prepare(`SELECT ${pageColumns} FROM ${pageTables} WHERE u.id = +?`).raw();
  const cause = db.prepare(`SELECT f.cause FROM ${responses} WHERE u.id = +? AND f.outcome = 'failure'`).pluck();
  const statuses = db.prepare('SELECT status FROM fetch WHERE url_id = +? AND status IS NOT NULL ORDER BY id').pluck();
  const bodyHash = db.prepare('SELECT f.body_hash FROM url u JOIN fetch f ON f.id = u.fetch_id WHERE u.id = +?').pluck();
  const count = db.prepare('SELECT count(*) FROM url').pluck();
  const entries = db
    .prepare(
      `SELECT sitemap_id, url_id, line, lastmod, seq FROM sitemap_entry WHERE (sitemap_id, seq) > (?, ?) ORDER BY sitemap_id, seq LIMIT ${urlsOfBlock}`,
    )
    .raw();
  const entriesOf = db.prepare(
    'SELECT sitemap_id AS sitemapId, url_id AS urlId, line, lastmod FROM sitemap_entry WHERE url_id = +? ORDER BY sitemap_id, seq LIMIT +?',
  );
  const alternates = sitemapAlternates(db);
  const kinds = new LinkKinds(db);
  const links = linkReads(db);
  const words = new WordTexts(db);
  const storedLinks = new StoredLinks(words, kinds);
  const body = bodyReader(db);
  const factsOf = factsReader(words);
  const rendering = renderedPages(db);

  function* blocks<Fields extends readonly [number, ...unknown[]]>(
    read: (after: number) => Fields[],
    first = 0,
  ): Generator<Fields> {
    for (let after = first; ; ) {
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
    packed,
    headers,
    firstByteMs,
    totalMs,
    wire,
    bytes,
    bodyEnd,
    hash,
    version,
    isRendered,
  ]: PageFields): PageRow => {
    const read = factsOf(facts);
    return {
      id,
      alternates: alternates(id),
      facts: read,
      signature: () => read && signatureOf(read),
      // A statement for each page takes 20 µs.
      rendering: () => (isRendered === 1 ? rendering(id) : null),
      links: storedLinks.read(packed),
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
    };
  };

  return {
    settings,
    crawl,
    urlCount: count.get() as number,
    *urls() {
      for (const fields of blocks(after => urls.all(after) as UrlFields[])) yield urlOf(fields);
    },
    *pages({ after: first, last } = { after: 0, last: Number.MAX_SAFE_INTEGER }) {
      for (const fields of blocks(after => pages.all(after, last) as PageFields[], first)) yield pageOf(fields);
    },
    page(id) {
      const fields = page.get(id) as PageFields | undefined;
      return fields ? pageOf(fields) : null;
    },
    facts: pageFactsOf(db),
    cause: id => (cause.get(id) as string | null | undefined) ?? null,
    statuses: id => statuses.all(id) as number[],
    hyperlinks: pageSteps(db),
    linksTo(id, most) {
      const found: InlinkRow[] = [];
      for (const place of links.linksTo(id, most)) found.push({ from: sourceOf(place), seq: seqOf(place) });
      return found;
    },
    hosts: () => hostsOf(db),
    robotsBefore: robotsBeforeIn(db),
    textHash: textHashIn(db),
    hasNewestHashes: newestHashesIn(db),
    sitemaps: () => sitemapsOf(db),
    probes: () => probesOf(db),
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

const isSitemapProblem = (value: unknown): value is SitemapProblem =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'line' in value &&
  typeof value.line === 'number';

type SitemapFields = Omit<SitemapRow, 'problems' | 'isOlder'> & { readonly problems: string; readonly isOlder: 0 | 1 };

function sitemapsOf(db: ReadDb): SitemapRow[] {
  const rows = db
    .prepare(
      `SELECT s.id, s.url, s.origin_id AS originId, s.source, coalesce(s.parent_id, 0) AS parentId, s.state, s.kind, f.status,
         f.content_type AS contentType, f.body_bytes AS bytes, s.entries, s.problems,
         coalesce(s.fetch_id <= (SELECT max(p.fetch_id) FROM page p WHERE NOT ${hasFacts(db, 'p')}), 0) AS isOlder
       FROM sitemap s LEFT JOIN fetch f ON f.id = s.fetch_id ORDER BY s.id`,
    )
    .all() as SitemapFields[];
  return rows.map(row => ({
    ...row,
    isOlder: row.isOlder === 1,
    problems: storedList(row.problems, isSitemapProblem, 'the problems of a sitemap file'),
  }));
}
