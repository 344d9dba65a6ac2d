import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { SearchHit } from '#shared/model/text-search.ts';
import { client } from '../../bridge/client.ts';

const rowsOfBlock = 100;

/** The pages that a search found so far, in blocks as they come into view. A block at the end of a running search grows. */
export function useHits(id: number, count: number) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const kept = useRef({ id: 0, blocks: new Map<number, readonly SearchHit[]>(), asked: new Set<number>(), first: 0, last: 40 });
  if (kept.current.id !== id) kept.current = { id, blocks: new Map(), asked: new Set(), first: 0, last: 40 };
  const load = useCallback(() => {
    const now = kept.current;
    for (let block = Math.floor(now.first / rowsOfBlock); block * rowsOfBlock <= Math.min(now.last, count - 1); block++) {
      const wanted = Math.min(rowsOfBlock, count - block * rowsOfBlock);
      if (now.asked.has(block) || (now.blocks.get(block)?.length ?? 0) >= wanted) continue;
      now.asked.add(block);
      client
        .call('search.hits', { id: now.id, from: block * rowsOfBlock, limit: rowsOfBlock })
        .then(
          rows => void now.blocks.set(block, rows),
          // Another search started: its rows come with it.
          () => undefined,
        )
        .finally(() => {
          now.asked.delete(block);
          redraw();
        });
    }
  }, [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search has other rows
  useEffect(load, [load, id]);
  const want = useCallback(
    (first: number, last: number) => {
      kept.current.first = first;
      kept.current.last = last;
      load();
    },
    [load],
  );
  const row = (index: number): SearchHit | undefined =>
    kept.current.blocks.get(Math.floor(index / rowsOfBlock))?.[index % rowsOfBlock];
  return { row, want };
}
