import type { Steps } from '#core/steps.ts';
import type { ColumnNumbers } from './narrow-numbers.ts';

const digit = 65_536;
/** Offsets below this fit into 32 bits. Nearly all do. */
const half = 2 ** 32;
/** Ids placed, or sorted in groups, per step: some milliseconds. */
const idsOfStep = 1_000_000;

/** Below so many slots, their counts stay in the cache of the processor: ids are counted, and then placed. */
const fewSlots = 2 ** 16;
/**
 * Below so many, ids first go into groups of neighbouring slots, and the ids of each group are sorted in the cache. For ten million ids, that takes a
 * third of the time.
 */
const groupedSlots = 2 ** 32 - 1;
/** Groups have 2^12 slots or more, so that there are 2^12 groups at most; but not more than 2^16 slots. */
const [leastBits, mostBits] = [12, 16];

/** Who wants the first ids of an order before the others. */
export interface FirstIds {
  readonly most: number;
  /** An order of fewer ids does not call: to sort them takes no longer. */
  readonly least: number;
  take(ids: Int32Array): void;
}

/**
 * Sorts ids by one number each, and equal numbers by id. Ids with a negative number, or none, come last. `ids` must ascend. Descending order
 * reverses both parts. The result equals `ORDER BY key IS NULL, key DESC, id DESC`. The numbers must be below 2^53; of
 * those that are not whole, which only a damaged file has, the order is about right. `first` gets the
 * first ids early, unless the numbers lie 2^32 or more apart.
 */
export function* orderByKeys(ids: Int32Array, keys: ColumnNumbers, descending: boolean, first?: FirstIds): Steps<Int32Array> {
  const range = rangeOf(ids, keys);
  // The last slot is for ids without a number.
  const last = Math.floor(range.most - range.least) + 1;
  // All keys are read in one step: they may change between two.
  if (last >= groupedSlots) {
    const own = keys.slice();
    const { present, absent } = parted(ids, own);
    yield ids.length;
    return joinOrder(yield* orderByNumber(present, own), absent, descending);
  }
  const room = spare !== null && spare.length >= ids.length ? spare : new Uint32Array(ids.length);
  spare = null;
  try {
    const slots = room.subarray(0, ids.length);
    fillSlots(slots, ids, keys, { ...(descending ? { sign: -1, offset: range.most } : { sign: 1, offset: -range.least }), last });
    yield ids.length;
    return yield* orderBySlots(ids, slots, { last, descending, first });
  } finally {
    // Also if nobody wants the order any more.
    if (spare === null || (spare as Uint32Array).length < room.length) spare = room;
  }
}

/** Room for the slots of the next order. Where memory is slow to come by, new room would take longer than to fill it. */
let spare: Uint32Array | null = null;

function* orderBySlots(
  ids: Int32Array,
  slots: Uint32Array,
  { last, descending, first }: { readonly last: number; readonly descending: boolean; readonly first: FirstIds | undefined },
): Steps<Int32Array> {
  const bits = last < fewSlots ? 0 : Math.min(mostBits, Math.max(leastBits, 32 - Math.clz32(last) - leastBits));
  const starts = new Uint32Array((last >>> bits) + 2);
  countSlots(slots, bits, starts);
  addUp(starts);
  yield ids.length;
  const order: Order = { ids, slots, bits, starts, ...(descending ? { from: ids.length - 1, step: -1 } : { from: 0, step: 1 }) };
  if (first && ids.length >= first.least) {
    first.take(firstOf(order, first.most));
    yield ids.length;
  }
  const ordered = new Int32Array(ids.length);
  const lows = new Uint16Array(bits === 0 ? 0 : ids.length);
  const places = starts.slice();
  for (let after = 0; after < ids.length; after += idsOfStep) {
    const to = Math.min(ids.length, after + idsOfStep);
    if (bits === 0) placeIds(order, { after, to }, places, ordered);
    else groupIds(order, { after, to }, places, { ordered, lows });
    yield to;
  }
  if (bits > 0) yield* sortGroups(order, ordered, lows);
  return ordered;
}

/** Ids that are to be sorted by their slots. */
interface Order {
  readonly ids: Int32Array;
  /** By place in `ids`. */
  readonly slots: Uint32Array;
  /** Slots are in groups of 2^`bits`. */
  readonly bits: number;
  /** By group: how many ids are in groups before. */
  readonly starts: Uint32Array;
  /** The place in `ids` of the id that comes first if all slots are equal, and the step to the next one: 1 or -1. */
  readonly from: number;
  readonly step: number;
}

interface Slots {
  /** A number has the slot `offset + sign * number`: higher for ids that come later. */
  readonly sign: number;
  readonly offset: number;
  /** The slot of ids without a number. */
  readonly last: number;
}

// Each loop is a function of its own, so that it is compiled once and for itself.
function fillSlots(slots: Uint32Array, ids: Int32Array, keys: ColumnNumbers, { sign, offset, last }: Slots): void {
  const { length } = keys;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    const key = id < length ? (keys[id] as number) : -1;
    slots[i] = key < 0 ? last : (offset + sign * key) >>> 0;
  }
}

/** Counts ids by group of slots. The group before is counted, so the first stays 0. */
function countSlots(slots: Uint32Array, bits: number, counts: Uint32Array): void {
  for (let i = 0; i < slots.length; i++) {
    const at = ((slots[i] as number) >>> bits) + 1;
    counts[at] = (counts[at] as number) + 1;
  }
}

/** Makes how many ids come before out of how many there are. */
export function addUp(counts: Uint32Array): void {
  for (let slot = 1; slot < counts.length; slot++) counts[slot] = (counts[slot] as number) + (counts[slot - 1] as number);
}

/** The first `wanted` ids of an order, without the others. */
function firstOf(order: Order, wanted: number): Int32Array {
  const { ids, slots, bits, starts } = order;
  const most = Math.min(wanted, ids.length);
  let group = 0;
  while ((starts[group + 1] ?? most) < most) group += 1;
  const inGroup = new Uint32Array(2 ** bits + 1);
  countLows(order, group, inGroup);
  addUp(inGroup);
  let low = 0;
  const left = most - (starts[group] as number);
  while ((inGroup[low + 1] ?? left) < left) low += 1;
  const places = placesUpTo(order, { slot: group * 2 ** bits + low, ofSlot: left - (inGroup[low] as number), most });
  // They are in the order of equal slots, and the sort is stable.
  return Int32Array.from(
    [...places].sort((a, b) => (slots[a] as number) - (slots[b] as number)),
    place => ids[place] as number,
  );
}

function countLows({ slots, bits }: Order, group: number, counts: Uint32Array): void {
  const mask = 2 ** bits - 1;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number;
    if (slot >>> bits !== group) continue;
    const at = (slot & mask) + 1;
    counts[at] = (counts[at] as number) + 1;
  }
}

interface UpTo {
  readonly slot: number;
  /** So many ids of this slot. */
  readonly ofSlot: number;
  readonly most: number;
}

/** The places in `ids` of those before a slot, and of the first of the slot itself. */
function placesUpTo({ slots, from, step }: Order, { slot: end, ofSlot, most }: UpTo): Int32Array {
  const places = new Int32Array(most);
  let [count, left] = [0, ofSlot];
  for (let i = from; count < most; i += step) {
    const slot = slots[i] as number;
    if (slot > end || (slot === end && left === 0)) continue;
    if (slot === end) left -= 1;
    places[count++] = i;
  }
  return places;
}

/** A part of the ids, counted in the order of equal slots. */
interface Part {
  readonly after: number;
  readonly to: number;
}

function placeIds({ ids, slots, from, step }: Order, { after, to }: Part, places: Uint32Array, ordered: Int32Array): void {
  for (let count = after, i = from + step * after; count < to; count++, i += step) {
    const slot = slots[i] as number;
    const place = places[slot] as number;
    ordered[place] = ids[i] as number;
    places[slot] = place + 1;
  }
}

/** Puts ids into their groups. In a group they stay in their order. `lows` gets the slot in the group, by place. */
function groupIds(
  { ids, slots, bits, from, step }: Order,
  { after, to }: Part,
  places: Uint32Array,
  { ordered, lows }: Pick<GroupWork, 'ordered' | 'lows'>,
): void {
  const mask = 2 ** bits - 1;
  for (let count = after, i = from + step * after; count < to; count++, i += step) {
    const slot = slots[i] as number;
    const group = slot >>> bits;
    const place = places[group] as number;
    ordered[place] = ids[i] as number;
    lows[place] = slot & mask;
    places[group] = place + 1;
  }
}

function* sortGroups({ bits, starts }: Order, ordered: Int32Array, lows: Uint16Array): Steps<void> {
  let largest = 0;
  for (let group = 1; group < starts.length; group++)
    largest = Math.max(largest, (starts[group] as number) - (starts[group - 1] as number));
  const work: GroupWork = { ordered, lows, places: new Uint32Array(2 ** bits + 1), moved: new Int32Array(largest) };
  let since = 0;
  for (let group = 1; group < starts.length; group++) {
    const [start, end] = [starts[group - 1] as number, starts[group] as number];
    // For few ids, inserting is quicker than going through all slots of the group.
    if ((end - start) ** 2 < 8 * work.places.length) insertIds(ordered, lows, start, end);
    else sortGroup(work, start, end);
    since += end - start;
    if (since < idsOfStep) continue;
    yield since;
    since = 0;
  }
}

interface GroupWork {
  readonly ordered: Int32Array;
  readonly lows: Uint16Array;
  /** Room for a count by slot of a group, and one more. */
  readonly places: Uint32Array;
  /** Room for the ids of the largest group. */
  readonly moved: Int32Array;
}

/** Sorts the ids of a group by the slots that they have in it. */
function sortGroup({ ordered, lows, places, moved }: GroupWork, start: number, end: number): void {
  places.fill(0);
  for (let i = start; i < end; i++) {
    const at = (lows[i] as number) + 1;
    places[at] = (places[at] as number) + 1;
  }
  addUp(places);
  for (let i = start; i < end; i++) {
    const slot = lows[i] as number;
    const place = places[slot] as number;
    moved[place] = ordered[i] as number;
    places[slot] = place + 1;
  }
  ordered.set(moved.subarray(0, end - start), start);
}

/** The same for a few ids. */
function insertIds(ordered: Int32Array, lows: Uint16Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const [id, low] = [ordered[i] as number, lows[i] as number];
    let at = i;
    for (; at > start && (lows[at - 1] as number) > low; at--) {
      ordered[at] = ordered[at - 1] as number;
      lows[at] = lows[at - 1] as number;
    }
    ordered[at] = id;
    lows[at] = low;
  }
}

/** The least and the greatest number of ids that have one; 0 and -1 without any, so that there is but one slot. */
function rangeOf(ids: Int32Array, keys: ColumnNumbers): { least: number; most: number } {
  const { length } = keys;
  let [least, most] = [Number.MAX_SAFE_INTEGER, -1];
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    const key = id < length ? (keys[id] as number) : -1;
    if (key < 0) continue;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  return most < 0 ? { least: 0, most } : { least, most };
}

/** Ids with a number, and those without. */
function parted(ids: Int32Array, keys: ColumnNumbers): { present: Int32Array; absent: Int32Array } {
  const [present, absent] = [new Int32Array(ids.length), new Int32Array(ids.length)];
  let [here, gone] = [0, 0];
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    if ((keys[id] ?? -1) < 0) absent[gone++] = id;
    else present[here++] = id;
  }
  return { present: present.slice(0, here), absent: absent.slice(0, gone) };
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
    addUp(count);
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
  addUp(count);
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
