import type { Steps } from '#core/replay/steps.ts';

const digit = 65_536;

/**
 * Ids sorted by a number each, equal ones by id; `ids` rise already. Radix sort, 16 bits a pass, one pass a step. Numbers are whole,
 * not negative and below 2^53.
 */
export function* orderByNumber(ids: Int32Array, keys: Int32Array | Float64Array | Uint16Array): Steps<Int32Array> {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < ids.length; i++) {
    const key = keys[ids[i] as number] as number;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  // Whole numbers are quicker where they suffice, which is nearly always.
  if (most - least < 2 ** 32) return yield* orderBySmall(ids, keys, least, most);
  let from = ids;
  let offsets = new Float64Array(ids.length);
  for (let i = 0; i < ids.length; i++) offsets[i] = (keys[ids[i] as number] as number) - least;
  yield ids.length;
  for (let unit = 1; unit <= most - least; unit *= digit) {
    const count = new Uint32Array(digit + 1);
    const places = new Uint16Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const place = unit === 1 ? (offsets[i] as number) % digit : Math.floor((offsets[i] as number) / unit) % digit;
      places[i] = place;
      count[place + 1] = (count[place + 1] as number) + 1;
    }
    yield from.length;
    for (let i = 1; i <= digit; i++) count[i] = (count[i] as number) + (count[i - 1] as number);
    const to = new Int32Array(from.length);
    const isLast = unit * digit > most - least;
    const moved = isLast ? offsets : new Float64Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const slot = places[i] as number;
      const place = count[slot] as number;
      to[place] = from[i] as number;
      if (!isLast) moved[place] = offsets[i] as number;
      count[slot] = place + 1;
    }
    from = to;
    offsets = moved;
    yield from.length;
  }
  return from;
}

/** The same for keys that lie less than 2^32 apart. */
function* orderBySmall(
  ids: Int32Array,
  keys: Int32Array | Float64Array | Uint16Array,
  least: number,
  most: number,
): Steps<Int32Array> {
  let from = ids;
  let offsets = new Uint32Array(ids.length);
  for (let i = 0; i < ids.length; i++) offsets[i] = (keys[ids[i] as number] as number) - least;
  yield ids.length;
  for (let shift = 0; shift < 32 && most - least >= 2 ** shift; shift += 16) {
    const count = new Uint32Array(digit + 1);
    for (let i = 0; i < from.length; i++) {
      const slot = (((offsets[i] as number) >>> shift) & 65_535) + 1;
      count[slot] = (count[slot] as number) + 1;
    }
    for (let i = 1; i <= digit; i++) count[i] = (count[i] as number) + (count[i - 1] as number);
    const to = new Int32Array(from.length);
    const isLast = shift === 16 || most - least < digit;
    const moved = isLast ? offsets : new Uint32Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const offset = offsets[i] as number;
      const slot = (offset >>> shift) & 65_535;
      const place = count[slot] as number;
      to[place] = from[i] as number;
      if (!isLast) moved[place] = offset;
      count[slot] = place + 1;
    }
    from = to;
    offsets = moved;
    yield from.length;
  }
  return from;
}

/** Indexes sorted by the number each points at; those of equal numbers keep their order. Radix sort, 11 bits a pass, all at once. */
export function orderByTarget(indexes: Uint32Array<ArrayBuffer>, numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  let most = 0;
  for (const index of indexes) most = Math.max(most, numbers[index] as number);
  let from = indexes;
  let to = new Uint32Array(indexes.length);
  for (let shift = 0; shift < 32 && most >>> shift > 0; shift += 11) {
    const count = new Uint32Array(2_049);
    for (const index of from) {
      const place = (((numbers[index] as number) >>> shift) & 2_047) + 1;
      count[place] = (count[place] as number) + 1;
    }
    for (let i = 1; i < count.length; i++) count[i] = (count[i] as number) + (count[i - 1] as number);
    for (const index of from) {
      const slot = ((numbers[index] as number) >>> shift) & 2_047;
      const place = count[slot] as number;
      to[place] = index;
      count[slot] = place + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/**
 * Puts ids without a value behind those with one; in a descending order each of the two parts is turned round, so that the whole
 * is what `ORDER BY key IS NULL, key DESC, id DESC` gives.
 */
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
