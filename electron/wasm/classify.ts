import { CASE_BIT, LAST_DIGIT, LAST_LETTER, LOWER_A, MOST_OF_BYTE, PARENTHESES, UPPER_A, ZERO_DIGIT } from './constants';
import { learn, notice } from './host';
import { FOLDED, IDEOGRAPHS, LETTERS, LOWER, SINGLES } from './layout';

/** Kinds of units that are no letters: see electron/core/text/folded-units.ts. */
const SEPARATOR: i32 = 1;
const IDEOGRAPH: i32 = 2;
const UNSPACED: i32 = 3;
const SECOND_HALF: i32 = 4;
const NOTICE: i32 = 5;
const CONTEXTUAL: i32 = 6;
const UNKNOWN: i32 = 7;

const COPYRIGHT_SIGN: i32 = 0xa9;
const PARENTHESIS: i32 = 0x28;

/** 1 where the last text has ideographs. */
export let hasIdeographs: i32 = 0;
/** The first unit of the last text, if all of it are letters and separators: no ideographs, no halves of pairs. 0 for others. */
export let plainUnits: usize = 0;

/** The text at hand: its first unit, how many there are, and the kind of the last unit that was no letter. */
let units: usize = 0;
let length: i32 = 0;
let kindBefore: i32 = SEPARATOR;
let isPlain: bool = true;
/** What `lookAt` found in a block. */
let letters: i32 = 0;
let singles: i32 = 0;
let ideographs: i32 = 0;

/**
 * Says of each of `size` units at `at` whether it is a letter, and writes it in lower case: LETTERS, SINGLES, IDEOGRAPHS, LOWER. Reports copyright
 * notices that do not begin with a letter. False: the lower case of a letter depends on its neighbours, so JavaScript has to read the text.
 */
export function classify(at: usize, size: i32): bool {
  units = at;
  length = size;
  hasIdeographs = 0;
  plainUnits = 0;
  isPlain = true;
  kindBefore = SEPARATOR;
  if (!readBlocks()) return false;
  const blocks = (<usize>((size + 15) >> 4)) << 1;
  // The last 64 units may have blocks without text.
  store<u64>(LETTERS + blocks, 0);
  store<u64>(SINGLES + blocks, 0);
  if (isPlain) plainUnits = units;
  return true;
}

/** Reads 16 units at a time; those behind the text are separators. */
function readBlocks(): bool {
  const most = v128.load(MOST_OF_BYTE);
  const upperA = v128.load(UPPER_A);
  const lowerA = v128.load(LOWER_A);
  const zero = v128.load(ZERO_DIGIT);
  const last = v128.load(LAST_LETTER);
  const nine = v128.load(LAST_DIGIT);
  const caseBit = v128.load(CASE_BIT);
  const parenthesis = v128.load(PARENTHESES);
  const size = length;
  let at = units;
  let place = LETTERS;
  let singlesAt = SINGLES;
  let to = LOWER;
  for (let from = 0; from < size; from += 16, at += 32, to += 32, place += 2, singlesAt += 2) {
    // Units from 256 on become 255: they are looked at one by one.
    const bytes = i8x16.narrow_i16x8_u(i16x8.min_u(v128.load(at), most), i16x8.min_u(v128.load(at, 16), most));
    const upper = i8x16.le_u(i8x16.sub(bytes, upperA), last);
    const lower = v128.or(bytes, v128.and(upper, caseBit));
    v128.store(to, i16x8.extend_low_i8x16_u(lower));
    v128.store(to, i16x8.extend_high_i8x16_u(lower), 16);
    const isLetter = v128.or(i8x16.le_u(i8x16.sub(lower, lowerA), last), i8x16.le_u(i8x16.sub(bytes, zero), nine));
    // The highest bit: bytes beyond ASCII.
    const odd = i8x16.bitmask(v128.or(bytes, i8x16.eq(bytes, parenthesis)));
    const within = size - from < 16 ? (1 << (size - from)) - 1 : 0xffff;
    letters = i8x16.bitmask(isLetter) & within;
    singles = 0;
    if ((odd & within) !== 0) {
      if (!readOdd(from, odd & within)) return false;
    } else kindBefore = SEPARATOR;
    store<u16>(place, letters);
    store<u16>(singlesAt, singles);
  }
  return true;
}

/** Looks at the units beyond ASCII and the parentheses of a block. */
function readOdd(from: i32, odd: i32): bool {
  ideographs = 0;
  let before = -1;
  while (odd !== 0) {
    const place = ctz(odd);
    odd &= odd - 1;
    // An ASCII character is between.
    if (place !== before + 1) kindBefore = SEPARATOR;
    before = place;
    if (!readUnit(from + place, 1 << place)) return false;
  }
  if (before !== 15) kindBefore = SEPARATOR;
  store<u16>(IDEOGRAPHS + ((<usize>(from >> 4)) << 1), ideographs);
  return true;
}

function readUnit(place: i32, bit: i32): bool {
  const at = units + (place << 1);
  const unit: i32 = load<u16>(at);
  let found = load<i32>(FOLDED + (unit << 2));
  if (found >> 16 === UNKNOWN) found = learn(unit);
  let kind = found >> 16;
  store<u16>(LOWER + (place << 1), found);
  if (kind === SECOND_HALF) {
    isPlain = false;
    if (isLetterBefore(place)) return false;
    kind = kindBefore;
  }
  if (kind === 0) {
    letters |= bit;
    return true;
  }
  kindBefore = kind;
  if (kind === CONTEXTUAL) return false;
  if (kind === IDEOGRAPH || kind === UNSPACED) {
    singles |= bit;
    isPlain = false;
    if (kind === IDEOGRAPH) {
      ideographs |= bit;
      hasIdeographs = 1;
    }
  } else if (kind === NOTICE && beginsNotice(at, unit)) notice(place, length);
  return true;
}

function isLetterBefore(place: i32): bool {
  return place > 0 && load<i32>(FOLDED + ((<usize>load<u16>(units + ((place - 1) << 1))) << 2)) <= 0xffff;
}

/** Whether ©, "(c)", "&c" or "co" is at `at`: no copyright notice begins otherwise. What is behind the text does no harm. */
export function beginsNotice(at: usize, unit: i32): bool {
  if (unit === COPYRIGHT_SIGN) return true;
  const next = <i32>load<u16>(at, 2) | 32;
  if (unit === PARENTHESIS) return next === 99 && load<u16>(at, 4) === 41;
  if (unit === 0x26) return next === 99;
  return (unit | 32) === 99 && next === 111;
}
