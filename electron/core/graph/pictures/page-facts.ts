import type { UrlTable } from '../../audit/url-table.ts';

/** `indexability` of a row as a number: what the column of this name stores. */
export const indexabilityCodes = { unknown: 0, indexable: 1, not: 2 } as const;

/** By row: 1 indexable, 2 not, 0 not known. `stored`: id and value of the column, in any order. */
export function indexabilityOf(table: UrlTable, stored: Iterable<readonly [id: number, value: string | null]>): Uint8Array {
  const codes = new Uint8Array(table.size);
  for (const [id, value] of stored) {
    const row = table.rowOf(id);
    if (row < 0 || value === null) continue;
    codes[row] = value === 'indexable' ? indexabilityCodes.indexable : indexabilityCodes.not;
  }
  return codes;
}

/** Rows of the pages of a crawl, as the filter `class:page` has them. */
export function* pageRows(table: UrlTable): Generator<number> {
  for (let row = 0; row < table.size; row++) if (table.class(row) === 'page') yield row;
}
