import { type PhraseSet, wordsOf } from './phrase-set.ts';
import { pairHash, wordHash } from './word-hash.ts';

/** Bits of the filter: many more than a set has phrases. */
const filterBits = 1 << 15;

/** Where the phrases of a set may start, by the hashes of two consecutive words. For passes that have the hashes already. */
export class PhraseStarts {
  readonly filter = new Uint8Array(filterBits / 8);
  readonly #pairs = new Set<number>();
  readonly #set: PhraseSet;

  /** Throws RangeError unless each phrase starts with two words of letters. */
  constructor(set: PhraseSet) {
    this.#set = set;
    for (const phrase of set.phrases) {
      const [first, second] = wordsOf(phrase, 2);
      if (first === undefined || second === undefined) throw new RangeError(`“${phrase}” has fewer than two words`);
      const pair = pairHash(wordHash(first), wordHash(second));
      this.#pairs.add(pair);
      for (const bit of [filterBit(pair), secondBit(pair)])
        this.filter[bit >>> 3] = (this.filter[bit >>> 3] as number) | (1 << (bit & 7));
    }
  }

  has(pair: number): boolean {
    return this.#pairs.has(pair);
  }

  /** The phrase at the beginning of a text, or null. */
  at(text: string): string | null {
    return this.#set.at(text);
  }
}

/** Two bits of a pair in the filter. If one of them is 0, the pair starts no phrase. */
const filterBit = (pair: number): number => (pair ^ (pair >>> 15)) & (filterBits - 1);
const secondBit = (pair: number): number => Math.imul(pair, 0x9e3779b1) >>> 17;
