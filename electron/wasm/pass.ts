import { lengthOf } from './gather';
import { learn, notice, phrase } from './host';
import { AREAS, FILTER, FOLDED, LEAST, RESULT, SIGNATURE } from './layout';

/** Kinds of units that are no letters: see electron/core/text/folded-units.ts. */
const SEPARATOR: i32 = 1;
const IDEOGRAPH: i32 = 2;
const UNSPACED: i32 = 3;
const SECOND_HALF: i32 = 4;
const NOTICE: i32 = 5;
const CONTEXTUAL: i32 = 6;
const UNKNOWN: i32 = 7;

const SPACE: i32 = 32;
const LINE: i32 = 10;
/** What the hashes of a text begin with. */
const EXACT: i32 = 0x811c9dc5;
const EXACT2: i32 = 0x9747b28c;
const EMPTY: u32 = 0xffffffff;
/** `wordHash` of "copyright" and of "copy", set by JavaScript. */
let copyright: i32 = 0;
let copy: i32 = 0;

/** Two hashes of each of the last four tokens, the last one last. */
let a1: i32 = 0;
let a2: i32 = 0;
let a3: i32 = 0;
let a4: i32 = 0;
let b1: i32 = 0;
let b2: i32 = 0;
let b3: i32 = 0;
let b4: i32 = 0;
let tokens: i32 = 0;
let shingles: i32 = 0;

export function prepare(hashOfCopyright: i32, hashOfCopy: i32): void {
  copyright = hashOfCopyright;
  copy = hashOfCopy;
}

/**
 * `TextPass.read` over an area: RESULT holds words and both hashes. 0: the lower case of a letter depends on its
 * neighbours, so JavaScript has to read the text.
 */
export function read(number: i32, mostCounted: i32): i32 {
  const length = lengthOf(number);
  const units = <usize>load<i32>(AREAS + (number << 4), 12);
  memory.fill(LEAST, 0xff, 1024);
  tokens = 0;
  shingles = 0;
  const counted = min(length, mostCounted);
  const end = units + (counted << 1);
  const behind = load<u16>(end);
  store<u16>(end, 0);
  store<i32>(RESULT, 0);
  store<i32>(RESULT, EXACT, 4);
  store<i32>(RESULT, EXACT2, 8);
  const isWhole = length === 0 || readWords(units, counted);
  store<u16>(end, behind);
  if (!isWhole) return 0;
  readRest(units, counted, length);
  return 1;
}

function readWords(units: usize, length: i32): bool {
  const end = units + (length << 1);
  let exact = EXACT;
  let exact2 = EXACT2;
  let words: i32 = 1;
  let before: i32 = 0;
  let beforeAt: usize = units;
  let start: usize = units;
  let kindBefore: i32 = SEPARATOR;
  let a: i32 = 0;
  let b: i32 = 0;
  let at = units;
  for (;;) {
    const unit: i32 = load<u16>(at);
    const letter = load<i32>(FOLDED + (unit << 2));
    if (letter <= 0xffff) {
      exact = (exact ^ unit) * 0x01000193;
      exact2 = (exact2 ^ unit) * 0x5bd1e995;
      exact2 ^= exact2 >>> 13;
      a = (a ^ letter) * 0x01000193 + 0x9e3779b9;
      b = ((b + letter) * 0x2c1b3c6d) ^ (b >>> 15);
      at += 2;
      continue;
    }
    let kind = letter >> 16;
    if (kind !== SEPARATOR) {
      if (kind === UNKNOWN) {
        learn(unit);
        continue;
      }
      if (kind === CONTEXTUAL || (kind === SECOND_HALF && at > start)) return false;
      if (kind === NOTICE) {
        if (beginsNotice(at, unit)) notice(<i32>(at - units) >> 1, length);
      } else if (kind === SECOND_HALF) kind = kindBefore;
    }
    kindBefore = kind;
    if (at > start) {
      addToken(a, b, 5);
      const pair = (before * 31) ^ a;
      const bit = pair ^ (pair >>> 15);
      if (((load<u8>(FILTER + ((bit >>> 3) & 4095)) >>> (bit & 7)) & 1) !== 0) phrase(<i32>(beforeAt - units) >> 1, pair);
      if (a === copyright) notice(<i32>(start - units) >> 1, length);
      else if (a === copy) notice(max(<i32>(start - units) >> 1, 1) - 1, length);
      before = a;
      beforeAt = start;
      a = 0;
      b = 0;
    }
    if (at === end) break;
    start = at + 2;
    if (kind === IDEOGRAPH) addToken(unit * 0x27d4eb2f, unit * 0x165667b1, 3);
    else if (kind === UNSPACED) addToken(unit * 0x27d4eb2f, unit * 0x165667b1, 5);
    let counts = unit;
    if (unit === SPACE || unit === LINE) {
      words++;
      counts = SPACE;
    }
    exact = (exact ^ counts) * 0x01000193;
    exact2 = (exact2 ^ counts) * 0x5bd1e995;
    exact2 ^= exact2 >>> 13;
    at += 2;
  }
  store<i32>(RESULT, words);
  store<i32>(RESULT, exact, 4);
  store<i32>(RESULT, exact2, 8);
  return true;
}

/** What follows the counted part: its words, hashes and copyright notices. */
function readRest(units: usize, from: i32, length: i32): void {
  if (from >= length) return;
  let words = load<i32>(RESULT);
  let exact = load<i32>(RESULT, 4);
  let exact2 = load<i32>(RESULT, 8);
  for (let i = from; i < length; i++) {
    const at = units + (i << 1);
    let unit: i32 = load<u16>(at);
    if (beginsNotice(at, unit)) notice(i, length);
    if (unit === SPACE || unit === LINE) {
      words++;
      unit = SPACE;
    }
    exact = (exact ^ unit) * 0x01000193;
    exact2 = (exact2 ^ unit) * 0x5bd1e995;
    exact2 ^= exact2 >>> 13;
  }
  store<i32>(RESULT, words);
  store<i32>(RESULT, exact, 4);
  store<i32>(RESULT, exact2, 8);
}

/** Whether ©, "(c)", "&c" or "co" is at `at`: no copyright notice begins otherwise. What is behind the text does no harm. */
function beginsNotice(at: usize, unit: i32): bool {
  if (unit === 0xa9) return true;
  const next = <i32>load<u16>(at, 2) | 32;
  if (unit === 0x28) return next === 99 && load<u16>(at, 4) === 41;
  if (unit === 0x26) return next === 99;
  return (unit | 32) === 99 && next === 111;
}

/** `Signer.add`: the next token by two hashes; `span`, 3 or 5: how many tokens make a shingle. */
function addToken(a: i32, b: i32, span: i32): void {
  if (span === 5) {
    if (tokens >= 4) {
      let first = 5 * 0x5bd1e995 + a1;
      first = first * 0x5bd1e995 + a2;
      first = first * 0x5bd1e995 + a3;
      first = first * 0x5bd1e995 + a4;
      first = first * 0x5bd1e995 + a;
      let second = turned((5 * 0x1b873593) ^ b1);
      second = turned((second * 0x1b873593) ^ b2);
      second = turned((second * 0x1b873593) ^ b3);
      second = turned((second * 0x1b873593) ^ b4);
      second = turned((second * 0x1b873593) ^ b);
      keep(first, second);
    }
  } else if (tokens >= 2) {
    let first = 3 * 0x5bd1e995 + a3;
    first = first * 0x5bd1e995 + a4;
    first = first * 0x5bd1e995 + a;
    let second = turned((3 * 0x1b873593) ^ b3);
    second = turned((second * 0x1b873593) ^ b4);
    second = turned((second * 0x1b873593) ^ b);
    keep(first, second);
  }
  a1 = a2;
  a2 = a3;
  a3 = a4;
  a4 = a;
  b1 = b2;
  b2 = b3;
  b3 = b4;
  b4 = b;
  tokens++;
}

function turned(value: i32): i32 {
  return rotl(value, 13);
}

function mix(value: i32): i32 {
  let h = (value ^ (value >>> 16)) * 0x85ebca6b;
  h = (h ^ (h >>> 13)) * 0xc2b2ae35;
  return h ^ (h >>> 16);
}

function keep(a: i32, b: i32): void {
  const slot = LEAST + ((mix(a) >>> 24) << 2);
  const order = <u32>mix(b ^ (a * 0xcc9e2d51));
  // Without a branch, which could not be predicted.
  store<u32>(slot, min(order, load<u32>(slot)));
  shingles++;
}

/** Writes the signature of the last area that was read to SIGNATURE; 0 for a text without tokens, which has none. */
export function sign(): i32 {
  if (tokens === 0) return 0;
  if (shingles === 0) addFew();
  densify();
  return 1;
}

/** A text of fewer tokens than a shingle is one shingle. */
function addFew(): void {
  let a = tokens;
  let b = tokens;
  for (let i = 4 - tokens; i < 4; i++) {
    a = a * 0x5bd1e995 + (i === 0 ? a1 : i === 1 ? a2 : i === 2 ? a3 : a4);
    b = turned((b * 0x1b873593) ^ (i === 0 ? b1 : i === 1 ? b2 : i === 2 ? b3 : b4));
  }
  keep(a, b);
}

/** `Signer.#densify`. Behind SIGNATURE lies, for each slot, whether it has a byte, and then the list of those with a shingle of their own. */
function densify(): void {
  const filled = SIGNATURE + 256;
  const given = SIGNATURE + 512;
  let count: usize = 0;
  for (let slot: usize = 0; slot < 256; slot++) {
    const least = load<u32>(LEAST + (slot << 2));
    store<u8>(filled + slot, least === EMPTY ? 0 : 1);
    store<u8>(SIGNATURE + slot, least);
    if (least !== EMPTY) store<u8>(given + count++, slot);
  }
  let missing = 256 - <i32>count;
  for (let round = 1; missing > 0; round++) {
    for (let i: usize = 0; i < count; i++) {
      const slot: i32 = load<u8>(given + i);
      const to: usize = mix(round * 0x9e3779b1 + slot) >>> 24;
      if (load<u8>(filled + to) !== 0) continue;
      store<u8>(filled + to, 1);
      store<u8>(SIGNATURE + to, load<u8>(SIGNATURE + slot));
      missing--;
    }
  }
}
