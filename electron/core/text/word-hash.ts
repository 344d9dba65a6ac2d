import { foldedUnits, lastLetter, learnUnit } from './folded-units.ts';

/** The first of the two hashes of a word, one step a letter in lower case: the passes over texts write it out. */
export const hashFactor = 0x01000193;
export const hashGrowth = 0x9e3779b9 | 0;

/** The first hash of a word of letters only. Throws RangeError for any other. */
export function wordHash(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) {
    learnUnit(word.charCodeAt(i));
    const letter = foldedUnits[word.charCodeAt(i)] as number;
    if (letter > lastLetter) throw new RangeError(`“${word}” is not of letters only`);
    hash = (Math.imul(hash ^ letter, hashFactor) + hashGrowth) | 0;
  }
  return hash;
}

/** One hash for two words that follow each other. */
export const pairHash = (first: number, second: number): number => (Math.imul(first, 31) ^ second) | 0;
