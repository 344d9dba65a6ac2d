import { type SyllableLanguage, syllables } from './syllables.ts';
import { wordClass, wordClassOf } from './word-class.ts';

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
const FORMULAS: Readonly<Record<SyllableLanguage, Formula>> = {
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
};

/** Longer runs of letters are no words and count one syllable, so that a stranger's page costs nothing more. */
const longestWord = 60;

/**
 * The reading ease of a text in a language (ISO 639-1). null when no formula is published for it (the language is not supported), or
 * when the text has no words. Sentences end at `.`, `!`, `?` or `…` before white space and no lower-case letter, and at line breaks, so
 * headings and list items are sentences. Numbers are words of one syllable. Linear in the text.
 */
export function readability(text: string, language: string): Readability | null {
  const formula = Object.hasOwn(FORMULAS, language) ? FORMULAS[language as SyllableLanguage] : undefined;
  if (formula === undefined) return null;
  const { words, sentences, syllables: spoken } = count(text.toLowerCase(), text, language as SyllableLanguage);
  if (words === 0) return null;
  const score = formula.base - (formula.perWord * words) / sentences - (formula.perSyllable * spoken) / words;
  return { score, formula: formula.name, words, sentences, syllables: spoken };
}

function count(lower: string, text: string, language: SyllableLanguage): { words: number; sentences: number; syllables: number } {
  let words = 0;
  let sentences = 0;
  let spoken = 0;
  let wordsBefore = 0;
  let start = -1;
  for (let i = 0; i <= lower.length; i++) {
    const inWord = i < lower.length && continuesWord(lower, i, start >= 0);
    if (inWord && start < 0) start = i;
    if (!inWord && start >= 0) {
      words++;
      spoken += i - start > longestWord ? 1 : syllables(lower.slice(start, i), language);
      start = -1;
    }
    if (i < lower.length && (inWord || words === wordsBefore || !endsSentence(text, i))) continue;
    if (words > wordsBefore) sentences++;
    wordsBefore = words;
  }
  return { words, sentences, syllables: spoken };
}

/** Letters and digits, and an apostrophe, a hyphen or a point between two of them: don't, e-mail, 1.5. */
function continuesWord(text: string, at: number, open: boolean): boolean {
  const unit = text.charCodeAt(at);
  if (wordClassOf(unit) !== wordClass.separator) return true;
  if (!open || (unit !== 0x27 && unit !== 0x2019 && unit !== 0x2d && unit !== 0x2e)) return false;
  return at + 1 < text.length && wordClassOf(text.charCodeAt(at + 1)) !== wordClass.separator;
}

function endsSentence(text: string, at: number): boolean {
  const character = text[at] as string;
  if (character === '\n') return true;
  if (!'.!?…'.includes(character)) return false;
  const after = text[at + 1] ?? ' ';
  const next = text[at + 2] ?? '';
  return /[\s"'”’»)]/.test(after) && !/\p{Ll}/u.test(next);
}
