import { sentenceEnds } from './host';
import { RESULT, VOWELS } from './layout';

/** Longer runs of letters are not words and count as one syllable. */
export const LONGEST_WORD: i32 = 60;
export const VOWEL_UNITS: i32 = 0x500;
const LINE: i32 = 10;
const POINT: i32 = 46;

/** How the ends of words are pronounced: 0 as written, 1 as in English, 2 as in French. */
const FRENCH: i32 = 2;

/** The text that is counted: its units, and how many. */
export let units: usize = 0;
export let length: i32 = 0;
let ends: i32 = 0;

/** Sets the text that is counted, and how its language pronounces the ends of words. */
export function setText(from: usize, size: i32, wordEnds: i32): void {
  units = from;
  length = size;
  ends = wordEnds;
}

export function putCounts(ofWords: i32, ofSentences: i32, ofSyllables: i32): void {
  store<i32>(RESULT, ofWords);
  store<i32>(RESULT, ofSentences, 4);
  store<i32>(RESULT, ofSyllables, 8);
}

export function isJoiner(unit: i32): bool {
  return unit === 0x27 || unit === 0x2019 || unit === 0x2d || unit === POINT;
}

export function endsSentence(unit: i32, at: i32): bool {
  if (unit === LINE) return true;
  if (unit !== POINT && unit !== 0x21 && unit !== 0x3f && unit !== 0x2026) return false;
  const after: i32 = at + 1 < length ? load<u16>(units + ((at + 1) << 1)) : 32;
  const next: i32 = at + 2 < length ? load<u16>(units + ((at + 2) << 1)) : 0;
  if (after > 127 || next > 127) return sentenceEnds(after, next) !== 0;
  if (after !== 32 && !(after >= 9 && after <= 13) && after !== 0x22 && after !== 0x27 && after !== 0x29) return false;
  return !(next >= 97 && next <= 122);
}

/** 1 for a vowel at `at`, 0 for none. */
export function vowelAt(at: usize): i32 {
  const unit: i32 = load<u16>(at);
  return unit < VOWEL_UNITS ? i32(load<u8>(VOWELS + unit) !== 0) : 0;
}

/** The number of silent letters at the end of the word at `from`. */
export function silentEnd(from: usize, size: i32): i32 {
  if (size <= 3 || ends === 0) return 0;
  const end = from + (size << 1);
  const last: i32 = load<u16>(end - 2);
  const beforeLast: i32 = load<u16>(end - 4);
  const third: i32 = load<u16>(end - 6);
  if (ends === FRENCH) return last === 0x65 ? 1 : last === 0x73 && beforeLast === 0x65 ? 2 : 0;
  if (last === 0x65) return isSilentE(beforeLast, third) ? 1 : 0;
  if (beforeLast !== 0x65) return 0;
  if (last === 0x64) return isVowel(third) || third === 0x74 || third === 0x64 ? 0 : 2;
  return last === 0x73 && !isVowel(third) && !isHiss(third) ? 2 : 0;
}

function isVowel(unit: i32): bool {
  return unit === 97 || unit === 101 || unit === 105 || unit === 111 || unit === 117 || unit === 121;
}

/** The letters s, x, z, c, g and h. */
function isHiss(unit: i32): bool {
  return unit === 115 || unit === 120 || unit === 122 || unit === 99 || unit === 103 || unit === 104;
}

function isSilentE(before: i32, beforeThat: i32): bool {
  const isLiquid = before === 108 || before === 114;
  if (!isVowel(before) && !isLiquid) return true;
  return isLiquid && isVowel(beforeThat);
}
