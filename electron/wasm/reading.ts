import { learn, sentenceEnds } from './host';
import { AREAS, FOLDED, JOINED, RESULT, VOWELS, WORD } from './layout';

/** Longer runs of letters are no words and count one syllable. */
const LONGEST_WORD: i32 = 60;
const VOWEL_UNITS: i32 = 0x500;
const VOWEL_BITS: i32 = 5;

const LINE: i32 = 10;
const POINT: i32 = 46;

/** How the ends of words are spoken: 0 as written, 1 as in English, 2 as in French. */
const FRENCH: i32 = 2;

/** 0 where neighbouring vowels are one syllable, whatever they are. */
let hasJoined: i32 = 0;
let ends: i32 = 0;
let length: i32 = 0;
let units: usize = 0;

/**
 * Counts words, sentences and syllables of the first `most` units of an area into RESULT, as electron/core/text/readability.ts does. VOWELS
 * and JOINED hold the vowels of the language.
 */
export function count(number: i32, most: i32, joined: i32, wordEnds: i32): void {
  hasJoined = joined;
  ends = wordEnds;
  length = most;
  units = <usize>load<i32>(AREAS + (number << 4), 12);
  let words = 0;
  let sentences = 0;
  let syllables = 0;
  let wordsBefore = 0;
  let size = 0;
  for (let i = 0; i <= most; i++) {
    const unit: i32 = i < most ? load<u16>(units + (i << 1)) : LINE;
    const letter = letterOf(unit);
    if (letter !== 0 || (size > 0 && joinsLetters(unit, i))) {
      // What is too long for a word stays counted, not kept.
      if (size < LONGEST_WORD) store<u16>(WORD + (size << 1), letter === 0 ? unit : letter);
      size++;
      continue;
    }
    if (size > 0) {
      words++;
      syllables += size > LONGEST_WORD ? 1 : syllablesOf(size);
      size = 0;
    }
    if (words === wordsBefore || (i < most && !endsSentence(unit, i))) continue;
    sentences++;
    wordsBefore = words;
  }
  store<i32>(RESULT, words);
  store<i32>(RESULT, sentences, 4);
  store<i32>(RESULT, syllables, 8);
}

/** A letter or digit in lower case, an ideograph and the like as it is; 0 for what separates words. */
function letterOf(unit: i32): i32 {
  let found = load<i32>(FOLDED + (unit << 2));
  if (found <= 0xffff) return found;
  if (found >> 16 === 7) {
    found = learn(unit);
    if (found <= 0xffff) return found;
  }
  const kind = found >> 16;
  if (kind === 1 || kind === 5) return 0;
  return unit === 0x130 ? 0x69 : unit;
}

/** An apostrophe, a hyphen or a point between two letters or digits. */
function joinsLetters(unit: i32, at: i32): bool {
  if (unit !== 0x27 && unit !== 0x2019 && unit !== 0x2d && unit !== POINT) return false;
  return at + 1 < length && letterOf(load<u16>(units + ((at + 1) << 1))) !== 0;
}

function endsSentence(unit: i32, at: i32): bool {
  if (unit === LINE) return true;
  if (unit !== POINT && unit !== 0x21 && unit !== 0x3f && unit !== 0x2026) return false;
  const after: i32 = at + 1 < length ? load<u16>(units + ((at + 1) << 1)) : 32;
  const next: i32 = at + 2 < length ? load<u16>(units + ((at + 2) << 1)) : 0;
  if (after > 127 || next > 127) return sentenceEnds(after, next) !== 0;
  if (after !== 32 && !(after >= 9 && after <= 13) && after !== 0x22 && after !== 0x27 && after !== 0x29) return false;
  return !(next >= 97 && next <= 122);
}

/** The syllables of the open word by its vowels, at least one. */
function syllablesOf(size: i32): i32 {
  const last = WORD + ((size - silentEnd(size)) << 1);
  return max(1, hasJoined === 0 ? vowelRuns(last) : vowelGroups(last));
}

/** Where neighbouring vowels are one syllable. Without a branch on the letter, which cannot be predicted. */
function vowelRuns(last: usize): i32 {
  let count = 0;
  let before = 0;
  for (let at = WORD; at < last; at += 2) {
    const unit: i32 = load<u16>(at);
    const vowel: i32 = unit < VOWEL_UNITS ? i32(load<u8>(VOWELS + unit) !== 0) : 0;
    count += vowel & ~before;
    before = vowel;
  }
  return count;
}

function vowelGroups(last: usize): i32 {
  let count = 0;
  /** The vowels of the open syllable so far, 0 for none. */
  let before = 0;
  for (let at = WORD; at < last; at += 2) {
    const unit: i32 = load<u16>(at);
    const number: i32 = unit < VOWEL_UNITS ? load<u8>(VOWELS + unit) : 0;
    if (number === 0) {
      before = 0;
      continue;
    }
    const run = (before << VOWEL_BITS) | number;
    const goesOn = before !== 0 && before < 1 << (2 * VOWEL_BITS) && load<u8>(JOINED + run) === 1;
    if (!goesOn) count++;
    before = goesOn ? run : number;
  }
  return count;
}

/** Letters at the end of the open word that are not spoken. */
function silentEnd(size: i32): i32 {
  if (size <= 3 || ends === 0) return 0;
  const end = WORD + (size << 1);
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
