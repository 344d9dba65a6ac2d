import { plainUnits } from './classify';
import { learn } from './host';
import { AREAS, FOLDED, JOINED, LETTERS, LOWER, VOWELS, WORD } from './layout';
import { countBits } from './reading-bits';
import {
  endsSentence,
  isJoiner,
  LONGEST_WORD,
  length,
  putCounts,
  setText,
  silentEnd,
  units,
  VOWEL_UNITS,
  vowelAt,
} from './word-rules';

const VOWEL_BITS: i32 = 5;
const LINE: i32 = 10;

/** 0 where neighbouring vowels are one syllable, whatever they are. */
let hasJoined: i32 = 0;
let words = 0;
let sentences = 0;
let syllables = 0;

/**
 * Counts words, sentences and syllables of the first `most` units of an area into RESULT, as electron/core/text/readability.ts does. VOWELS
 * and JOINED hold the vowels of the language.
 */
export function count(number: i32, most: i32, joined: i32, wordEnds: i32): void {
  hasJoined = joined;
  setText(<usize>load<i32>(AREAS + (number << 4), 12), most, wordEnds);
  words = 0;
  sentences = 0;
  syllables = 0;
  if (units !== plainUnits) countUnits();
  else if (joined !== 0 || !countBits(wordEnds)) countRuns();
  else return;
  putCounts(words, sentences, syllables);
}

/** Counts in the text that `classify` read last: from one end of a run of letters to the next. */
function countRuns(): void {
  const windows = length >> 6;
  let carry: u64 = 0;
  /** Where the open word starts; -1 for none. */
  let start = -1;
  for (let n = 0; n <= windows; n++) {
    let letters = load<u64>(LETTERS + (n << 3));
    if (n === windows) letters &= ((<u64>1) << (length & 63)) - 1;
    let turns = letters ^ ((letters << 1) | carry);
    carry = letters >>> 63;
    for (; turns !== 0; turns &= turns - 1) {
      const place = (n << 6) + <i32>ctz(turns);
      if (start < 0) start = place;
      else if (!isLetter(place)) {
        if (isJoiner(load<u16>(units + (place << 1))) && isLetter(place + 1)) continue;
        words++;
        syllables += syllablesIn(start, place - start);
        if (endsBehind(place)) sentences++;
        start = -1;
      }
    }
  }
}

function isLetter(place: i32): bool {
  return place < length && ((load<u8>(LETTERS + (place >> 3)) >>> (place & 7)) & 1) !== 0;
}

/** Whether a sentence ends between a word, behind which is `place`, and the next one. */
function endsBehind(place: i32): bool {
  let at = place;
  for (; at < length && !isLetter(at); at++) if (endsSentence(load<u16>(units + (at << 1)), at)) return true;
  return at === length;
}

function syllablesIn(start: i32, size: i32): i32 {
  return size > LONGEST_WORD ? 1 : syllablesOf(LOWER + (start << 1), size);
}

/** The same in any text, unit by unit. */
function countUnits(): void {
  let wordsBefore = 0;
  let size = 0;
  for (let i = 0; i <= length; i++) {
    const unit: i32 = i < length ? load<u16>(units + (i << 1)) : LINE;
    const letter = letterOf(unit);
    if (letter !== 0 || (size > 0 && joinsLetters(unit, i))) {
      // What is too long for a word stays counted, not kept.
      if (size < LONGEST_WORD) store<u16>(WORD + (size << 1), letter === 0 ? unit : letter);
      size++;
      continue;
    }
    if (size > 0) {
      words++;
      syllables += size > LONGEST_WORD ? 1 : syllablesOf(WORD, size);
      size = 0;
    }
    if (words === wordsBefore || (i < length && !endsSentence(unit, i))) continue;
    sentences++;
    wordsBefore = words;
  }
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
  return isJoiner(unit) && at + 1 < length && letterOf(load<u16>(units + ((at + 1) << 1))) !== 0;
}

/** The syllables of the word at `from` by its vowels, at least one. */
function syllablesOf(from: usize, size: i32): i32 {
  const last = from + ((size - silentEnd(from, size)) << 1);
  return max(1, hasJoined === 0 ? vowelRuns(from, last) : vowelGroups(from, last));
}

/** Where neighbouring vowels are one syllable. Without a branch on the letter, which cannot be predicted. */
function vowelRuns(from: usize, last: usize): i32 {
  let count = 0;
  let before = 0;
  for (let at = from; at < last; at += 2) {
    const vowel = vowelAt(at);
    count += vowel & ~before;
    before = vowel;
  }
  return count;
}

function vowelGroups(from: usize, last: usize): i32 {
  let count = 0;
  /** The vowels of the open syllable so far, 0 for none. */
  let before = 0;
  for (let at = from; at < last; at += 2) {
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
