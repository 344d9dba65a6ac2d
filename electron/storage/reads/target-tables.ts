import type { LinkPairs } from '#core/graph/link-graph.ts';
import { TargetTable, targetOf } from '#core/replay/target-table.ts';
import type { Steps } from '#core/steps.ts';
import type { ReadDb } from '../file/handle.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
import { linkReads } from '../links/link-reads.ts';

/** Rows per block: a few milliseconds. No statement is open between two blocks, so other work can use the connection. */
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
type WayFields = [id: number, isSeed: number, redirect: number | null];

/** The stored URLs of an origin, and the links and redirects to them. */
export interface StoredTable {
  readonly table: TargetTable;
  /** Rows where a crawler starts: seeds and URLs listed in sitemaps. */
  readonly roots: readonly number[];
  /** Redirects between rows. -1 if the target is not in the table. */
  readonly redirects: LinkPairs;
}

/** Links between rows of a table. */
export interface StoredLinks {
  readonly pairs: LinkPairs;
  /** Rows that pages of other origins link to. */
  readonly fromOutside: readonly number[];
  /** Whether the limit was reached: the links are incomplete. */
  readonly isCut: boolean;
}

/** Ways to reach rows of a table other than links between pages. */
export interface StoredWays {
  readonly seeds: readonly number[];
  readonly redirects: LinkPairs;
}

/** Reads for a replay. Each is one pass over a table in blocks, done once per origin. */
export function targetTableReads(db: ReadDb) {
  // In table order, so that no index on the origin and no sort is needed. Rows ascend with ids.
  const urls = db
    .prepare(
      `SELECT id, url, ${inlinksSql('url.id')}, coalesce(depth, -1) AS depth, in_sitemaps, via = 'seed', redirect_id FROM url WHERE id > ? AND origin_id = ? ORDER BY id LIMIT ?`,
    )
    .raw();
  const ways = db
    .prepare(`SELECT id, via = 'seed', redirect_id FROM url WHERE id > ? AND origin_id = ? ORDER BY id LIMIT ?`)
    .raw();
  const linked = linkReads(db);
  return {
    /** Every URL of an origin. `origin` is its key. Yields rows read. */
    *table(originId: number, origin: string): Steps<StoredTable> {
      const table = new TargetTable(origin);
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
    /** The seeds among the rows of a table, and the redirects between them. Yields URLs read. */
    *ways(table: TargetTable, originId: number): Steps<StoredWays> {
      const seeds: number[] = [];
      const from: number[] = [];
      const to: number[] = [];
      let last = 0;
      let read = 0;
      for (;;) {
        const page = ways.all(last, originId, ROWS_A_PAGE) as WayFields[];
        for (const [id, isSeed, redirect] of page) {
          last = id;
          const row = isSeed === 1 || redirect !== null ? table.rowOf(id) : -1;
          if (row < 0) continue;
          if (isSeed === 1) seeds.push(row);
          if (redirect === null) continue;
          from.push(row);
          to.push(table.rowOf(redirect));
        }
        if (page.length < ROWS_A_PAGE) break;
        read += page.length;
        yield read;
      }
      return { seeds, redirects: { from: Int32Array.from(from), to: Int32Array.from(to), count: to.length } };
    },
    /** Links to rows of the table, except those marked nofollow. Reads at most `most` links. Yields links read. */
    *links(table: TargetTable, most = Number.POSITIVE_INFINITY): Steps<StoredLinks> {
      const outside = new Set<number>();
      let from = new Int32Array(1024);
      let to = new Int32Array(1024);
      let count = 0;
      let read = 0;
      for (const span of linked.spans()) {
        for (const [source, link] of span) {
          const sourceRow = table.rowOf(source);
          while (link.next()) {
            read += 1;
            const targetRow = table.rowOf(link.to);
            if (targetRow < 0 || /nofollow/i.test(link.rel)) continue;
            if (sourceRow < 0) {
              outside.add(targetRow);
              continue;
            }
            if (count === from.length) [from, to] = [larger(from), larger(to)];
            from[count] = sourceRow;
            to[count] = targetRow;
            count += 1;
          }
        }
        if (read >= most) break;
        yield read;
      }
      return { pairs: { from, to, count }, fromOutside: [...outside], isCut: read >= most };
    },
  };
}
export type TargetTableReads = ReturnType<typeof targetTableReads>;

function larger(full: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(full.length * 2);
  twice.set(full);
  return twice;
}

/** Joins two lists of links. */
export function joinPairs(a: LinkPairs, b: LinkPairs): LinkPairs {
  const join = (left: Int32Array, right: Int32Array): Int32Array => {
    const both = new Int32Array(a.count + b.count);
    both.set(left.subarray(0, a.count));
    both.set(right.subarray(0, b.count), a.count);
    return both;
  };
  return { from: join(a.from, b.from), to: join(a.to, b.to), count: a.count + b.count };
}
