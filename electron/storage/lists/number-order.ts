import type { Steps } from '#core/steps.ts';
import type { ColumnNumbers } from './narrow-numbers.ts';

const digit = 65_536;
/** Offsets below this fit into 32 bits. Nearly all do. */
const half = 2 ** 32;

/** Numbers that lie up to so far apart, but no farther than there are ids, are counted and placed. That takes half the time of two passes by digits. */
const mostCounted = 2 ** 23;

/**
 * Sorts ids by one number each, and equal numbers by id. Ids with a negative number, or none, come last. `ids` must ascend. Descending order
 * reverses both parts. The result equals `ORDER BY key IS NULL, key DESC, id DESC`. The numbers must be below 2^53; of
 * those that are not whole, which only a damaged file has, the order is about right.
 */
export function* orderByKeys(ids: Int32Array, keys: ColumnNumbers, descending: boolean): Steps<Int32Array> {
  const { least, most, missing } = rangeOf(ids, keys);
  yield ids.length;
  const span = most - least;
  if (span >= Math.min(mostCounted, Math.max(digit, ids.length))) {
    const { present, absent } = parted(ids, keys, missing);
    yield ids.length;
    return joinOrder(yield* orderByNumber(present, keys), absent, descending);
  }
  const last = Math.floor(span) + 1;
  const slots: Slots = {
    ...(descending ? { sign: -1, offset: most } : { sign: 1, offset: -least }),
    last,
    places: new Uint32Array(last + 2),
  };
  const { places } = slots;
  countKeys(ids, keys, slots);
  yield ids.length;
  for (let slot = 1; slot < places.length; slot++) places[slot] = (places[slot] as number) + (places[slot - 1] as number);
  const ordered = new Int32Array(ids.length);
  placeIds(ids, keys, slots, ordered);
  return ordered;
}

/** A number has the slot `offset + sign * number`. */
interface Slots {
  /** 1 for rising numbers, -1 for falling ones. */
  readonly sign: 1 | -1;
  readonly offset: number;
  /** The slot of ids without a number. */
  readonly last: number;
  /** By slot: first how many ids, then the place of the next one. The slot before is counted, so the first stays 0. */
  readonly places: Uint32Array;
}

/** The least and the greatest number, and how many ids have none. Without any number, the least is above the greatest. */
function rangeOf(ids: Int32Array, keys: ColumnNumbers): { least: number; most: number; missing: number } {
  const { length } = keys;
  let [least, most, missing] = [Number.MAX_SAFE_INTEGER, -1, 0];
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    const key = id < length ? (keys[id] as number) : -1;
    if (key < 0) missing += 1;
    else {
      if (key < least) least = key;
      if (key > most) most = key;
    }
  }
  return missing === ids.length ? { least: 0, most: -1, missing } : { least, most, missing };
}

function parted(ids: Int32Array, keys: ColumnNumbers, missing: number): { present: Int32Array; absent: Int32Array } {
  const [present, absent] = [new Int32Array(ids.length - missing), new Int32Array(missing)];
  let [here, gone] = [0, 0];
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    if ((keys[id] ?? -1) < 0) absent[gone++] = id;
    else present[here++] = id;
  }
  return { present, absent };
}

function countKeys(ids: Int32Array, keys: ColumnNumbers, { sign, offset, last, places }: Slots): void {
  const { length } = keys;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    const key = id < length ? (keys[id] as number) : -1;
    const slot = key < 0 ? last : (offset + sign * key) | 0;
    places[slot + 1] = (places[slot + 1] as number) + 1;
  }
}

function placeIds(ids: Int32Array, keys: ColumnNumbers, { sign, offset, last, places }: Slots, ordered: Int32Array): void {
  const { length } = keys;
  const [from, end] = sign < 0 ? [ids.length - 1, -1] : [0, ids.length];
  for (let i = from; i !== end; i += sign) {
    const id = ids[i] as number;
    const key = id < length ? (keys[id] as number) : -1;
    const slot = key < 0 ? last : (offset + sign * key) | 0;
    const place = places[slot] as number;
    ordered[place] = id;
    places[slot] = place + 1;
  }
}

/**
 * Sorts ids by one number each, and equal numbers by id. `ids` must ascend. Radix sort, 16 bits a pass, one pass a step. The
 * numbers must be whole, not negative and below 2^53.
 */
export function* orderByNumber(ids: Int32Array, keys: ColumnNumbers): Steps<Int32Array> {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < ids.length; i++) {
    const key = keys[ids[i] as number] as number;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  const span = most - least;
  const offsets = new Uint32Array(ids.length);
  // For larger numbers, this stores only the low half.
  for (let i = 0; i < ids.length; i++) offsets[i] = (keys[ids[i] as number] as number) - least;
  yield ids.length;
  const byLow = yield* orderByOffset(ids, offsets, Math.min(span, half - 1));
  if (span < half) return byLow;
  // Stable sort: equal high halves stay ordered by the low half.
  for (let i = 0; i < byLow.length; i++) offsets[i] = ((keys[byLow[i] as number] as number) - least) / half;
  yield ids.length;
  return yield* orderByOffset(byLow, offsets, Math.floor(span / half));
}

/** Stable sort of ids by the offset at their index. No offset may exceed `most`. */
function* orderByOffset(ids: Int32Array, offsets: Uint32Array, most: number): Steps<Int32Array> {
  let from = ids;
  let left = offsets;
  for (let shift = 0; shift < 32 && most >= 2 ** shift; shift += 16) {
    const count = new Uint32Array(digit + 1);
    for (let i = 0; i < from.length; i++) {
      const slot = (((left[i] as number) >>> shift) & (digit - 1)) + 1;
      count[slot] = (count[slot] as number) + 1;
    }
    for (let i = 1; i <= digit; i++) count[i] = (count[i] as number) + (count[i - 1] as number);
    const to = new Int32Array(from.length);
    const isLast = shift === 16 || most < digit;
    const moved = isLast ? left : new Uint32Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const offset = left[i] as number;
      const slot = (offset >>> shift) & (digit - 1);
      const place = count[slot] as number;
      to[place] = from[i] as number;
      if (!isLast) moved[place] = offset;
      count[slot] = place + 1;
    }
    from = to;
    left = moved;
    yield from.length;
  }
  return from;
}

/** Stable sort of indexes by the number each points at. Radix sort, 11 bits a pass, in one step. */
export function orderByTarget(indexes: Uint32Array<ArrayBuffer>, numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const most = greatestOf(indexes, numbers);
  let from = indexes;
  let to = new Uint32Array(indexes.length);
  for (let shift = 0; shift < 32 && most >>> shift > 0; shift += 11) {
    moveByDigit(from, to, { numbers, shift });
    const moved = to;
    to = from;
    from = moved;
  }
  return from;
}

// Each loop is a function of its own. As parts of one function, the loops were compiled anew while they ran, several times a crawl.
function greatestOf(indexes: Uint32Array, numbers: Uint32Array): number {
  let most = 0;
  for (let i = 0; i < indexes.length; i++) {
    const number = numbers[indexes[i] as number] as number;
    if (number > most) most = number;
  }
  return most;
}

/** One pass: moves indexes into the order of 11 bits of their numbers. */
function moveByDigit(
  from: Uint32Array,
  to: Uint32Array,
  { numbers, shift }: { readonly numbers: Uint32Array; readonly shift: number },
): void {
  const count = new Uint32Array(2_049);
  countDigits(from, count, { numbers, shift });
  for (let i = 1; i < count.length; i++) count[i] = (count[i] as number) + (count[i - 1] as number);
  for (let i = 0; i < from.length; i++) {
    const index = from[i] as number;
    const slot = ((numbers[index] as number) >>> shift) & 2_047;
    const place = count[slot] as number;
    to[place] = index;
    count[slot] = place + 1;
  }
}

function countDigits(
  from: Uint32Array,
  count: Uint32Array,
  { numbers, shift }: { readonly numbers: Uint32Array; readonly shift: number },
): void {
  for (let i = 0; i < from.length; i++) {
    const place = (((numbers[from[i] as number] as number) >>> shift) & 2_047) + 1;
    count[place] = (count[place] as number) + 1;
  }
}

/** Appends the ids without a value to those with one. Descending order reverses both parts. */
export function joinOrder(present: Int32Array, missing: Int32Array, descending: boolean): Int32Array {
  const whole = new Int32Array(present.length + missing.length);
  whole.set(present);
  whole.set(missing, present.length);
  if (descending) {
    whole.subarray(0, present.length).reverse();
    whole.subarray(present.length).reverse();
  }
  return whole;
}
