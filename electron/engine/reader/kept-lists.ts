import { append } from '#shared/lists.ts';
import type { UrlCells } from '#shared/model/url-columns.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import type { UrlViews } from '#storage/lists/url-views.ts';

const maxLists = 16;
/** The most ids in all open lists, four bytes each. The newest list always stays. */
const maxIds = 4_000_000;
/** Rows per read for callers that read many. */
const rowsOfCall = 500;

/** A list of URLs. Its rows stay as they are. */
export interface KeptList {
  readonly count: number;
  /** The first ids, until the order is complete. */
  readonly first: Int32Array;
  /** The complete order; null until it is ready. */
  ids: Int32Array | null;
  /** Settles when the order is complete, or when a newer list cancelled it. */
  whole: Promise<unknown>;
  /** Makes a cancelled order again; otherwise null. */
  again: (() => void) | null;
}

const noIds = new Int32Array(0);

/** A list whose order is complete. */
export const wholeList = (ids: Int32Array): KeptList => ({
  ids,
  first: noIds,
  count: ids.length,
  whole: Promise.resolve(),
  again: null,
});

/**
 * A list of so many URLs whose first ids are known, and the others when `order` is. Orders must begin with the first ids. `again` makes one
 * after the first was cancelled.
 */
export function begunList(
  { first, count }: Pick<KeptList, 'first' | 'count'>,
  order: Promise<Int32Array>,
  again: () => Promise<Int32Array>,
): KeptList {
  const follow = (made: Promise<Int32Array>): Promise<unknown> =>
    made.then(
      ids => {
        list.ids = ids;
      },
      (error: unknown) => {
        if (!(error instanceof RpcError)) console.error(error);
        list.again = () => {
          list.again = null;
          list.whole = follow(again());
        };
      },
    );
  const list: KeptList = { ids: null, first, count, whole: Promise.resolve(), again: null };
  list.whole = follow(order);
  return list;
}

/** The lists that callers can read, by number. The oldest are closed when they have too many ids together. */
export class KeptLists {
  private readonly views: UrlViews;
  private readonly closed: (view: number) => void;
  private readonly lists = new Map<number, KeptList>();
  private next = 1;

  /** `closed`: called with the number of each list that is closed. */
  constructor(views: UrlViews, closed: (view: number) => void) {
    this.views = views;
    this.closed = closed;
  }

  /** Returns the number of the list. */
  add(list: KeptList): number {
    const view = this.next++;
    this.lists.set(view, list);
    let kept = 0;
    for (const [handle, { count }] of [...this.lists].reverse()) {
      kept += count;
      if (handle === view || (kept <= maxIds && this.next - handle <= maxLists)) continue;
      this.lists.delete(handle);
      this.closed(handle);
    }
    return view;
  }

  /** Rows of a list, from a position on: with these columns, or with all. */
  async rows(view: number, from: number, limit: number, columns?: readonly string[]): Promise<readonly UrlCells[]> {
    const list = this.lists.get(view) ?? fail('not_found', 'This list is closed. Open it again.');
    const known = list.ids ?? list.first;
    const read = (ids: Int32Array): readonly UrlCells[] => {
      const wanted = ids.subarray(from, from + limit);
      return columns ? this.views.cells(wanted, columns) : this.views.rows(wanted);
    };
    if (from + limit <= known.length || known.length === list.count) return read(known);
    await list.whole;
    if (list.ids === null) {
      // A newer list cancelled this one, but the caller still shows it.
      list.again?.();
      await list.whole;
    }
    return list.ids ? read(list.ids) : [];
  }

  /** The URLs at these positions of a list, in its order, up to a limit. */
  async urlsAt(view: number, ranges: readonly (readonly [first: number, last: number])[], most: number): Promise<string[]> {
    const found: string[] = [];
    for (const [first, last] of ranges)
      for (let from = first; from <= last && found.length < most; from += rowsOfCall) {
        const rows = await this.rows(view, from, Math.min(rowsOfCall, last - from + 1, most - found.length), []);
        if (rows.length === 0) break;
        append(
          found,
          rows.map(row => row.url),
        );
        // Other calls of the window run between two of these.
        await new Promise(done => setImmediate(done));
      }
    return found;
  }

  /** Position of a URL in a list, -1 when it is not in it. */
  async position(view: number, url: string): Promise<number> {
    const list = this.lists.get(view);
    const id = this.views.idOf(url);
    if (!list || id === 0) return -1;
    // Rows already returned keep their positions.
    const early = list.first.indexOf(id);
    if (early >= 0) return early;
    await list.whole;
    return list.ids?.indexOf(id) ?? -1;
  }
}
