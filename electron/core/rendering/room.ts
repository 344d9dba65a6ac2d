import { storedText } from '#shared/explain/redact.ts';

/** Characters of a text that are kept. */
export const longestText = 300;
const longestUrl = 2_048;

export const cutText = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text);
/** The same for what a page wrote somewhere itself, without passwords in it. */
export const cutMessage = (text: string): string => cutText(storedText(text, longestText + 1));
export const cutUrl = (url: string): string => storedText(url, longestUrl);

/** Keeps the first entries of a list while they fit: a hostile page fills no file. What does not fit is only counted. */
export class Kept<T> {
  readonly list: T[] = [];
  count = 0;
  #entries: number;
  #characters: number;

  /** `characters`: of all entries together, as JSON. */
  constructor(entries: number, characters: number) {
    this.#entries = entries;
    this.#characters = characters;
  }

  get hasRoom(): boolean {
    return this.#entries > 0 && this.#characters > 0;
  }

  /** Counts an entry, and makes it only if it is kept. */
  add(make: () => T): void {
    this.count += 1;
    if (!this.hasRoom) return;
    const entry = make();
    this.#characters -= JSON.stringify(entry).length;
    this.#entries -= 1;
    if (this.#characters >= 0) this.list.push(entry);
  }
}
