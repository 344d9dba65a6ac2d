import { finish, type Steps } from '../../steps.ts';
import type { GraphCell, GraphTable, KeyedColumn } from './table.ts';

/** Rows that are read, sorted or merged in one step. */
const rowsOfStep = 16_384;
/** Whole numbers below this are exact. */
const mostExact = 2 ** 53;

/**
 * The rows in the order of a column; equal rows keep their order. Rows without a value come last in both directions. Groups are ordered
 * by their first row. Texts are compared by code units. Yields 0.
 */
export function* sortRows(table: GraphTable, column: string, descending: boolean): Steps<Int32Array> {
  const read = table.columns[column];
  const heads = table.groups ?? Int32Array.from({ length: table.size }, (_, row) => row);
  if (read === undefined) return rowsOf(table, heads);
  const keyed = table.groups === undefined ? table.keyed?.[column] : undefined;
  const values: GraphCell[] | Int32Array = keyed ? yield* ranks(keyed) : yield* cells(heads, read);
  const order = (yield* byNumber(values, descending)) ?? (yield* byComparison(values as GraphCell[], descending));
  for (let at = 0; at < order.length; at++) order[at] = heads[order[at] as number] as number;
  return rowsOf(table, order);
}

/** The same in one go. */
export const sortedRows = (table: GraphTable, column: string, descending: boolean): Int32Array =>
  finish(sortRows(table, column, descending));

function* cells(heads: Int32Array, read: (row: number) => GraphCell): Steps<GraphCell[]> {
  const values: GraphCell[] = [];
  for (const head of heads) {
    values.push(read(head));
    if (values.length % rowsOfStep === 0) yield 0;
  }
  return values;
}

/** By row: the place of its text among the different texts. */
function* ranks({ numbers, text }: KeyedColumn): Steps<Int32Array> {
  let most = -1;
  for (const number of numbers) if (number > most) most = number;
  const rankOf = new Int32Array(most + 1);
  for (const number of numbers) rankOf[number] = 1;
  const used: number[] = [];
  for (let number = 0; number <= most; number++) if (rankOf[number] === 1) used.push(number);
  const texts = yield* cells(Int32Array.from(used), text);
  const order = yield* byComparison(texts, false);
  for (const [rank, place] of order.entries()) rankOf[used[place] as number] = rank;
  yield 0;
  return numbers.map(number => rankOf[number] as number);
}

/** Places in the order of whole numbers; null if there are other values, or they are too far apart. */
function* byNumber(values: readonly GraphCell[] | Int32Array, descending: boolean): Steps<Int32Array | null> {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null) continue;
    if (!Number.isInteger(value)) return null;
    least = Math.min(least, value as number);
    most = Math.max(most, value as number);
  }
  yield 0;
  const count = values.length;
  if (most < least) return Int32Array.from({ length: count }, (_, place) => place);
  // Value and place as one number: numbers are sorted without calls of a function.
  const places = 2 ** Math.ceil(Math.log2(Math.max(2, count)));
  const span = most - least + 2;
  if (!(span * places < mostExact)) return null;
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    const value = values[place] as number | null;
    keys[place] = (value === null ? span - 1 : descending ? most - value : value - least) * places + place;
  }
  yield 0;
  keys.sort();
  yield 0;
  const order = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const key = keys[at] as number;
    order[at] = key - Math.floor(key / places) * places;
  }
  return order;
}

/** Places in the order of any values: sorts short runs, then merges them. */
function* byComparison(values: readonly GraphCell[], descending: boolean): Steps<Int32Array> {
  const sign = descending ? -1 : 1;
  const before = (a: number, b: number): number => compared(values[a] as GraphCell, values[b] as GraphCell, sign) || a - b;
  const count = values.length;
  let from = Int32Array.from({ length: count }, (_, place) => place);
  let to = new Int32Array(count);
  for (let start = 0; start < count; start += rowsOfStep) {
    from.subarray(start, start + rowsOfStep).sort(before);
    yield 0;
  }
  for (let width = rowsOfStep; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, count), Math.min(start + 2 * width, count)];
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        const isLeft = right === end || (left < middle && before(from[left] as number, from[right] as number) < 0);
        to[at] = from[isLeft ? left++ : right++] as number;
        if (at % rowsOfStep === 0) yield 0;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

function compared(a: GraphCell, b: GraphCell, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}

/** All rows of the groups that begin with these rows. */
function rowsOf({ size, groups }: GraphTable, heads: Int32Array): Int32Array {
  if (groups === undefined) return heads;
  const endOf = new Map<number, number>();
  for (const [place, head] of groups.entries()) endOf.set(head, groups[place + 1] ?? size);
  const rows = new Int32Array(size);
  let count = 0;
  for (const head of heads) for (let row = head; row < (endOf.get(head) as number); row++) rows[count++] = row;
  return rows;
}
