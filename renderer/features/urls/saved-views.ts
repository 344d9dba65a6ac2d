import { useCallback, useState } from 'react';
import type { SavedView } from '#shared/views-file.ts';

const place = 'crawlscope.urls.views';
const mostKept = 100;

const isView = (value: unknown): value is SavedView => {
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
    view.columns !== null
  );
};

function read(): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView).slice(0, mostKept) : [];
  } catch (error) {
    // The list works without them.
    console.warn('The saved views could not be read.', error);
    return [];
  }
}

/** The list with these views, each in place of one of its name. */
export const withViews = (old: readonly SavedView[], added: readonly SavedView[]): readonly SavedView[] =>
  [...old.filter(({ name }) => !added.some(each => each.name === name)), ...added].slice(-mostKept);

/** Filters with columns and order under a name, kept between starts, beside the sets of columns. */
export function useSavedViews() {
  const [views, setViews] = useState(read);
  const change = useCallback((next: (old: readonly SavedView[]) => readonly SavedView[]) => {
    setViews(old => {
      const made = next(old);
      localStorage.setItem(place, JSON.stringify(made));
      return made;
    });
  }, []);
  return {
    views,
    add: useCallback((added: readonly SavedView[]) => change(old => withViews(old, added)), [change]),
    remove: useCallback((name: string) => change(old => old.filter(view => view.name !== name)), [change]),
    rename: useCallback(
      (from: string, to: string) =>
        change(old =>
          old.filter(({ name }) => name !== to || name === from).map(view => (view.name === from ? { ...view, name: to } : view)),
        ),
      [change],
    ),
  };
}
