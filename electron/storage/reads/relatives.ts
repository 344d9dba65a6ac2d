import { urlKey } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';
import { hasColumn } from '../file/has-column.ts';
import { linkReads } from '../links/link-reads.ts';

/** A stored URL with the fields that its relatives show. */
export interface RelativeRow {
  readonly id: number;
  readonly url: string;
  readonly state: string;
  readonly reason: string;
  readonly depth: number;
}

/** A stored URL with its page facts. `links` is null if it was not read as a page. */
export interface FolderPage extends RelativeRow {
  readonly links: number | null;
  readonly dropped: number;
}

const MOST_AHEAD = 1_000;

/** Bounded reads around a URL: by hash, by page, by ranges of ids. None scans the whole URL table. */
export function relativeReads(db: WriteDb) {
  // An older file opened read-only has one column for both.
  const distance = hasColumn(db, 'url', 'distance') ? 'distance' : 'depth';
  const columns = `u.id, u.url, u.state, u.reason, coalesce(u.depth, u.${distance}) AS depth`;
  const byUrl = db.prepare(`SELECT ${columns} FROM url u WHERE u.hash = ? AND u.url = ?`);
  const page = db.prepare(
    `SELECT ${columns}, p.links, coalesce(p.links_dropped, 0) AS dropped FROM url u LEFT JOIN page p ON p.url_id = u.id WHERE u.hash = ? AND u.url = ?`,
  );
  const byIds = db.prepare(`SELECT ${columns} FROM json_each(?) j CROSS JOIN url u ON u.id = j.value ORDER BY j.key`);
  const links = linkReads(db);
  const range = db.prepare(`SELECT ${columns} FROM url u WHERE u.id > ? ORDER BY u.id LIMIT ?`);
  const last = db.prepare('SELECT max(id) FROM url').pluck();
  const due = db.prepare('SELECT due_at FROM url WHERE id = ?').pluck();
  const ahead = db
    .prepare(
      `SELECT count(*) FROM (SELECT 1 FROM url u JOIN url me ON me.id = ? WHERE u.origin_id = me.origin_id AND u.state = 'queued'
         AND (u.due_at, u.${distance}, u.id) < (me.due_at, me.${distance}, me.id) LIMIT ${MOST_AHEAD})`,
    )
    .pluck();
  const unread = db
    .prepare(
      `SELECT count(*) FROM sitemap WHERE origin_id = ? AND state <> 'done' AND NOT (source = 'well-known' AND state = 'failed')`,
    )
    .pluck();
  const entry = db.prepare(
    'SELECT priority, lastmod FROM sitemap_entry WHERE url_id = ? ORDER BY sitemap_id DESC, seq DESC LIMIT 1',
  );
  const distanceOf = db.prepare(`SELECT ${distance} FROM url WHERE id = ?`).pluck();
  const mention = db.prepare('SELECT sitemap_id AS sitemap, seq FROM sitemap_entry WHERE url_id = ? LIMIT 1');
  return {
    find: (url: string): RelativeRow | undefined => byUrl.get(urlKey(url), url) as RelativeRow | undefined,
    folderPage: (url: string): FolderPage | undefined => page.get(urlKey(url), url) as FolderPage | undefined,
    /** The first links of a page. */
    targets(from: number, limit: number): RelativeRow[] {
      const ids = new Set<number>();
      for (const link = links.of(from); ids.size < limit && link?.next(); ) ids.add(link.to);
      return byIds.all(`[${[...ids].join()}]`) as RelativeRow[];
    },
    /** Rows after an id. */
    range: (after: number, limit: number): RelativeRow[] => range.all(after, limit) as RelativeRow[],
    lastId: (): number => (last.get() as number | null) ?? 0,
    dueAt: (id: number): number => (due.get(id) as number | undefined) ?? 0,
    /** Number of queued URLs of the same origin that come earlier, counted up to 1,000. */
    ahead: (id: number): number => ahead.get(id) as number,
    /** Unread sitemap files of an origin. A file that robots.txt does not name may not exist. */
    sitemapsUnread: (originId: number): number => unread.get(originId) as number,
    /** What the order of the crawl is decided by. */
    place(id: number): { readonly distance: number; readonly priority: string; readonly lastmod: string } {
      const { priority = '', lastmod = '' } = (entry.get(id) as { priority: string; lastmod: string } | undefined) ?? {};
      return { distance: (distanceOf.get(id) as number | undefined) ?? 0, priority, lastmod };
    },
    /** A sitemap entry for the URL. */
    mention: (id: number) => mention.get(id) as { readonly sitemap: number; readonly seq: number } | undefined,
  };
}
export type RelativeReads = ReturnType<typeof relativeReads>;
