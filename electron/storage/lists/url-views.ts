import { conditionsOf, type Term } from '#core/query/term.ts';
import { finish, type Steps } from '#core/steps.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { type UrlCells, type UrlRow, urlColumns } from '#shared/model/url-columns.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { columnOf, rowSql, valueSql } from './column-sql.ts';
import { ListedIds } from './listed-ids.ts';
import { boundIn, type Condition, compileFilter, isListed, listedKey, reachOf } from './url-filter.ts';

/** The order of a list in SQL: missing values last in both directions, equal values by discovery. */
export function orderSql(sort: UrlColumn, descending: boolean): string {
  const column = valueSql(sort);
  const direction = descending ? 'DESC' : 'ASC';
  return `${column} IS NULL, ${column} ${direction}, u.id ${direction}`;
}

/** Rows per block when streaming. */
const rowsOfBlock = 250;

/** The first rows of a list, collected from one range of ids after another. */
export interface FirstRows {
  /** Reads the next range. Returns how many of its rows belong to the list, 0 if all do. */
  look(after: number, to: number): number;
  /** The first rows so far, in the requested order. */
  ids(): Int32Array<ArrayBuffer>;
}

/** Reads rows of URL lists, and lists directly from the file. */
export function urlViews(db: ReadDb, columns: readonly UrlColumn[] = urlColumns) {
  const selected = rowSql(columns);
  const rowsOf = (fields: string) =>
    db.prepare(`SELECT ${fields} FROM json_each(?) j CROSS JOIN url u ON u.id = j.value ORDER BY j.key`);
  const rows = rowsOf(selected);
  /** The statement for the columns that were asked for last: a grid asks for the same ones again and again. */
  let some = { keys: '', rows };
  const rowsWith = (keys: readonly string[]) => {
    const wanted = columns.filter(({ key }) => key === 'url' || keys.includes(key));
    const mark = wanted.map(({ key }) => key).join(' ');
    if (mark !== some.keys) some = { keys: mark, rows: rowsOf(rowSql(wanted)) };
    return some.rows;
  };
  const idOf = db.prepare('SELECT u.id FROM url u WHERE u.hash = ? AND u.url = ?').pluck();
  const last = db.prepare('SELECT max(id) FROM url').pluck();
  const listed = new ListedIds(db);
  /** The SQL condition of a filter. Finds the ids of each term that is a list once. */
  function* conditionOf(terms: readonly Term[]): Steps<Condition> {
    const lists = yield* listed.all(conditionsOf(terms).filter(isListed), columns);
    return compileFilter(terms, term => lists.get(listedKey(term)) ?? new Uint32Array(0), columns);
  }
  return {
    lastId: (): number => (last.get() as number | null) ?? 0,
    /** The rows of these ids, in the same order. */
    rows: (ids: Int32Array): UrlRow[] => rows.all(`[${ids.join()}]`) as UrlRow[],
    /** The same, with the URL and these columns only; a key that no column has is left out. */
    cells: (ids: Int32Array, keys: readonly string[]): UrlCells[] => rowsWith(keys).all(`[${ids.join()}]`) as UrlCells[],
    /** Id of a URL, or 0 if the file does not contain it. */
    idOf: (url: string): number => (idOf.get(urlKey(url), url) as number | undefined) ?? 0,
    /**
     * Counts all URLs and takes the first `limit`, one range of ids after another. Starts a list before its columns are loaded.
     * Ranges must ascend.
     */
    *firstOf(terms: readonly Term[], sort: string, descending: boolean, limit: number): Steps<FirstRows> {
      const { sql, values } = yield* conditionOf(terms);
      const column = columnOf(columns, sort);
      const key = valueSql(column);
      const inRange = `FROM url u WHERE u.id > ? AND u.id <= ? AND ${sql}`;
      const order = `ORDER BY ${orderSql(column, descending)} LIMIT ${limit}`;
      const counted = db.prepare(`SELECT count(*) ${inRange}`).pluck();
      const first = db.prepare(`SELECT u.id ${inRange} ${order}`).pluck();
      // For equal values, the newer URL comes first only in descending order.
      const better = db.prepare(`SELECT u.id ${inRange} AND ${key} ${descending ? '>=' : '<'} ? ${order}`).pluck();
      const best = db.prepare(`SELECT u.id, ${key} FROM json_each(?) j CROSS JOIN url u ON u.id = j.value ${order}`).raw();
      let ids: number[] = [];
      /** Sort key of the last requested row. Rows that do not sort before it are skipped. */
      let bound: string | number | null = null;
      const narrow = (): void => {
        const rows = best.all(`[${ids.join()}]`) as [number, string | number | null][];
        ids = rows.map(([id]) => id);
        bound = rows.length < limit ? null : (rows.at(-1)?.[1] ?? null);
      };
      return {
        look(after, to): number {
          const bind = boundIn(values, after, to);
          const found = bound === null ? first.all(after, to, ...bind) : better.all(after, to, ...bind, bound);
          for (const id of found) ids.push(id as number);
          if (found.length > 0 && ids.length >= limit * (bound === null ? 1 : 2)) narrow();
          return terms.length === 0 ? 0 : (counted.get(after, to, ...bind) as number);
        },
        ids(): Int32Array<ArrayBuffer> {
          narrow();
          return Int32Array.from(ids);
        },
      };
    },
    /** Streams all matching rows in order of discovery, in blocks, so that no statement blocks the connection for long. */
    *stream(terms: readonly Term[], limit: number): Generator<UrlRow> {
      const { sql, values } = finish(conditionOf(terms));
      const block = db.prepare(`SELECT ${selected} FROM url u WHERE u.id > ? AND u.id <= ? AND ${sql} ORDER BY u.id LIMIT ?`);
      let after = 0;
      for (let left = limit; left > 0; ) {
        const to = reachOf(values, after, rowsOfBlock);
        const most = Math.min(left, rowsOfBlock);
        const found = block.all(after, to, ...boundIn(values, after, to), most) as UrlRow[];
        yield* found;
        left -= found.length;
        const end = found.at(-1)?.id;
        if (to < Number.MAX_SAFE_INTEGER && found.length < most) after = to;
        else if (end === undefined) return;
        else after = end;
      }
    },
  };
}
export type UrlViews = ReturnType<typeof urlViews>;
