import { wordClass, wordClassOf } from './word-class.ts';

/** A phrase found in a text, and at which of its words it begins. */
export interface PhraseHit {
  phrase: string;
  word: number;
}

/** A text's words in lower case, in order; each ideograph is one. Case, punctuation and spaces are not seen. Linear in the text. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const words: string[] = [];
  let start = -1;
  let kind: number = wordClass.separator;
  for (let i = 0; i < lower.length; i++) {
    const own = wordClassOf(lower.charCodeAt(i));
    if (own === wordClass.second) continue;
    // Letters of scripts without spaces go together; a phrase of theirs must stand alone to be found.
    const apart = own === wordClass.ideograph || own !== kind;
    kind = own;
    if (!apart) continue;
    if (start >= 0) words.push(lower.slice(start, i));
    start = own === wordClass.separator ? -1 : i;
  }
  if (start >= 0) words.push(lower.slice(start));
  return words;
}

/**
 * Phrases to find in texts by whole words, whatever the case and punctuation. One pass over the text: at each word only the phrases
 * that begin with it are compared, at most their own length.
 */
export class PhraseSet {
  /** The phrases by their first word, each with all its words. */
  readonly #byFirst = new Map<string, { phrase: string; words: readonly string[] }[]>();
  readonly #whole = new Map<string, string>();

  constructor(phrases: Iterable<string>) {
    for (const phrase of phrases) {
      const words = wordsOf(phrase);
      const [first] = words;
      if (first === undefined) continue;
      const others = this.#byFirst.get(first);
      if (others === undefined) this.#byFirst.set(first, [{ phrase, words }]);
      else others.push({ phrase, words });
      this.#whole.set(words.join(' '), phrase);
    }
  }

  /** The first phrase in the text, or null. */
  find(text: string): PhraseHit | null {
    return this.findAll(text, 1)[0] ?? null;
  }

  /** The phrases in the text, in order, at most `limit`. */
  findAll(text: string, limit: number): PhraseHit[] {
    const words = wordsOf(text);
    const hits: PhraseHit[] = [];
    for (let word = 0; word < words.length && hits.length < limit; word++) {
      const found = this.#byFirst
        .get(words[word] as string)
        ?.find(entry => entry.words.every((own, i) => words[word + i] === own));
      if (found !== undefined) hits.push({ phrase: found.phrase, word });
    }
    return hits;
  }

  /** The phrase that the whole text is, or null. */
  equals(text: string): string | null {
    return this.#whole.get(wordsOf(text).join(' ')) ?? null;
  }
}
