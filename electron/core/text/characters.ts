/** The slow path examines this many UTF-16 units of a text; the rest is counted by code points without marks. */
const longestSegmented = 20_000;

/**
 * Blocks whose every character is one user-perceived character, whatever is next to it: letters, signs and ideographs
 * without combining marks, joiners, conjoining Hangul or surrogates (UAX #29, Grapheme_Cluster_Break = Other).
 */
const SIMPLE: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x2ff],
  [0x370, 0x482],
  [0x48a, 0x590],
  [0x5d0, 0x5ff],
  [0x61c, 0x64a],
  [0x6fa, 0x70e],
  [0x10a0, 0x10ff],
  [0x1e00, 0x200b],
  [0x200e, 0x20cf],
  [0x2100, 0x2cee],
  [0x2e80, 0x3029],
  [0x3030, 0x3098],
  [0x309b, 0xa66e],
  [0xac00, 0xd7a3],
  [0xf900, 0xfb1d],
  [0xfb1f, 0xfdff],
  [0xfe30, 0xfefe],
  [0xff01, 0xff9d],
  [0xffa0, 0xffff],
];

let simple: Uint8Array | null = null;

function simpleTable(): Uint8Array {
  if (simple !== null) return simple;
  const table = new Uint8Array(0x10000);
  for (const [first, last] of SIMPLE) table.fill(1, first, last + 1);
  simple = table;
  return table;
}

let segmenter: Intl.Segmenter | null = null;

/**
 * The number of user-perceived characters of a text: extended grapheme clusters of UAX #29. An emoji of several code
 * points, or a letter with accents, counts once. Exact up to 20,000 UTF-16 units, and for longer texts without
 * combining characters. In the rest of a longer text, each code point counts that is not a mark or joiner. Linear in
 * the text.
 */
export function characters(text: string): number {
  if (text !== lastText) {
    lastCount = countOf(text);
    lastText = text;
  }
  return lastCount;
}

/** Several checks in turn ask about one text. */
let lastText = '';
let lastCount = 0;

/** V8 represents strings in more shapes than one call site caches. */
const { charCodeAt } = String.prototype;

function countOf(text: string): number {
  const table = simpleTable();
  const { length } = text;
  let lineBreaks = 0;
  for (let i = 0; i < length; i++) {
    const code = charCodeAt.call(text, i);
    if (table[code] === 0) return slowCount(text);
    // A carriage return and the line feed after it are one character.
    if (code === 10 && i > 0 && charCodeAt.call(text, i - 1) === 13) lineBreaks++;
  }
  return length - lineBreaks;
}

function slowCount(text: string): number {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  const end = text.length <= longestSegmented ? text.length : wholeCodePoints(text, longestSegmented);
  let count = 0;
  for (const _ of segmenter.segment(text.slice(0, end))) count++;
  for (let i = end; i < text.length; i++) {
    const code = text.codePointAt(i) as number;
    if (code > 0xffff) i++;
    if (!joins(code)) count++;
  }
  return count;
}

/** `at`, or one less when it is inside a surrogate pair. */
const wholeCodePoints = (text: string, at: number): number => ((text.codePointAt(at - 1) as number) > 0xffff ? at - 1 : at);

const joins = (code: number): boolean => (simpleTable()[code] ?? 0) === 0 && /[\p{M}\p{Cf}]/u.test(String.fromCodePoint(code));
