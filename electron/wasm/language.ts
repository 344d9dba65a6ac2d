/** A module of its own: `LanguageScores` of electron/core/text/language-scores.ts, which says what is computed. */
import { letter } from './language-host';

/** Where things lie in memory; `scorePlace` in electron/core/text/score-machine.ts says the same to JavaScript. */
const TEXT: usize = 0x400;
const NORMALIZED: usize = 0xc00;
const WORD: usize = 0x1400;
const SUMS: usize = 0x1600;
/** The distinct pieces of a text, 1,024 of 8 bytes: a piece, and its place with the round of its text. */
const SEEN: usize = 0x2000;
const SEEN_MASK: i32 = 1023;
/** Of each unit: 0 unknown, bit 16 a letter with its lower case, bit 17 none; both: its lower case depends on its neighbours. */
const UNITS: usize = 0x10000;
/** The distinct pieces of a text, 8 bytes each: the piece, and the low bits of its hash with its place. */
const FOUND: usize = 0x4000;
/** Nobody reads it: a value is written here so that the compiler keeps what computes it. */
const UNREAD: usize = 0x8000;
/**
 * All pieces, 131,072 slots of 8 bytes: a piece, and where its languages begin, how many they are, and its place. Most pieces have one
 * language: it is there itself, with its score.
 */
const TABLE: usize = 0x50000;
const TABLE_MASK: i32 = (1 << 17) - 1;
/** Languages with their scores, two bytes each. */
const LISTS: usize = 0x150000;
/** The data as it was packed. */
const DATA: usize = 0x180000;
/** One bit for each value of the low bits of a hash: whether any piece has it. It is small enough for the processor's cache. */
const FILTER: usize = 0x1e8000;
const FILTER_MASK: i32 = (1 << 18) - 1;

const LETTER: i32 = 1 << 16;
const CONTEXTUAL: i32 = 3 << 16;
const SPACE: i32 = 32;
const CUT_AFTER: i32 = 350;
const ENFORCE_CUT_AFTER: i32 = 380;
const LONGEST_WORD: i32 = 70;
const LEAST_SCORE: i32 = 53;
const LANGUAGES: usize = 60;

const STARTS: i32 = 1;
const ENDS: i32 = 2;
const OVERLONG: i32 = 4;

let round: i32 = 0;
let distinct: i32 = 0;
/** The end of FOUND. */
let found: usize = FOUND;

/** Makes the table from DATA, which has so many pieces of each place: at no end, at the start, at the end, a whole word. */
export function build(inside: i32, first: i32, last: i32, whole: i32): void {
  const total = inside + first + last + whole;
  const sizes = DATA + (total << 2);
  let languages = 0;
  for (let i = 0; i < total; i++) languages += load<u8>(sizes + i);
  const known = sizes + total;
  const scores = known + languages;
  let start = 0;
  for (let i = 0; i < total; i++) {
    const place = i < inside ? 0 : i < inside + first ? 1 : i < inside + first + last ? 2 : 3;
    const size: i32 = load<u8>(sizes + i);
    const one = <i32>load<u8>(known + start) | ((<i32>load<u8>(scores + start)) << 8);
    if (size > 0) insert(load<i32>(DATA + (i << 2)), ((size === 1 ? one : start) << 8) | (size << 2) | place);
    start += size;
  }
  for (let i: usize = 0; i < <usize>languages; i++) {
    store<u8>(LISTS + (i << 1), load<u8>(known + i));
    store<u8>(LISTS + (i << 1), load<u8>(scores + i), 1);
  }
}

function insert(piece: i32, entry: i32): void {
  const hash = slotOf(piece, entry & 3);
  const bits = FILTER + ((hash & FILTER_MASK) >>> 3);
  store<u8>(bits, <i32>load<u8>(bits) | (1 << (hash & 7)));
  let slot = hash & TABLE_MASK;
  while (load<i32>(TABLE + (slot << 3), 4) !== 0) slot = (slot + 1) & TABLE_MASK;
  store<i32>(TABLE + (slot << 3), piece);
  store<i32>(TABLE + (slot << 3), entry, 4);
}

function slotOf(piece: i32, place: i32): i32 {
  const mixed = (piece ^ (piece >>> 15) ^ (place * 0x9e3779b1)) * 0x85ebca6b;
  return mixed ^ (mixed >>> 13);
}

/** Writes the first `length` units of TEXT as words to NORMALIZED; returns their units, -1 where a lower case depends on its neighbours. */
export function normalize(length: i32): i32 {
  let size = 0;
  let at = 0;
  while (at < length) {
    const unit: i32 = load<u16>(TEXT + (at << 1));
    const entry = entryOf(unit);
    if ((entry & LETTER) !== 0) {
      if ((entry & CONTEXTUAL) === CONTEXTUAL) return -1;
      store<u16>(NORMALIZED + (size++ << 1), entry);
      at++;
      continue;
    }
    let end = at + 1;
    while (end < length && (entryOf(load<u16>(TEXT + (end << 1))) & LETTER) === 0) end++;
    let kept = end;
    while (kept > at && isApostrophe(load<u16>(TEXT + ((kept - 1) << 1)))) kept--;
    if (kept > at && size > 0) store<u16>(NORMALIZED + (size++ << 1), SPACE);
    for (; kept < end; kept++) store<u16>(NORMALIZED + (size++ << 1), load<u16>(TEXT + (kept << 1)));
    at = end;
  }
  return size;
}

function entryOf(unit: i32): i32 {
  const entry = UNITS + (unit << 2);
  const known = load<i32>(entry);
  if (known !== 0) return known;
  const found = letter(unit);
  store<i32>(entry, found);
  return found;
}

function isApostrophe(unit: i32): bool {
  return unit === 0x27 || unit === 0x60 || unit === 0x2019;
}

/** Adds the scores of the words in NORMALIZED to SUMS, by language; returns how many distinct pieces they have. */
export function score(length: i32): i32 {
  memory.fill(SUMS, 0, LANGUAGES << 2);
  distinct = 0;
  found = FOUND;
  round++;
  readWords(length);
  keepKnown();
  for (let at: usize = FOUND; at < found; at += 8) lookUp(load<i32>(at), load<i32>(at, 4));
  return distinct;
}

/**
 * Leaves those pieces in FOUND that the table may have, and fetches their slots into the processor's cache. Neither loop has a branch that depends on
 * what it loads, so the processor waits for many places of memory at once.
 */
function keepKnown(): void {
  let kept: usize = FOUND;
  for (let at: usize = FOUND; at < found; at += 8) {
    const where = load<i32>(at, 4);
    store<u64>(kept, load<u64>(at));
    kept += <usize>(((<i32>load<u8>(FILTER + (where >>> 5)) >>> ((where >>> 2) & 7)) & 1) << 3);
  }
  found = kept;
  let fetched = 0;
  for (let at: usize = FOUND; at < kept; at += 8) fetched ^= load<i32>(TABLE + (((load<i32>(at, 4) >>> 2) & TABLE_MASK) << 3));
  store<i32>(UNREAD, fetched);
}

function readWords(length: i32): void {
  let size = 0;
  let counted = 0;
  for (let i = 0; i < length && counted <= ENFORCE_CUT_AFTER; i++) {
    const unit: i32 = load<u16>(NORMALIZED + (i << 1));
    if (unit === SPACE) {
      readWord(size);
      size = 0;
      if (counted > CUT_AFTER) return;
      counted++;
      continue;
    }
    const before = size;
    if (unit < 0x80) store<u8>(WORD + size++, unit);
    else {
      if (unit < 0x800) store<u8>(WORD + size++, 0xc0 | (unit >> 6));
      else {
        store<u8>(WORD + size++, 0xe0 | (unit >> 12));
        store<u8>(WORD + size++, 0x80 | ((unit >> 6) & 63));
      }
      store<u8>(WORD + size++, 0x80 | (unit & 63));
    }
    counted += size - before;
  }
  readWord(size);
}

function readWord(size: i32): void {
  if (size === 0) return;
  const most = min(size, LONGEST_WORD);
  let at = 0;
  for (; at + 4 < most; at += 3) add(load<i32>(WORD + at), at === 0 ? STARTS : 0);
  const start = at === 0 ? STARTS : 0;
  if (size > LONGEST_WORD) {
    let hash = 0;
    for (let i = most - 4; i < size; i++) hash = hash * 31 + load<u8>(WORD + i);
    add(hash, start | ENDS | OVERLONG);
    return;
  }
  if (size < 4) store<i32>(WORD + size, 0);
  add(load<i32>(WORD + max(0, size - 4)), start | ENDS);
}

function add(piece: i32, place: i32): void {
  const hash = slotOf(piece, place);
  const tag = (round << 3) | place;
  let slot = hash & SEEN_MASK;
  for (;;) {
    const seen = load<i32>(SEEN + (slot << 3), 4);
    if ((seen ^ tag) >>> 3 !== 0) break;
    if (seen === tag && load<i32>(SEEN + (slot << 3)) === piece) return;
    slot = (slot + 1) & SEEN_MASK;
  }
  store<i32>(SEEN + (slot << 3), piece);
  store<i32>(SEEN + (slot << 3), tag, 4);
  distinct++;
  if ((place & OVERLONG) !== 0) return;
  store<i32>(found, piece);
  store<i32>(found, ((hash & FILTER_MASK) << 2) | place, 4);
  found += 8;
}

/** Adds the scores of a piece. `where`: the low bits of its hash, and its place. */
function lookUp(piece: i32, where: i32): void {
  const place = where & 3;
  let slot = (where >>> 2) & TABLE_MASK;
  for (;;) {
    const entry = load<i32>(TABLE + (slot << 3), 4);
    if (entry === 0) return;
    if ((entry & 3) === place && load<i32>(TABLE + (slot << 3)) === piece) {
      addScores(entry);
      return;
    }
    slot = (slot + 1) & TABLE_MASK;
  }
}

function addScores(entry: i32): void {
  const size = (entry >>> 2) & 63;
  if (size === 1) {
    addScore((entry >>> 8) & 255, entry >>> 16);
    return;
  }
  let at = LISTS + ((entry >>> 8) << 1);
  for (const end = at + (size << 1); at < end; at += 2) addScore(load<u8>(at), load<u8>(at, 1));
}

function addScore(language: i32, weight: i32): void {
  const sum = SUMS + (language << 2);
  store<i32>(sum, load<i32>(sum) + weight + LEAST_SCORE);
}
