import { comparedColumns } from '#core/compare/compared-columns.ts';
import { headerValues } from '#shared/header-values.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { type UrlRow, urlColumns } from '#shared/model/url-columns.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders } from '../file/stored-json.ts';
import { storedSql } from '../lists/column-sql.ts';

/**
 * The state of a URL after the crawl. `line` and `robots` are as in `urls`. Other columns used for comparing crawls are fields,
 * too.
 */
export type StoredState = Pick<
  UrlRow,
  'id' | 'url' | 'reason' | 'mayFetch' | 'mayList' | 'linksFollowed' | 'status' | 'inlinks'
> & {
  readonly origin: string;
  readonly robots: number | null;
  readonly line: number;
  /** Ids of URLs, or null. */
  readonly canonical: number | null;
  readonly redirect: number | null;
};

/** Reads URLs with their decisions to compare crawls: all in order of id, or single ones by URL. */
export function urlStates(db: ReadDb, table: readonly UrlColumn[] = urlColumns) {
  const compared = comparedColumns(table).map(column => `${storedSql(column)} AS "${column.key}"`);
  const columns = `u.id, u.url, coalesce(o.key, '') AS origin, ${compared.join(', ')}, u.robots_id AS robots,
    coalesce(u.robots_line, 0) AS line, u.inlinks, u.canonical_id AS canonical, u.redirect_id AS redirect`;
  const from = 'FROM url u LEFT JOIN origin o ON o.id = u.origin_id';
  const block = db.prepare(`SELECT ${columns} ${from} WHERE u.id > ? ORDER BY u.id LIMIT ?`);
  const byHash = db.prepare(
    `SELECT ${columns} FROM json_each(?) AS wanted CROSS JOIN url u ON u.hash = wanted.value LEFT JOIN origin o ON o.id = u.origin_id`,
  );
  const urlOf = db.prepare('SELECT url FROM url WHERE id = ?').pluck();
  // Rows as arrays, because better-sqlite3 builds its object reader again for every single row.
  const pointed = db
    .prepare(
      `SELECT coalesce(c.url, ''), coalesce(r.url, '') FROM url u LEFT JOIN url c ON c.id = u.canonical_id
         LEFT JOIN url r ON r.id = u.redirect_id WHERE u.id = ?`,
    )
    .raw();
  const total = db.prepare('SELECT count(*) FROM url').pluck();
  const page = db
    .prepare(
      `SELECT coalesce(p.meta_robots, ''), coalesce(p.x_robots_tag, ''), coalesce(c.url, ''), p.url_id IS NOT NULL, f.response_headers
       FROM url u LEFT JOIN page p ON p.url_id = u.id AND p.fetch_id = u.fetch_id LEFT JOIN url c ON c.id = u.canonical_id
         LEFT JOIN fetch f ON f.id = u.fetch_id WHERE u.id = ?`,
    )
    .raw();
  const said = db.prepare('SELECT reason FROM decisions WHERE url_id = ? AND stage = ? ORDER BY id DESC LIMIT 1').pluck();
  return {
    after: (id: number, limit: number): StoredState[] => block.all(id, limit) as StoredState[],
    /** Finds stored URLs by their text. Uses one statement for all, because separate look-ups take twenty times as long. */
    find(urls: readonly string[]): ReadonlyMap<string, StoredState> {
      const found = byHash.all(JSON.stringify(urls.map(urlKey))) as StoredState[];
      return new Map(found.map(state => [state.url, state]));
    },
    /** The URL of an id, or '' if it does not exist. */
    url: (id: number): string => (urlOf.get(id) as string | undefined) ?? '',
    /** Targets of a URL (redirect, canonical), '' if it has none. */
    targets(id: number) {
      const [canonical = '', redirect = ''] = (pointed.get(id) ?? []) as string[];
      return { canonical, redirect };
    },
    count: (): number => total.get() as number,
    /** The reasons for listing and links, and the directives of the last response. */
    details(id: number) {
      const [meta, tag, canonical, isPage, headers] = page.get(id) as [string, string, string, number, string | null];
      const reason = (stage: string): string => (said.get(id, stage) as string | undefined) ?? '';
      const header = isPage ? tag : robotsHeaders(headers);
      return { listing: reason('listing'), follow: reason('follow'), meta, header, canonical };
    },
  };
}
export type UrlStates = ReturnType<typeof urlStates>;

/** For responses that are not pages, the directives are only in the stored headers. */
function robotsHeaders(json: string | null): string {
  return headerValues(storedHeaders(json), 'x-robots-tag').join('; ');
}
