import { foldedUnits, kindShift, lastLetter, learnUnit, unitKind } from './folded-units.ts';
import { LanguagePieces } from './language-pieces.ts';
import { type ScoreMachine, scorePlace, unitEntry } from './score-machine.ts';
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
const scale = 25;
const reliableShare = 0.75;

const SPACE = 32;
const APOSTROPHES = [0x27, 0x60, 0x2019];

/**
 * Scores texts by the pieces of their words: eld 2.1 by Nito T.M. (Apache-2.0), with the same results, without its
 * strings and objects. A piece is four bytes of a word in UTF-8, every third byte, and the last four. Bounded time,
 * whatever the text.
 */
export class LanguageScores {
  readonly #languages: readonly string[];
  readonly #averages: readonly number[];
  readonly #isLetter: RegExp;
  /** 0 unknown, 1 a letter, 2 none. */
  readonly #letters = new Uint8Array(0x10000);
  readonly #units = new Uint16Array(longestText);
  /** One of both is null. */
  readonly #machine: ScoreMachine | null;
  readonly #pieces: LanguagePieces | null;

  /** `machine`: a new one, which only these scores use; null: JavaScript computes. */
  constructor({ languages, averages, letters, counts, base64 }: LanguageData, machine: ScoreMachine | null = null) {
    this.#languages = languages.split(' ');
    this.#averages = averages;
    this.#isLetter = new RegExp(`[${letters}]`, 'u');
    this.#machine = machine;
    this.#pieces = machine === null ? new LanguagePieces(this.#languages.length, counts, bytesOf(base64)) : null;
    if (machine === null) return;
    const [inside = 0, first = 0, last = 0, whole = 0] = counts;
    machine.letter = unit => this.#entry(unit);
    machine.write(base64);
    machine.build(inside, first, last, whole);
  }

  /** `text`: as UTF-16 units. */
  of(text: Uint16Array): LanguageScore {
    if (this.#pieces !== null) return this.#best(this.#pieces.score(this.#units, this.#normalize(text)), this.#pieces.sums);
    return this.#byMachine(this.#machine as ScoreMachine, text);
  }

  #byMachine(machine: ScoreMachine, text: Uint16Array): LanguageScore {
    const { units, sums } = machine;
    const length = Math.min(text.length, longestText);
    units.set(text.length === length ? text : text.subarray(0, length), scorePlace.text >> 1);
    let size = machine.normalize(length);
    if (size < 0) {
      size = this.#normalize(text);
      units.set(this.#units.subarray(0, size), scorePlace.normalized >> 1);
    }
    return this.#best(machine.score(size), sums);
  }

  /** See `unitEntry`. */
  #entry(unit: number): number {
    if (!this.#letter(unit)) return unitEntry.isNone;
    const folded = learnUnit(unit);
    const isContextual = folded > lastLetter && folded >>> kindShift === unitKind.contextual;
    return (folded & lastLetter) | (isContextual ? unitEntry.isContextual : unitEntry.isLetter);
  }

  /**
   * Letters in lower case; for other characters one space, but apostrophes before a letter or the end stay. Nothing at the beginning.
   * Returns how many units there are.
   */
  #normalize(text: Uint16Array): number {
    const units = this.#units;
    const length = Math.min(text.length, longestText);
    let size = 0;
    let hasContextual = false;
    let i = 0;
    while (i < length) {
      const unit = text[i] as number;
      if (this.#letter(unit)) {
        let folded = foldedUnits[unit] as number;
        if (folded >>> kindShift === unitKind.unknown) folded = learnUnit(unit);
        if (folded > lastLetter && folded >>> kindShift === unitKind.contextual) hasContextual = true;
        units[size++] = folded & lastLetter;
        i++;
        continue;
      }
      let end = i + 1;
      while (end < length && !this.#letter(text[end] as number)) end++;
      let kept = end;
      while (kept > i && APOSTROPHES.includes(text[kept - 1] as number)) kept--;
      if (kept > i && size > 0) units[size++] = SPACE;
      for (; kept < end; kept++) units[size++] = text[kept] as number;
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

  #best(distinct: number, sums: Int32Array): LanguageScore {
    let best = -1;
    let next = -1;
    let bestSum = 0;
    let nextSum = 0;
    for (let i = 0; i < this.#languages.length; i++) {
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
    const first = scaled(bestSum / distinct);
    const second = next < 0 ? 0 : scaled(nextSum / distinct);
    // eld compares the score with the number of the next language, not with its score. The code here does the same,
    // to get the same results.
    const isAlone = Math.abs(first - Math.max(0, next)) >= 0.01;
    const isReliable = distinct >= 3 && first >= (this.#averages[best] as number) * reliableShare && isAlone;
    return { language: this.#languages[best] as string, first, second, isReliable };
  }
}

const scaled = (mean: number): number => mean / (mean + scale);

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
