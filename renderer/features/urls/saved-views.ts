import { useCallback, useMemo } from 'react';
import type { SavedView } from '#shared/views-file.ts';
import { type NamedKind, useNamed } from '../../domain/named.ts';

const kind: NamedKind<SavedView> = {
  place: 'crawlscope.urls.views',
  most: 100,
  isOne(value): value is SavedView {
    const view = value as Partial<Record<keyof SavedView, unknown>> | null;
    return (
      typeof view === 'object' &&
      view !== null &&
      typeof view.name === 'string' &&
      typeof view.filter === 'string' &&
      ['page', 'resource', 'external', ''].includes(String(view.tab)) &&
      typeof view.sort === 'string' &&
      typeof view.descending === 'boolean' &&
      typeof view.columns === 'object' &&
      view.columns !== null &&
      (view.columnSet === undefined || typeof view.columnSet === 'string')
    );
  },
};

/** Filters with columns and order under a name. `renameSet`: a set of columns has another name. */
export function useSavedViews() {
  const { items: views, change, add, remove, rename } = useNamed(kind);
  const renameSet = useCallback(
    (from: string, to: string) => change(old => old.map(view => (view.columnSet === from ? { ...view, columnSet: to } : view))),
    [change],
  );
  return useMemo(() => ({ views, add, remove, rename, renameSet }), [views, add, remove, rename, renameSet]);
}
export type SavedViews = ReturnType<typeof useSavedViews>;
