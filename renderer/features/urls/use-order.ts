import { useCallback, useMemo, useState } from 'react';
import type { UrlColumnKey } from '#shared/model/url-columns.ts';
import { allColumns } from './columns.tsx';
import type { UrlOrder } from './use-url-list.ts';

interface Sorting {
  readonly key: UrlColumnKey;
  readonly descending: boolean;
}

/** The filter, the filter around it, and the sorted column; sorting by the same column again turns the order round. */
export function useOrder(filter: string, within: string) {
  const [sorting, setSorting] = useState<Sorting>({ key: 'depth', descending: false });
  const order = useMemo<UrlOrder>(
    () => ({ filter, within, sort: sorting.key, descending: sorting.descending }),
    [filter, within, sorting],
  );
  const sortBy = useCallback((key: string, reversed: boolean) => {
    // Columns of custom rules sort too; the engine knows which there are.
    const column = allColumns.find(c => c.key === key)?.key ?? (key as UrlColumnKey);
    setSorting(old => ({ key: column, descending: old.key === column ? !old.descending : reversed }));
  }, []);
  const setOrder = useCallback((key: string, descending: boolean) => setSorting({ key: key as UrlColumnKey, descending }), []);
  return { order, sorting, sortBy, setOrder };
}
