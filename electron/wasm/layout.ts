/** Where things lie in memory, in bytes. `place` in electron/core/html/page-machine.ts says the same to JavaScript. */

/** What the last call found: 32-bit numbers. */
export const RESULT: usize = 0x400;
/** Six areas of text, 16 bytes each: see `gather.ts`. */
export const AREAS: usize = 0x800;
/** 64 references that were read before, 16 bytes each. */
export const REFERENCES: usize = 0x1000;
/** The letters of the open word, in lower case. */
export const WORD: usize = 0x1800;
/** 256 bytes of signature, room for making it, and the least order of each of its slots. */
export const SIGNATURE: usize = 0x2000;
export const LEAST: usize = 0x2400;
/** One bit for each pair of words that may begin a phrase. */
export const FILTER: usize = 0x3000;
/** The number of each vowel, and which vowels make one syllable. */
export const VOWELS: usize = 0x4000;
export const JOINED: usize = 0x5000;
/** `foldedUnits` of electron/core/text/folded-units.ts. */
export const FOLDED: usize = 0x10000;
/** The bytes of the page; behind them the areas. */
export const PAGE: usize = 0x60000;
