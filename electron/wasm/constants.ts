/**
 * Vectors for the hot loops, which read them from memory before they begin. If a vector is a constant in the code, V8 builds it again at
 * every use, with several instructions.
 */
// biome-ignore format: one vector a line
const VECTORS: usize = memory.data<u32>([
  0x9e3779b1, 0x9e3779b1, 0x9e3779b1, 0x9e3779b1,
  0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1,
  0x00010000, 0x00030002, 0x00050004, 0x00070006,
  0x00090008, 0x000b000a, 0x000d000c, 0x000f000e,
  0x00ff00ff, 0x00ff00ff, 0x00ff00ff, 0x00ff00ff,
  0x41414141, 0x41414141, 0x41414141, 0x41414141,
  0x61616161, 0x61616161, 0x61616161, 0x61616161,
  0x30303030, 0x30303030, 0x30303030, 0x30303030,
  0x19191919, 0x19191919, 0x19191919, 0x19191919,
  0x09090909, 0x09090909, 0x09090909, 0x09090909,
  0x20202020, 0x20202020, 0x20202020, 0x20202020,
  0x28282828, 0x28282828, 0x28282828, 0x28282828,
  0x00000000, 0x00000000, 0x00ffff00, 0x0000ffff,
  0x26262626, 0x26262626, 0x26262626, 0x26262626,
  0x000a000a, 0x000a000a, 0x000a000a, 0x000a000a,
  0x00200020, 0x00200020, 0x00200020, 0x00200020,
  0x00160016, 0x00160016, 0x00160016, 0x00160016,
  0x85ebca77, 0x85ebca77, 0x85ebca77, 0x85ebca77,
  0x9911ad19, 0x9911ad19, 0x9911ad19, 0x9911ad19,
  0xfb04a5b1, 0xfb04a5b1, 0xfb04a5b1, 0xfb04a5b1,
  0x6dc79cad, 0x6dc79cad, 0x6dc79cad, 0x6dc79cad,
  0x286a90b9, 0x286a90b9, 0x286a90b9, 0x286a90b9,
  0x5bd1e995, 0x5bd1e995, 0x5bd1e995, 0x5bd1e995,
  0x85ebca6b, 0x85ebca6b, 0x85ebca6b, 0x85ebca6b,
  0xc2b2ae35, 0xc2b2ae35, 0xc2b2ae35, 0xc2b2ae35,
  0x65656565, 0x65656565, 0x65656565, 0x65656565,
  0x69696969, 0x69696969, 0x69696969, 0x69696969,
  0x6f6f6f6f, 0x6f6f6f6f, 0x6f6f6f6f, 0x6f6f6f6f,
  0x75757575, 0x75757575, 0x75757575, 0x75757575,
  0x79797979, 0x79797979, 0x79797979, 0x79797979,
  0x64646464, 0x64646464, 0x64646464, 0x64646464,
  0x73737373, 0x73737373, 0x73737373, 0x73737373,
  0x27272727, 0x27272727, 0x27272727, 0x27272727,
  0x2d2d2d2d, 0x2d2d2d2d, 0x2d2d2d2d, 0x2d2d2d2d,
  0x2e2e2e2e, 0x2e2e2e2e, 0x2e2e2e2e, 0x2e2e2e2e,
  0x0a0a0a0a, 0x0a0a0a0a, 0x0a0a0a0a, 0x0a0a0a0a,
  0x21212121, 0x21212121, 0x21212121, 0x21212121,
  0x3f3f3f3f, 0x3f3f3f3f, 0x3f3f3f3f, 0x3f3f3f3f,
  0x7f7f7f7f, 0x7f7f7f7f, 0x7f7f7f7f, 0x7f7f7f7f,
  0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
  0x00080008, 0x00080008, 0x00080008, 0x00080008,
  0x2c1b3c6d, 0x2c1b3c6d, 0x2c1b3c6d, 0x2c1b3c6d,
  0x00000001, 0x00000001, 0x00000001, 0x00000001,
  0x00007fff, 0x00007fff, 0x00007fff, 0x00007fff,
], 16);
export const GOLDEN: usize = VECTORS;
export const FACTORS: usize = VECTORS + 16;
/** The numbers from 0 to 7, and those from 8 to 15, in lanes of 16 bits. */
export const FIRST_PLACES: usize = VECTORS + 32;
export const NEXT_PLACES: usize = VECTORS + 48;
/** Sixteen or eight lanes with the same character. */
export const MOST_OF_BYTE: usize = VECTORS + 64;
export const UPPER_A: usize = VECTORS + 80;
export const LOWER_A: usize = VECTORS + 96;
export const ZERO_DIGIT: usize = VECTORS + 112;
export const LAST_LETTER: usize = VECTORS + 128;
export const LAST_DIGIT: usize = VECTORS + 144;
export const CASE_BIT: usize = VECTORS + 160;
export const PARENTHESES: usize = VECTORS + 176;
/** Of the first 16 characters: tab, line feed, form feed, carriage return. */
export const LINE_BREAKS: usize = VECTORS + 192;
export const AMPERSANDS: usize = VECTORS + 208;
export const LINES: usize = VECTORS + 224;
export const SPACES: usize = VECTORS + 240;
export const LINE_TO_SPACE: usize = VECTORS + 256;
export const SECOND: usize = VECTORS + 272;
/** Of the polynomial of a shingle of five words, and of the hash of a shingle. */
export const SHINGLE_START: usize = VECTORS + 288;
export const POWER4: usize = VECTORS + 304;
export const POWER3: usize = VECTORS + 320;
export const POWER2: usize = VECTORS + 336;
export const POWER1: usize = VECTORS + 352;
export const MIX1: usize = VECTORS + 368;
export const MIX2: usize = VECTORS + 384;
export const LETTER_E: usize = VECTORS + 400;
export const LETTER_I: usize = VECTORS + 416;
export const LETTER_O: usize = VECTORS + 432;
export const LETTER_U: usize = VECTORS + 448;
export const LETTER_Y: usize = VECTORS + 464;
export const LETTER_D: usize = VECTORS + 480;
export const LETTER_S: usize = VECTORS + 496;
export const APOSTROPHES: usize = VECTORS + 512;
export const HYPHENS: usize = VECTORS + 528;
export const POINTS: usize = VECTORS + 544;
export const LINE_FEEDS: usize = VECTORS + 560;
export const EXCLAMATION_MARKS: usize = VECTORS + 576;
export const QUESTION_MARKS: usize = VECTORS + 592;
export const DELETES: usize = VECTORS + 608;
export const BYTE_PLACES: usize = VECTORS + 624;
export const EIGHTS: usize = VECTORS + 640;
/** The factor of the hash of a long word. */
export const AGAINS: usize = VECTORS + 656;
export const ONES: usize = VECTORS + 672;
/** The bits of a number that choose a bit of the filter of phrases. */
export const IN_FILTER: usize = VECTORS + 688;
