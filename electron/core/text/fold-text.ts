/** The most combining marks in a row that normalisation is given: the limit of the Stream-Safe Text Format (UAX #15 §13). */
const MARKS_IN_A_ROW = /(\p{M}{30})(?=\p{M})/gu;
/** The combining grapheme joiner, which ends a run of marks for the normaliser. */
const JOINER = '\u034f';

/**
 * The form in which titles, descriptions and headings are compared: Unicode NFC, ends trimmed, each run of white
 * space one space, case folded. Full case folding of Unicode: ß equals SS, ς equals σ, the Turkish ı stays different
 * from i. Two texts are the same exactly when their folded forms are equal. Linear in the text: a run of over 30
 * combining marks is broken up first (UAX #15 §13), because the time of normalisation grows with the square of such a
 * run.
 */
export const foldText = (text: string): string => (isPlain(text) ? text.toLowerCase() : foldAnyText(text));

/** `foldText` without its short way. */
export function foldAnyText(text: string): string {
  const spaced = text.replace(/\s+/g, ' ').trim();
  if (isAscii(spaced)) return spaced.toLowerCase();
  return streamSafe(foldCase(streamSafe(spaced).normalize('NFC'))).normalize('NFC');
}

const streamSafe = (text: string): string => text.replace(MARKS_IN_A_ROW, `$1${JOINER}`);

/** Lower, upper, lower: the upper case joins ß with ss and ς with σ; the first lower case brings ẞ to ß. ı, whose capital is I, is kept. */
const foldCase = (text: string): string => text.split('ı').map(foldPiece).join('ı');
const foldPiece = (piece: string): string => piece.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/**
 * The units below U+0460 whose folded form is their lower case, whatever stands beside them: printable ASCII, Latin letters with marks, Cyrillic.
 * Of these blocks ß, µ, İ, ı, ŉ and ſ fold otherwise, ǅ and the like are left out with all of Latin Extended-B. Normalisation changes none.
 */
const foldsSimply = new Uint8Array(0x460);
foldsSimply.fill(1, 0x20, 0x7f).fill(1, 0xa1, 0x180).fill(1, 0x400);
for (const other of [0xb5, 0xdf, 0x130, 0x131, 0x149, 0x17f]) foldsSimply[other] = 0;

/** Dashes, quotation marks, dots and the like. */
const isPunctuation = (c: number): boolean => c >= 0x2010 && c <= 0x2027;

/** Units that fold simply, without white space but single spaces inside: most texts are such. */
function isPlain(text: string): boolean {
  let before = 32;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (foldsSimply[c] !== 1 && !isPunctuation(c)) return false;
    if (c === 32 && before === 32) return false;
    before = c;
  }
  return before !== 32 || text === '';
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
