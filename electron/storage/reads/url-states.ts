import { byValue, comparedColumns } from '#core/compare/compared-columns.ts';
import { headerValues } from '#shared/header-values.ts';
import type { CellValue, UrlColumn } from '#shared/model/url-column.ts';
import { type UrlRow, urlColumns } from '#shared/model/url-columns.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders } from '../file/stored-json.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
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
  /** The URLs with these ids; null for none, and for a page that names itself as canonical. */
  readonly canonicalUrl: string | null;
  readonly redirectUrl: string | null;
};

/**
 * The part that is read of every URL, to find the few that may differ. `code`: two URLs with the same code have the same verdicts and class of
 * status, and the same kind of canonical: none, the page itself or another URL.
 */
export type BriefState = readonly [
  id: number,
  url: string,
  key: number,
  code: number,
  canonicalUrl: string | null,
  redirectUrl: string | null,
  ...values: CellValue[],
];

const canonicalUrl = 'CASE WHEN u.canonical_id <> u.id THEN (SELECT t.url FROM url t WHERE t.id = u.canonical_id) END';
const redirectUrl = 'CASE WHEN u.redirect_id IS NOT NULL THEN (SELECT t.url FROM url t WHERE t.id = u.redirect_id) END';
/** A number in place of four words: reading a word costs as much as all numbers of a row. */
const codeSql = `CASE u.may_fetch WHEN 'yes' THEN 0 WHEN 'no' THEN 1 ELSE 2 END
  + CASE u.may_list WHEN 'yes' THEN 0 WHEN 'no' THEN 4 WHEN 'url-only' THEN 8 ELSE 12 END
  + CASE u.links_followed WHEN 'yes' THEN 0 WHEN 'no' THEN 16 WHEN 'none' THEN 32 ELSE 48 END
  + CASE WHEN u.canonical_id IS NULL THEN 0 WHEN u.canonical_id = u.id THEN 64 ELSE 128 END + coalesce(u.status / 100, 0) * 256`;

/** The stages of decisions that `UrlStates.said` accepts. */
export type SaidStage = 'listing' | 'follow';

/** Reads URLs with their decisions to compare crawls: all in order of id, or single ones by URL. */
export function urlStates(db: ReadDb, table: readonly UrlColumn[] = urlColumns) {
  const compared = comparedColumns(table).map(column => `${storedSql(column)} AS "${column.key}"`);
  const columns = `u.id, u.url, coalesce(o.key, '') AS origin, ${compared.join(', ')}, u.robots_id AS robots,
    coalesce(u.robots_line, 0) AS line, ${inlinksSql('u.id')} AS inlinks, u.canonical_id AS canonical, u.redirect_id AS redirect,
    ${canonicalUrl} AS canonicalUrl, ${redirectUrl} AS redirectUrl`;
  const values = byValue(table).map(column => `, ${storedSql(column)}`);
  const brief = `SELECT u.id, u.url, u.hash, ${codeSql}, ${canonicalUrl}, ${redirectUrl}${values.join('')} FROM`;
  const briefBlock = db.prepare(`${brief} url u WHERE u.id > ? ORDER BY u.id LIMIT ?`).raw();
  const briefByKey = db.prepare(`${brief} json_each(?) AS wanted CROSS JOIN url u ON u.hash = wanted.value`).raw();
  const wanted = (column: string) =>
    db.prepare(
      `SELECT ${columns} FROM json_each(?) AS wanted CROSS JOIN url u ON u.${column} = wanted.value LEFT JOIN origin o ON o.id = u.origin_id`,
    );
  const [byHash, byId] = [wanted('hash'), wanted('id')];
  const ids = db.prepare('SELECT id FROM url WHERE id > ? ORDER BY id LIMIT ?').pluck();
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
  const said = db.prepare(lastReasonSql(db)).pluck();
  return {
    briefAfter: (id: number, limit: number): BriefState[] => briefBlock.all(id, limit) as unknown as BriefState[],
    /** URLs with these keys. Uses one statement for all, because separate look-ups take twenty times as long. */
    findBrief: (keys: readonly number[]): BriefState[] => briefByKey.all(JSON.stringify(keys)) as unknown as BriefState[],
    /** Finds stored URLs by their text. */
    find(urls: readonly string[]): ReadonlyMap<string, StoredState> {
      const found = byHash.all(JSON.stringify(urls.map(urlKey))) as StoredState[];
      return new Map(found.map(state => [state.url, state]));
    },
    /** Ids alone, in order. Takes a fraction of the time of whole states. */
    idsAfter: (id: number, limit: number): number[] => ids.all(id, limit) as number[],
    ofIds(wantedIds: readonly number[]): ReadonlyMap<number, StoredState> {
      const found = wantedIds.length === 0 ? [] : (byId.all(JSON.stringify(wantedIds)) as StoredState[]);
      return new Map(found.map(state => [state.id, state]));
    },
    /** The URL of an id, or '' if it does not exist. */
    url: (id: number): string => (urlOf.get(id) as string | undefined) ?? '',
    /** Targets of a URL (redirect, canonical), '' if it has none. */
    targets(id: number) {
      const [canonical = '', redirect = ''] = (pointed.get(id) ?? []) as string[];
      return { canonical, redirect };
    },
    count: (): number => total.get() as number,
    /** The directives of the last response. */
    details(id: number) {
      const [meta, tag, canonical, isPage, headers] = page.get(id) as [string, string, string, number, string | null];
      return { meta, header: isPage ? tag : robotsHeaders(headers), canonical };
    },
    /** The reason of the last decision of a stage, '' for none. */
    said: (id: number, stage: SaidStage): string => (said.get(id, stage) as string | undefined) ?? '',
  };
}
export type UrlStates = ReturnType<typeof urlStates>;

/**
 * The last reason of a stage after the first decision of a URL. The view `decisions` has it, too, but unpacks each decision completely,
 * which takes three times as long. In files before version 22, `decisions` is a table.
 */
function lastReasonSql(db: ReadDb): string {
  const isPacked = db.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'decided'").pluck().get() === 1;
  return isPacked
    ? `SELECT k.reason FROM decided d CROSS JOIN json_each(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END) e
         JOIN decision_kind k ON k.id = CASE WHEN e.type = 'array' THEN e.value ->> 0 END
       WHERE d.url_id = ? AND k.stage = ? ORDER BY d.id + coalesce(CASE WHEN e.type = 'array' THEN e.value ->> 2 END, e."key") DESC LIMIT 1`
    : 'SELECT reason FROM decisions WHERE url_id = ? AND stage = ? ORDER BY id DESC LIMIT 1';
}

/** For responses that are not pages, the directives are only in the stored headers. */
function robotsHeaders(json: string | null): string {
  return headerValues(storedHeaders(json), 'x-robots-tag').join('; ');
}
