import { foldedUnits, kindShift, lastLetter, learnUnit, unitKind } from './folded-units.ts';
import { filterBit, type PhraseStarts } from './phrase-starts.ts';
import { Signer } from './signer.ts';
import { textOf, unitsOf } from './text-units.ts';
import { hashFactor, hashGrowth, pairHash, wordHash } from './word-hash.ts';

/** Words, or letters of a script without spaces, in a shingle; of ideographs, which say more, three. */
const LONG_SHINGLE = 5;
const IDEOGRAPH_SHINGLE = 3;

const SPACE = 32;
const LINE = 10;

/** Phrases of a text that are kept. */
const mostPhrases = 200;
/** Units after the beginning of a phrase in which its other words must lie. */
const longestPhrase = 400;
/** Units of the longest copyright notice that is read, sign and years. */
const longestNotice = 40;

const copyright = wordHash('copyright');
const copy = wordHash('copy');
/** ©, &, ( and both forms of c. */
const noticeStarts = [0xa9, 0x26, 0x28, 0x63, 0x43];
const noFilter = new Uint8Array(1 << 12);
const notice = /^(?:©|&copy;|\(c\)|copyright)\s{0,3}(?:©\s{0,3})?(?:(\d{4})\s{0,2}[-–—]\s{0,2})?(\d{4})/i;

/**
 * Reads a text once for everything that needs all of it: words, a hash of its exact characters, the shingles of its signature, phrases,
 * and the year of its copyright. One object reads one text after the other. Time is linear in the text.
 */
export class TextPass {
  /** Runs of other characters than space and line feed, when the text begins and ends with none of those. */
  words = 0;
  /** The newest year from 1980 to 2100 beside a copyright sign; 0 for none. */
  newestCopyright = 0;
  /** The phrases in order, at most 200. */
  readonly phrases: string[] = [];
  /** Two 32-bit hashes of the characters; a line feed counts as a space. */
  #exact = 0;
  #exact2 = 0;
  #length = 0;
  readonly #signer = new Signer();
  readonly #starts: PhraseStarts | null;
  readonly #filter: Uint8Array;

  /** `starts`: of the phrases to find; null for none. */
  constructor(starts: PhraseStarts | null) {
    this.#starts = starts;
    this.#filter = starts?.filter ?? noFilter;
  }

  /** Reads units[0, length). Signature and phrases are of the first `mostCounted` units only. */
  read(units: Uint16Array, length: number, mostCounted: number): void {
    this.words = length === 0 ? 0 : 1;
    this.newestCopyright = 0;
    this.phrases.length = 0;
    this.#exact = 0x811c9dc5 | 0;
    this.#exact2 = 0x9747b28c | 0;
    this.#length = length;
    this.#signer.start();
    const counted = Math.min(length, mostCounted);
    const isWhole = this.#readWords(units, counted, 'as-it-is');
    if (counted < length) this.#readRest(units, counted, length);
    if (isWhole) return;
    const lower = unitsOf(textOf(units, 0, counted).toLowerCase());
    this.phrases.length = 0;
    this.#signer.start();
    const [words, exact, exact2] = [this.words, this.#exact, this.#exact2];
    this.#readWords(lower, lower.length, 'in-lower-case');
    this.words = words;
    this.#exact = exact;
    this.#exact2 = exact2;
  }

  /** 64 bits of the text as 16 hexadecimal digits. */
  hash(): string {
    return hex(mixed(this.#exact ^ this.#length)) + hex(mixed(this.#exact2));
  }

  /** See `signatureOf`. */
  signature(): Uint8Array | null {
    return this.#signer.finish();
  }

  /** False: the lower case of a letter depends on its neighbours, so only words and hash are right. */
  #readWords(units: Uint16Array, length: number, as: 'as-it-is' | 'in-lower-case'): boolean {
    const table = foldedUnits;
    const filter = this.#filter;
    const signer = this.#signer;
    let isWhole = true;
    let words = this.words;
    let exact = this.#exact;
    let exact2 = this.#exact2;
    let a = 0;
    let b = 0;
    let before = 0;
    let beforeAt = 0;
    /** The place of the last unit that was no letter. */
    let last = -1;
    let kind: number = unitKind.separator;
    for (let i = 0; i <= length; i++) {
      // Behind the end stands a separator that is not counted.
      const unit = i < length ? (units[i] as number) : 0;
      const letter = table[unit] as number;
      if (letter <= lastLetter) {
        exact = Math.imul(exact ^ unit, 0x01000193);
        exact2 = Math.imul(exact2 ^ unit, 0x5bd1e995);
        exact2 ^= exact2 >>> 13;
        a = (Math.imul(a ^ letter, hashFactor) + hashGrowth) | 0;
        b = Math.imul(b + letter, 0x2c1b3c6d) ^ (b >>> 15);
        continue;
      }
      if (letter >>> kindShift === unitKind.unknown) {
        learnUnit(unit);
        i--;
        continue;
      }
      if (i < length) {
        const isSpace = unit === SPACE || unit === LINE;
        const counted = isSpace ? SPACE : unit;
        if (isSpace) words++;
        exact = Math.imul(exact ^ counted, 0x01000193);
        exact2 = Math.imul(exact2 ^ counted, 0x5bd1e995);
        exact2 ^= exact2 >>> 13;
      }
      const own = letter >>> kindShift;
      if (own >= unitKind.second) {
        const isOpen = i - last > 1;
        if (own === unitKind.notice) this.#readNotice(units, i, length);
        else if (own === unitKind.contextual && as === 'as-it-is') isWhole = false;
        if (own === unitKind.contextual || (own === unitKind.second && isOpen)) {
          if (as === 'in-lower-case') {
            a = (Math.imul(a ^ unit, hashFactor) + hashGrowth) | 0;
            b = Math.imul(b + unit, 0x2c1b3c6d) ^ (b >>> 15);
          }
          continue;
        }
      }
      if (i - last > 1) {
        signer.add(a, b, LONG_SHINGLE);
        const pair = pairHash(before, a);
        const bit = filterBit(pair);
        if (((filter[bit >>> 3] as number) >>> (bit & 7)) & 1) this.#phraseAt(units, beforeAt, { length, pair });
        if (a === copyright || a === copy) this.#readNotice(units, a === copy ? Math.max(last, 0) : last + 1, length);
        before = a;
        beforeAt = last + 1;
        a = 0;
        b = 0;
      }
      last = i;
      if (own !== unitKind.second) kind = own;
      if (kind === unitKind.ideograph || kind === unitKind.unspaced) {
        const span = kind === unitKind.ideograph ? IDEOGRAPH_SHINGLE : LONG_SHINGLE;
        signer.add(Math.imul(unit, 0x27d4eb2f), Math.imul(unit, 0x165667b1), span);
        before = 0;
      }
    }
    this.words = words;
    this.#exact = exact;
    this.#exact2 = exact2;
    return isWhole;
  }

  /** What follows the counted part: its words, hash and copyright notices. */
  #readRest(units: Uint16Array, from: number, length: number): void {
    let { words } = this;
    let exact = this.#exact;
    let exact2 = this.#exact2;
    for (let i = from; i < length; i++) {
      let unit = units[i] as number;
      if (unit === SPACE || unit === LINE) {
        unit = SPACE;
        words++;
      } else if (noticeStarts.includes(unit)) this.#readNotice(units, i, length);
      exact = Math.imul(exact ^ unit, 0x01000193);
      exact2 = Math.imul(exact2 ^ unit, 0x5bd1e995);
      exact2 ^= exact2 >>> 13;
    }
    this.words = words;
    this.#exact = exact;
    this.#exact2 = exact2;
  }

  #phraseAt(units: Uint16Array, at: number, { length, pair }: { readonly length: number; readonly pair: number }): void {
    const starts = this.#starts;
    if (starts === null || this.phrases.length >= mostPhrases || !starts.has(pair)) return;
    const phrase = starts.at(textOf(units, at, Math.min(length, at + longestPhrase)));
    if (phrase !== null) this.phrases.push(phrase);
  }

  #readNotice(units: Uint16Array, at: number, length: number): void {
    const found = notice.exec(textOf(units, at, Math.min(length, at + longestNotice)));
    if (found === null) return;
    for (const text of found.slice(1)) {
      const year = Number(text ?? 0);
      if (year >= 1980 && year <= 2100 && year > this.newestCopyright) this.newestCopyright = year;
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
