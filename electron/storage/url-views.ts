import type { Term } from '#core/lookup/term.ts';
import type { UrlColumn, UrlRow } from '#shared/model/explanation.ts';
import { urlKey } from './codec.ts';
import type { WriteDb } from './database.ts';
import { compileFilter } from './url-filter.ts';

const rowColumns = `u.id, u.url, u.status, u.content_type AS contentType, u.depth, u.state, u.reason, u.may_fetch AS mayFetch,
  u.may_list AS mayList, u.links_followed AS linksFollowed, u.inlinks, u.outlinks, u.title, u.bytes, u.total_ms AS totalMs,
  c.url AS canonical, r.url AS redirectTo, u.in_sitemaps AS inSitemaps, u.fetched_at AS fetchedAt`;
const rowTables = 'url u LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id';

const sortColumns: Record<UrlColumn, string> = {
  url: 'u.url',
  status: 'u.status',
  contentType: 'u.content_type',
  depth: 'u.depth',
  state: 'u.state',
  reason: 'u.reason',
  mayFetch: 'u.may_fetch',
  mayList: 'u.may_list',
  linksFollowed: 'u.links_followed',
  inlinks: 'u.inlinks',
  outlinks: 'u.outlinks',
  title: 'u.title',
  bytes: 'u.bytes',
  totalMs: 'u.total_ms',
  canonical: '(SELECT t.url FROM url t WHERE t.id = u.canonical_id)',
  redirectTo: '(SELECT t.url FROM url t WHERE t.id = u.redirect_id)',
  inSitemaps: 'u.in_sitemaps',
  fetchedAt: 'u.fetched_at',
};

const maxViews = 16;

/**
 * Filtered and sorted lists of URLs for the grid. An order is materialised once into a temporary table of ids; any page of
 * it is then a range read, whatever the sort. Temporary tables live outside the crawl file.
 */
export function urlViews(db: WriteDb) {
  let next = 1;
  const open: number[] = [];
  const total = db.prepare('SELECT count(*) FROM url').pluck();
  return {
    create(terms: readonly Term[], sort: UrlColumn, descending: boolean): { view: number; count: number; total: number } {
      const view = next++;
      const { sql, values } = compileFilter(terms);
      const column = sortColumns[sort];
      const direction = descending ? 'DESC' : 'ASC';
      db.exec(`CREATE TEMP TABLE view_${view} (pos INTEGER PRIMARY KEY, id INTEGER NOT NULL)`);
      // Missing values come last in either direction.
      const count = db
        .prepare(
          `INSERT INTO view_${view} (id) SELECT u.id FROM url u WHERE ${sql} ORDER BY ${column} IS NULL, ${column} ${direction}, u.id ${direction}`,
        )
        .run(...values).changes;
      open.push(view);
      while (open.length > maxViews) db.exec(`DROP TABLE view_${open.shift()}`);
      return { view, count, total: total.get() as number };
    },
    /** Rows from a position (0-based); null when the view is no longer open. */
    rows(view: number, from: number, limit: number): UrlRow[] | null {
      if (!open.includes(view)) return null;
      return db
        .prepare(
          `SELECT ${rowColumns} FROM view_${view} v JOIN (${rowTables}) ON u.id = v.id WHERE v.pos > ? AND v.pos <= ? ORDER BY v.pos`,
        )
        .all(from, from + limit) as UrlRow[];
    },
    position(view: number, url: string): number {
      if (!open.includes(view)) return -1;
      const pos = db
        .prepare(`SELECT pos FROM view_${view} WHERE id = (SELECT u.id FROM url u WHERE u.hash = ? AND u.url = ?)`)
        .pluck()
        .get(urlKey(url), url) as number | undefined;
      return pos === undefined ? -1 : pos - 1;
    },
    /** Streams all matching rows in order of discovery, a block at a time, so that the connection is never held. */
    *stream(terms: readonly Term[], limit: number): Generator<UrlRow> {
      const { sql, values } = compileFilter(terms);
      const block = db.prepare(`SELECT ${rowColumns} FROM ${rowTables} WHERE u.id > ? AND ${sql} ORDER BY u.id LIMIT ?`);
      let after = 0;
      let left = limit;
      while (left > 0) {
        const rows = block.all(after, ...values, Math.min(left, 1_000)) as UrlRow[];
        yield* rows;
        const last = rows.at(-1);
        if (!last) return;
        after = last.id;
        left -= rows.length;
      }
    },
  };
}
export type UrlViews = ReturnType<typeof urlViews>;
