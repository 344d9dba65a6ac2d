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
/** The tag that was read last, 32-bit numbers: see `TagField`; then where the values of its attributes begin, and where they end. */
export const TAG: usize = 0x58000;
export const VALUE_STARTS: usize = TAG + 0x40;
export const VALUE_ENDS: usize = TAG + 0x140;
/** What `scan` tells besides its result: see `scan.ts`. */
export const SCAN: usize = 0x58280;
/** Hash tables of 1,024 element and attribute numbers of 16 bits, -1 for none. */
export const TAG_SLOTS: usize = 0x58400;
export const ATTRIBUTE_SLOTS: usize = 0x58c00;
/** The names by number: 16 bytes each, zeros behind; and their lengths, a byte each. */
export const TAG_NAMES: usize = 0x59400;
export const ATTRIBUTE_NAMES: usize = 0x5a000;
export const TAG_LENGTHS: usize = 0x5a400;
export const ATTRIBUTE_LENGTHS: usize = 0x5a4c0;
/** What kind of element each number is, 32 bits: `KIND` of electron/core/html/element-kinds.ts. */
export const KINDS: usize = 0x5a500;
/** The open elements: see `elements.ts`. */
export const ELEMENTS: usize = 0x5a800;
/** UTF-16 units at the beginning of a text whose words are looked at: a multiple of 64. */
export const COUNTED: i32 = 120_000;
/** Those units in lower case. */
export const LOWER: usize = 0x60000;
/** The hash of each of their words. */
export const TOKENS: usize = 0x9b000;
/** One bit for each of them: letters; characters that are a word alone; those of them that are ideographs. */
export const LETTERS: usize = 0x111000;
export const SINGLES: usize = 0x115000;
export const IDEOGRAPHS: usize = 0x119000;
/** Of each token, where there are ideographs, how many make a shingle. */
export const SPANS: usize = 0x11d000;
/** One bit for each of the first 8,192 units: see `reading-bits.ts`. */
export const VOWEL_PLACES: usize = 0x13b000;
export const WORD_PLACES: usize = 0x13b400;
export const EDGE_PLACES: usize = 0x13b800;
export const ENDER_PLACES: usize = 0x13bc00;
/** The bytes of the page; behind them the areas. */
export const PAGE: usize = 0x13c000;
