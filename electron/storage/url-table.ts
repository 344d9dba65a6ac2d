import type { LinkPairs } from '#core/replay/discovery.ts';
import type { Steps } from '#core/replay/steps.ts';
import { targetOf, UrlTable } from '#core/replay/url-table.ts';
import type { ReadDb } from './database.ts';

/** Rows a page: some milliseconds. Between two pages no statement is open, so other work on the connection may go on. */
const ROWS_A_PAGE = 5_000;

type UrlFields = [
  id: number,
  url: string,
  inlinks: number,
  depth: number,
  inSitemaps: number,
  isSeed: number,
  redirect: number | null,
];
type LinkFields = [from: number, seq: number, to: number, isFollowed: number];

/** The stored URLs of an origin and what leads to them. */
export interface StoredTable {
  readonly table: UrlTable;
  /** Rows a crawler starts from: seeds and what sitemaps name. */
  readonly roots: readonly number[];
  /** Redirects between rows; -1 for a target that is not in the table. */
  readonly redirects: LinkPairs;
}

/** Links between rows of a table. */
export interface StoredLinks {
  readonly pairs: LinkPairs;
  /** Rows that pages of other origins link to. */
  readonly fromOutside: readonly number[];
}

/** Reads behind a replay: each is one pass over a table in pages, made once for an origin. */
export function urlTableReads(db: ReadDb) {
  // In the order of the table: neither an index on the origin nor a sort is needed, and rows rise with ids.
  const urls = db
    .prepare(
      `SELECT id, url, inlinks, depth, in_sitemaps, via = 'seed', redirect_id FROM url WHERE id > ? AND origin_id = ? ORDER BY id LIMIT ?`,
    )
    .raw();
  const links = db
    .prepare(
      `SELECT from_id, seq, to_id, rel NOT LIKE '%nofollow%' FROM link WHERE (from_id, seq) > (?, ?) ORDER BY from_id, seq LIMIT ?`,
    )
    .raw();
  return {
    /** Every URL of an origin; `origin` is its key. Yields rows read. */
    *table(originId: number, origin: string): Steps<StoredTable> {
      const table = new UrlTable(origin);
      const roots: number[] = [];
      const from: number[] = [];
      const to: number[] = [];
      let last = 0;
      for (;;) {
        const page = urls.all(last, originId, ROWS_A_PAGE) as UrlFields[];
        for (const [id, url, inlinks, depth, inSitemaps, isSeed, redirect] of page) {
          const row = table.add({ id, target: targetOf(url), inlinks, depth, inSitemap: inSitemaps > 0 });
          if (isSeed === 1 || inSitemaps > 0) roots.push(row);
          if (redirect !== null) {
            from.push(row);
            to.push(redirect);
          }
          last = id;
        }
        if (page.length < ROWS_A_PAGE) break;
        yield table.size;
      }
      const rows = Int32Array.from(to, id => table.rowOf(id));
      return { table, roots, redirects: { from: Int32Array.from(from), to: rows, count: rows.length } };
    },
    /** Every link that ends in the table, but those marked nofollow. Yields links read. */
    *links(table: UrlTable): Steps<StoredLinks> {
      const outside = new Set<number>();
      let from = new Int32Array(1024);
      let to = new Int32Array(1024);
      let count = 0;
      let read = 0;
      let last: readonly [number, number] = [0, 0];
      for (;;) {
        const page = links.all(...last, ROWS_A_PAGE) as LinkFields[];
        for (const [source, seq, target, isFollowed] of page) {
          last = [source, seq];
          const targetRow = isFollowed === 1 ? table.rowOf(target) : -1;
          if (targetRow < 0) continue;
          const sourceRow = table.rowOf(source);
          if (sourceRow < 0) {
            outside.add(targetRow);
            continue;
          }
          if (count === from.length) [from, to] = [larger(from), larger(to)];
          from[count] = sourceRow;
          to[count] = targetRow;
          count += 1;
        }
        if (page.length < ROWS_A_PAGE) break;
        read += page.length;
        yield read;
      }
      return { pairs: { from, to, count }, fromOutside: [...outside] };
    },
  };
}
export type UrlTableReads = ReturnType<typeof urlTableReads>;

function larger(full: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(full.length * 2);
  twice.set(full);
  return twice;
}

/** Two lists of links as one. */
export function joinPairs(a: LinkPairs, b: LinkPairs): LinkPairs {
  const join = (left: Int32Array, right: Int32Array): Int32Array => {
    const both = new Int32Array(a.count + b.count);
    both.set(left.subarray(0, a.count));
    both.set(right.subarray(0, b.count), a.count);
    return both;
  };
  return { from: join(a.from, b.from), to: join(a.to, b.to), count: a.count + b.count };
}
