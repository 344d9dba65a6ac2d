import { TEXT } from './machine-scanner.ts';
import { type PageMachine, place } from './page-machine.ts';
import type { PageText } from './page-text.ts';
import { decodeReferences, maySpellSpace } from './references.ts';
import { TextCollector } from './text-collector.ts';
import { WordCounter } from './word-counter.ts';

const longestExcerpt = 300;

/** Counts the words that a reader sees, and keeps the text of the excerpt, of the open link and of the open heading. */
export class VisibleText {
  /** Collects the text of the open link, null when none is open. */
  link: TextCollector | null = null;
  /** Collects the text of the open heading, null when none is open. */
  heading: TextCollector | null = null;

  readonly #page: PageText;
  readonly #text: string;
  readonly #counter: WordCounter;
  readonly #machine: PageMachine | null;
  readonly #excerpt = new TextCollector(longestExcerpt);
  /** Offset of the next '&', as of the last search. */
  #nextAmpersand = -1;

  /** `machine`: has the page; null: JavaScript counts the words. */
  constructor(page: PageText, machine: PageMachine | null) {
    this.#page = page;
    this.#machine = machine;
    this.#counter = new WordCounter(machine);
    this.#text = page.text;
  }

  get words(): number {
    return this.#counter.words;
  }

  get excerpt(): string {
    return this.#excerpt.value;
  }

  /** A place that separates words, such as the start of a paragraph. */
  breakWords(): void {
    this.#counter.endWord();
    this.breakCollected();
  }

  /** The same where the words are counted elsewhere. */
  breakCollected(): void {
    this.link?.addBreak();
    this.heading?.addBreak();
    this.#excerpt.addBreak();
  }

  /** Whether text is collected at all; it is counted in any case. */
  get collects(): boolean {
    return this.link !== null || this.heading !== null || !this.#excerpt.full;
  }

  /** Collects text[start, end), whose words the machine has counted. `is`: bits of `TEXT`; `isTidy` as `#isTidy` says. */
  addCounted(start: number, end: number, is: number): void {
    if (!this.collects) return;
    if ((is & TEXT.isTidy) !== 0) this.#collectTidy(this.#text.slice(start, end));
    else if ((is & TEXT.isReady) !== 0) this.#collectReady(is);
    else this.#collect(this.#decode(start, end, true));
  }

  /** Collects the text that the machine has just gathered. */
  #collectReady(is: number): void {
    const { numbers, utf16 } = this.#machine as PageMachine;
    const at = place.scan >> 2;
    const units = utf16(numbers[at + 12] as number, numbers[at + 13] as number);
    const piece = (units.includes('\n') ? units.replaceAll('\n', ' ') : units).trim();
    if ((is & TEXT.leads) !== 0) this.breakCollected();
    if (piece !== '') this.#collectTidy(piece);
    if ((is & TEXT.trails) !== 0) this.breakCollected();
  }

  /** Shows text[start, end). References in raw text, that of an xmp element, mean nothing. */
  add(start: number, end: number, kind: 'raw' | 'with-references'): void {
    if (this.#isSpace(start, end)) {
      this.breakWords();
      return;
    }
    const page = this.#page;
    const references = kind === 'with-references';
    let decoded: string | null = null;
    if (page.utf8 !== null && !(references && this.#maySpellSpace(start, end))) {
      this.#counter.countUtf8(
        page.utf8,
        page.byteAt(start),
        page.byteAt(end),
        this.#machine === null && page.mayHoldWideSpace(start, end),
      );
    } else {
      decoded = this.#decode(start, end, references);
      this.#counter.countText(decoded);
    }
    if (!this.collects) return;
    if (decoded === null && this.#isTidy(start, end)) this.#collectTidy(this.#text.slice(start, end));
    else this.#collect(decoded ?? this.#decode(start, end, references));
  }

  #decode(start: number, end: number, references: boolean): string {
    const slice = this.#page.slice(start, end);
    const text = references ? decodeReferences(slice, false) : slice;
    return text.includes('\0') ? text.replaceAll('\0', '') : text;
  }

  #collect(piece: string): void {
    if (!this.#excerpt.full) this.#excerpt.add(piece);
    this.link?.add(piece);
    this.heading?.add(piece);
  }

  #collectTidy(piece: string): void {
    if (!this.#excerpt.full) this.#excerpt.addTidy(piece);
    this.link?.addTidy(piece);
    this.heading?.addTidy(piece);
  }

  /** Whether text[start, end) is only ASCII white space, as between the tags of the head. */
  #isSpace(start: number, end: number): boolean {
    const text = this.#text;
    for (let i = start; i < end; i++) {
      const c = text.charCodeAt(i);
      if (c !== 32 && (c < 9 || c > 13)) return false;
    }
    return true;
  }

  /** Whether text[start, end) needs no decoding and no collapsing: ASCII words with single spaces between, none at the ends. */
  #isTidy(start: number, end: number): boolean {
    const text = this.#text;
    let space = true;
    for (let i = start; i < end; i++) {
      const c = text.charCodeAt(i);
      if (c > 127 || c === 38 || c < 32 || (c === 32 && space)) return false;
      space = c === 32;
    }
    return !space;
  }

  /** Whether a character reference in text[start, end) could mean white space, such as &nbsp; or &#32;. */
  #maySpellSpace(start: number, end: number): boolean {
    const text = this.#text;
    let amp = this.#nextAmpersand;
    if (amp < start) amp = orEnd(text.indexOf('&', start), text);
    let may = false;
    while (amp < end && !may) {
      may = maySpellSpace(text, amp);
      if (!may) amp = orEnd(text.indexOf('&', amp + 1), text);
    }
    this.#nextAmpersand = amp;
    return may;
  }
}

const orEnd = (found: number, text: string): number => (found < 0 ? text.length : found);
