import {
  APOSTROPHES,
  EXCLAMATION_MARKS,
  HYPHENS,
  LETTER_D,
  LETTER_E,
  LETTER_I,
  LETTER_O,
  LETTER_S,
  LETTER_U,
  LETTER_Y,
  LINE_FEEDS,
  LOWER_A,
  MOST_OF_BYTE,
  POINTS,
  QUESTION_MARKS,
} from './constants';
import { EDGE_PLACES, ENDER_PLACES, LETTERS, LOWER, VOWEL_PLACES, WORD_PLACES } from './layout';
import { endsSentence, LONGEST_WORD, length, putCounts, silentEnd, units, vowelAt } from './word-rules';

/** Units that have a bit in each of the four lists. */
const MOST_BITS: i32 = 8_064;
/** So many bits from the fourth on are set in a window where a word could be too long and begins and ends in it. */
const LONG_INSIDE: u64 = (((<u64>1) << 58) - 1) << 3;

/** Windows of 64 units before the last one. */
let windows: i32 = 0;

/**
 * `countRuns` for a language in which neighbouring vowels are one syllable: counts 64 units at once, one bit for each unit. False: nothing was
 * counted, because the text is too long or a word may be.
 */
export function countBits(wordEnds: i32): bool {
  if (length > MOST_BITS) return false;
  windows = length >> 6;
  mark();
  const words = joinLetters();
  if (words < 0) return false;
  if (wordEnds !== 0) silence();
  countAll(words);
  return true;
}

/** Which units are vowels, letters that may be silent at the end of a word, signs that join letters, and signs that may end a sentence. */
function mark(): void {
  const most = v128.load(MOST_OF_BYTE);
  const a = v128.load(LOWER_A);
  const e = v128.load(LETTER_E);
  const i = v128.load(LETTER_I);
  const o = v128.load(LETTER_O);
  const u = v128.load(LETTER_U);
  const y = v128.load(LETTER_Y);
  const d = v128.load(LETTER_D);
  const s = v128.load(LETTER_S);
  const apostrophe = v128.load(APOSTROPHES);
  const hyphen = v128.load(HYPHENS);
  const point = v128.load(POINTS);
  const lineFeed = v128.load(LINE_FEEDS);
  const exclamation = v128.load(EXCLAMATION_MARKS);
  const question = v128.load(QUESTION_MARKS);
  for (let from = 0; from < length; from += 16) {
    const at = LOWER + (from << 1);
    const bytes = i8x16.narrow_i16x8_u(i16x8.min_u(v128.load(at), most), i16x8.min_u(v128.load(at, 16), most));
    const isE = i8x16.eq(bytes, e);
    const isPoint = i8x16.eq(bytes, point);
    const place: usize = from >> 3;
    store<u16>(EDGE_PLACES + place, i8x16.bitmask(v128.or(isE, v128.or(i8x16.eq(bytes, d), i8x16.eq(bytes, s)))));
    const aei = v128.or(v128.or(i8x16.eq(bytes, a), i8x16.eq(bytes, i)), isE);
    const ouy = v128.or(v128.or(i8x16.eq(bytes, o), i8x16.eq(bytes, u)), i8x16.eq(bytes, y));
    store<u16>(VOWEL_PLACES + place, i8x16.bitmask(v128.or(aei, ouy)));
    const joins = v128.or(v128.or(i8x16.eq(bytes, apostrophe), i8x16.eq(bytes, hyphen)), isPoint);
    store<u16>(WORD_PLACES + place, i8x16.bitmask(joins));
    const marks = v128.or(i8x16.eq(bytes, exclamation), i8x16.eq(bytes, question));
    store<u16>(ENDER_PLACES + place, i8x16.bitmask(v128.or(v128.or(marks, i8x16.eq(bytes, lineFeed)), isPoint)));
    const odd = i8x16.bitmask(bytes);
    if (odd !== 0) markOdd(from, odd);
  }
}

/** The same for units beyond ASCII. */
function markOdd(from: i32, odd: i32): void {
  for (let left = odd; left !== 0; left &= left - 1) {
    const place = from + ctz(left);
    const unit: i32 = load<u16>(units + (place << 1));
    if (unit === 0x2019) setBit(WORD_PLACES, place);
    else if (unit === 0x2026) setBit(ENDER_PLACES, place);
    else if (vowelAt(LOWER + (place << 1)) !== 0) setBit(VOWEL_PLACES, place);
  }
}

function setBit(list: usize, place: i32): void {
  const at = list + (place >> 3);
  store<u8>(at, <i32>load<u8>(at) | (1 << (place & 7)));
}

function window(list: usize, n: i32): u64 {
  return load<u64>(list + (n << 3));
}

/** The bits of a window that are in the text. */
function within(n: i32): u64 {
  return n < windows ? <u64>-1 : ((<u64>1) << (length & 63)) - 1;
}

/** Writes to WORD_PLACES which units belong to words: letters, and signs between two letters. Returns the number of words; -1: a word may be too long. */
function joinLetters(): i32 {
  let words = 0;
  let letters = window(LETTERS, 0) & within(0);
  let lettersBefore: u64 = 0;
  let before: u64 = 0;
  /** Units of words at the end of the window before. */
  let open = 0;
  for (let n = 0; n <= windows; n++) {
    const next = n < windows ? window(LETTERS, n + 1) & within(n + 1) : 0;
    const joins = window(WORD_PLACES, n) & ((letters << 1) | lettersBefore) & ((letters >>> 1) | (next << 63));
    const word = letters | joins;
    store<u64>(WORD_PLACES + (n << 3), word);
    words += <i32>popcnt(word & ~((word << 1) | before));
    if (open + <i32>ctz(~word) > LONGEST_WORD || (word & LONG_INSIDE) === LONG_INSIDE) return -1;
    open = <i32>clz(~word);
    before = word >>> 63;
    lettersBefore = letters >>> 63;
    letters = next;
  }
  return words;
}

/** Removes vowels that are silent at the end of a word from VOWEL_PLACES. */
function silence(): void {
  for (let n = 0; n <= windows; n++) {
    const word = window(WORD_PLACES, n);
    const next = n < windows ? window(WORD_PLACES, n + 1) : 0;
    const lasts = word & ~((word >>> 1) | (next << 63));
    for (let left = lasts & window(EDGE_PLACES, n); left !== 0; left &= left - 1) {
      const last = (n << 6) + <i32>ctz(left);
      const first = last - 3;
      // Shorter words have no silent end.
      if (first < 0 || ((<i32>load<u16>(WORD_PLACES + (first >> 3)) >>> (first & 7)) & 15) !== 15) continue;
      for (let silent = silentEnd(LOWER + (first << 1), 4); silent > 0; silent--) {
        const place = last + 1 - silent;
        const at = VOWEL_PLACES + (place >> 3);
        store<u8>(at, <i32>load<u8>(at) & ~(1 << (place & 7)));
      }
    }
  }
}

/** Counts syllables, at least one for each word, and sentences. */
function countAll(words: i32): void {
  let syllables = 0;
  let sentences = 0;
  let before: u64 = 0;
  let vowelBefore: u64 = 0;
  /** 1: the word that is open has no vowel so far. */
  let carry: u64 = 0;
  /** How many words have ended so far, and how many had ended when the last sentence ended. */
  let ended = 0;
  let endedBefore = 0;
  for (let n = 0; n <= windows; n++) {
    const word = window(WORD_PLACES, n);
    const vowels = window(VOWEL_PLACES, n) & word;
    syllables += <i32>popcnt(vowels & ~((vowels << 1) | vowelBefore));
    vowelBefore = vowels >>> 63;
    const shifted = (word << 1) | before;
    const starts = word & ~shifted;
    const ends = ~word & shifted;
    before = word >>> 63;
    // A carry runs from the start of a word to its first vowel. In a word without vowels, it runs past the end of the word.
    const others = word & ~vowels;
    const sum = others + starts;
    const carried = sum + carry;
    carry = u64(sum < others) | u64(carried < sum);
    syllables += <i32>popcnt(carried & ends);
    for (let left = window(ENDER_PLACES, n) & ~word & within(n); left !== 0; left &= left - 1) {
      const bit = ctz(left);
      const count = ended + <i32>popcnt(ends & (((<u64>2) << bit) - 1));
      if (count === endedBefore) continue;
      const place = (n << 6) + <i32>bit;
      if (!endsSentence(load<u16>(units + (place << 1)), place)) continue;
      sentences++;
      endedBefore = count;
    }
    ended += <i32>popcnt(ends);
  }
  if (words !== endedBefore) sentences++;
  putCounts(words, sentences, syllables);
}
