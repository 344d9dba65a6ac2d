import type { PageText } from '../page-text.ts';
import { decodeReferences } from '../references.ts';
import { AREA, type Area } from './open-elements.ts';

/** Bytes or characters of text that are kept of each area: more than a book. */
const longestArea = 1 << 20;
const roomAtFirst = 1 << 13;

const LINE = 10;
const SPACE = 32;

/**
 * A growing piece of text: bytes of UTF-8 that are decoded once, at the end. White space of ASCII is collapsed as it comes; the end of a
 * block is a line feed.
 */
class Gathered {
  #bytes = new Uint8Array(0);
  #size = 0;
  #decoded: string[] = [];
  #length = 0;
  #isPlain = true;

  addBytes(bytes: Uint8Array, start: number, end: number): void {
    const length = Math.min(end - start, longestArea - this.#size);
    if (length <= 0) return;
    this.#makeRoom(length);
    const target = this.#bytes;
    let at = this.#size;
    let isSpace = at === 0 || (target[at - 1] as number) <= SPACE;
    let any = 0;
    for (let i = start; i < start + length; i++) {
      const c = bytes[i] as number;
      if (c <= SPACE && (c === SPACE || (c >= 9 && c <= 13))) {
        if (!isSpace) target[at++] = SPACE;
        isSpace = true;
      } else {
        target[at++] = c;
        isSpace = false;
        any |= c;
      }
    }
    if (any > 127) this.#isPlain = false;
    this.#size = at;
  }

  addText(text: string): void {
    if (this.#length >= longestArea) return;
    this.#decoded.push(text.replace(/[\t-\r]+/g, ' '));
    this.#length += text.length;
  }

  /** The end of a block. */
  addBreak(): void {
    if (this.#length > 0) {
      if (this.#decoded.at(-1) !== '\n') this.#decoded.push('\n');
      return;
    }
    const last = this.#size - 1;
    if (last < 0 || this.#bytes[last] === LINE) return;
    if (this.#bytes[last] === SPACE) this.#bytes[last] = LINE;
    else if (last + 1 < longestArea) {
      this.#makeRoom(1);
      this.#bytes[this.#size++] = LINE;
    }
  }

  text(decoder: TextDecoder): string {
    const raw =
      this.#length > 0 ? this.#decoded.join('') : this.#size === 0 ? '' : decoder.decode(this.#bytes.subarray(0, this.#size));
    if (raw === '') return '';
    const hasReferences = raw.includes('&');
    if (this.#isPlain && this.#length === 0 && !hasReferences) return raw.trim();
    const text = hasReferences ? decodeReferences(raw, false) : raw;
    return untidy.test(text)
      ? text
          .replace(/[^\S\n]+/g, ' ')
          .replace(/ ?\n[ \n]*/g, '\n')
          .trim()
      : text.trim();
  }

  #makeRoom(more: number): void {
    const needed = this.#size + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(roomAtFirst, this.#bytes.length * 2, needed));
    larger.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = larger;
  }
}

/** White space that is still to be collapsed: from references and beyond ASCII. */
const untidy = /[^\S \n]|[ \n][ \n]/;

export interface ReadableText {
  /** References decoded, white space collapsed: one space, or one line feed where a block ends. */
  readonly main: string;
  readonly area: 'main' | 'article' | 'rest';
  /** Everything that is shown, area by area. */
  readonly all: readonly string[];
}

const utf8 = new TextDecoder('utf-8');

/** The visible text of a page by area, so that the main content is known at the end, wherever a page marks it. */
export class AreaText {
  readonly #page: PageText;
  readonly #areas = [new Gathered(), new Gathered(), new Gathered(), new Gathered()] as const;

  constructor(page: PageText) {
    this.#page = page;
  }

  add(area: Area, start: number, end: number): void {
    const into = this.#areas[area];
    const bytes = this.#page.utf8;
    if (bytes !== null) into.addBytes(bytes, this.#page.byteAt(start), this.#page.byteAt(end));
    else into.addText(this.#page.slice(start, end));
  }

  addBreak(area: Area): void {
    this.#areas[area].addBreak();
  }

  finish(): ReadableText {
    const all = this.#areas.map(area => area.text(utf8));
    const main = all[AREA.main] as string;
    const article = all[AREA.article] as string;
    const rest = all[AREA.rest] as string;
    if (main !== '') return { main, area: 'main', all };
    if (article !== '') return { main: article, area: 'article', all };
    return { main: rest, area: 'rest', all };
  }
}
