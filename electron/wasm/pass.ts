import { beginsNotice, classify, hasIdeographs, plainUnits } from './classify';
import { FACTORS, FIRST_PLACES, GOLDEN, NEXT_PLACES } from './constants';
import { lengthOf } from './gather';
import { notice, phrase } from './host';
import { AREAS, COUNTED, FILTER, IDEOGRAPHS, LETTERS, LOWER, SINGLES, SPANS, TOKENS } from './layout';
import { signTokens } from './shingles';

/** Words in a shingle; of ideographs, which say more, three. */
const LONG_SHINGLE: i32 = 5;
const IDEOGRAPH_SHINGLE: i32 = 3;
const AGAIN: i32 = 0x2c1b3c6d;

/** `wordHash` of "copyright" and of "copy", set by JavaScript. */
let copyright: i32 = 0;
let copy: i32 = 0;

/** Of the last area that was read. */
let tokens: i32 = 0;

export function prepare(hashOfCopyright: i32, hashOfCopy: i32): void {
  copyright = hashOfCopyright;
  copy = hashOfCopy;
}

/**
 * `TextPass.read` over an area, but for the hash: reports phrases and copyright notices, and keeps the tokens. 0: the lower case of a letter depends
 * on its neighbours, so JavaScript has to read the text.
 */
export function read(number: i32, mostCounted: i32): i32 {
  const length = lengthOf(number);
  const units = <usize>load<i32>(AREAS + (number << 4), 12);
  const counted = min(length, min(mostCounted, COUNTED));
  tokens = 0;
  if (!classify(units, counted)) return 0;
  if (plainUnits === units) readPlainWords(counted);
  else readWords(counted);
  for (let i = counted; i < length; i++) {
    const at = units + (i << 1);
    if (beginsNotice(at, load<u16>(at))) notice(i, length);
  }
  return 1;
}

/** Reads letters and separators, 64 units at a time. */
function readPlainWords(length: i32): void {
  const golden = v128.load(GOLDEN);
  const factors = v128.load(FACTORS);
  const places = v128.load(FIRST_PLACES);
  const nextPlaces = v128.load(NEXT_PLACES);
  const windows = (length >> 6) + 1;
  let token: usize = TOKENS;
  let before = 0;
  let beforeAt = 0;
  let carry: u64 = 0;
  /** Where the open word begins, or the next one if no word is open. */
  let start = 0;
  for (let n = 0; n < windows; n++) {
    const first = n << 6;
    const letters = load<u64>(LETTERS + (n << 3));
    const shifted = (letters << 1) | carry;
    let starts = letters & ~shifted;
    if (carry === 0) {
      start = first + <i32>ctz(starts);
      starts &= starts - 1;
    }
    carry = letters >>> 63;
    for (let ends = ~letters & shifted; ends !== 0; ends &= ends - 1) {
      const size = first + <i32>ctz(ends) - start;
      const at = LOWER + (start << 1);
      const letters = i16x8.splat(<i16>size);
      let hash = sumOf(v128.and(v128.load(at), i16x8.lt_s(places, letters)), golden, factors);
      if (size > 8) {
        if (size <= 16)
          hash = hash * AGAIN + sumOf(v128.and(v128.load(at, 16), i16x8.lt_s(nextPlaces, letters)), golden, factors);
        else hash = wordAt(start, size);
      }
      store<i32>(token, hash);
      token += 4;
      // `pairHash` and `filterBit`.
      const pair = (before * 31) ^ hash;
      const filterBit = pair ^ (pair >>> 15);
      const mayBegin = (<i32>load<u8>(FILTER + ((filterBit >>> 3) & 4095)) >>> (filterBit & 7)) & 1;
      if ((mayBegin | i32(hash === copyright) | i32(hash === copy)) !== 0) {
        if (mayBegin !== 0) phrase(beforeAt, pair);
        if (hash === copyright) notice(start, length);
        else if (hash === copy) notice(max(start, 1) - 1, length);
      }
      before = hash;
      beforeAt = start;
      start = first + <i32>ctz(starts);
      starts &= starts - 1;
    }
  }
  tokens = <i32>((token - TOKENS) >> 2);
}

/** Goes from one end of a run of letters to the next, 64 units at a time. */
function readWords(length: i32): void {
  const windows = (length >> 6) + 1;
  let count: usize = 0;
  let isOpen = false;
  let start = 0;
  let before = 0;
  let beforeAt = 0;
  let carry: u64 = 0;
  for (let n = 0; n < windows; n++) {
    const letters = load<u64>(LETTERS + (n << 3));
    const singles = load<u64>(SINGLES + (n << 3));
    const turns = letters ^ ((letters << 1) | carry);
    carry = letters >>> 63;
    for (let events = turns | singles; events !== 0; events &= events - 1) {
      const bit = ctz(events);
      const place = (n << 6) + <i32>bit;
      if (((turns >>> bit) & 1) !== 0) {
        isOpen = !isOpen;
        if (isOpen) {
          start = place;
          continue;
        }
        const hash = wordAt(start, place - start);
        store<i32>(TOKENS + (count << 2), hash);
        if (hasIdeographs !== 0) store<u8>(SPANS + count, LONG_SHINGLE);
        count++;
        // `pairHash` and `filterBit`.
        const pair = (before * 31) ^ hash;
        const filterBit = pair ^ (pair >>> 15);
        if (((load<u8>(FILTER + ((filterBit >>> 3) & 4095)) >>> (filterBit & 7)) & 1) !== 0) phrase(beforeAt, pair);
        if (hash === copyright) notice(start, length);
        else if (hash === copy) notice(max(start, 1) - 1, length);
        before = hash;
        beforeAt = start;
      }
      if (((singles >>> bit) & 1) === 0) continue;
      store<i32>(TOKENS + (count << 2), wordAt(place, 1));
      if (hasIdeographs !== 0) {
        const isIdeograph = ((load<u64>(IDEOGRAPHS + (n << 3)) >>> bit) & 1) !== 0;
        store<u8>(SPANS + count, isIdeograph ? IDEOGRAPH_SHINGLE : LONG_SHINGLE);
      }
      count++;
    }
  }
  tokens = <i32>count;
}

/** `hashOfWord` in electron/core/text/word-hash.ts: eight letters at once. */
function wordAt(start: i32, size: i32): i32 {
  const golden = v128.load(GOLDEN);
  const factors = v128.load(FACTORS);
  const places = v128.load(FIRST_PLACES);
  let at = LOWER + (start << 1);
  let sum = 0;
  for (; size > 8; size -= 8, at += 16) sum = (sum + sumOf(v128.load(at), golden, factors)) * AGAIN;
  return sum + sumOf(v128.and(v128.load(at), i16x8.lt_s(places, i16x8.splat(<i16>size))), golden, factors);
}

function sumOf(letters: v128, golden: v128, factors: v128): i32 {
  let mixed = i32x4.mul(letters, golden);
  mixed = v128.xor(mixed, i32x4.shr_u(mixed, 15));
  mixed = i32x4.mul(mixed, factors);
  mixed = i32x4.add(mixed, v128.shuffle<i32>(mixed, mixed, 2, 3, 0, 1));
  return i32x4.extract_lane(mixed, 0) + i32x4.extract_lane(mixed, 1);
}

/** Writes the signature of the last area that was read to SIGNATURE; 0 for a text without tokens, which has none. */
export function sign(): i32 {
  return signTokens(tokens);
}
