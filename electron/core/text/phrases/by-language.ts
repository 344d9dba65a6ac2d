import { PhraseSet } from '../phrase-set.ts';

/** Phrases by ISO 639-1 code. */
export type PhraseList = Readonly<Record<string, readonly string[]>>;

/**
 * Makes a set for a page's language on demand: the phrases of that language and the English ones, which pages of any
 * language contain. An unknown language (null, or one without a list) returns the phrases of all.
 */
export function byLanguage(list: PhraseList): (language: string | null) => PhraseSet {
  // A map, because a page may claim the language “constructor”, which every object has.
  const phrases = new Map(Object.entries(list));
  const sets = new Map<string, PhraseSet>();
  return language => {
    const own = language === null ? undefined : phrases.get(language);
    const key = own === undefined ? '' : (language as string);
    const known = sets.get(key);
    if (known !== undefined) return known;
    const made = new PhraseSet(own === undefined ? [...phrases.values()].flat() : [...own, ...(phrases.get('en') ?? [])]);
    sets.set(key, made);
    return made;
  };
}
