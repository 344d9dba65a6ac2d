import { useMemo } from 'react';
import { useCall } from '../../bridge/hooks.ts';
import { type ClassTab, classTabs } from '../../bridge/nav-state.ts';

/** URLs by tab. */
export type ClassCounts = Readonly<Record<ClassTab, number>>;

/**
 * How many URLs each tab has, or how many of them match a filter. Null while they are counted, and while the columns
 * of the file are not loaded. `refresh`: a changed number repeats the count. A null filter requests nothing.
 */
export function useClassCounts(filter: string | null, refresh: number): ClassCounts | null {
  const { data } = useCall('urls.classes', filter === null ? null : { filter }, refresh);
  return useMemo(() => {
    if (!data) return null;
    const counts = Object.fromEntries(classTabs.map(tab => [tab, data[tab] ?? 0])) as Record<ClassTab, number>;
    counts[''] = Object.values(data).reduce((sum, count) => sum + count, 0);
    return counts;
  }, [data]);
}
