import { type SitemapCountKey, sitemapCountKeys } from '#shared/explain/sitemap-counts.ts';
import { blockedCodes } from '#shared/explain/url-counts.ts';
import type { RobotsOriginRow, SitemapEntryRow, SitemapRow } from '#shared/model/explanation.ts';
import type { WriteDb } from '../file/handle.ts';
import { storedList } from '../file/stored-json.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
import type { OriginCounts, SitemapCounts } from '../lists/url-counts.ts';

type Problem = SitemapRow['problems'][number];

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { code, line, detail } = value as Partial<Record<keyof Problem, unknown>>;
  return typeof code === 'string' && typeof line === 'number' && typeof detail === 'string';
}

/** A list of codes in SQL. The codes are our own constants and contain no quotes. */
const blocked = blockedCodes.map(code => `'${code}'`).join();

/** `sitemapCounts` of `url u` in SQL. */
const counted: Readonly<Record<SitemapCountKey, string>> = {
  fetched: "u.state = 'done'",
  indexable: "u.indexability = 'indexable'",
  notFound: 'u.status = 404',
  errors: 'u.status >= 400',
  redirects: 'u.status BETWEEN 300 AND 399',
  noindex: "u.indexability = 'noindex'",
  canonicalised: "u.indexability = 'canonicalised'",
  blocked: `u.reason IN (${blocked})`,
  failed: "u.state = 'failed'",
  notLinked: `${inlinksSql('u.id')} = 0`,
};

/** Reads for the robots and sitemaps views. */
export function robotsReads(db: WriteDb) {
  const origins = db.prepare(
    `SELECT o.key AS origin, (SELECT count(*) FROM robots_version v WHERE v.origin_id = o.id) AS versions, o.robots_id AS current,
       coalesce((SELECT v.access FROM robots_version v WHERE v.id = o.robots_id), 'unknown') AS access,
       coalesce(c.urls, 0) AS urls, coalesce(c.blocked, 0) AS blocked
     FROM origin o LEFT JOIN (
       SELECT origin_id, count(*) AS urls, count(*) FILTER (WHERE reason IN (${blocked})) AS blocked FROM url GROUP BY origin_id
     ) c ON c.origin_id = o.id
     WHERE EXISTS (SELECT 1 FROM robots_version v WHERE v.origin_id = o.id) ORDER BY urls DESC, o.key`,
  );
  const knownOrigins = db.prepare(
    `SELECT o.id, o.key AS origin, (SELECT count(*) FROM robots_version v WHERE v.origin_id = o.id) AS versions, o.robots_id AS current,
       coalesce((SELECT v.access FROM robots_version v WHERE v.id = o.robots_id), 'unknown') AS access
     FROM origin o WHERE EXISTS (SELECT 1 FROM robots_version v WHERE v.origin_id = o.id) ORDER BY o.key`,
  );
  const decides = db.prepare('SELECT robots_line AS line, count(*) AS n FROM url WHERE robots_id = ? GROUP BY robots_line');
  const tree = db.prepare(
    `SELECT s.id, s.parent_id AS parent, s.url, s.source, s.kind, s.state, s.entries, s.detail, s.problems,
       s.robots_line AS robotsLine,
       count(u.id) AS urls, ${sitemapCountKeys.map(key => `count(u.id) FILTER (WHERE ${counted[key]}) AS ${key}`).join(', ')}
     FROM sitemap s LEFT JOIN (SELECT DISTINCT sitemap_id, url_id FROM sitemap_entry) e ON e.sitemap_id = s.id
       LEFT JOIN url u ON u.id = e.url_id GROUP BY s.id ORDER BY s.id`,
  );
  const files = db.prepare(
    `SELECT id, parent_id AS parent, url, source, kind, state, entries, detail, problems, robots_line AS robotsLine FROM sitemap ORDER BY id`,
  );
  const entries = db.prepare(
    `SELECT e.seq, u.url, e.lastmod, u.status, u.reason, ${inlinksSql('u.id')} AS inlinks FROM sitemap_entry e JOIN url u ON u.id = e.url_id
     WHERE e.sitemap_id = ? AND e.seq >= ? ORDER BY e.seq LIMIT ?`,
  );
  const entryCount = db.prepare('SELECT count(*) FROM sitemap_entry WHERE sitemap_id = ?').pluck();
  const sitemapRow = ({
    robotsLine,
    ...row
  }: Omit<SitemapRow, 'problems'> & { problems: string; robotsLine: number | null }): SitemapRow => ({
    ...row,
    source: row.source === 'robots' ? `robots.txt line ${robotsLine}` : row.source,
    problems: storedList(row.problems, isProblem, 'the problems of a sitemap'),
  });
  return {
    /** Origins with their counts. Counts URLs in the file unless `counts` are given. */
    origins(counts: ReadonlyMap<number, OriginCounts> | null = null): RobotsOriginRow[] {
      if (!counts) return origins.all() as RobotsOriginRow[];
      return (knownOrigins.all() as (Omit<RobotsOriginRow, 'urls' | 'blocked'> & { readonly id: number })[])
        .map(({ id, ...row }) => ({ ...row, ...(counts.get(id) ?? { urls: 0, blocked: 0 }) }))
        .sort((a, b) => b.urls - a.urls);
    },
    /** Line → number of URLs whose current access decision names it; line 0: no rule matched. */
    decides(robotsId: number): Map<number, number> {
      return new Map((decides.all(robotsId) as { line: number; n: number }[]).map(row => [row.line, row.n]));
    },
    sitemaps(counts: ReadonlyMap<number, SitemapCounts> | null = null): SitemapRow[] {
      const rows = (counts ? files : tree).all() as Parameters<typeof sitemapRow>[0][];
      return rows.map(row => ({ ...sitemapRow(row), ...counts?.get(row.id) }));
    },
    entries: (sitemap: number, from: number, limit: number): { total: number; rows: SitemapEntryRow[] } => ({
      total: entryCount.get(sitemap) as number,
      rows: entries.all(sitemap, from, limit) as SitemapEntryRow[],
    }),
  };
}
export type RobotsReads = ReturnType<typeof robotsReads>;
