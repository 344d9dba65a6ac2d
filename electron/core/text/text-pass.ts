import { foldedUnits, kindShift, learnUnit, unitKind } from './folded-units.ts';
import { FoundMarks } from './found-marks.ts';
import type { PhraseStarts } from './phrase-starts.ts';
import { Signer } from './signer.ts';
import { textOf, unitsOf } from './text-units.ts';
import { wordHash } from './word-hash.ts';

/** Words, or letters of a script without spaces, in a shingle; of ideographs, which say more, three. */
const LONG_SHINGLE = 5;
const IDEOGRAPH_SHINGLE = 3;

/** Places in the state: two hashes of the text's characters, in which a line feed is a space, and two of the open word in lower case. */
const EXACT = 0;
const EXACT2 = 1;
const FIRST = 2;
const SECOND = 3;

const SPACE = 32;
const LINE = 10;

/** The words that a copyright notice may begin with, `copy` behind an ampersand. */
export const copyright = wordHash('copyright');
export const copy = wordHash('copy');
/** ©, &, ( and both forms of c. */
const noticeStarts = [0xa9, 0x26, 0x28, 0x63, 0x43];
const noFilter = new Uint8Array(1 << 12);

/**
 * Reads a text once for everything that needs all of it: words, a hash of its exact characters, the shingles of its signature, phrases,
 * and the year of its copyright. One object reads one text after the other. Time is linear in the text.
 */
export class TextPass {
  /** Runs of other characters than space and line feed, when the text begins and ends with none of those. */
  words = 0;
  readonly #state = new Int32Array(4);
  #length = 0;
  readonly #signer = new Signer();
  readonly #marks: FoundMarks;
  readonly #filter: Uint8Array;

  /** `starts`: of the phrases to find; null for none. */
  constructor(starts: PhraseStarts | null) {
    this.#marks = new FoundMarks(starts);
    this.#filter = starts?.filter ?? noFilter;
  }

  /** See `FoundMarks`. */
  get phrases(): readonly string[] {
    return this.#marks.phrases;
  }

  get newestCopyright(): number {
    return this.#marks.newestCopyright;
  }

  /** Reads units[0, length); the array may be longer. Signature and phrases are of the first `mostCounted` units only. */
  read(units: Uint16Array, length: number, mostCounted: number): void {
    this.words = length === 0 ? 0 : 1;
    this.#marks.start();
    this.#state[EXACT] = 0x811c9dc5;
    this.#state[EXACT2] = 0x9747b28c;
    this.#length = length;
    this.#signer.start();
    if (length === 0) return;
    const counted = Math.min(length, mostCounted);
    const behind = units[counted] as number;
    units[counted] = 0;
    const isWhole = this.#readWords(units, counted, 'as-it-is');
    units[counted] = behind;
    if (counted < length) this.#readRest(units, counted, length);
    if (isWhole) return;
    const lower = unitsOf(textOf(units, 0, counted).toLowerCase());
    this.#marks.phrases.length = 0;
    this.#signer.start();
    const { words } = this;
    const [exact = 0, exact2 = 0] = this.#state;
    this.#readWords(lower, lower.length - 1, 'in-lower-case');
    this.words = words;
    this.#state[EXACT] = exact;
    this.#state[EXACT2] = exact2;
  }

  /** 64 bits of the text as 16 hexadecimal digits. */
  hash(): string {
    return hashText(this.#state[EXACT] as number, this.#state[EXACT2] as number, this.#length);
  }

  /** See `signatureOf`. */
  signature(): Uint8Array | null {
    return this.#signer.finish();
  }

  /**
   * Reads units[0, length), which a separator must follow. Returns false if the lower case of a letter depends on its
   * neighbours; then only words and hash are right.
   */
  #readWords(units: Uint16Array, length: number, as: 'as-it-is' | 'in-lower-case'): boolean {
    const state = this.#state;
    const filter = this.#filter;
    const signer = this.#signer;
    const marks = this.#marks;
    let isWhole = true;
    let before = 0;
    let beforeAt = 0;
    /** Where the open word starts, after the last unit that was not a letter. */
    let start = 0;
    let kindBefore = 1;
    state[FIRST] = 0;
    state[SECOND] = 0;
    for (let i = 0; ; i++) {
      i = this.#readLetters(units, i);
      const unit = units[i] as number;
      let kind = (foldedUnits[unit] as number) >> kindShift;
      if (kind !== 1) {
        if (kind === unitKind.unknown) {
          learnUnit(unit);
          i--;
          continue;
        }
        if (kind === unitKind.contextual || (kind === unitKind.second && i > start)) {
          this.#addExact(unit);
          this.#addLetter(unit);
          if (as === 'as-it-is') isWhole = false;
          continue;
        }
        if (kind === unitKind.notice) marks.noticeAt({ units, at: i, length });
        else if (kind === unitKind.second) kind = kindBefore;
      }
      kindBefore = kind;
      if (i > start) {
        const hash = state[FIRST] as number;
        signer.add(hash, state[SECOND] as number, LONG_SHINGLE);
        // `pairHash` and `filterBit`.
        const pair = (Math.imul(before, 31) ^ hash) | 0;
        const bit = pair ^ (pair >>> 15);
        if (((filter[(bit >>> 3) & 4_095] as number) >>> (bit & 7)) & 1) marks.phraseAt({ units, at: beforeAt, length }, pair);
        if (hash === copyright || hash === copy)
          marks.noticeAt({ units, at: hash === copy ? Math.max(start - 1, 0) : start, length });
        before = hash;
        beforeAt = start;
        state[FIRST] = 0;
        state[SECOND] = 0;
      }
      if (i === length) return isWhole;
      start = i + 1;
      if (kind === unitKind.ideograph || kind === unitKind.unspaced) {
        const span = kind === unitKind.ideograph ? IDEOGRAPH_SHINGLE : LONG_SHINGLE;
        signer.add(Math.imul(unit, 0x27d4eb2f), Math.imul(unit, 0x165667b1), span);
      }
      this.#addExact(unit);
    }
  }

  /** Reads letters from `from` on; returns the place of the first unit that is none. */
  #readLetters(units: Uint16Array, from: number): number {
    // Written out and in local variables, as this is the one loop that sees every character of every page.
    const table = foldedUnits;
    const state = this.#state;
    let exact = state[EXACT] as number;
    let exact2 = state[EXACT2] as number;
    let a = state[FIRST] as number;
    let b = state[SECOND] as number;
    let at = from;
    for (; ; at++) {
      const unit = units[at] as number;
      const letter = table[unit] as number;
      if (letter > 0xffff) break;
      exact = Math.imul(exact ^ unit, 0x01000193);
      exact2 = Math.imul(exact2 ^ unit, 0x5bd1e995);
      exact2 ^= exact2 >>> 13;
      a = (Math.imul(a ^ letter, 0x01000193) + 0x9e3779b9) | 0;
      b = Math.imul(b + letter, 0x2c1b3c6d) ^ (b >>> 15);
    }
    state[EXACT] = exact;
    state[EXACT2] = exact2;
    state[FIRST] = a;
    state[SECOND] = b;
    return at;
  }

  /** Adds a character to the hashes of the text. */
  #addExact(unit: number): void {
    const state = this.#state;
    let counted = unit;
    if (unit === SPACE || unit === LINE) {
      this.words++;
      counted = SPACE;
    }
    state[EXACT] = Math.imul((state[EXACT] as number) ^ counted, 0x01000193);
    const hash = Math.imul((state[EXACT2] as number) ^ counted, 0x5bd1e995);
    state[EXACT2] = hash ^ (hash >>> 13);
  }

  /** Adds a letter as it is to the hashes of the word: see `wordHash`. */
  #addLetter(unit: number): void {
    const state = this.#state;
    state[FIRST] = Math.imul((state[FIRST] as number) ^ unit, 0x01000193) + 0x9e3779b9;
    const hash = state[SECOND] as number;
    state[SECOND] = Math.imul(hash + unit, 0x2c1b3c6d) ^ (hash >>> 15);
  }

  /** What follows the counted part: its words, hash and copyright notices. */
  #readRest(units: Uint16Array, from: number, length: number): void {
    for (let i = from; i < length; i++) {
      const unit = units[i] as number;
      if (noticeStarts.includes(unit)) this.#marks.noticeAt({ units, at: i, length });
      this.#addExact(unit);
    }
  }
}

/** MurmurHash3's finalizer. */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** The hash of a text of `length` units from its two running hashes: 64 bits as 16 hexadecimal digits. */
export const hashText = (exact: number, exact2: number, length: number): string =>
  hex(mixed(exact ^ length)) + hex(mixed(exact2));
