/** Characters of a title, heading or description that are kept: some pages have megabytes of title. */
export const longestText = 2_000;

/** White space other than single spaces between words. It knows the characters of `isWordSpace`. */
const UNTIDY = /[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|^ | $| {2}/;

/** White space that separates words: ASCII white space, no-break space, and the spaces of Unicode. */
export function isWordSpace(c: number): boolean {
  if (c <= 32) return c === 32 || (c >= 9 && c <= 13);
  if (c < 0xa0) return false;
  return (
    c === 0xa0 ||
    c === 0x3000 ||
    (c >= 0x2000 && c <= 0x200a) ||
    c === 0x2028 ||
    c === 0x2029 ||
    c === 0x202f ||
    c === 0x205f ||
    c === 0x1680
  );
}

/**
 * Collects text with white space collapsed to single spaces and none at the ends. Stops at a limit of UTF-16 units,
 * without cutting a surrogate pair.
 */
export class TextCollector {
  #text = '';
  #space = false;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  clear(): void {
    this.#text = '';
    this.#space = false;
  }

  get full(): boolean {
    return this.#text.length >= this.#limit;
  }

  /** Adds words with single spaces between them and none at the ends: `add` without looking at each character. */
  addTidy(piece: string): void {
    if (piece.length >= this.#limit - this.#text.length) {
      this.add(piece);
      return;
    }
    this.#text += this.#space && this.#text !== '' ? ` ${piece}` : piece;
    this.#space = false;
  }

  add(piece: string): void {
    const { length } = piece;
    if (length > 0 && length < this.#limit - this.#text.length && !UNTIDY.test(piece)) {
      this.addTidy(piece);
      return;
    }
    let p = 0;
    while (p < length && !this.full) {
      const start = p;
      while (p < length && !isWordSpace(piece.charCodeAt(p))) p++;
      if (p > start) {
        if (this.#space && this.#text !== '') this.#text += ' ';
        this.#space = false;
        const room = this.#limit - this.#text.length;
        this.#text +=
          start === 0 && p === length && p <= room ? piece : piece.slice(start, Math.min(p, start + Math.max(room, 0)));
      }
      if (p < length) {
        this.#space = true;
        p++;
      }
    }
  }

  /** A boundary that shows as white space, such as a line break or a new paragraph. */
  addBreak(): void {
    this.#space = true;
  }

  get value(): string {
    if (!this.full) return this.#text;
    const last = this.#text.charCodeAt(this.#text.length - 1);
    return last >= 0xd800 && last < 0xdc00 ? this.#text.slice(0, -1) : this.#text;
  }
}

/** `text` with white space collapsed and trimmed, at most `limit` UTF-16 units. */
export function collapse(text: string, limit: number): string {
  if (text.length < limit && !UNTIDY.test(text)) return text;
  const collector = new TextCollector(limit);
  collector.add(text);
  return collector.value;
}
