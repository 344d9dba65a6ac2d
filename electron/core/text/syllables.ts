import { unitsOf } from './text-units.ts';

/** Languages whose syllables are counted. */
export type SyllableLanguage = 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pt' | 'ru';

/** Letters that sound as vowels, and neighbours that make one syllable; other neighbours are two. */
interface Vowels {
  vowels: ReadonlySet<string>;
  /** Pairs, and in Dutch threes. null: neighbouring vowels are always one syllable. */
  joined: ReadonlySet<string> | null;
}

const letters = (text: string): ReadonlySet<string> => new Set(text);
const pairs = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * Diphthongs and digraphs as school grammars list them; our compilation. A weak vowel with an accent (í, ú) is a
 * separate syllable.
 */
const RULES: Readonly<Record<SyllableLanguage, Vowels>> = {
  en: { vowels: letters('aeiouyàáâäèéêëìíîïòóôöùúûü'), joined: null },
  fr: { vowels: letters('aeiouyàâäæéèêëîïôöœùûüÿ'), joined: null },
  de: { vowels: letters('aeiouyäöü'), joined: pairs('aa ai au äu ay ee ei eu ey ie oo oi oy ou') },
  nl: { vowels: letters('aeiouyëïöüáéíóú'), joined: pairs('aa ee oo uu ie oe eu ui ij ei ou au ai oi ieu eeu oei aai ooi') },
  es: {
    vowels: letters('aeiouáéíóúü'),
    joined: pairs('ai au ei eu oi ou ia ie io iu ua ue ui uo ái áu éi éu ói óu iá ié ió uá ué uó üe üi'),
  },
  it: { vowels: letters('aeiouàèéìíòóùú'), joined: pairs('ai au ei eu oi ia ie io iu ua ue ui uo iè iò ià uò uà iù') },
  pt: {
    vowels: letters('aeiouáâãàéêíóôõú'),
    joined: pairs('ai au ei eu oi ou iu ui ua ue uo ia ie io ão ãe õe éi éu ói ái áu êu ôi iá ié ió uá ué'),
  },
  ru: { vowels: letters('аеёиоуыэюя'), joined: new Set() },
};

/** Vowels are numbered from 1 in so many bits; a pair has twice as many. */
const vowelBits = 5;
/** All of the vowels are below. */
const vowelUnits = 0x500;

/** `RULES` of a language in tables. */
export interface VowelTables {
  /** The number of each UTF-16 unit that is a vowel; 0 for others. */
  readonly numbers: Uint8Array;
  /**
   * 1 where a vowel continues the syllable of the one or two vowels before it: indexed by the numbers of all. null as
   * in `Vowels`.
   */
  readonly joined: Uint8Array | null;
}

const tables = new Map<SyllableLanguage, VowelTables>();

/** The vowels of a language as a pass over words asks for them. */
export function vowelTables(language: SyllableLanguage): VowelTables {
  const known = tables.get(language);
  if (known !== undefined) return known;
  const { vowels, joined } = RULES[language];
  const numbers = new Uint8Array(vowelUnits);
  for (const [index, vowel] of [...vowels].entries()) numbers[vowel.charCodeAt(0)] = index + 1;
  const table = joined === null ? null : new Uint8Array(1 << (3 * vowelBits));
  for (const run of joined ?? []) {
    let code = 0;
    for (const vowel of run) code = (code << vowelBits) | (numbers[vowel.charCodeAt(0)] as number);
    if (table !== null) table[code] = 1;
  }
  const made = { numbers, joined: table };
  tables.set(language, made);
  return made;
}

/**
 * The syllables of a word in lower case, by its vowels: at least one. English leaves out a silent final e and the e
 * of -ed and -es where it is silent; French leaves out a final e, es. An estimate: on running text the mean is what
 * counts. Linear in the word.
 */
export const syllables = (word: string, language: SyllableLanguage): number =>
  syllablesIn(unitsOf(word), { start: 0, end: word.length }, language);

/** The syllables of the word units[start, end) in lower case. */
export function syllablesIn(
  units: Uint16Array,
  { start, end }: { readonly start: number; readonly end: number },
  language: SyllableLanguage,
): number {
  const { numbers, joined } = vowelTables(language);
  const last = end - silentEnd(units, { start, end }, language);
  let count = 0;
  /** The vowels of the open syllable so far, 0 for none. */
  let before = 0;
  for (let i = start; i < last; i++) {
    const unit = units[i] as number;
    const number = unit < vowelUnits ? (numbers[unit] as number) : 0;
    if (number === 0) {
      before = 0;
      continue;
    }
    // After a pair, a third vowel starts a new syllable (Ei-er), unless all three are listed.
    const run = (before << vowelBits) | number;
    const goesOn = before !== 0 && (joined === null || (before < 1 << (2 * vowelBits) && joined[run] === 1));
    if (!goesOn) count++;
    before = goesOn && joined !== null ? run : number;
  }
  return Math.max(1, count);
}

const E = 0x65;
const S = 0x73;
const D = 0x64;

/** Letters at the end of a word that are not spoken. */
function silentEnd(
  units: Uint16Array,
  { start, end }: { readonly start: number; readonly end: number },
  language: SyllableLanguage,
): number {
  if (end - start <= 3 || (language !== 'en' && language !== 'fr')) return 0;
  const last = units[end - 1] as number;
  const beforeLast = units[end - 2] as number;
  if (language === 'fr') return last === E ? 1 : last === S && beforeLast === E ? 2 : 0;
  if (last === E) return isSilentE(beforeLast, units[end - 3] as number) ? 1 : 0;
  if (beforeLast !== E) return 0;
  // The letter before -ed or -es.
  const kind = classOf(units[end - 3] as number);
  if (last === D) return (kind & (VOWEL | BEFORE_ED)) === 0 ? 2 : 0;
  return last === S && (kind & (VOWEL | BEFORE_ES)) === 0 ? 2 : 0;
}

const VOWEL = 1;
const L_OR_R = 2;
const BEFORE_ED = 4;
const BEFORE_ES = 8;
const classes = new Uint8Array(128);
for (const [listed, bit] of [
  ['aeiouy', VOWEL],
  ['lr', L_OR_R],
  ['td', BEFORE_ED],
  ['sxzcgh', BEFORE_ES],
] as const)
  for (const letter of listed) classes[letter.charCodeAt(0)] = (classes[letter.charCodeAt(0)] as number) | bit;

const classOf = (unit: number): number => (unit < 128 ? (classes[unit] as number) : 0);

/** `like`, `liked`, `makes` have one syllable; `table`, `wanted`, `houses` two. */
function isSilentE(before: number, beforeThat: number): boolean {
  const kind = classOf(before);
  if ((kind & (VOWEL | L_OR_R)) === 0) return true;
  return (kind & L_OR_R) !== 0 && (classOf(beforeThat) & VOWEL) !== 0;
}
