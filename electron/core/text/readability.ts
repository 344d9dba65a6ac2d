import { foldedUnits, kindShift, lastLetter, learnUnit, unitKind } from './folded-units.ts';
import { type SyllableLanguage, syllablesIn } from './syllables.ts';
import { unitsOf } from './text-units.ts';

/** How easily a text reads. */
export interface Readability {
  /** About 0 (very hard) to 100 (very easy); may lie beyond both. */
  score: number;
  /** The name of the formula, such as `Amstad`. */
  formula: string;
  words: number;
  sentences: number;
  syllables: number;
}

interface Formula {
  name: string;
  /** The score of a text with no words. */
  base: number;
  /** What each word of the mean sentence takes off. */
  perWord: number;
  /** What each syllable of the mean word takes off. */
  perSyllable: number;
}

/**
 * Flesch's Reading Ease and its adaptions, all of the form base − perWord · words/sentences − perSyllable · syllables/words. Those given
 * in syllables for 100 words are multiplied by 100.
 */
const FORMULAS: ReadonlyMap<string, Formula> = new Map(
  Object.entries({
    // Flesch: A New Readability Yardstick, Journal of Applied Psychology 32, 1948.
    en: { name: 'Flesch', base: 206.835, perWord: 1.015, perSyllable: 84.6 },
    // Amstad: Wie verständlich sind unsere Zeitungen? Zürich 1978.
    de: { name: 'Amstad', base: 180, perWord: 1, perSyllable: 58.5 },
    // Kandel, Moles: Application de l'indice de Flesch à la langue française, Cahiers d'études de radio-télévision 19, 1958.
    fr: { name: 'Kandel-Moles', base: 207, perWord: 1.015, perSyllable: 73.6 },
    // Fernández Huerta: Medidas sencillas de lecturabilidad, Consigna 214, 1959; in the usual reading, with words a sentence.
    es: { name: 'Fernández Huerta', base: 206.84, perWord: 1.02, perSyllable: 60 },
    // Franchina, Vacca: Adaptation of Flesch readability index on a bilingual text, Linguaggi 3, 1986.
    it: { name: 'Flesch-Vacca', base: 206, perWord: 1, perSyllable: 65 },
    // Douma: De leesbaarheid van landbouwbladen, Wageningen 1960.
    nl: { name: 'Douma', base: 206.84, perWord: 0.93, perSyllable: 77 },
    // Martins, Ghiraldelo, Nunes, Oliveira: Readability formulas applied to textbooks in Brazilian Portuguese, São Carlos 1996.
    pt: { name: 'Martins', base: 248.835, perWord: 1.015, perSyllable: 84.6 },
    // Oborneva: Автоматизированная оценка сложности учебных текстов, Moscow 2006.
    ru: { name: 'Oborneva', base: 206.835, perWord: 1.3, perSyllable: 60.1 },
  } satisfies Record<SyllableLanguage, Formula>),
);

/** Longer runs of letters are no words and count one syllable, so that a stranger's page costs nothing more. */
const longestWord = 60;

/**
 * The reading ease of a text in a language (ISO 639-1). null when the language is not supported (no formula is
 * published for it), or when the text has no words. Sentences end at `.`, `!`, `?` or `…` before white space and no
 * lower-case letter, and at line breaks, so headings and list items are sentences. Numbers are words of one syllable.
 * Linear in the text.
 */
export const readability = (text: string, language: string): Readability | null =>
  readabilityOf(unitsOf(text), text.length, language);

/** `readability` of units[0, length). */
export const readabilityOf = (units: Uint16Array, length: number, language: string): Readability | null =>
  readabilityFrom(language, known => count(units, length, known));

type Counts = Pick<Readability, 'words' | 'sentences' | 'syllables'>;

/** `readability` of a text that `counted` counts. */
export function readabilityFrom(language: string, counted: (language: SyllableLanguage) => Counts): Readability | null {
  const formula = FORMULAS.get(language);
  if (formula === undefined) return null;
  const { words, sentences, syllables } = counted(language as SyllableLanguage);
  if (words === 0) return null;
  const score = formula.base - (formula.perWord * words) / sentences - (formula.perSyllable * syllables) / words;
  return { score, formula: formula.name, words, sentences, syllables };
}

/** The open word in lower case. */
const word = new Uint16Array(longestWord);

function count(units: Uint16Array, length: number, language: SyllableLanguage): Counts {
  let words = 0;
  let sentences = 0;
  let syllables = 0;
  let wordsBefore = 0;
  let size = 0;
  const table = foldedUnits;
  const open = word;
  for (let i = 0; i <= length; i++) {
    const unit = i < length ? (units[i] as number) : LINE;
    const folded = table[unit] as number;
    // The common case on a separate path: see `letterOf`.
    if (folded <= 0xffff && size < 60) {
      open[size++] = folded;
      continue;
    }
    const letter = letterOf(unit);
    if (letter !== 0 || (size > 0 && joinsLetters(units, i, length))) {
      // What is too long for a word stays counted, not kept.
      if (size < longestWord) word[size] = letter === 0 ? unit : letter;
      size++;
      continue;
    }
    if (size > 0) {
      words++;
      syllables += size > longestWord ? 1 : syllablesIn(word, { start: 0, end: size }, language);
      size = 0;
    }
    if (words === wordsBefore || (i < length && !endsSentence(units, i, length))) continue;
    sentences++;
    wordsBefore = words;
  }
  return { words, sentences, syllables };
}

/** A letter or digit in lower case, an ideograph and the like as it is; 0 for what separates words. */
function letterOf(unit: number): number {
  let found = foldedUnits[unit] as number;
  if (found <= lastLetter) return found;
  if (found >>> kindShift === unitKind.unknown) {
    found = learnUnit(unit);
    if (found <= lastLetter) return found;
  }
  const kind = found >>> kindShift;
  if (kind === unitKind.separator || kind === unitKind.notice) return 0;
  return unit === DOTTED_I ? I : unit;
}

/** İ, whose lower case is an i and a mark. */
const DOTTED_I = 0x130;
const I = 0x69;

const LINE = 10;
const POINT = 0x2e;

/** An apostrophe, a hyphen or a point between two letters or digits: don't, e-mail, 1.5. */
function joinsLetters(units: Uint16Array, at: number, length: number): boolean {
  const unit = units[at] as number;
  if (unit !== 0x27 && unit !== 0x2019 && unit !== 0x2d && unit !== POINT) return false;
  return at + 1 < length && letterOf(units[at + 1] as number) !== 0;
}

function endsSentence(units: Uint16Array, at: number, length: number): boolean {
  const unit = units[at] as number;
  if (unit === LINE) return true;
  // . ! ? …
  if (unit !== POINT && unit !== 0x21 && unit !== 0x3f && unit !== 0x2026) return false;
  const after = at + 1 < length ? String.fromCharCode(units[at + 1] as number) : ' ';
  const next = at + 2 < length ? String.fromCharCode(units[at + 2] as number) : '';
  return endsBefore(after, next);
}

/** Whether a point before these characters ends a sentence; `next` is '' at the end of the text. */
export const endsBefore = (after: string, next: string): boolean => /[\s"'”’»)]/.test(after) && !/\p{Ll}/u.test(next);
