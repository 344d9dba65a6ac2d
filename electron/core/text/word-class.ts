/** What a UTF-16 unit is to a reader of words. */
export const wordClass = {
  /** Spaces, punctuation, signs, controls and emoji: they separate words. */
  separator: 0,
  /** A letter, mark or digit of a script that writes spaces between words. */
  letter: 1,
  /** Han, kana, Bopomofo and Yi: each character counts as one word. */
  ideograph: 2,
  /** Thai, Lao, Khmer and Burmese letters: no spaces between words, several letters to a syllable. */
  unspaced: 3,
  /** The second half of a surrogate pair: as the half before it. */
  second: 4,
} as const;

const UNKNOWN = 255;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}ー]/u;
/** All characters of these scripts are in these ranges. */
const MAY_BE_UNSPACED = /[\u0e00-\u1fff\u2e80-\uffff]/;
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Unicode's block of punctuation. Below it, whatever has two cases is a letter; above it, signs such as Ⓐ have them too. */
const PUNCTUATION = { first: 0x2000, last: 0x206f };

const table = new Uint8Array(0x10000).fill(UNKNOWN);

/** The class of a UTF-16 unit, one of `wordClass`. First halves of surrogate pairs: ideographs and emoji count as such, others as letters. */
export function wordClassOf(unit: number): number {
  const known = table[unit] as number;
  return known === UNKNOWN ? classify(unit) : known;
}

/** Whether a text is in a script without spaces between words, such as Chinese or Thai. */
export function isUnspacedText(text: string): boolean {
  if (!MAY_BE_UNSPACED.test(text)) return false;
  let letters = 0;
  let unspaced = 0;
  for (let i = 0; i < text.length; i++) {
    const own = wordClassOf(text.charCodeAt(i));
    if (own === wordClass.letter) letters += 1;
    else if (own !== wordClass.separator) unspaced += 1;
  }
  return unspaced > 0 && unspaced * 2 >= letters;
}

function classify(unit: number): number {
  const found = classOf(unit);
  table[unit] = found;
  return found;
}

function classOf(unit: number): number {
  if (unit >= 0xd800 && unit < 0xe000) return surrogateClass(unit);
  const character = String.fromCharCode(unit);
  // The patterns below take V8 2 ms to prepare, and many pages have no character that needs them.
  if (unit < PUNCTUATION.first && character.toLowerCase() !== character.toUpperCase()) return wordClass.letter;
  if (unit < 0x80) return character >= '0' && character <= '9' ? wordClass.letter : wordClass.separator;
  if (unit >= PUNCTUATION.first && unit <= PUNCTUATION.last) return wordClass.separator;
  if (!/[\p{L}\p{N}\p{M}]/u.test(character)) return wordClass.separator;
  if (IDEOGRAPH.test(character)) return wordClass.ideograph;
  return UNSPACED.test(character) ? wordClass.unspaced : wordClass.letter;
}

/** By the plane of the pair: U+1F000 to U+1FBFF are pictures, U+20000 to U+3FFFF ideographs. */
function surrogateClass(unit: number): number {
  if (unit >= 0xdc00) return wordClass.second;
  if (unit >= 0xd83c && unit <= 0xd83e) return wordClass.separator;
  return unit >= 0xd840 && unit < 0xd8c0 ? wordClass.ideograph : wordClass.letter;
}
