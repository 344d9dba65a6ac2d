import type { Steps } from '#core/steps.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { type GroupNumber, mostGroups } from '#shared/model/url-groups.ts';
import type { ReadDb } from '../file/handle.ts';
import { columnOf, storedSql, valueSql } from './column-sql.ts';
import type { ColumnValues } from './column-values.ts';
import { tagFields } from './url-filter.ts';

/** Ids a step: in memory, and read from the file. */
const idsOfStep = 100_000;
const storedOfStep = 1_000;

export type GroupValue = string | number | null;

/** The URLs of one value. */
export interface CountedGroup {
  readonly value: GroupValue;
  readonly urls: number;
  readonly numbers: readonly GroupNumber[];
}

export interface GroupWish {
  /** `host`, `folder` or the key of a column. */
  readonly by: string;
  /** Keys of columns of numbers. */
  readonly numbers: readonly string[];
}

type Row = readonly [value: GroupValue, ...numbers: (number | null)[]];

interface Group {
  urls: number;
  /** By the place of the number: URLs that have it, and its sum. */
  readonly counts: Float64Array;
  readonly sums: Float64Array;
}

function addTo({ counts, sums }: Group, place: number, number: number): void {
  counts[place] = (counts[place] ?? 0) + 1;
  sums[place] = (sums[place] ?? 0) + number;
}

/** Counts and adds up by value. */
class Tally {
  readonly #groups = new Map<GroupValue, Group>();
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
  }

  get isFull(): boolean {
    return this.#groups.size > mostGroups;
  }

  /** The group of a value; null where there are too many. */
  of(value: GroupValue): Group | null {
    const known = this.#groups.get(value);
    if (known || this.isFull) return known ?? null;
    const made = { urls: 0, counts: new Float64Array(this.#width), sums: new Float64Array(this.#width) };
    this.#groups.set(value, made);
    return made;
  }

  /** The largest group first, the one without a value last. */
  groups(): readonly CountedGroup[] {
    return [...this.#groups]
      .map(([value, { urls, counts, sums }]) => ({
        value,
        urls,
        numbers: Array.from(sums, (sum, at) => {
          const many = counts[at] ?? 0;
          return { urls: many, sum, mean: many === 0 ? null : sum / many };
        }),
      }))
      .sort((a, b) => Number(a.value === null) - Number(b.value === null) || b.urls - a.urls || compareValues(a.value, b.value));
  }
}

const compareValues = (a: GroupValue, b: GroupValue): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1;

const keySql: Readonly<Record<string, string>> = {
  host: '(SELECT o.host FROM origin o WHERE o.id = u.origin_id)',
  folder: 'folder_of(u.url)',
};

/** A language is the same in any letter case. */
const groupSql = (columns: readonly UrlColumn[], by: string): string => {
  const own = keySql[by];
  if (own !== undefined) return own;
  const column = columnOf(columns, by);
  return tagFields.includes(by) ? `lower(${storedSql(column)})` : valueSql(column);
};

/** Reads the value of an id from the columns in memory; null if they do not suffice. */
function valueIn(
  db: ReadDb,
  columns: ColumnValues,
  table: readonly UrlColumn[],
  by: string,
): ((id: number) => GroupValue) | null {
  if (by === 'host') {
    const hosts = new Map(db.prepare('SELECT id, host FROM origin').raw().all() as [number, string][]);
    const origins = columns.numbersOf('originId');
    return id => hosts.get(origins[id] as number) ?? null;
  }
  const column = table.find(({ key }) => key === by);
  if (!column || !columns.holds(by) || column.kind === 'target') return null;
  if (column.kind === 'word') {
    const words = columns.wordsOf(by).map(word => (word !== null && tagFields.includes(by) ? word.toLowerCase() : word));
    const codes = columns.codesOf(by);
    return id => words[codes[id] as number] ?? null;
  }
  const numbers = columns.numbersOf(by);
  const perUnit = columns.perUnit(by);
  return id => ((numbers[id] ?? -1) < 0 ? null : (numbers[id] as number) / perUnit);
}

/**
 * Groups URLs by the value of a column, with counts and sums of numbers: from the columns in memory, otherwise from the file. Null if there
 * are more than `mostGroups` groups. Yields ids counted.
 */
export function* groupUrls(
  db: ReadDb,
  columns: ColumnValues,
  table: readonly UrlColumn[],
  ids: Int32Array,
  { by, numbers }: GroupWish,
): Steps<readonly CountedGroup[] | null> {
  const tally = new Tally(numbers.length);
  const value = valueIn(db, columns, table, by);
  if (value && numbers.every(key => columns.holds(key))) {
    const arrays = numbers.map(key => columns.numbersOf(key));
    const perUnit = numbers.map(key => columns.perUnit(key));
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] as number;
      const group = tally.of(value(id));
      if (!group) return null;
      group.urls += 1;
      for (let place = 0; place < arrays.length; place++) {
        const number = arrays[place]?.[id] ?? -1;
        if (number >= 0) addTo(group, place, number / (perUnit[place] as number));
      }
      if (at % idsOfStep === idsOfStep - 1) yield at;
    }
    return tally.isFull ? null : tally.groups();
  }
  const wanted = [groupSql(table, by), ...numbers.map(key => storedSql(columnOf(table, key)))];
  const rows = db.prepare(`SELECT ${wanted.join()} FROM json_each(?) j CROSS JOIN url u ON u.id = j.value`).raw();
  for (let at = 0; at < ids.length; at += storedOfStep) {
    for (const [key, ...values] of rows.all(`[${ids.subarray(at, at + storedOfStep).join()}]`) as Row[]) {
      const group = tally.of(key);
      if (!group) return null;
      group.urls += 1;
      for (const [place, number] of values.entries()) if (number !== null) addTo(group, place, number);
    }
    yield at;
  }
  return tally.isFull ? null : tally.groups();
}
