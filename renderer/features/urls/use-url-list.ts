import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { UrlViewInfo } from '#shared/contract.ts';
import type { UrlColumn, UrlRow } from '#shared/model/explanation.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useProgress } from '../../bridge/hooks.ts';
import { type BlockLoader, createBlockLoader } from '../../ui/block-loader.ts';
import type { GridHandle } from '../../ui/virtual-grid.tsx';

/** Chromium's tallest element holds about 1.39 million rows of 24 px; narrower filters show the rest. */
export const mostRows = 1_250_000;

interface Open {
  readonly info: UrlViewInfo;
  readonly rows: BlockLoader<UrlRow>;
}

export interface UrlOrder {
  readonly filter: string;
  readonly sort: UrlColumn;
  readonly descending: boolean;
}

/** The URLs in one order. A moving crawl reopens the order, swapped in only once its visible rows are here. */
export function useUrlList(order: UrlOrder, grid: RefObject<GridHandle | null>, selectedUrl: string) {
  const [open, setOpen] = useState<Open | null>(null);
  const [selected, setSelected] = useState(-1);
  const [error, setError] = useState('');
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [attempt, retry] = useReducer((n: number) => n + 1, 0);
  const progress = useProgress(1_500);
  const latest = useRef({ open, selectedUrl, range: [0, 40] as readonly [number, number], asked: '', turn: 0 });
  latest.current.open = open;
  latest.current.selectedUrl = selectedUrl;

  // biome-ignore lint/correctness/useExhaustiveDependencies: progress and attempt only ask again
  useEffect(() => {
    const now = latest.current;
    const turn = ++now.turn;
    const key = JSON.stringify(order);
    const same = key === now.asked && now.open !== null;
    const position = async (view: number, url: string): Promise<number> =>
      url === '' ? -1 : client.call('urls.position', { view, url });
    const reopen = async (): Promise<void> => {
      const info = await client.call('urls.view', order);
      if (turn !== now.turn) return;
      const rows = createBlockLoader<UrlRow>({
        size: 100,
        maxInFlight: 2,
        load: (from, limit) => client.call('urls.rows', { view: info.view, from, limit }),
        onChange: redraw,
      });
      const top = grid.current?.topRow() ?? 0;
      const topUrl = same ? (now.open?.rows.row(top)?.url ?? '') : '';
      const [at, topAt] = await Promise.all([position(info.view, now.selectedUrl), position(info.view, topUrl)]);
      const moved = topAt >= 0 && top > 0 ? topAt - top : 0;
      if (same && info.count > 0) {
        await rows.whenLoaded(Math.max(0, now.range[0] + moved), Math.min(info.count - 1, now.range[1] + moved));
      }
      if (turn !== now.turn) return;
      now.asked = key;
      setOpen({ info, rows });
      setSelected(at);
      setError('');
      if (moved !== 0) requestAnimationFrame(() => grid.current?.scrollBy(moved));
      if (!same) requestAnimationFrame(() => grid.current?.scrollTo(Math.max(0, Math.min(at, info.count - 1))));
    };
    reopen().catch((reason: unknown) => turn === now.turn && setError(messageOf(reason)));
  }, [order, grid, progress, attempt]);

  const onRange = useCallback(
    (first: number, last: number) => {
      latest.current.range = [first, last];
      open?.rows.want(first, last);
    },
    [open],
  );
  const rowAt = useCallback((index: number) => open?.rows.row(index), [open]);
  return { info: open?.info ?? null, rows: open?.rows ?? null, rowAt, onRange, selected, setSelected, error, retry };
}
