import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UrlCells, UrlColumnKey } from '#shared/model/url-columns.ts';
import type { UrlViewInfo } from '#shared/model/url-view.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useProgress } from '../../bridge/hooks.ts';
import { type BlockLoader, createBlockLoader } from '../../ui/grid/block-loader.ts';
import { createRowChanges } from '../../ui/grid/row-changes.ts';
import type { GridHandle } from '../../ui/grid/virtual-grid.tsx';
import { rowsWith } from './first-rows.ts';

interface Open {
  readonly info: UrlViewInfo;
  readonly rows: BlockLoader<UrlCells>;
  /** Keys of the columns that the rows have. */
  readonly columns: readonly string[];
}

export interface UrlOrder {
  /** As typed. */
  readonly filter: string;
  /** The class of the tab, '' for all. */
  readonly within: string;
  readonly sort: UrlColumnKey;
  readonly descending: boolean;
}

/** Rows of a block. */
const blockRows = 100;
/** A loaded list waits this long for the position of the selected row. */
const placeMs = 50;

/** A moving crawl reopens the order at most this often, and never takes more than a fifth of the time for it. */
const refreshMs = 1_500;
const share = 4;
/** A list that takes longer than this is said to be under way. */
const noticedMs = 120;

/**
 * The URLs in one order. While a crawl runs, the hook opens the order again from time to time, but not while `held`.
 * The new list replaces the old one when its visible rows have been loaded, so the table never shows gaps.
 * The engine may first return a part of a search, or an order that is a moment old. The complete, current list then replaces it.
 * Rows come with the `shown` columns only. A column that is shown later appears when the visible rows have it.
 */
export function useUrlList(
  order: UrlOrder,
  {
    grid,
    selectedUrl,
    held,
    shown,
  }: { grid: RefObject<GridHandle | null>; selectedUrl: string; held: boolean; shown: readonly string[] },
) {
  const [open, setOpen] = useState<Open | null>(null);
  const [selected, setSelected] = useState(-1);
  const [error, setError] = useState('');
  const [isLate, setLate] = useState(false);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [rowChanges] = useState(createRowChanges);
  const loaderOf = useCallback(
    (view: number, columns: readonly string[], first?: readonly UrlCells[]): BlockLoader<UrlCells> => {
      let error = '';
      const rows = createBlockLoader<UrlCells>({
        size: blockRows,
        maxInFlight: 2,
        load: (from, limit) => client.call('urls.rows', { view, from, limit, columns: [...columns] }),
        onChange: () => {
          rowChanges.notify();
          if (rows.error !== error) redraw();
          error = rows.error;
        },
        ...(first && { first }),
      });
      return rows;
    },
    [rowChanges],
  );
  const [attempt, retry] = useReducer((n: number) => n + 1, 0);
  const progress = useProgress(refreshMs);
  const latest = useRef({
    open,
    selectedUrl,
    shown,
    range: [0, 40] as readonly [number, number],
    asked: '',
    attempt: -1,
    turn: 0,
    busy: '',
    /** The timer after which the list is said to be under way. */
    noticed: 0,
    tookMs: 0,
    endedAt: 0,
  });
  latest.current.open = open;
  latest.current.selectedUrl = selectedUrl;
  latest.current.shown = shown;

  // biome-ignore lint/correctness/useExhaustiveDependencies: progress and attempt only repeat the call
  useEffect(() => {
    const now = latest.current;
    const key = JSON.stringify(order);
    const same = key === now.asked && now.open !== null;
    const isAgain = now.attempt === attempt;
    if (same && isAgain && held) {
      // Drop a list that is still loading: it would replace the list in which the user selects rows.
      now.turn += 1;
      now.busy = '';
      return;
    }
    if (same && isAgain && now.busy === key) return;
    now.attempt = attempt;
    const wait = same && isAgain ? Math.max(0, now.endedAt + now.tookMs * share - performance.now()) : 0;
    const turn = ++now.turn;
    const isStale = (): boolean => turn !== now.turn;
    /**
     * Replaces the list. `keep`: the rows on screen stay where they are. `seek`: scrolls to the selected row.
     * Resolves to true when the selected row was found or no row is selected.
     */
    const show = async (
      info: UrlViewInfo,
      { keep, seek, had = [] }: { readonly keep: boolean; readonly seek: boolean; readonly had?: readonly string[] },
    ): Promise<boolean> => {
      const first = rowsWith(now.shown, info, had);
      const columns = first ? had : now.shown;
      const rows = loaderOf(info.view, columns, first);
      const position = async (url: string): Promise<number> =>
        url === '' ? -1 : client.call('urls.position', { view: info.view, url });
      const top = grid.current?.topRow() ?? 0;
      let moved = 0;
      /** The selected row, -1 for none, null while it is unknown: a partial list may not contain it yet. */
      let at: number | null = keep ? -1 : null;
      if (keep && info.count > 0) {
        const place = position(now.selectedUrl);
        place.catch(() => undefined);
        const topUrl = top > 0 ? (now.open?.rows.row(top)?.url ?? '') : '';
        const topAt = await position(topUrl);
        if (topAt >= 0 && top > 0) moved = topAt - top;
        await rows.whenLoaded(Math.max(0, now.range[0] + moved), Math.min(info.count - 1, now.range[1] + moved));
        at = await Promise.race([place, new Promise<null>(done => setTimeout(done, placeMs, null))]);
      } else if (info.count > 0) await rows.whenLoaded(0, 0);
      if (isStale()) return false;
      now.asked = key;
      // Synchronously: a key press that extends the selection must not meet the new list with the old selection.
      clearTimeout(now.noticed);
      flushSync(() => {
        setOpen({ info, rows, columns });
        setLate(false);
        setSelected(at ?? -1);
        setError('');
      });
      if (moved !== 0) requestAnimationFrame(() => grid.current?.scrollBy(moved));
      if (!keep) grid.current?.scrollTo(0);
      const url = now.selectedUrl;
      // The first rows do not wait for the place of the selected one.
      const found = at ?? (await position(url));
      if (isStale() || found < 0) return url === '';
      if (now.selectedUrl === url) setSelected(found);
      if (seek && (!keep || grid.current?.topRow() === 0)) requestAnimationFrame(() => grid.current?.scrollTo(found));
      return true;
    };
    const reopen = async (): Promise<void> => {
      const started = performance.now();
      now.busy = key;
      clearTimeout(now.noticed);
      if (!same) now.noticed = window.setTimeout(() => !isStale() && setLate(true), noticedMs);
      try {
        const columns = now.shown;
        // The first rows come with a new order: one call less to wait for.
        const first = same ? {} : { first: { limit: blockRows, columns: [...columns] } };
        const info = await client.call('urls.view', { ...order, soon: !same, ...first });
        if (isStale()) return;
        const isFound = await show(info, { keep: same, seek: !same, had: columns });
        if ((info.searched < 1 || !info.current) && !isStale()) {
          const whole = await client.call('urls.complete', { view: info.view });
          if (!isStale()) await show(whole, { keep: true, seek: !isFound });
        }
      } finally {
        if (!isStale()) {
          clearTimeout(now.noticed);
          setLate(false);
          now.busy = '';
          now.endedAt = performance.now();
          now.tookMs = now.endedAt - started;
        }
      }
    };
    const begin = (): void => void reopen().catch((reason: unknown) => !isStale() && setError(messageOf(reason)));
    if (wait === 0) {
      begin();
      return;
    }
    const timer = setTimeout(begin, wait);
    return () => clearTimeout(timer);
  }, [order, grid, progress, attempt, held, loaderOf]);

  // The same list with the columns that its rows lack.
  useEffect(() => {
    if (open === null || shown.every(key => open.columns.includes(key))) return;
    let isStale = false;
    const rows = loaderOf(open.info.view, shown);
    const [first, last] = latest.current.range;
    const loaded = open.info.count === 0 ? Promise.resolve() : rows.whenLoaded(first, Math.min(open.info.count - 1, last));
    void loaded.then(() => !isStale && setOpen({ info: open.info, rows, columns: shown }));
    return () => {
      isStale = true;
    };
  }, [open, shown, loaderOf]);

  const onRange = useCallback(
    (first: number, last: number) => {
      latest.current.range = [first, last];
      open?.rows.want(first, last);
    },
    [open],
  );
  const rowAt = useCallback((index: number) => open?.rows.row(index), [open]);
  return {
    info: open?.info ?? null,
    rows: open?.rows ?? null,
    rowAt,
    rowChanges,
    onRange,
    selected,
    setSelected,
    isLate,
    error,
    retry,
  };
}
