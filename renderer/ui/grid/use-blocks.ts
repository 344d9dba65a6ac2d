import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { type BlockLoader, createBlockLoader } from './block-loader.ts';

interface Page<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

/** A list that arrives in blocks. */
export interface Blocks<T> {
  /** Undefined until the first block is here. */
  readonly total: number | undefined;
  readonly rowAt: (index: number) => T | undefined;
  readonly onRange: (first: number, last: number) => void;
  readonly error: string;
  readonly retry: () => void;
}

/** A list that tells its length with its first block. `load` must be stable; a new one starts over. */
export function useBlocks<T>(load: (from: number, limit: number) => Promise<Page<T>>): Blocks<T> {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [found, setFound] = useState<{ readonly loader: BlockLoader<T>; readonly total: number } | null>(null);
  const loader = useMemo(() => {
    const made: BlockLoader<T> = createBlockLoader<T>({
      size: 100,
      maxInFlight: 2,
      load: async (from, limit) => {
        const page = await load(from, limit);
        setFound({ loader: made, total: page.total });
        return page.rows;
      },
      onChange: redraw,
    });
    return made;
  }, [load]);
  useEffect(() => loader.want(0, 0), [loader]);
  const onRange = useCallback((first: number, last: number) => loader.want(first, last), [loader]);
  const rowAt = useCallback((index: number) => loader.row(index), [loader]);
  return { total: found?.loader === loader ? found.total : undefined, rowAt, onRange, error: loader.error, retry: loader.retry };
}
