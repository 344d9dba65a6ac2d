import type { LinkKind } from '#shared/model/page.ts';
import { PackedReader, PackedWriter } from '../file/packed-text.ts';
import type { TextsByNumber, WordNumbers } from '../file/words.ts';
import { zigzag } from './varint.ts';

/** A link to write. `end` is the offset after the last byte of its element. `Kind`: what names its kind. */
export interface LinkOf<Kind> {
  readonly to: number;
  readonly kind: Kind;
  readonly rel: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Facts for the audit as one number of 32 bits; 0 for none. */
  readonly facts?: number;
  /** What follows the # of its address. */
  readonly fragment?: string;
}

export type NewLink = LinkOf<LinkKind>;

const version = 1;
/** Numbers of a link are below this: twice the difference of two is a whole number that a double represents. */
export const mostOfNumber = 2 ** 51;
/** Largest size of a link without its texts: at most nine numbers of up to eight bytes. */
const mostOfLink = 72;
/** Each link takes at least this many bytes: combination, target, start, length and text. */
const leastOfLink = 5;

/** Combinations of a page that are found again. A page that has more writes the further ones anew each time. */
const mostCombinations = 512;
const slots = 2 * mostCombinations;

/**
 * Packs the links of one page (format: docs/crawl-file.md). Kind, rel and facts of a link are a combination, written where it first
 * occurs: a page has a few of them. Writes into one buffer that all pages use.
 */
export class LinksWriter {
  readonly #out: PackedWriter;
  /** Hash table of the page's combinations: number plus one, 0 for a free slot. */
  readonly #slots = new Int16Array(slots);
  readonly #kinds: number[] = [];
  readonly #facts: number[] = [];
  readonly #rels: string[] = [];
  #count = 0;

  /** `words`: gives numbers to texts that repeat. */
  constructor(words: WordNumbers) {
    this.#out = new PackedWriter(words);
  }

  /** Returns bytes that are valid until the next call. `idOf` returns the key of `link_kind`. */
  pack<Kind>(links: readonly LinkOf<Kind>[], idOf: (kind: Kind) => number): Uint8Array {
    const out = this.#out;
    let anyFacts = 0;
    for (let i = 0; i < links.length; i++) anyFacts |= (links[i] as LinkOf<Kind>).facts ?? 0;
    const hasFacts = anyFacts !== 0;
    out.start(version);
    out.integer(links.length * 2 + (hasFacts ? 1 : 0));
    this.#slots.fill(0);
    this.#count = 0;
    let lastTo = 0;
    let lastEnd = 0;
    for (let i = 0; i < links.length; i++) {
      const { to, kind, rel, text, start, end, facts = 0 } = links[i] as LinkOf<Kind>;
      out.reserve(mostOfLink);
      this.#combination(idOf(kind), rel, hasFacts ? facts : null);
      out.number(zigzag(to - lastTo));
      out.number(zigzag(start - lastEnd));
      if (end >= start) out.number(end - start + 1);
      else {
        out.number(0);
        out.number(end);
      }
      if (text === '') out.number(0);
      else out.text(text);
      lastTo = to;
      lastEnd = end;
    }
    return out.take();
  }

  /** Writes the number of a combination; for a new one, the next number and what it consists of. `facts`: null on a page without. */
  #combination(kind: number, rel: string, facts: number | null): void {
    const out = this.#out;
    const table = this.#slots;
    const bits = facts ?? 0;
    const mixed = Math.imul(bits ^ Math.imul(kind + (rel.length << 8), 0x2c1b3c6d), 0x297a2d39);
    let slot = (mixed ^ (mixed >>> 15)) & (slots - 1);
    for (let found = table[slot] as number; found !== 0; found = table[slot] as number) {
      const at = found - 1;
      if (this.#kinds[at] === kind && this.#facts[at] === bits && this.#rels[at] === rel) {
        out.number(at);
        return;
      }
      slot = (slot + 1) & (slots - 1);
    }
    const at = this.#count++;
    if (at < mostCombinations) {
      table[slot] = at + 1;
      this.#kinds[at] = kind;
      this.#facts[at] = bits;
      this.#rels[at] = rel;
    }
    out.number(at);
    out.number(kind);
    if (facts !== null) out.number(facts >>> 0);
    if (rel === '') out.number(0);
    else {
      out.text(rel);
      out.reserve(mostOfLink);
    }
  }
}

/**
 * Reads the packed links of a page one by one. At damaged data, `next` returns false and `damaged` becomes true: the list is then
 * incomplete. It never throws. Texts are decoded when they are asked for.
 */
export class LinkReader {
  readonly #in: PackedReader;
  readonly #kinds: number[] = [];
  readonly #facts: number[] = [];
  /** Where the rel of each combination stands. */
  readonly #rels: number[] = [];
  #combination = 0;
  #text = 0;
  /** Number of links that the page says it has. */
  readonly count: number;
  /** Whether the page's links have facts. */
  readonly hasFacts: boolean;
  /** Position on the page, from 0; -1 before the first `next`. */
  seq = -1;
  to = 0;
  kind = 0;
  start = 0;
  end = 0;

  /** `words`: the texts of the file by number. */
  constructor(packed: Buffer, words: TextsByNumber) {
    const input = new PackedReader(packed, words);
    this.#in = input;
    if (input.number() !== version) input.broken = true;
    const head = input.number();
    const count = Math.floor(head / 2);
    if (count * leastOfLink > packed.length) input.broken = true;
    this.count = input.broken ? 0 : count;
    this.hasFacts = head % 2 === 1;
  }

  get damaged(): boolean {
    return this.#in.broken;
  }

  next(): boolean {
    const input = this.#in;
    if (input.broken || this.seq + 1 >= this.count) return false;
    const combination = input.number();
    if (combination >= this.#kinds.length) this.#learn(combination);
    const to = this.to + input.signed();
    const start = this.end + input.signed();
    const length = input.number();
    const end = length === 0 ? input.number() : start + length - 1;
    const text = input.place;
    input.passText();
    if (to < 0 || start < 0 || !(to < mostOfNumber && start < mostOfNumber && end < mostOfNumber)) input.broken = true;
    if (input.broken) return false;
    this.#combination = combination;
    this.#text = text;
    this.kind = this.#kinds[combination] as number;
    this.to = to;
    this.start = start;
    this.end = end;
    this.seq += 1;
    return true;
  }

  get text(): string {
    return this.#in.textAt(this.#text);
  }

  /** Where the text stands, for `textAt` and `wordAt`. */
  get textPlace(): number {
    return this.#text;
  }

  textAt(place: number): string {
    return this.#in.textAt(place);
  }

  /** The number of the text there, 0 where it has none. */
  wordAt(place: number): number {
    return this.#in.wordAt(place);
  }

  /** The number of its combination of kind, rel and facts, from 0 in the order in which the page has them. */
  get form(): number {
    return this.#combination;
  }

  get rel(): string {
    return this.#in.textAt(this.#rels[this.#combination] as number);
  }

  /** The link's facts as 32 bits; 0 where none are stored. */
  get facts(): number {
    return this.#facts[this.#combination] as number;
  }

  #learn(combination: number): void {
    const input = this.#in;
    if (combination !== this.#kinds.length) input.broken = true;
    this.#kinds.push(input.number());
    this.#facts.push(this.hasFacts ? input.number() | 0 : 0);
    this.#rels.push(input.place);
    input.passText();
  }
}
