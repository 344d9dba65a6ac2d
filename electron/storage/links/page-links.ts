import type { LinkKind } from '#shared/model/page.ts';

/** A new link. `end` is the offset after the last byte of its element. */
export interface NewLink {
  readonly to: number;
  readonly kind: LinkKind;
  readonly rel: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Facts for the audit as one number; 0 for none. */
  readonly facts?: number;
  /** What follows the # of its address. */
  readonly fragment?: string;
}

/** Largest size of a link without its texts: four numbers of up to 17 characters, brackets, commas and quotes. */
const mostOfLink = 80;
/** Largest size of a character in JSON: \u and four digits. */
const mostOfCharacter = 6;
/** A larger buffer is released after a page with many links. */
const roomKept = 1 << 20;

/**
 * V8 represents strings in more shapes than one call site caches. Calling `text.charCodeAt` would look it up for each character.
 */
const { charCodeAt } = String.prototype;

const comma = 0x2c;
const quote = 0x22;

/**
 * Writes the links of one page as the JSON of `page_links.links`, described in docs/crawl-file.md. It writes bytes directly:
 * `JSON.stringify`, followed by SQLite's own conversion, took twice as long.
 */
export class LinksWriter {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #at = 0;

  /** Returns UTF-8, valid until the next call. `idOf` returns the key of `link_kind`. */
  json(links: readonly NewLink[], idOf: (kind: LinkKind) => number): Uint8Array {
    if (this.#bytes.length > roomKept) this.#bytes = Buffer.allocUnsafe(1 << 16);
    this.#at = 0;
    this.#bytes[this.#at++] = 0x5b;
    for (let i = 0; i < links.length; i++) {
      const { to, kind, rel, text, start, end } = links[i] as NewLink;
      this.#makeRoom(mostOfLink + (text.length + rel.length) * mostOfCharacter);
      if (i > 0) this.#bytes[this.#at++] = comma;
      this.#bytes[this.#at++] = 0x5b;
      this.#number(to);
      this.#bytes[this.#at++] = comma;
      this.#number(idOf(kind));
      this.#bytes[this.#at++] = comma;
      this.#number(start);
      this.#bytes[this.#at++] = comma;
      this.#number(end);
      if (text !== '' || rel !== '') this.#text(text);
      if (rel !== '') this.#text(rel);
      this.#bytes[this.#at++] = 0x5d;
    }
    this.#bytes[this.#at++] = 0x5d;
    return this.#bytes.subarray(0, this.#at);
  }

  #makeRoom(needed: number): void {
    // Two more bytes for the end of the list.
    if (this.#at + needed + 2 <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2 + needed);
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  #number(value: number): void {
    const bytes = this.#bytes;
    // A damaged file may contain negative ids.
    if (value > 999_999_999 || value < 0) {
      this.#at += bytes.write(String(value), this.#at);
      return;
    }
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits++;
    let left = value;
    for (let i = this.#at + digits - 1; i >= this.#at; i--) {
      const tenth = (left / 10) | 0;
      bytes[i] = 48 + left - tenth * 10;
      left = tenth;
    }
    this.#at += digits;
  }

  /** A comma and the text as a JSON string. */
  #text(text: string): void {
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = comma;
    const from = at;
    bytes[at++] = quote;
    const { length } = text;
    for (let i = 0; i < length; i++) {
      const c = charCodeAt.call(text, i);
      if (c < 32 || c > 126 || c === quote || c === 0x5c) {
        this.#at = from + bytes.write(JSON.stringify(text), from);
        return;
      }
      bytes[at++] = c;
    }
    bytes[at++] = quote;
    this.#at = at;
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Reads the links of a page one by one. At damaged data, `next` returns false and `damaged` becomes true: the list is then
 * incomplete.
 */
export class LinkReader {
  readonly #links: readonly unknown[];
  #entry: readonly unknown[] = [];
  damaged = false;
  /** Position on the page, from 0; -1 before the first `next`. */
  seq = -1;
  to = 0;
  kind = 0;
  start = 0;
  end = 0;

  constructor(json: string) {
    let links: unknown;
    try {
      links = JSON.parse(json);
    } catch {
      // `damaged` reports it.
    }
    this.damaged = !Array.isArray(links);
    this.#links = Array.isArray(links) ? links : [];
  }

  /** Number of links, including damaged ones. */
  get count(): number {
    return this.#links.length;
  }

  next(): boolean {
    if (this.damaged || this.seq + 1 >= this.#links.length) return false;
    const entry = this.#links[this.seq + 1];
    const [to, kind, start, end] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (!isCount(to) || !isCount(kind) || !isCount(start) || !isCount(end)) {
      this.damaged = true;
      return false;
    }
    this.#entry = entry as unknown[];
    this.to = to;
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.seq += 1;
    return true;
  }

  get text(): string {
    return textOf(this.#entry[4]);
  }

  get rel(): string {
    return textOf(this.#entry[5]);
  }
}
