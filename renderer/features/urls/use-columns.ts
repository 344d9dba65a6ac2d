import { useCallback, useMemo, useState } from 'react';
import { urlColumns } from '#shared/model/url-columns.ts';
import { useRuleColumns } from '../../domain/use-rules.ts';
import { arranged, type ColumnLayout, type LayoutPreset, moveColumn, readLayout } from '../../ui/grid/column-layout.ts';
import { allColumns as fixedColumns, gridColumns, hiddenAtFirst } from './columns.tsx';

const place = 'crawlscope.urls.columns';
const initial: ColumnLayout = { order: [], hidden: hiddenAtFirst(urlColumns), pinned: ['url'], widths: {} };
const only = (...keys: string[]): ColumnLayout => ({
  ...initial,
  order: keys,
  hidden: fixedColumns.map(({ key }) => key).filter(key => !keys.includes(key)),
});

/** Sets of columns for a kind of work. */
export const builtIn: readonly LayoutPreset[] = [
  { name: 'Overview', layout: initial },
  {
    name: 'Decisions',
    layout: only('url', 'reason', 'mayFetch', 'mayList', 'linksFollowed', 'status', 'canonical', 'redirectTo'),
  },
  { name: 'Structure', layout: only('url', 'depth', 'inlinks', 'outlinks', 'inSitemaps', 'status', 'title') },
  { name: 'Responses', layout: only('url', 'status', 'contentType', 'bytes', 'totalMs', 'fetchedAt', 'redirectTo') },
  { name: 'All columns', layout: { ...initial, hidden: [] } },
];

/** Columns of custom rules come and go with the file; their places are kept. */
const ruleKey = /^((search|extract)\.[a-z][a-z0-9_-]*|segment)$/;

function placesIn(layout: unknown): { readonly key: string; readonly width: number }[] {
  const lists = typeof layout === 'object' && layout !== null ? Object.values(layout) : [];
  const keys = lists.flatMap(list => (Array.isArray(list) ? list : typeof list === 'object' && list ? Object.keys(list) : []));
  return [...new Set(keys)].flatMap(key => (typeof key === 'string' && ruleKey.test(key) ? [{ key, width: 150 }] : []));
}

const readStored = (layout: unknown): ColumnLayout => readLayout(layout, [...fixedColumns, ...placesIn(layout)], initial);

interface Stored {
  readonly layout: ColumnLayout;
  readonly presets: readonly LayoutPreset[];
}

function read(): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem(place) ?? 'null') as { layout?: unknown; presets?: unknown } | null;
    const presets = Array.isArray(stored?.presets) ? (stored.presets as { name?: unknown; layout?: unknown }[]) : [];
    return {
      layout: readStored(stored?.layout),
      presets: presets
        .filter((preset): preset is { name: string; layout: unknown } => typeof preset?.name === 'string' && preset.name !== '')
        .map(({ name, layout }) => ({ name, layout: readStored(layout) })),
    };
  } catch (error) {
    // If the stored columns are damaged, use the defaults so that the table still works.
    console.warn('The columns of the URL table could not be read.', error);
    return { layout: initial, presets: [] };
  }
}

/** The columns of the URL table as the user arranged them, kept from one start to the next. */
export function useColumns() {
  const [stored, setStored] = useState(read);
  const change = useCallback((next: (old: Stored) => Stored) => {
    setStored(old => {
      const made = next(old);
      localStorage.setItem(place, JSON.stringify(made));
      return made;
    });
  }, []);
  const { layout, presets } = stored;
  const ofRules = useRuleColumns();
  const allColumns = useMemo(() => [...fixedColumns, ...gridColumns(ofRules)], [ofRules]);
  const all = useMemo(() => arranged(allColumns, layout), [allColumns, layout]);
  const columns = useMemo(
    () =>
      all
        .filter(({ key }) => !layout.hidden.includes(key))
        .map(column => ({ ...column, pinned: layout.pinned.includes(column.key) })),
    [all, layout],
  );
  const setLayout = useCallback(
    (next: (old: ColumnLayout) => ColumnLayout) => change(old => ({ ...old, layout: next(old.layout) })),
    [change],
  );
  const onResize = useCallback(
    (key: string, width: number) => setLayout(old => ({ ...old, widths: { ...old.widths, [key]: width } })),
    [setLayout],
  );
  const onMove = useCallback(
    (key: string, by: -1 | 1) => setLayout(old => moveColumn(allColumns, old, key, by)),
    [allColumns, setLayout],
  );
  const savePreset = useCallback(
    (name: string) =>
      change(old => ({
        ...old,
        presets: [...old.presets.filter(each => each.name !== name), { name, layout: old.layout }].slice(-30),
      })),
    [change],
  );
  const removePreset = useCallback(
    (name: string) => change(old => ({ ...old, presets: old.presets.filter(each => each.name !== name) })),
    [change],
  );
  return { all, columns, layout, setLayout, presets, savePreset, removePreset, onResize, onMove };
}
export type Columns = ReturnType<typeof useColumns>;
