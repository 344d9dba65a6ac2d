import { beginsNotice, classify, hasIdeographs, plainUnits } from './classify';
import { AGAINS, EIGHTS, FACTORS, FIRST_PLACES, GOLDEN, IN_FILTER, NEXT_PLACES, ONES } from './constants';
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
/** The 64 units that `placeOf` came to, and how many words begin before them. */
let window: i32 = 0;
let passed: i32 = 0;

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
  if (plainUnits === units) {
    hashPlainWords(counted);
    findMarks(length);
  } else readWords(counted);
  for (let i = counted; i < length; i++) {
    const at = units + (i << 1);
    if (beginsNotice(at, load<u16>(at))) notice(i, length);
  }
  return 1;
}

/**
 * Keeps the hash of each word of a text of letters and separators, 64 units at a time. The processor cannot predict the length of a word, so only
 * words of more than 16 letters take a branch.
 */
function hashPlainWords(length: i32): void {
  const golden = v128.load(GOLDEN);
  const factors = v128.load(FACTORS);
  const places = v128.load(FIRST_PLACES);
  const nextPlaces = v128.load(NEXT_PLACES);
  const eights = v128.load(EIGHTS);
  const again = v128.load(AGAINS);
  const one = v128.load(ONES);
  const end = LETTERS + ((<usize>(length >> 6) + 1) << 3);
  let token: usize = TOKENS;
  let carry: u64 = 0;
  /** The first letter of the window; that of the open word, or of the next one if no word is open. */
  let first: usize = LOWER;
  let start: usize = LOWER;
  for (let at: usize = LETTERS; at < end; at += 8, first += 128) {
    const letters = load<u64>(at);
    const shifted = (letters << 1) | carry;
    let starts = letters & ~shifted;
    if (carry === 0) {
      start = first + ((<usize>ctz(starts)) << 1);
      starts &= starts - 1;
    }
    carry = letters >>> 63;
    for (let ends = ~letters & shifted; ends !== 0; ends &= ends - 1) {
      let size = <i32>(first + ((<usize>ctz(ends)) << 1) - start) >> 1;
      let before = 0;
      for (; size > 16; size -= 8, start += 16) before = (before + lanesOf(mixed(v128.load(start), golden, factors))) * AGAIN;
      const sizes = i16x8.splat(<i16>size);
      let sum = mixed(v128.and(v128.load(start), i16x8.lt_s(places, sizes)), golden, factors);
      sum = i32x4.mul(sum, v128.or(one, v128.and(again, i16x8.lt_s(eights, sizes))));
      sum = i32x4.add(sum, mixed(v128.and(v128.load(start, 16), i16x8.lt_s(nextPlaces, sizes)), golden, factors));
      store<i32>(token, before * AGAIN + lanesOf(sum));
      token += 4;
      start = first + ((<usize>ctz(starts)) << 1);
      starts &= starts - 1;
    }
  }
  tokens = <i32>((token - TOKENS) >> 2);
}

/** Reports phrases and copyright notices that begin with a word, by the hashes of four words at once. */
function findMarks(length: i32): void {
  const isCopyright = i32x4.splat(copyright);
  const isCopy = i32x4.splat(copy);
  const inFilter = v128.load(IN_FILTER);
  const end = TOKENS + ((<usize>tokens) << 2);
  window = 0;
  passed = 0;
  store<i32>(TOKENS - 4, 0);
  for (let at: usize = TOKENS; at < end; at += 16) {
    const hashes = v128.load(at);
    const before = v128.load(at - 4);
    // `pairHash` and `filterBit`.
    const pairs = v128.xor(i32x4.sub(i32x4.shl(before, 5), before), hashes);
    const bits = v128.and(v128.xor(pairs, i32x4.shr_u(pairs, 15)), inFilter);
    const found =
      inFilterAt(i32x4.extract_lane(bits, 0)) |
      inFilterAt(i32x4.extract_lane(bits, 1)) |
      inFilterAt(i32x4.extract_lane(bits, 2)) |
      inFilterAt(i32x4.extract_lane(bits, 3));
    const isNotice = v128.or(i32x4.eq(hashes, isCopyright), i32x4.eq(hashes, isCopy));
    if (((found & 1) | i32(v128.any_true(isNotice))) !== 0) lookAtWords(at, min(at + 16, end), length);
  }
}

/** The lowest bit says whether a bit of the filter is set. */
function inFilterAt(bit: i32): i32 {
  return <i32>load<u8>(FILTER + (bit >>> 3)) >>> (bit & 7);
}

/** `filterBit` and `secondBit` of electron/core/text/phrase-starts.ts. */
function mayBegin(pair: i32): bool {
  return (inFilterAt((pair ^ (pair >>> 15)) & 0x7fff) & inFilterAt((pair * 0x9e3779b1) >>> 17) & 1) !== 0;
}

function lookAtWords(from: usize, to: usize, length: i32): void {
  for (let at = from; at < to; at += 4) {
    const hash = load<i32>(at);
    const word = <i32>((at - TOKENS) >> 2);
    const pair = (load<i32>(at - 4) * 31) ^ hash;
    if (mayBegin(pair)) phrase(word === 0 ? 0 : placeOf(word - 1), pair);
    if (hash === copyright) notice(placeOf(word), length);
    else if (hash === copy) notice(max(placeOf(word), 1) - 1, length);
  }
}

/** Where a word of the text begins. It continues where the last call stopped, so callers ask for words in ascending order. */
function placeOf(word: i32): i32 {
  let starts = startsIn(window);
  for (let count = <i32>popcnt(starts); word >= passed + count; count = <i32>popcnt(starts)) {
    passed += count;
    starts = startsIn(++window);
  }
  for (let i = word - passed; i > 0; i--) starts &= starts - 1;
  return (window << 6) + <i32>ctz(starts);
}

/** Which of 64 units begin a word. */
function startsIn(n: i32): u64 {
  const letters = load<u64>(LETTERS + (n << 3));
  const before: u64 = n === 0 ? 0 : load<u64>(LETTERS + ((n - 1) << 3)) >>> 63;
  return letters & ~((letters << 1) | before);
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
        // `pairHash`.
        const pair = (before * 31) ^ hash;
        if (mayBegin(pair)) phrase(beforeAt, pair);
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
  for (; size > 8; size -= 8, at += 16) sum = (sum + lanesOf(mixed(v128.load(at), golden, factors))) * AGAIN;
  return sum + lanesOf(mixed(v128.and(v128.load(at), i16x8.lt_s(places, i16x8.splat(<i16>size))), golden, factors));
}

function mixed(letters: v128, golden: v128, factors: v128): v128 {
  const product = i32x4.mul(letters, golden);
  return i32x4.mul(v128.xor(product, i32x4.shr_u(product, 15)), factors);
}

/** The sum of the lanes. */
function lanesOf(numbers: v128): i32 {
  const two = i32x4.add(numbers, v128.shuffle<i32>(numbers, numbers, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** Writes the signature of the last area that was read to SIGNATURE; 0 for a text without tokens, which has none. */
export function sign(): i32 {
  return signTokens(tokens);
}
