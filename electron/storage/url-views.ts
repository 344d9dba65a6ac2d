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
    /**
     * Counts and takes the first `limit` of all URLs, a range of ids after the other; what a list is begun with before its columns are in
     * memory. Ranges must rise.
     */
    firstOf(terms: readonly Term[], sort: UrlColumn, descending: boolean, limit: number) {
      const { sql, values } = compileFilter(terms, links.sourcesOf);
      const key = sortColumns[sort];
      const inRange = `FROM url u WHERE u.id > ? AND u.id <= ? AND ${sql}`;
      const order = `ORDER BY ${orderSql(sort, descending)} LIMIT ${limit}`;
      const counted = db.prepare(`SELECT count(*) ${inRange}`).pluck();
      const first = db.prepare(`SELECT u.id ${inRange} ${order}`).pluck();
      // Of equal ones the later discovered comes first only in a descending order.
      const better = db.prepare(`SELECT u.id ${inRange} AND ${key} ${descending ? '>=' : '<'} ? ${order}`).pluck();
      const best = db.prepare(`SELECT u.id, ${key} FROM json_each(?) j CROSS JOIN url u ON u.id = j.value ${order}`).raw();
      let ids: number[] = [];
      /** Key of the last of as many as are wanted; rows that do not come before it are not looked at. */
      let bound: string | number | null = null;
      const narrow = (): void => {
        const rows = best.all(`[${ids.join()}]`) as [number, string | number | null][];
        ids = rows.map(([id]) => id);
        bound = rows.length < limit ? null : (rows.at(-1)?.[1] ?? null);
      };
      return {
        count: (after: number, to: number): number => counted.get(after, to, ...values) as number,
        look(after: number, to: number): void {
          const found = bound === null ? first.all(after, to, ...values) : better.all(after, to, ...values, bound);
          for (const id of found) ids.push(id as number);
          if (found.length > 0 && ids.length >= limit * (bound === null ? 1 : 2)) narrow();
        },
        /** The first of all that was looked at, in the wanted order. */
        ids(): Int32Array {
          narrow();
          return Int32Array.from(ids);
        },
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
