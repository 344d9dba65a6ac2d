import type { ReadDb } from '../file/handle.ts';

export type StoredValue = string | number | boolean | null;

/** Some rows of a list, possibly none, and how far the reading is. */
export interface ListPart {
  readonly rows: readonly (readonly StoredValue[])[];
  /** Of `total`, in a unit of the list's own (URLs, entries). */
  readonly done: number;
  readonly total: number;
}

/** URLs whose rows are read per step: a few milliseconds. */
const idsOfStep = 500;

/** Ranges of URL ids without large gaps, which a foreign file may have. Upper ends are included. */
export function* idRanges(db: ReadDb): Generator<{ readonly after: number; readonly to: number; readonly last: number }> {
  const next = db.prepare('SELECT id FROM url WHERE id > ? ORDER BY id LIMIT 1').pluck();
  const last = (db.prepare('SELECT max(id) FROM url').pluck().get() as number | null) ?? 0;
  for (let first = next.get(0) as number | undefined; first !== undefined && first <= last; ) {
    const to = Math.min(last, first - 1 + idsOfStep);
    yield { after: first - 1, to, last };
    first = next.get(to) as number | undefined;
  }
}

/**
 * The rows of a statement with `u.id > @after AND u.id <= @to` in its condition, range by range, so that no step
 * takes long even if few rows match. `expand` turns one row into several.
 */
export function* rowsByUrl(
  db: ReadDb,
  sql: string,
  expand: (row: readonly StoredValue[]) => readonly (readonly StoredValue[])[] = row => [row],
): Generator<ListPart> {
  const range = db.prepare(sql).raw();
  for (const { after, to, last } of idRanges(db)) {
    const rows = range.all({ after, to }) as StoredValue[][];
    yield { rows: rows.flatMap(expand), done: to, total: last };
  }
}
