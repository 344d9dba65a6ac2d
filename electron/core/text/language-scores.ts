import { foldedUnits, kindShift, lastLetter, learnUnit, unitKind } from './folded-units.ts';
import { textOf } from './text-units.ts';

/** What the detector knows of its languages. */
export interface LanguageData {
  /** ISO 639-1, separated by spaces. */
  readonly languages: string;
  /** The mean score of a right answer, by language. */
  readonly averages: readonly number[];
  /** All letters below U+10000, as in a character class of a regular expression. */
  readonly letters: string;
  /** How many pieces of words there are inside words, at their beginnings, at their ends, and of whole words. */
  readonly counts: readonly number[];
  /**
   * Base64 of four tables, one after the other. Each piece as four bytes, lowest first; the number of languages that
   * have it; the languages; the weight of each piece for each language, less `leastScore`.
   */
  readonly base64: string;
}

/** How well a text fits the language it fits best. */
export interface LanguageScore {
  /** '' for a text without any piece that a language knows. */
  readonly language: string;
  /** Its score and that of the next language, 0 to 1. */
  readonly first: number;
  readonly second: number;
  readonly isReliable: boolean;
}

const none: LanguageScore = { language: '', first: 0, second: 0, isReliable: false };

/** UTF-16 units of a text that are looked at. */
const longestText = 1_000;
/** Bytes of UTF-8 that are looked at: up to the first space after so many, and no more than that. */
const cutAfter = 350;
const enforceCutAfter = 380;
/** Bytes of a word that are examined, besides its end. */
const longestWord = 70;
const leastScore = 53;
const scale = 25;
const reliableShare = 0.75;

const STARTS = 1;
const ENDS = 2;
/** The end of a word that is longer than `longestWord`: no language knows it. */
const OVERLONG = 4;

const SPACE = 32;
const APOSTROPHES = [0x27, 0x60, 0x2019];

/** Slots of the table of pieces, and of the pieces of one text: powers of two. */
const slots = 1 << 17;
const textSlots = 1 << 10;

const slotOf = (piece: number, place: number): number => {
  const mixed = Math.imul(piece ^ (piece >>> 15) ^ Math.imul(place, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
};

/**
 * Scores texts by the pieces of their words: eld 2.1 by Nito T.M. (Apache-2.0), with the same results, without its
 * strings and objects. A piece is four bytes of a word in UTF-8, every third byte, and the last four. Bounded time,
 * whatever the text.
 */
export class LanguageScores {
  readonly #languages: readonly string[];
  readonly #averages: readonly number[];
  readonly #pieces: Int32Array;
  readonly #places: Uint8Array;
  /** Where the languages of each piece start; one more at the end. */
  readonly #starts: Int32Array;
  readonly #known: Uint8Array;
  readonly #scores: Uint8Array;
  readonly #table = new Int32Array(slots);
  readonly #isLetter: RegExp;
  /** 0 unknown, 1 a letter, 2 none. */
  readonly #letters = new Uint8Array(0x10000);

  readonly #units = new Uint16Array(longestText);
  readonly #bytes = new Uint8Array(enforceCutAfter + 8);
  /** The distinct pieces of the current text: slots whose round is the current one. */
  readonly #textPieces = new Int32Array(textSlots);
  readonly #textPlaces = new Uint8Array(textSlots);
  readonly #rounds = new Int32Array(textSlots);
  #round = 0;
  #distinct = 0;
  readonly #sums: Int32Array;

  constructor({ languages, averages, letters, counts, base64 }: LanguageData) {
    this.#languages = languages.split(' ');
    this.#averages = averages;
    this.#isLetter = new RegExp(`[${letters}]`, 'u');
    this.#sums = new Int32Array(this.#languages.length);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const bytes = bytesOf(base64);
    this.#pieces = new Int32Array(bytes.buffer, 0, total);
    this.#places = new Uint8Array(total);
    this.#starts = new Int32Array(total + 1);
    let piece = 0;
    let start = 0;
    for (const [place, count] of counts.entries())
      for (let i = 0; i < count; i++, piece++) {
        this.#places[piece] = place;
        this.#starts[piece] = start;
        start += bytes[4 * total + piece] as number;
        this.#insert(piece);
      }
    this.#starts[total] = start;
    this.#known = bytes.subarray(5 * total, 5 * total + start);
    this.#scores = bytes.subarray(5 * total + start, 5 * total + 2 * start);
  }

  of(text: string): LanguageScore {
    this.#sums.fill(0);
    this.#distinct = 0;
    this.#round++;
    this.#readWords(this.#normalize(text));
    return this.#best();
  }

  #insert(piece: number): void {
    let slot = slotOf(this.#pieces[piece] as number, this.#places[piece] as number) & (slots - 1);
    while (this.#table[slot] !== 0) slot = (slot + 1) & (slots - 1);
    this.#table[slot] = piece + 1;
  }

  /**
   * Letters in lower case; for other characters one space, but apostrophes before a letter or the end stay. Nothing at the beginning.
   * Returns how many units there are.
   */
  #normalize(text: string): number {
    const units = this.#units;
    const length = Math.min(text.length, longestText);
    let size = 0;
    let hasContextual = false;
    let i = 0;
    while (i < length) {
      const unit = text.charCodeAt(i);
      if (this.#letter(unit)) {
        let folded = foldedUnits[unit] as number;
        if (folded >>> kindShift === unitKind.unknown) folded = learnUnit(unit);
        if (folded > lastLetter && folded >>> kindShift === unitKind.contextual) hasContextual = true;
        units[size++] = folded & lastLetter;
        i++;
        continue;
      }
      let end = i + 1;
      while (end < length && !this.#letter(text.charCodeAt(end))) end++;
      let kept = end;
      while (kept > i && APOSTROPHES.includes(text.charCodeAt(kept - 1))) kept--;
      if (kept > i && size > 0) units[size++] = SPACE;
      for (; kept < end; kept++) units[size++] = text.charCodeAt(kept);
      i = end;
    }
    if (!hasContextual) return size;
    const lower = textOf(units, 0, size).trim().toLowerCase();
    size = Math.min(lower.length, longestText);
    for (let at = 0; at < size; at++) units[at] = lower.charCodeAt(at);
    return size;
  }

  #letter(unit: number): boolean {
    const known = this.#letters[unit];
    if (known !== 0) return known === 1;
    const found = this.#isLetter.test(String.fromCharCode(unit));
    this.#letters[unit] = found ? 1 : 2;
    return found;
  }

  #readWords(length: number): void {
    const bytes = this.#bytes;
    let size = 0;
    let counted = 0;
    for (let i = 0; i < length && counted <= enforceCutAfter; i++) {
      const unit = this.#units[i] as number;
      if (unit === SPACE) {
        this.#readWord(size);
        size = 0;
        if (counted > cutAfter) return;
        counted++;
        continue;
      }
      const before = size;
      if (unit < 0x80) bytes[size++] = unit;
      else {
        if (unit < 0x800) bytes[size++] = 0xc0 | (unit >> 6);
        else {
          bytes[size++] = 0xe0 | (unit >> 12);
          bytes[size++] = 0x80 | ((unit >> 6) & 63);
        }
        bytes[size++] = 0x80 | (unit & 63);
      }
      counted += size - before;
    }
    this.#readWord(size);
  }

  /** Counts the pieces of a word: the first `size` bytes. */
  #readWord(size: number): void {
    if (size === 0) return;
    const bytes = this.#bytes;
    const most = Math.min(size, longestWord);
    let at = 0;
    for (; at + 4 < most; at += 3) this.#add(this.#fourAt(at), at === 0 ? STARTS : 0);
    const start = at === 0 ? STARTS : 0;
    if (size > longestWord) {
      let hash = 0;
      for (let i = most - 4; i < size; i++) hash = Math.imul(hash, 31) + (bytes[i] as number);
      this.#add(hash | 0, start | ENDS | OVERLONG);
      return;
    }
    for (let i = size; i < 4; i++) bytes[i] = 0;
    this.#add(this.#fourAt(Math.max(0, size - 4)), start | ENDS);
  }

  #fourAt(at: number): number {
    const bytes = this.#bytes;
    return (
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    );
  }

  /** Counts a piece, once in a text. */
  #add(piece: number, place: number): void {
    const hash = slotOf(piece, place);
    let slot = hash & (textSlots - 1);
    while (this.#rounds[slot] === this.#round) {
      if (this.#textPieces[slot] === piece && this.#textPlaces[slot] === place) return;
      slot = (slot + 1) & (textSlots - 1);
    }
    this.#rounds[slot] = this.#round;
    this.#textPieces[slot] = piece;
    this.#textPlaces[slot] = place;
    this.#distinct++;
    if ((place & OVERLONG) !== 0) return;
    slot = hash & (slots - 1);
    for (let found = this.#table[slot] as number; found !== 0; found = this.#table[slot] as number) {
      if (this.#pieces[found - 1] === piece && this.#places[found - 1] === place) {
        this.#count(found - 1);
        return;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }

  #count(found: number): void {
    const end = this.#starts[found + 1] as number;
    for (let i = this.#starts[found] as number; i < end; i++) {
      const language = this.#known[i] as number;
      this.#sums[language] = (this.#sums[language] as number) + (this.#scores[i] as number) + leastScore;
    }
  }

  #best(): LanguageScore {
    const sums = this.#sums;
    let best = -1;
    let next = -1;
    let bestSum = 0;
    let nextSum = 0;
    for (let i = 0; i < sums.length; i++) {
      const sum = sums[i] as number;
      if (sum > bestSum) {
        next = best;
        nextSum = bestSum;
        best = i;
        bestSum = sum;
      } else if (sum > nextSum) {
        next = i;
        nextSum = sum;
      }
    }
    if (best < 0) return none;
    const first = this.#scaled(bestSum);
    const second = next < 0 ? 0 : this.#scaled(nextSum);
    // eld compares the score with the number of the next language, not with its score. The code here does the same,
    // to get the same results.
    const isAlone = Math.abs(first - Math.max(0, next)) >= 0.01;
    const isReliable = this.#distinct >= 3 && first >= (this.#averages[best] as number) * reliableShare && isAlone;
    return { language: this.#languages[best] as string, first, second, isReliable };
  }

  #scaled(sum: number): number {
    const mean = sum / this.#distinct;
    return mean / (mean + scale);
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of base64 (RFC 4648, section 4) in separate memory. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < digits.length; i++) values[digits.charCodeAt(i)] = i;
  const bytes = new Uint8Array((base64.length >> 2) * 3);
  let size = 0;
  for (let i = 0; i < base64.length; i += 4) {
    const four =
      ((values[base64.charCodeAt(i)] as number) << 18) |
      ((values[base64.charCodeAt(i + 1)] as number) << 12) |
      ((values[base64.charCodeAt(i + 2)] as number) << 6) |
      (values[base64.charCodeAt(i + 3)] as number);
    bytes[size++] = four >> 16;
    bytes[size++] = (four >> 8) & 255;
    bytes[size++] = four & 255;
  }
  return bytes;
}
