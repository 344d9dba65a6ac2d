import { AMPERSANDS, BYTE_PLACES, CASE_BIT, DELETES, EXCLAMATION_MARKS, LAST_LETTER, UPPER_A } from './constants';
import {
  ATTRIBUTE_LENGTHS,
  ATTRIBUTE_NAMES,
  ATTRIBUTE_SLOTS,
  TAG,
  TAG_LENGTHS,
  TAG_NAMES,
  TAG_SLOTS,
  VALUE_ENDS,
  VALUE_STARTS,
} from './layout';

/** Fields of TAG: as `Tag` of electron/core/html/scanner.ts, offsets from the first character of the page. */
export const ID: usize = TAG;
export const START: usize = TAG + 4;
export const END: usize = TAG + 8;
export const NAME_START: usize = TAG + 12;
export const NAME_END: usize = TAG + 16;
export const SELF_CLOSING: usize = TAG + 20;
export const MASK: usize = TAG + 24;
export const MASK2: usize = TAG + 28;
export const HASH: usize = TAG + 32;
export const ARIA_START: usize = TAG + 36;
export const ARIA_END: usize = TAG + 40;
/** Like the masks: the attributes whose value is ASCII without '&' and control characters. */
const PLAIN: usize = TAG + 44;

/** The longest known name fits into one block. */
const LONGEST_NAME: i32 = 16;

/** The first character, and the end, of the page. */
let base: usize = 0;
let limit: usize = 0;

export function setPage(first: usize, end: usize): void {
  base = first;
  limit = end;
}

/** Tab, line feed, form feed, carriage return, space. */
export function isSpace(byte: i32): bool {
  return byte === 32 || byte === 10 || byte === 9 || byte === 13 || byte === 12;
}

export function isLetter(byte: i32): bool {
  const lower = byte | 32;
  return lower >= 97 && lower <= 122 && byte < 128;
}

/** The place of a byte from `at` on, `limit` for none. */
export function find(byte: i32, from: usize): usize {
  const wanted = i8x16.splat(<i8>byte);
  for (let at = from; at < limit; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (found !== 0) return min(at + ctz(found), limit);
  }
  return limit;
}

/** `hashStep` of electron/core/html/names.ts. */
function hashStep(hash: i32, byte: i32): i32 {
  return hash * 31 + (byte | 32);
}

/** The 16 bytes at `at`, letters in lower case, zeros from `length` on. */
function lowerName(at: usize, length: i32): v128 {
  const block = v128.load(at);
  const isUpper = i8x16.le_u(i8x16.sub(block, v128.load(UPPER_A)), v128.load(LAST_LETTER));
  const lower = v128.or(block, v128.and(isUpper, v128.load(CASE_BIT)));
  return v128.and(lower, i8x16.lt_u(v128.load(BYTE_PLACES), i8x16.splat(<i8>length)));
}

/** The number of the name at [start, end) in a table, -1 where it has none. */
function numberOf(slots: usize, names: usize, lengths: usize, start: usize, end: usize, hash: i32): i32 {
  let slot = hash & 1023;
  if (load<i16>(slots + (slot << 1)) < 0) return -1;
  const length = <i32>(end - start);
  if (length > LONGEST_NAME) return -1;
  const name = lowerName(start, length);
  let number: i32 = load<i16>(slots + (slot << 1));
  while (
    number >= 0 &&
    (load<u8>(lengths + number) !== length || v128.any_true(v128.xor(name, v128.load(names + (number << 4)))))
  ) {
    slot = (slot + 1) & 1023;
    number = load<i16>(slots + (slot << 1));
  }
  return number;
}

/** Reads a tag whose name starts at `nameStart`. Returns the place after '>', or 0 when the input ends first. */
export function readTag(lt: usize, nameStart: usize): usize {
  let at = nameStart;
  let hash: i32 = 0;
  let byte: i32 = load<u8>(at);
  // Letters, and all else above '>', need one comparison.
  while (byte > 62 || (byte !== 62 && byte !== 47 && !isSpace(byte))) {
    if (at >= limit) return 0;
    hash = hashStep(hash, byte);
    byte = load<u8>(++at);
  }
  const known = numberOf(TAG_SLOTS, TAG_NAMES, TAG_LENGTHS, nameStart, at, hash);
  store<i32>(ID, max(known, 0));
  store<i32>(START, <i32>(lt - base));
  store<i32>(NAME_START, <i32>(nameStart - base));
  store<i32>(NAME_END, <i32>(at - base));
  store<i32>(SELF_CLOSING, 0);
  store<i64>(MASK, 0);
  store<i32>(HASH, hash);
  store<i32>(ARIA_END, 0);
  store<i64>(PLAIN, 0);
  for (;;) {
    while (isSpace(byte)) byte = load<u8>(++at);
    if (at >= limit) return 0;
    if (byte === 62) break;
    if (byte === 47) {
      byte = load<u8>(++at);
      if (at < limit && byte === 62) {
        store<i32>(SELF_CLOSING, 1);
        break;
      }
      continue;
    }
    at = readAttribute(at);
    if (at === 0) return 0;
    byte = load<u8>(at);
  }
  store<i32>(END, <i32>(at + 1 - base));
  return at + 1;
}

/** Reads one attribute at `start`. Returns the place after it, or 0 when the input ends inside. The first of a name wins. */
function readAttribute(start: usize): usize {
  let at = start;
  let byte: i32 = load<u8>(at);
  let hash: i32 = 0;
  do {
    hash = hashStep(hash, byte);
    byte = load<u8>(++at);
  } while ((byte > 62 || (byte !== 61 && byte !== 62 && byte !== 47 && !isSpace(byte))) && at < limit);
  const nameEnd = at;
  const number = numberOf(ATTRIBUTE_SLOTS, ATTRIBUTE_NAMES, ATTRIBUTE_LENGTHS, start, nameEnd, hash);
  while (at < limit && isSpace(byte)) byte = load<u8>(++at);
  let valueStart = at;
  let valueEnd = at;
  if (at < limit && byte === 61) {
    byte = load<u8>(++at);
    while (at < limit && isSpace(byte)) byte = load<u8>(++at);
    valueStart = at;
    valueEnd = at;
    if (at < limit && (byte === 34 || byte === 39)) {
      valueStart = at + 1;
      valueEnd = find(byte, valueStart);
      if (valueEnd >= limit) return 0;
      at = valueEnd + 1;
    } else if (at >= limit || byte !== 62) {
      while (at < limit && (byte > 62 || (byte !== 62 && !isSpace(byte)))) byte = load<u8>(++at);
      if (at >= limit) return 0;
      valueEnd = at;
    }
  }
  if (number >= 0) keepValue(number, valueStart, valueEnd);
  else if (
    nameEnd - start > 5 &&
    load<u8>(start, 4) === 45 &&
    load<i32>(ARIA_END) === 0 &&
    (load<u32>(start) | 0x20202020) === 0x61697261
  ) {
    store<i32>(ARIA_START, <i32>(start - base));
    store<i32>(ARIA_END, <i32>(nameEnd - base));
  }
  return at;
}

function keepValue(number: i32, start: usize, end: usize): void {
  const mask = MASK + <usize>((number >> 5) << 2);
  const bit = 1 << (number & 31);
  const had = load<i32>(mask);
  if ((had & bit) !== 0) return;
  store<i32>(mask, had | bit);
  store<i32>(VALUE_STARTS + (number << 2), <i32>(start - base));
  store<i32>(VALUE_ENDS + (number << 2), <i32>(end - base));
  if (isPlain(start, end)) {
    const plain = PLAIN + <usize>((number >> 5) << 2);
    store<i32>(plain, load<i32>(plain) | bit);
  }
}

/** Whether all bytes are ASCII from '!' to '~' without '&'. */
function isPlain(start: usize, end: usize): bool {
  const least = v128.load(EXCLAMATION_MARKS);
  const deleted = v128.load(DELETES);
  const ampersands = v128.load(AMPERSANDS);
  for (let at = start; at < end; at += 16) {
    const block = v128.load(at);
    // Signed: bytes beyond ASCII are below '!' too.
    const odd = v128.or(v128.or(i8x16.lt_s(block, least), i8x16.eq(block, deleted)), i8x16.eq(block, ampersands));
    const found = i8x16.bitmask(odd);
    if (found !== 0 && at + ctz(found) < end) return false;
  }
  return true;
}
