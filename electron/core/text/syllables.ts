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

/** Diphthongs and digraphs as school grammars list them; own compilation. A weak vowel with an accent (í, ú) stands by itself. */
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

/**
 * The syllables of a word in lower case, by its vowels: at least one. English leaves out a silent final e and the e of -ed and -es where
 * it is not spoken; French leaves out a final e, es. An estimate: on running text the mean is what counts. Linear in the word.
 */
export function syllables(word: string, language: SyllableLanguage): number {
  const { vowels, joined } = RULES[language];
  let count = 0;
  let before = '';
  for (const letter of silentCut(word, language)) {
    if (!vowels.has(letter)) {
      // The j of the Dutch ij belongs to the vowel.
      before = '';
      continue;
    }
    const goesOn = before !== '' && (joined === null || (before.length < 3 && joined.has(before + letter)));
    if (!goesOn) count++;
    // After a pair, a third vowel begins anew (Ei-er), unless all three are listed.
    before = goesOn && joined !== null ? before + letter : letter;
  }
  return Math.max(1, count);
}

function silentCut(word: string, language: SyllableLanguage): string {
  if (language === 'en') return english(word);
  if (language === 'fr') return word.length > 3 ? word.replace(/es?$/, '') : word;
  return word;
}

/** `like`, `liked`, `makes` have one syllable; `table`, `wanted`, `houses` two. */
function english(word: string): string {
  if (word.length <= 3) return word;
  if (/[^aeiouylr]e$/.test(word) || /[aeiouy][lr]e$/.test(word)) return word.slice(0, -1);
  if (/[^aeiouytd]ed$/.test(word)) return word.slice(0, -2);
  if (/[^aeiouysxzcgh]es$/.test(word)) return word.slice(0, -2);
  return word;
}
