import { foldedUnits, kindShift, lastLetter, learnUnit, unitKind } from './folded-units.ts';
import { FoundMarks } from './found-marks.ts';
import type { PhraseStarts } from './phrase-starts.ts';
import { Signer } from './signer.ts';
import { readExact } from './text-hash.ts';
import { textOf, unitsOf } from './text-units.ts';
import { hashOfWord, wordHash } from './word-hash.ts';

/** Words, or letters of a script without spaces, in a shingle; of ideographs, which say more, three. */
const LONG_SHINGLE = 5;
const IDEOGRAPH_SHINGLE = 3;

/** The words that a copyright notice may begin with, `copy` behind an ampersand. */
export const copyright = wordHash('copyright');
export const copy = wordHash('copy');
/** ©, &, ( and both forms of c. */
const noticeStarts = [0xa9, 0x26, 0x28, 0x63, 0x43];
const noFilter = new Uint8Array(1 << 12);

/**
 * Reads a text once for everything that its words say: the shingles of its signature, phrases, and the year of its copyright; and once for its hash.
 * One object reads one text after the other. Time is linear in the text.
 */
export class TextPass {
  /** See `readExact`. */
  words = 0;
  #hash = '';
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
    const { words, hash } = readExact(units, length);
    this.words = words;
    this.#hash = hash;
    this.#marks.start();
    this.#signer.start();
    if (length === 0) return;
    const counted = Math.min(length, mostCounted);
    const behind = units[counted] as number;
    units[counted] = 0;
    const isWhole = this.#readWords(units, counted, 'as-it-is');
    units[counted] = behind;
    for (let at = counted; at < length; at++)
      if (noticeStarts.includes(units[at] as number)) this.#marks.noticeAt({ units, at, length });
    if (isWhole) return;
    const lower = unitsOf(textOf(units, 0, counted).toLowerCase());
    this.#marks.phrases.length = 0;
    this.#signer.start();
    this.#readWords(lower, lower.length - 1, 'in-lower-case');
  }

  /** 64 bits of the text: see `hashText`. */
  hash(): string {
    return this.#hash;
  }

  /** See `signatureOf`. */
  signature(): Uint8Array | null {
    return this.#signer.finish();
  }

  /** Reads units[0, length), which a separator must follow. Returns false if the lower case of a letter depends on its neighbours. */
  #readWords(units: Uint16Array, length: number, as: 'as-it-is' | 'in-lower-case'): boolean {
    const table = foldedUnits;
    const filter = this.#filter;
    const signer = this.#signer;
    const marks = this.#marks;
    let isWhole = true;
    let before = 0;
    let beforeAt = 0;
    /** Where the open word starts, after the last unit that was not a letter. */
    let start = 0;
    let kindBefore = 1;
    for (let i = 0; ; i++) {
      while ((table[units[i] as number] as number) <= lastLetter) i++;
      const unit = units[i] as number;
      let kind = (table[unit] as number) >> kindShift;
      if (kind !== 1) {
        if (kind === unitKind.unknown) {
          learnUnit(unit);
          i--;
          continue;
        }
        if (kind === unitKind.contextual || (kind === unitKind.second && i > start)) {
          if (as === 'as-it-is') isWhole = false;
          continue;
        }
        if (kind === unitKind.notice) marks.noticeAt({ units, at: i, length });
        else if (kind === unitKind.second) kind = kindBefore;
      }
      kindBefore = kind;
      if (i > start) {
        const hash = hashOfWord(units, start, i);
        signer.add(hash, LONG_SHINGLE);
        // `pairHash` and `filterBit`.
        const pair = (Math.imul(before, 31) ^ hash) | 0;
        const bit = pair ^ (pair >>> 15);
        if (((filter[(bit >>> 3) & 4_095] as number) >>> (bit & 7)) & 1) marks.phraseAt({ units, at: beforeAt, length }, pair);
        if (hash === copyright || hash === copy)
          marks.noticeAt({ units, at: hash === copy ? Math.max(start - 1, 0) : start, length });
        before = hash;
        beforeAt = start;
      }
      if (i === length) return isWhole;
      start = i + 1;
      if (kind === unitKind.ideograph) signer.add(hashOfWord(units, i, i + 1), IDEOGRAPH_SHINGLE);
      else if (kind === unitKind.unspaced) signer.add(hashOfWord(units, i, i + 1), LONG_SHINGLE);
    }
  }
}
