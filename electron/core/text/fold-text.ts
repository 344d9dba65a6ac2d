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
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const spaced = text.replace(/\s+/g, ' ').trim();
  if (isAscii(spaced)) return spaced.toLowerCase();
  return streamSafe(foldCase(streamSafe(spaced).normalize('NFC'))).normalize('NFC');
}

const streamSafe = (text: string): string => text.replace(MARKS_IN_A_ROW, `$1${JOINER}`);

/** Lower, upper, lower: the upper case joins ß with ss and ς with σ; the first lower case brings ẞ to ß. ı, whose capital is I, is kept. */
const foldCase = (text: string): string => text.split('ı').map(foldPiece).join('ı');
const foldPiece = (piece: string): string => piece.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** Printable ASCII without white space but single spaces inside: most texts are. */
function isPlain(text: string): boolean {
  let before = 32;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 32 || c > 126 || (c === 32 && before === 32)) return false;
    before = c;
  }
  return before !== 32 || text === '';
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
