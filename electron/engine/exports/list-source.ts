import type { ExportColumn } from '#shared/model/export.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { ListPart, StoredValue } from '#storage/presets/list-part.ts';
import type { ReadColumn } from '../../export/read-column.ts';

/** A list that can be read once, from its first row to its last. */
export interface ListSource {
  readonly columns: readonly ExportColumn[];
  readonly parts: Iterable<ListPart> | AsyncIterable<ListPart>;
  /** Name of the sheet in XLSX. */
  readonly sheetName: string;
  /** Closes what was opened for reading. */
  readonly close?: () => void;
}

/** Rows per part: a few milliseconds. */
const rowsOfPart = 250;

/** The parts of a list that is read by position. */
export function* pagedParts<T>(
  total: number,
  page: (from: number, limit: number) => readonly T[],
  columns: readonly ReadColumn<T>[],
): Generator<ListPart> {
  for (let from = 0; from < total; from += rowsOfPart) {
    const rows = page(from, Math.min(rowsOfPart, total - from)).map(record =>
      columns.map(({ read }) => read(record) as StoredValue),
    );
    yield { rows, done: Math.min(total, from + rowsOfPart), total };
  }
}

/** The parts of a list whose rows come one by one. */
export function* streamedParts(total: number, rows: Iterable<readonly StoredValue[]>): Generator<ListPart> {
  let part: (readonly StoredValue[])[] = [];
  let done = 0;
  for (const row of rows) {
    part.push(row);
    done += 1;
    if (part.length < rowsOfPart) continue;
    yield { rows: part, done: Math.min(done, total), total };
    part = [];
  }
  yield { rows: part, done: total, total };
}

/** The same list with these columns in this order. Refuses names that it does not have. */
export function picked(source: ListSource, names: readonly string[] | null): ListSource {
  if (names === null) return source;
  const places = names.map(name => {
    const place = source.columns.findIndex(column => column.name === name);
    return place >= 0 ? place : fail('bad_request', `This list has no column “${name}”.`);
  });
  async function* parts(): AsyncGenerator<ListPart> {
    for await (const { rows, done, total } of source.parts)
      yield { rows: rows.map(row => places.map(place => row[place] ?? null)), done, total };
  }
  return { ...source, columns: places.map(place => source.columns[place] as ExportColumn), parts: parts() };
}
