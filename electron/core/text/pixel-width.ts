import { arialWidths } from './arial-widths.ts';

/** Where a search engine shows the text: a result's title has 20 px letters, its description 14 px. */
export type SnippetFont = 'title' | 'description';

const SIZES: Record<SnippetFont, number> = { title: 20, description: 14 };
const EM = 2048;
const SPACE = 569;
const UNKNOWN = 0xffff;
/** Joins emoji into one picture. */
const ZWJ = 0x200d;

/**
 * U+2000 to U+200A, spaces that Unicode names by their share of an em (The Unicode Standard, chapter 6.2, "Space Characters"). The
 * figure space is as wide as a digit, the punctuation space as a full stop; a hair space is taken as a tenth of an em.
 */
const NAMED_SPACES = [EM / 2, EM, EM / 2, EM, 683, EM / 4, 341, 1139, SPACE, 410, 205];

/** Blocks whose characters fill an em: the ranges of classes W and F of the Unicode file EastAsianWidth.txt, joined across gaps. */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x1b2ff],
  [0x1f000, 0x1faff],
  [0x20000, 0x3fffd],
];

let widths: Uint16Array | null = null;

/** The width of each character of the Basic Multilingual Plane; what the font lacks is filled in when it is first met. */
function widthTable(): Uint16Array {
  if (widths !== null) return widths;
  const table = new Uint16Array(0x10000).fill(UNKNOWN);
  for (const line of arialWidths.trim().split('\n')) {
    const [first = '', ...cells] = line.split(' ');
    let code = Number.parseInt(first, 16);
    for (const cell of cells) {
      const [width = '', times = '1'] = cell.split('*');
      const end = code + Number(times);
      table.fill(Number(width), code, end);
      code = end;
    }
  }
  widths = table;
  return table;
}

/**
 * The width of a text in CSS pixels, fractions kept, as a search result shows it: Arial Regular, 20 px for a title and 14 px for a
 * description, on one line, without kerning. Widths come from the bundled table of Arial's metrics. Characters that Arial lacks
 * count by class: East Asian wide characters and emoji one em, combining and invisible characters nothing, the rest the usual
 * width of a capital, a letter or a point. Linear in the text.
 */
export function pixelWidth(text: string, font: SnippetFont): number {
  if (text !== lastText) {
    lastUnits = unitsOf(text);
    lastText = text;
  }
  return (lastUnits * SIZES[font]) / EM;
}

/** Several checks in turn ask about one text. */
let lastText = '';
let lastUnits = 0;

/** V8 represents strings in more shapes than one call site caches. */
const { charCodeAt } = String.prototype;

function unitsOf(text: string): number {
  const table = widthTable();
  const { length } = text;
  let units = 0;
  let before = 0;
  for (let i = 0; i < length; i++) {
    const code = charCodeAt.call(text, i);
    let width = table[code] as number;
    if (width === UNKNOWN) {
      const whole = text.codePointAt(i) as number;
      if (whole > 0xffff) {
        width = before === ZWJ ? 0 : supplementaryWidth(whole);
        i++;
      } else {
        width = classWidth(whole);
        table[code] = width;
      }
    }
    units += width;
    before = code;
  }
  return units;
}

function supplementaryWidth(code: number): number {
  // Half a flag; a skin tone, which only colours the emoji before it.
  if (code >= 0x1f1e6 && code <= 0x1f1ff) return EM / 2;
  if (code >= 0x1f3fb && code <= 0x1f3ff) return 0;
  return classWidth(code);
}

/** The width of a character that the table lacks, by its Unicode class. */
function classWidth(code: number): number {
  if (code >= 0x2000 && code <= 0x200a) return NAMED_SPACES[code - 0x2000] as number;
  const character = String.fromCodePoint(code);
  if (/\s/.test(character) && code !== 0xfeff) return code === 0x3000 ? EM : SPACE;
  if (isInvisible(code, character)) return 0;
  if (WIDE.some(([first, last]) => code >= first && code <= last)) return EM;
  if (code >= 0xff61 && code <= 0xffdc) return EM / 2;
  if (/\p{P}/u.test(character)) return SPACE;
  return /\p{Lu}/u.test(character) ? 1366 : 1139;
}

/** Marks, controls and formats take no room; neither do the vowels and finals of decomposed Hangul, which share the first's. */
const isInvisible = (code: number, character: string): boolean =>
  /[\p{M}\p{Cc}\p{Cf}]/u.test(character) || (code >= 0x1160 && code <= 0x11ff);
