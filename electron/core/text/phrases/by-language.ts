import { PhraseSet } from '../phrase-set.ts';

/** Phrases by ISO 639-1 code. */
export type PhraseList = Readonly<Record<string, readonly string[]>>;

/**
 * Makes a set for a page's language on demand: the phrases of that language and the English ones, which pages of any
 * language contain. An unknown language (null, or one without a list) returns the phrases of all.
 */
export function byLanguage(list: PhraseList): (language: string | null) => PhraseSet {
  const sets = new Map<string, PhraseSet>();
  return language => {
    // A page may claim to be in “constructor”, which every object has.
    const own = language !== null && Object.hasOwn(list, language) ? list[language] : undefined;
    const key = own === undefined ? '' : (language as string);
    const known = sets.get(key);
    if (known !== undefined) return known;
    const made = new PhraseSet(own === undefined ? Object.values(list).flat() : [...own, ...(list['en'] ?? [])]);
    sets.set(key, made);
    return made;
  };
}
