/** How the columns of a table are arranged; keys of columns that are not listed follow in their own order. */
export interface ColumnLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pinned columns: first in order, fixed while the table scrolls sideways. */
  readonly pinned: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

export interface LayoutPreset {
  readonly name: string;
  readonly layout: ColumnLayout;
}

interface Column {
  readonly key: string;
  readonly width: number;
}

/** All columns in their order, pinned ones first; columns that a later version adds come last, in the order of that version. */
export function arranged<C extends Column>(columns: readonly C[], layout: ColumnLayout): C[] {
  const place = new Map(layout.order.map((key, index) => [key, index]));
  const rank = ({ key }: C): number => (layout.pinned.includes(key) ? 0 : 10_000) + (place.get(key) ?? 5_000);
  return columns
    .map((column, index) => ({ column, index }))
    .sort((a, b) => rank(a.column) - rank(b.column) || a.index - b.index)
    .map(({ column }) => ({ ...column, width: layout.widths[column.key] ?? column.width }));
}

const without = (list: readonly string[], key: string): string[] => list.filter(each => each !== key);
const toggled = (list: readonly string[], key: string): string[] => (list.includes(key) ? without(list, key) : [...list, key]);

export const toggleHidden = (layout: ColumnLayout, key: string): ColumnLayout => ({
  ...layout,
  hidden: toggled(layout.hidden, key),
});
export const togglePinned = (layout: ColumnLayout, key: string): ColumnLayout => ({
  ...layout,
  pinned: toggled(layout.pinned, key),
});

/** Moves a column over its next visible neighbour; pinned columns move among themselves. */
export function moveColumn(columns: readonly Column[], layout: ColumnLayout, key: string, by: -1 | 1): ColumnLayout {
  const keys = arranged(columns, layout).map(column => column.key);
  const isPinned = (each: string): boolean => layout.pinned.includes(each);
  let to = keys.indexOf(key) + by;
  while (layout.hidden.includes(keys[to] ?? '')) to += by;
  const neighbour = keys[to];
  if (neighbour === undefined || isPinned(neighbour) !== isPinned(key)) return layout;
  const order = without(keys, key);
  order.splice(order.indexOf(neighbour) + (by > 0 ? 1 : 0), 0, key);
  return { ...layout, order };
}

const texts = (value: unknown, known: ReadonlySet<string>): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((key): key is string => typeof key === 'string' && known.has(key)))] : [];

/** A stored layout, without entries that this version does not know. */
export function readLayout(value: unknown, columns: readonly Column[], initial: ColumnLayout): ColumnLayout {
  if (typeof value !== 'object' || value === null) return initial;
  const known = new Set(columns.map(column => column.key));
  const stored = value as Readonly<Record<string, unknown>>;
  const widths = typeof stored['widths'] === 'object' && stored['widths'] !== null ? Object.entries(stored['widths']) : [];
  return {
    order: texts(stored['order'], known),
    hidden: texts(stored['hidden'], known),
    pinned: texts(stored['pinned'], known),
    widths: Object.fromEntries(
      widths.filter(([key, width]) => known.has(key) && typeof width === 'number' && width >= 48 && width <= 4_000),
    ) as Record<string, number>,
  };
}
