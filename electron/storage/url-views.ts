import type { Term } from '#core/lookup/term.ts';
import type { UrlColumn, UrlRow } from '#shared/model/explanation.ts';
import { urlKey } from './codec.ts';
import type { ReadDb } from './database.ts';
import { linkReads } from './link-reads.ts';
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

/** The order of a list as SQLite words it: missing values last in either direction, equal ones by discovery. */
export function orderSql(sort: UrlColumn, descending: boolean): string {
  const column = sortColumns[sort];
  const direction = descending ? 'DESC' : 'ASC';
  return `${column} IS NULL, ${column} ${direction}, u.id ${direction}`;
}

/** Rows of lists of URLs, and lists that are read from the file alone. */
export function urlViews(db: ReadDb) {
  const rows = db.prepare(`SELECT ${rowColumns} FROM json_each(?) j CROSS JOIN (${rowTables}) ON u.id = j.value ORDER BY j.key`);
  const idOf = db.prepare('SELECT u.id FROM url u WHERE u.hash = ? AND u.url = ?').pluck();
  const last = db.prepare('SELECT max(id) FROM url').pluck();
  const links = linkReads(db);
  return {
    lastId: (): number => (last.get() as number | null) ?? 0,
    /** The rows of these ids, in their order. */
    rows: (ids: Int32Array): UrlRow[] => rows.all(`[${ids.join()}]`) as UrlRow[],
    /** Id of a URL, 0 when it is not in the file. */
    idOf: (url: string): number => (idOf.get(urlKey(url), url) as number | undefined) ?? 0,
    /** Counts and takes the first of a range of ids; what a list is begun with before its columns are in memory. */
    firstOf(terms: readonly Term[], sort: UrlColumn, descending: boolean) {
      const { sql, values } = compileFilter(terms, links.sourcesOf);
      const inRange = `FROM url u WHERE u.id > ? AND u.id <= ? AND ${sql}`;
      const count = db.prepare(`SELECT count(*) ${inRange}`).pluck();
      const first = db.prepare(`SELECT u.id ${inRange} ORDER BY ${orderSql(sort, descending)} LIMIT ?`).pluck();
      const best = db
        .prepare(
          `SELECT u.id FROM json_each(?) j CROSS JOIN url u ON u.id = j.value ORDER BY ${orderSql(sort, descending)} LIMIT ?`,
        )
        .pluck();
      return {
        count: (after: number, to: number): number => count.get(after, to, ...values) as number,
        first: (after: number, to: number, limit: number): number[] => first.all(after, to, ...values, limit) as number[],
        /** The first of these ids in the wanted order. */
        best: (ids: readonly number[], limit: number): number[] => best.all(`[${ids.join()}]`, limit) as number[],
      };
    },
    /** Streams all matching rows in order of discovery, a block at a time, so that the connection is never held. */
    *stream(terms: readonly Term[], limit: number): Generator<UrlRow> {
      const { sql, values } = compileFilter(terms, links.sourcesOf);
      const block = db.prepare(`SELECT ${rowColumns} FROM ${rowTables} WHERE u.id > ? AND ${sql} ORDER BY u.id LIMIT ?`);
      let after = 0;
      let left = limit;
      while (left > 0) {
        const found = block.all(after, ...values, Math.min(left, 1_000)) as UrlRow[];
        yield* found;
        const last = found.at(-1);
        if (!last) return;
        after = last.id;
        left -= found.length;
      }
    },
  };
}
export type UrlViews = ReturnType<typeof urlViews>;
