import { useCallback, useMemo, useState } from 'react';
import { listedColumns } from '#shared/model/link-score-column.ts';
import type { ClassTab } from '../../bridge/nav-state.ts';
import { renamedIn, withNamed } from '../../domain/named.ts';
import { useRuleColumns } from '../../domain/use-rules.ts';
import { arranged, type ColumnLayout, type LayoutPreset, moveColumn, readLayout } from '../../ui/grid/column-layout.ts';
import { allColumns, gridColumns, hiddenAtFirst } from './columns.tsx';

/** Pages and all URLs have one arrangement; resources and external URLs have their own. */
const placeOf = (tab: ClassTab): string =>
  tab === 'resource' || tab === 'external' ? `crawlscope.urls.columns.${tab}` : 'crawlscope.urls.columns';
const initial: ColumnLayout = { order: [], hidden: hiddenAtFirst(listedColumns), pinned: ['url'], widths: {} };
const only = (...keys: string[]): ColumnLayout => ({
  ...initial,
  order: keys,
  hidden: allColumns.map(({ key }) => key).filter(key => !keys.includes(key)),
});

const initialOf: Readonly<Record<ClassTab, ColumnLayout>> = {
  '': initial,
  page: initial,
  resource: only(
    'url',
    'contentType',
    'mayFetch',
    'checkStatus',
    'checkResult',
    'status',
    'bytes',
    'declaredBytes',
    'foundOn',
    'reason',
  ),
  external: only('url', 'checkStatus', 'checkResult', 'mayFetch', 'inlinks', 'contentType', 'declaredBytes', 'foundOn', 'reason'),
};

/** Sets of columns for a kind of work. */
export const builtIn: readonly LayoutPreset[] = [
  { name: 'Overview', layout: initial },
  {
    name: 'Decisions',
    layout: only('url', 'reason', 'mayFetch', 'mayList', 'linksFollowed', 'status', 'canonical', 'redirectTo'),
  },
  {
    name: 'Titles and descriptions',
    layout: only(
      'url',
      'status',
      'indexability',
      'title',
      'titleLength',
      'titlePixels',
      'titles',
      'description',
      'descriptionLength',
      'descriptionPixels',
      'descriptions',
    ),
  },
  {
    name: 'Content',
    layout: only(
      'url',
      'indexability',
      'h1',
      'h1Length',
      'h1Count',
      'h2Count',
      'words',
      'readability',
      'textRatio',
      'lang',
      'detectedLang',
      'images',
      'imagesWithoutAlt',
      'structuredTypes',
      'textHash',
    ),
  },
  {
    name: 'Structure',
    layout: only(
      'url',
      'depth',
      'inlinks',
      'internalLinks',
      'externalLinks',
      'inSitemaps',
      'hreflangs',
      'foundOn',
      'status',
      'title',
    ),
  },
  {
    name: 'Responses',
    layout: only('url', 'status', 'contentType', 'bytes', 'firstByteMs', 'totalMs', 'httpVersion', 'fetchedAt', 'redirectTo'),
  },
  { name: 'All columns', layout: { ...initial, hidden: [] } },
];

const mostPresets = 30;

/** The layout of a set by its name: one of the user's, or a built-in one; null where there is none. */
export const namedLayout = (presets: readonly LayoutPreset[], name: string): ColumnLayout | null =>
  [...presets, ...builtIn].find(each => each.name === name)?.layout ?? null;

interface Stored {
  readonly layout: ColumnLayout;
  readonly presets: readonly LayoutPreset[];
}

/** Columns of custom rules come and go with the file; their places are kept. */
const ruleKey = /^((search|extract)\.[a-z][a-z0-9_-]*|segment)$/;

function placesIn(layout: unknown): { readonly key: string; readonly width: number }[] {
  const lists = typeof layout === 'object' && layout !== null ? Object.values(layout) : [];
  const keys = lists.flatMap(list => (Array.isArray(list) ? list : typeof list === 'object' && list ? Object.keys(list) : []));
  return [...new Set(keys)].flatMap(key => (typeof key === 'string' && ruleKey.test(key) ? [{ key, width: 150 }] : []));
}

/** A stored layout. Columns that it does not know, because they came later, are hidden where they are hidden at first. */
function layoutOf(value: unknown, first: ColumnLayout, known: unknown): ColumnLayout {
  const layout = readLayout(value, [...allColumns, ...placesIn(value)], first);
  const names: readonly unknown[] = Array.isArray(known) ? known : [...layout.order, ...beforeKnown];
  const later = first.hidden.filter(key => !names.includes(key) && !layout.hidden.includes(key));
  return later.length === 0 ? layout : { ...layout, hidden: [...layout.hidden, ...later] };
}

/** A layout to be kept elsewhere: it names every column there is, so that a reader can tell those that come later. */
const whole = (columns: Parameters<typeof arranged>[0], layout: ColumnLayout): ColumnLayout => ({
  ...layout,
  order: arranged(columns, layout).map(({ key }) => key),
});

/** Columns hidden at first that there were when a layout did not yet store which ones it knows. */
const beforeKnown = [
  'state',
  'canonical',
  'redirectTo',
  'inSitemaps',
  'checkResult',
  'checkStatus',
  'robotsLine',
  'class',
  'fetchedAt',
];

function read(tab: ClassTab): Stored {
  const first = initialOf[tab];
  try {
    const stored = JSON.parse(localStorage.getItem(placeOf(tab)) ?? 'null') as {
      layout?: unknown;
      presets?: unknown;
      known?: unknown;
    } | null;
    const presets = Array.isArray(stored?.presets) ? (stored.presets as { name?: unknown; layout?: unknown }[]) : [];
    const own = (value: unknown): ColumnLayout => (stored ? layoutOf(value, first, stored.known) : first);
    return {
      layout: own(stored?.layout),
      presets: presets
        .filter((preset): preset is { name: string; layout: unknown } => typeof preset?.name === 'string' && preset.name !== '')
        .map(({ name, layout }) => ({ name, layout: own(layout) })),
    };
  } catch (error) {
    // If the stored columns are damaged, use the defaults so that the table still works.
    console.warn('The columns of the URL table could not be read.', error);
    return { layout: first, presets: [] };
  }
}

/**
 * The columns of a tab of the URL table as the user arranged them, stored between starts. `answers`: keys of columns
 * that answer the current question. They come first, even if they are hidden.
 */
export function useColumns(tab: ClassTab, answers: readonly string[]) {
  const place = placeOf(tab);
  const [byPlace, setStored] = useState<Readonly<Record<string, Stored>>>({});
  const stored = useMemo(() => byPlace[place] ?? read(tab), [byPlace, place, tab]);
  const change = useCallback(
    (next: (old: Stored) => Stored) => {
      setStored(old => {
        const made = next(old[place] ?? read(tab));
        localStorage.setItem(place, JSON.stringify({ ...made, known: allColumns.map(({ key }) => key) }));
        return { ...old, [place]: made };
      });
    },
    [place, tab],
  );
  const { layout, presets } = stored;
  const ofRules = useRuleColumns();
  const known = useMemo(() => [...allColumns, ...gridColumns(ofRules)], [ofRules]);
  const all = useMemo(() => arranged(known, layout), [known, layout]);
  const shared = useMemo(() => whole(known, layout), [known, layout]);
  const wanted = answers.join(' ');
  const columns = useMemo(() => {
    const first = wanted === '' ? [] : wanted.split(' ');
    const shown = all
      .filter(({ key }) => first.includes(key) || !layout.hidden.includes(key))
      .map(column => ({ ...column, pinned: layout.pinned.includes(column.key) }));
    // Next to the columns that stay in place.
    const rank = ({ key, pinned }: (typeof shown)[number]): number =>
      pinned ? -1 : first.includes(key) ? first.indexOf(key) : first.length;
    return shown
      .map((column, index) => ({ column, index }))
      .sort((a, b) => rank(a.column) - rank(b.column) || a.index - b.index)
      .map(({ column }) => column);
  }, [all, layout, wanted]);
  const setLayout = useCallback(
    (next: (old: ColumnLayout) => ColumnLayout) => change(old => ({ ...old, layout: next(old.layout) })),
    [change],
  );
  /** A layout from elsewhere: unknown columns are left out. */
  const applyLayout = useCallback(
    (next: unknown) => setLayout(() => layoutOf(next, initialOf[tab], undefined)),
    [setLayout, tab],
  );
  const onResize = useCallback(
    (key: string, width: number) => setLayout(old => ({ ...old, widths: { ...old.widths, [key]: width } })),
    [setLayout],
  );
  const onMove = useCallback((key: string, by: -1 | 1) => setLayout(old => moveColumn(known, old, key, by)), [known, setLayout]);
  const savePreset = useCallback(
    (name: string) =>
      change(old => ({
        ...old,
        presets: withNamed(old.presets, [{ name, layout: whole(known, old.layout) }], mostPresets),
      })),
    [change, known],
  );
  const addPresets = useCallback(
    (added: readonly LayoutPreset[]) =>
      change(old => {
        const known = added.map(({ name, layout }) => ({ name, layout: layoutOf(layout, initialOf[tab], undefined) }));
        return { ...old, presets: withNamed(old.presets, known, mostPresets) };
      }),
    [change, tab],
  );
  const removePreset = useCallback(
    (name: string) => change(old => ({ ...old, presets: old.presets.filter(each => each.name !== name) })),
    [change],
  );
  const renamePreset = useCallback(
    (from: string, to: string) => change(old => ({ ...old, presets: renamedIn(old.presets, from, to) })),
    [change],
  );
  /** The arrangement that the tab had at first. */
  const reset = useCallback(() => setLayout(() => initialOf[tab]), [setLayout, tab]);
  return useMemo(
    () => ({
      ...{ all, columns, layout, shared, setLayout, applyLayout, reset, onResize, onMove },
      ...{ presets, savePreset, addPresets, removePreset, renamePreset },
    }),
    [
      all,
      columns,
      layout,
      shared,
      setLayout,
      applyLayout,
      reset,
      onResize,
      onMove,
      presets,
      savePreset,
      addPresets,
      removePreset,
      renamePreset,
    ],
  );
}
export type Columns = ReturnType<typeof useColumns>;
