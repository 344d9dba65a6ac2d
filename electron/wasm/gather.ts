import { reference } from './host';
import { AREAS, PAGE, REFERENCES, RESULT } from './layout';

/** UTF-16 units of text that are kept of each area. */
const LONGEST: i32 = 1 << 20;
const SPACE: i32 = 32;
const LINE: i32 = 10;
const REPLACEMENT: i32 = 0xfffd;

/** Units behind the longest text of an area: SIMD writes whole blocks. */
const SLACK: i32 = 48;

/** Of an area: its units so far, bytes of UTF-8 beyond one for each unit, surrogate pairs, and the address of the units. */
const SIZE: usize = 0;
export const MORE_BYTES: usize = 4;
const PAIRS: usize = 8;
const BASE: usize = 12;

let pageEnd: usize = 0;
/** The area at hand: the address of its entry, and of the place for its next unit. */
export let area: usize = 0;
export let target: usize = 0;
let first: usize = 0;

/** Begins a page of `length` bytes, which lie at PAGE already. */
export function open(length: i32): void {
  pageEnd = PAGE + length;
  // What reads beyond the end finds no character there.
  v128.store(pageEnd, i64x2.splat(0));
  const room = ((min(length, LONGEST) + SLACK) * 2 + 15) & ~15;
  let base: usize = (pageEnd + 79) & ~15;
  for (let i = 0; i < 6; i++) {
    const entry = AREAS + (i << 4);
    store<i32>(entry, 0, SIZE);
    store<i32>(entry, 0, MORE_BYTES);
    store<i32>(entry, 0, PAIRS);
    store<i32>(entry, <i32>base, BASE);
    base += room;
  }
}

export function enter(number: i32): void {
  area = AREAS + (number << 4);
  first = <usize>load<i32>(area, BASE);
  target = first + (load<i32>(area, SIZE) << 1);
}

export function leave(): void {
  store<i32>(area, <i32>(target - first) >> 1, SIZE);
}

/** 1 where white space would add nothing. */
export function endsWithSpace(): i32 {
  if (target === first) return 1;
  const last: i32 = load<u16>(target - 2);
  return last === SPACE || last === LINE ? 1 : 0;
}

/** Units of an area, without white space at the end. */
export function lengthOf(number: i32): i32 {
  enter(number);
  const size = <i32>(target - first) >> 1;
  return size > 0 ? size - endsWithSpace() : 0;
}

/** The end of a block. */
export function addBreak(number: i32): void {
  enter(number);
  breakHere();
  leave();
}

function breakHere(): void {
  if (target === first) return;
  const last: i32 = load<u16>(target - 2);
  if (last === LINE) return;
  if (last === SPACE) store<u16>(target - 2, LINE);
  else if (<i32>(target - first) >> 1 < LONGEST) {
    store<u16>(target, LINE);
    target += 2;
  }
}

/** Units that still fit into the area at hand. */
export function room(): i32 {
  return LONGEST - (<i32>(target - first) >> 1);
}

/** The next unit of the area goes to `to`. */
export function moveTo(to: usize): void {
  target = to;
}

/** The area at hand has so many bytes of UTF-8 more than units. */
export function addBytes(more: i32): void {
  store<i32>(area, load<i32>(area, MORE_BYTES) + more, MORE_BYTES);
}

/** Adds a unit: what a reference stands for, or a character beyond ASCII. */
export function add(unit: i32): void {
  if (unit <= SPACE) {
    if (unit === LINE) {
      breakHere();
      return;
    }
    if (unit === SPACE || (unit >= 9 && unit <= 13)) {
      addSpace();
      return;
    }
  } else if (unit > 127) {
    if (unit === 0xfeff || isWideSpace(unit)) {
      addSpace();
      return;
    }
    if (unit < 0x800) store<i32>(area, load<i32>(area, MORE_BYTES) + 1, MORE_BYTES);
    else if (unit < 0xdc00 || unit >= 0xe000) {
      // The second half of a pair adds nothing: both have four bytes.
      store<i32>(area, load<i32>(area, MORE_BYTES) + 2, MORE_BYTES);
      if (unit >= 0xd800 && unit < 0xdc00) store<i32>(area, load<i32>(area, PAIRS) + 1, PAIRS);
    }
  }
  store<u16>(target, unit);
  target += 2;
}

export function addSpace(): void {
  if (endsWithSpace() !== 0) return;
  store<u16>(target, SPACE);
  target += 2;
}

/** White space beyond ASCII: `isWordSpace` of electron/core/html/text-collector.ts. */
export function isWideSpace(unit: i32): bool {
  if (unit < 0x1680) return unit === 0xa0;
  if (unit === 0x1680 || unit === 0x3000) return true;
  if (unit < 0x2000 || unit > 0x205f) return false;
  return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f;
}

/** What the last reference stands for: the number of units (0: not a reference), and the units. */
export let meaning: i32 = 0;
export let firstUnit: i32 = 0;
export let secondUnit: i32 = 0;

/** Reads the reference whose '&' is at `at`; returns where the text goes on. The last ones are kept, because most pages use few different references. */
export function readReference(at: usize): usize {
  meaning = 0;
  if (!maybeReference(at + 1)) return at + 1;
  const size = nameSize(at + 1);
  const key = size === 0 ? 0 : load<u64>(at + 1) & (<u64>-1 >> ((8 - size) << 3));
  const slot = REFERENCES + ((<usize>(((key ^ (key >> 29)) * 0x9e3779b97f4b) >> 58)) << 4);
  if (size > 0 && load<u64>(slot) === key) {
    meaning = load<u8>(slot, 12);
    firstUnit = load<u16>(slot, 8);
    secondUnit = load<u16>(slot, 10);
    return at + 1 + size;
  }
  meaning = reference(<i32>(at - PAGE));
  if (meaning === 0) return at + 1;
  const next = PAGE + load<i32>(RESULT);
  firstUnit = load<i32>(RESULT, 4);
  secondUnit = load<i32>(RESULT, 8);
  if (size > 0 && next === at + 1 + size) {
    store<u64>(slot, key);
    store<u16>(slot, firstUnit, 8);
    store<u16>(slot, secondUnit, 10);
    store<u8>(slot, meaning, 12);
  }
  return next;
}

/** Whether a letter, a digit or '#' is at `at`: nothing else can follow the '&' of a reference. */
function maybeReference(at: usize): bool {
  if (at >= pageEnd) return false;
  const byte: i32 = load<u8>(at);
  const lower = byte | 32;
  return (lower >= 97 && lower <= 122) || (byte >= 48 && byte <= 57) || byte === 35;
}

/** Bytes from `at` to the first ';', that one included; 0 if there is none among the next eight. */
function nameSize(at: usize): i32 {
  const most = min(8, <i32>(pageEnd - at));
  for (let i = 0; i < most; i++) if (load<u8>(at + i) === 59) return i + 1;
  return 0;
}

/** The code point of the last character that `addCharacter` read. */
export let character: i32 = 0;

/** Adds the character whose first byte, beyond ASCII, is at `at`, as the Encoding Standard decodes UTF-8; returns the place after it. */
export function addCharacter(at: usize, stop: usize): usize {
  const byte: i32 = load<u8>(at);
  const more = byte >= 0xc2 && byte <= 0xdf ? 1 : byte >= 0xe0 && byte <= 0xef ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : 0;
  let code = byte & (0x3f >> more);
  let lower = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
  let upper = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
  let next = at + 1;
  character = REPLACEMENT;
  for (let i = 0; i < more; i++, next++) {
    const following: i32 = next < stop ? load<u8>(next) : 0;
    if (following < lower || following > upper) {
      add(REPLACEMENT);
      return next;
    }
    code = (code << 6) | (following & 0x3f);
    lower = 0x80;
    upper = 0xbf;
  }
  if (more > 0) character = code;
  if (more === 0) add(REPLACEMENT);
  else if (code < 0x10000) add(code);
  else {
    add(0xd7c0 + (code >> 10));
    add(0xdc00 | (code & 0x3ff));
  }
  return next;
}
