import type { PhraseStarts } from './phrase-starts.ts';
import { textOf } from './text-units.ts';

/** Phrases of a text that are kept. */
const mostPhrases = 200;
/** Units after the beginning of a phrase in which its other words must lie. */
const longestPhrase = 400;
/** Units of the longest copyright notice that is read, sign and years. */
const longestNotice = 40;

const notice = /^(?:©|&copy;|\(c\)|copyright)\s{0,3}(?:©\s{0,3})?(?:(\d{4})\s{0,2}[-–—]\s{0,2})?(\d{4})/i;

/** A place in a text, of which `length` units may be looked at. */
export interface TextPlace {
  readonly units: Uint16Array;
  readonly at: number;
  readonly length: number;
}

/** The phrases and copyright notices of one text after the other. */
export class FoundMarks {
  /** The newest year from 1980 to 2100 beside a copyright sign; 0 for none. */
  newestCopyright = 0;
  /** The phrases in order, at most 200. */
  readonly phrases: string[] = [];
  readonly #starts: PhraseStarts | null;

  /** `starts`: of the phrases to find; null for none. */
  constructor(starts: PhraseStarts | null) {
    this.#starts = starts;
  }

  start(): void {
    this.newestCopyright = 0;
    this.phrases.length = 0;
  }

  /** Two words with the hash `pair` are at the place. */
  phraseAt({ units, at, length }: TextPlace, pair: number): void {
    const starts = this.#starts;
    if (starts === null || this.phrases.length >= mostPhrases || !starts.has(pair)) return;
    const phrase = starts.at(textOf(units, at, Math.min(length, at + longestPhrase)));
    if (phrase !== null) this.phrases.push(phrase);
  }

  /** A copyright notice may be at the place. */
  noticeAt({ units, at, length }: TextPlace): void {
    const found = notice.exec(textOf(units, at, Math.min(length, at + longestNotice)));
    if (found === null) return;
    for (const text of found.slice(1)) {
      const year = Number(text ?? 0);
      if (year >= 1980 && year <= 2100 && year > this.newestCopyright) this.newestCopyright = year;
    }
  }
}
