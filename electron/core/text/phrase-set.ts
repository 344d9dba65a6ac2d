import { wordClass, wordClassOf } from './word-class.ts';

/** A phrase found in a text, and the index of its first word. */
export interface PhraseHit {
  phrase: string;
  word: number;
}

/** Reads the words of a text in lower case, one after the other, without making strings of them. */
class WordReader {
  start = 0;
  end: number;
  /** 32 bits of the word. */
  hash = 0;
  readonly #text: string;

  constructor(lower: string, from = 0) {
    this.#text = lower;
    this.end = from;
  }

  /** Goes to the next word; false at the end. */
  next(): boolean {
    const text = this.#text;
    let at = this.end;
    let kind: number = wordClass.separator;
    while (at < text.length) {
      kind = wordClassOf(text.charCodeAt(at));
      if (kind !== wordClass.separator && kind !== wordClass.second) break;
      at++;
    }
    if (at >= text.length) return false;
    this.start = at;
    let hash = 0;
    // Scripts without spaces have no word limits: a phrase in one of them is found only if it is the whole run of letters.
    let own = kind;
    do {
      hash = Math.imul(hash ^ text.charCodeAt(at++), 0x5bd1e995);
      hash ^= hash >>> 15;
      if (at >= text.length) break;
      own = wordClassOf(text.charCodeAt(at));
    } while (own === wordClass.second || (own === kind && kind !== wordClass.ideograph));
    this.end = at;
    this.hash = hash;
    return true;
  }
}

/** A text's first `most` words in lower case, in order; each ideograph is one. Case, punctuation and spaces are not seen. Linear in the text. */
export function wordsOf(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const lower = text.toLowerCase();
  const reader = new WordReader(lower);
  const words: string[] = [];
  while (words.length < most && reader.next()) words.push(lower.slice(reader.start, reader.end));
  return words;
}

interface Entry {
  readonly phrase: string;
  readonly words: readonly string[];
}

/** A search for more words than these takes as long as reading the text. */
const mostHints = 64;

/** Slots of the filter for the beginnings of phrases, one bit each: many more than a set has phrases. */
const slots = 1 << 14;

/** What a set of phrases is searched by. */
class Tables {
  readonly #byFirst = new Map<string, Entry[]>();
  readonly whole = new Map<string, string>();
  /** By the hash of the first two words; of the only word where a phrase has one. */
  readonly pairs = new Uint8Array(slots >> 3);
  readonly singles = new Uint8Array(slots >> 3);
  /** The longest word of each phrase, to pass over most texts at once; null where a search for them would take too long. */
  readonly hint: RegExp | null;

  constructor(phrases: readonly string[]) {
    const longest = new Set<string>();
    for (const phrase of phrases) {
      const words = wordsOf(phrase);
      const [first] = words;
      if (first === undefined) continue;
      const others = this.#byFirst.get(first);
      if (others === undefined) this.#byFirst.set(first, [{ phrase, words }]);
      else others.push({ phrase, words });
      this.whole.set(words.join(' '), phrase);
      this.#mark(phrase);
      longest.add(words.reduce((one, other) => (other.length > one.length ? other : one)));
    }
    this.hint = longest.size <= mostHints ? new RegExp([...longest].join('|')) : null;
  }

  continuing(lower: string, start: number, end: number): Entry | undefined {
    return this.#byFirst.get(lower.slice(start, end))?.find(({ words }) => continues(lower, end, words));
  }

  #mark(phrase: string): void {
    const reader = new WordReader(phrase.toLowerCase());
    reader.next();
    const first = reader.hash;
    if (reader.next()) setMark(this.pairs, pairOf(first, reader.hash));
    else setMark(this.singles, first);
  }
}

/**
 * Phrases to find in texts by whole words, whatever the case and punctuation. One pass over the text: phrases are
 * compared only where the first two words may start one, and each at most over its length.
 */
export class PhraseSet {
  readonly phrases: readonly string[];
  #made: Tables | null = null;

  constructor(phrases: Iterable<string>) {
    this.phrases = [...phrases];
  }

  /** Made at the first search: a crawl of few pages searches for few sets. */
  get #tables(): Tables {
    this.#made ??= new Tables(this.phrases);
    return this.#made;
  }

  /** The first phrase in the text, or null. */
  find(text: string): PhraseHit | null {
    return this.findAll(text, 1)[0] ?? null;
  }

  /** The phrases in the text, in order, at most `limit`. Linear in the text. */
  findAll(text: string, limit: number): PhraseHit[] {
    const lower = text.toLowerCase();
    const hits: PhraseHit[] = [];
    const tables = this.#tables;
    if (tables.hint !== null && !tables.hint.test(lower)) return hits;
    const reader = new WordReader(lower);
    let isOpen = reader.next();
    for (let word = 0; isOpen && hits.length < limit; word++) {
      const { start, end, hash } = reader;
      isOpen = reader.next();
      if (!isMarked(tables.singles, hash) && (!isOpen || !isMarked(tables.pairs, pairOf(hash, reader.hash)))) continue;
      const found = tables.continuing(lower, start, end);
      if (found !== undefined) hits.push({ phrase: found.phrase, word });
    }
    return hits;
  }

  /** The phrase that the text starts with, or null. */
  at(text: string): string | null {
    const lower = text.toLowerCase();
    const reader = new WordReader(lower);
    if (!reader.next()) return null;
    return this.#tables.continuing(lower, reader.start, reader.end)?.phrase ?? null;
  }

  /** The phrase that the whole text is, or null. */
  equals(text: string): string | null {
    const lower = text.toLowerCase();
    // Most texts do not begin like a phrase.
    const reader = new WordReader(lower);
    if (!reader.next()) return null;
    const tables = this.#tables;
    const first = reader.hash;
    const starts = reader.next() ? isMarked(tables.pairs, pairOf(first, reader.hash)) : isMarked(tables.singles, first);
    return starts ? (tables.whole.get(wordsOf(lower).join(' ')) ?? null) : null;
  }
}

const slotOf = (hash: number): number => (hash ^ (hash >>> 16)) & (slots - 1);
const isMarked = (marks: Uint8Array, hash: number): boolean => {
  const slot = slotOf(hash);
  return (((marks[slot >> 3] as number) >> (slot & 7)) & 1) === 1;
};
const setMark = (marks: Uint8Array, hash: number): void => {
  const slot = slotOf(hash);
  marks[slot >> 3] = (marks[slot >> 3] as number) | (1 << (slot & 7));
};
const pairOf = (first: number, second: number): number => Math.imul(first, 31) ^ second;

/** Whether the words after the first follow at `from`. */
function continues(lower: string, from: number, words: readonly string[]): boolean {
  const reader = new WordReader(lower, from);
  for (let i = 1; i < words.length; i++) {
    const word = words[i] as string;
    if (!reader.next() || reader.end - reader.start !== word.length || !lower.startsWith(word, reader.start)) return false;
  }
  return true;
}
