/** URLs counted by the values of one column. */

/** What URLs can be grouped by besides the columns of a list. */
export const groupKeys = {
  host: { label: 'Host', help: 'Host of the URL' },
  folder: { label: 'Folder', help: 'First folder of the path, with scheme and host' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly help: string }>>;
export type GroupKey = keyof typeof groupKeys;

/** More groups than that are refused: such a column has a value for nearly every URL. */
export const mostGroups = 10_000;
/** The columns that are added up where nothing else is asked. */
export const usualNumbers: readonly string[] = ['bytes', 'totalMs', 'inlinks'];

export interface GroupNumber {
  /** URLs of the group that have the number. */
  readonly urls: number;
  readonly sum: number;
  /** Null where no URL has the number. */
  readonly mean: number | null;
}

export interface UrlGroup {
  /** Null: URLs without a value. */
  readonly value: string | number | null;
  readonly urls: number;
  /** In the order of the columns that were asked for. */
  readonly numbers: readonly GroupNumber[];
  /** A condition that finds exactly these URLs among the grouped ones; '' where the language has none. */
  readonly filter: string;
}

export interface UrlGroups {
  /** The largest first, those without a value last. */
  readonly groups: readonly UrlGroup[];
  /** How many groups there are; `groups` may have only the first. */
  readonly total: number;
  /** URLs that were grouped. */
  readonly urls: number;
  /** '' or what is wrong with the filter. */
  readonly problem: string;
}
