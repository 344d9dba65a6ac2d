import { AMPERSANDS, CASE_BIT, LINE_BREAKS } from './constants';
import {
  add,
  addBytes,
  addCharacter,
  addSpace,
  character,
  endsWithSpace,
  enter,
  firstUnit,
  isWideSpace,
  leave,
  meaning,
  moveTo,
  readReference,
  room,
  secondUnit,
  target,
} from './gather';
import { PAGE } from './layout';

const SPACE: i32 = 32;
const AMPERSAND: i32 = 38;
const VERTICAL_TAB: i32 = 11;
const MARK: i32 = 0xfeff;

/** About the last run: the number of words that begin in it; 1 if it ends with white space; 1 if it has other text; 1 if it has a NUL. */
export let words: i32 = 0;
export let space: i32 = 0;
export let hasText: i32 = 0;
export let hasNul: i32 = 0;
/** 1 if the run has a byte order mark; 1 if it begins with white space. */
export let hasMark: i32 = 0;
export let leads: i32 = 0;
/** 1: the run needs no decoding and no collapsing. It consists of ASCII words with single spaces between them and none at the ends. */
export let isTidy: i32 = 0;

/** Adds bytes [start, end) of the page to an area: decoded, references resolved, white space collapsed. */
export function gather(number: i32, start: i32, end: i32): void {
  enter(number);
  readRun(PAGE + start, PAGE + min(end, start + room()), PAGE + end);
  leave();
}

/** 1: white space is before the run that comes next. */
export function setSpace(before: i32): void {
  space = before;
}

/**
 * Adds the text from `from` to `last` to the area at hand, 16 characters at a time, and counts its words. A character or reference that begins before
 * `last` is read whole, but no further than `stop`.
 */
export function readRun(from: usize, last: usize, stop: usize): void {
  const breaks = v128.load(LINE_BREAKS);
  const spaces = v128.load(CASE_BIT);
  const ampersands = v128.load(AMPERSANDS);
  let at = from;
  let to = target;
  let gap = endsWithSpace();
  let before = space;
  let count = 0;
  let untidy = 0;
  let text = 0;
  /** Units of two bytes. */
  let longer = 0;
  words = 0;
  hasText = 0;
  hasNul = 0;
  hasMark = 0;
  leads = from < last ? isPlainSpace(load<u8>(from)) : 0;
  while (at < last) {
    const block = v128.load(at);
    const here = min(16, <i32>(last - at));
    const inside = (1 << here) - 1;
    const isSpace = i8x16.eq(block, spaces);
    // Signed: bytes beyond ASCII are below 32 too.
    const isOther = v128.or(i8x16.lt_s(block, spaces), i8x16.eq(block, ampersands));
    const between = i8x16.bitmask(isSpace);
    if (((i8x16.bitmask(isOther) | (between & ((between << 1) | gap))) & inside) === 0) {
      // Most of a text: letters with single spaces.
      v128.store(to, i16x8.extend_low_i8x16_u(block));
      v128.store(to, i16x8.extend_high_i8x16_u(block), 16);
      const letters = ~between & inside;
      count += popcnt(letters & ((between << 1) | before));
      text |= letters;
      before = (between >>> (here - 1)) & 1;
      gap = before;
      at += here;
      to += here << 1;
      continue;
    }
    // Tab, line feed, form feed, carriage return.
    const lines = i8x16.swizzle(breaks, block);
    const isWhite = v128.or(lines, isSpace);
    const odd = i8x16.bitmask(v128.andnot(isOther, lines));
    const white = i8x16.bitmask(isWhite);
    const tidied = v128.bitselect(spaces, block, isWhite);
    v128.store(to, i16x8.extend_low_i8x16_u(tidied));
    v128.store(to, i16x8.extend_high_i8x16_u(tidied), 16);
    // The loop stops at an odd character, or at white space after white space.
    const stops = (odd | (white & ((white << 1) | gap))) & inside;
    const plain = stops === 0 ? here : ctz(stops);
    const letters = ~white & ((1 << plain) - 1);
    count += popcnt(letters & ((white << 1) | before));
    text |= letters;
    untidy |= i8x16.bitmask(lines) & inside;
    at += plain;
    to += plain << 1;
    if (stops === 0) {
      before = (white >>> (here - 1)) & 1;
      gap = before;
      continue;
    }
    untidy = 1;
    if (plain > 0) {
      before = (white >>> (plain - 1)) & 1;
      gap = before;
    }
    if (((odd >>> plain) & 1) === 0) {
      at += min(ctz(~(white >>> plain)), here - plain);
      before = 1;
      continue;
    }
    const first: i32 = load<u8>(at);
    const second: i32 = load<u8>(at, 1);
    if (first >= 0xc3 && first <= 0xdf && second >> 6 === 2 && at + 1 < stop) {
      // A letter or sign of two bytes: none of them is white space.
      store<u16>(to, ((first & 31) << 6) | (second & 63));
      to += 2;
      at += 2;
      longer++;
      count += before;
      before = 0;
      gap = 0;
      text = 1;
      continue;
    }
    moveTo(to);
    space = before;
    const isFirst = at === from;
    at = readOdd(at, last, stop, isFirst);
    before = space;
    to = target;
    gap = endsWithSpace();
  }
  moveTo(to);
  if (longer !== 0) addBytes(longer);
  words += count;
  hasText |= i32(text !== 0);
  isTidy = untidy === 0 && before === 0 && last > from && <i32>load<u8>(from) > SPACE ? 1 : 0;
  space = before;
}

function isPlainSpace(byte: i32): i32 {
  return byte === SPACE || (byte >= 9 && byte <= 13) ? 1 : 0;
}

/** Reads from `at`, where no plain character is, up to the next plain character. Returns the place of that one. */
function readOdd(at: usize, last: usize, stop: usize, isFirst: bool): usize {
  const byte: i32 = load<u8>(at);
  if (byte > 127) {
    hasText = 1;
    at = addCharacter(at, stop);
    countUnit(character);
    if (isFirst) leads = endsWithSpace();
    while (at < last && load<u8>(at) > 127) {
      at = addCharacter(at, stop);
      countUnit(character);
    }
    return at;
  }
  if (byte === AMPERSAND) {
    hasText = 1;
    const next = readReference(at);
    if (meaning === 0) {
      add(AMPERSAND);
      countUnit(AMPERSAND);
    } else {
      add(firstUnit);
      countUnit(firstUnit);
      if (meaning === 2) {
        add(secondUnit);
        countUnit(secondUnit);
      }
    }
    if (isFirst) leads = endsWithSpace();
    return next;
  }
  if (byte === 0) hasNul = 1;
  else hasText = 1;
  space = 1;
  if (byte === VERTICAL_TAB) addSpace();
  else add(byte);
  return at + 1;
}

/** `isWordSpace` of electron/core/html/text-collector.ts, and control characters, separate words. */
function countUnit(unit: i32): void {
  if (unit === MARK) hasMark = 1;
  if (unit <= SPACE || isWideSpace(unit)) {
    space = 1;
    return;
  }
  words += space;
  space = 0;
}
