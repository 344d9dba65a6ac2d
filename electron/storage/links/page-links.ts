import type { LinkKind } from '#shared/model/page.ts';
import { PackedReader, PackedWriter } from '../file/packed-text.ts';
import { mostTexts, Utf8Texts } from '../file/utf8-texts.ts';
import type { TextsByNumber, WordNumbers } from '../file/words.ts';
import { ByteReader, ByteWriter, zigzag } from './varint.ts';

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

/** Form 2 has columns. In form 1, the values of each link stand together. */
const version = 2;
const versionOfRows = 1;
/** Numbers of a link are below this: twice the difference of two is a whole number that a double represents. */
export const mostOfNumber = 2 ** 51;
/** Largest size of a number. */
const mostOfOne = 8;
/** Largest size of a combination: a byte, its number, kind and facts. */
const mostOfForm = 32;
/** Each link takes at least this many bytes: combination, target, start, length and text. */
const leastOfLink = 5;

/** The two lowest bits of the first byte of a link say what its target is counted from; the other six are its combination. */
const from = { zero: 0, base: 1, before: 2 } as const;
/** Combinations up to this one stand in that byte. */
const mostShort = 61;
const newCombination = 62;
const longCombination = 63;

/** Combinations of a page that are found again. A page that has more writes the further ones anew each time. */
const mostCombinations = 512;
const slots = 2 * mostCombinations;

/**
 * Packs the links of one page (format: docs/crawl-file.md). Kind, rel and facts of a link are a combination, written where it first
 * occurs: a page has a few of them. Writes into buffers that all pages use.
 */
export class LinksWriter {
  readonly #all = new ByteWriter();
  readonly #forms = new ByteWriter();
  readonly #targets = new ByteWriter();
  readonly #starts = new ByteWriter();
  readonly #lengths = new ByteWriter();
  readonly #texts: PackedWriter;
  /** The texts of the next links. */
  readonly #next = new Utf8Texts();
  /** Hash table of the page's combinations: number plus one, 0 for a free slot. */
  readonly #slots = new Int16Array(slots);
  readonly #kinds: number[] = [];
  readonly #facts: number[] = [];
  readonly #rels: string[] = [];
  #count = 0;

  /** `words`: gives numbers to texts that repeat. */
  constructor(words: WordNumbers) {
    this.#texts = new PackedWriter(words);
  }

  /** Returns bytes that are valid until the next call. `idOf` returns the key of `link_kind`. `base`: the id of the page, or a number near many targets. */
  pack<Kind>(links: readonly LinkOf<Kind>[], idOf: (kind: Kind) => number, base: number): Uint8Array {
    const [targets, starts, lengths, texts] = [this.#targets, this.#starts, this.#lengths, this.#texts];
    let anyFacts = 0;
    for (let i = 0; i < links.length; i++) anyFacts |= (links[i] as LinkOf<Kind>).facts ?? 0;
    const hasFacts = anyFacts !== 0;
    this.#begin(links.length);
    let lastTo = 0;
    let lastEnd = 0;
    let lastKind: Kind | null = null;
    let kindId = 0;
    let isEncoded = false;
    for (let i = 0; i < links.length; i++) {
      if (i % mostTexts === 0) isEncoded = this.#encode(links, i);
      const { to, kind, rel, text, start, end, facts = 0 } = links[i] as LinkOf<Kind>;
      const byBase = zigzag(to - base);
      const byLast = zigzag(to - lastTo);
      // The smallest number, or the target itself where that takes no more bytes: it is the same on all pages.
      const least = Math.min(byBase, byLast);
      const isOwn = widthOf(to) <= widthOf(least);
      const counted = isOwn ? from.zero : least === byBase ? from.base : from.before;
      if (kind !== lastKind) kindId = idOf(kind);
      lastKind = kind;
      this.#combination(counted, kindId, rel, hasFacts ? facts : null);
      targets.number(isOwn ? to : least);
      starts.number(zigzag(start - lastEnd));
      if (end >= start) lengths.number(end - start + 1);
      else {
        lengths.number(0);
        lengths.number(end);
      }
      if (isEncoded) texts.encodedText(this.#next, i % mostTexts);
      else if (text === '') texts.integer(0);
      else texts.text(text);
      lastTo = to;
      lastEnd = end;
    }
    return this.#finish(links.length * 2 + (hasFacts ? 1 : 0), base);
  }

  /** Prepares the texts from `first` on. False: they are written one by one. */
  #encode(links: readonly LinkOf<unknown>[], first: number): boolean {
    const end = Math.min(first + mostTexts, links.length);
    const isEncoded = this.#next.read(links, first, end);
    if (isEncoded) this.#texts.fetch(this.#next, end - first);
    return isEncoded;
  }

  #begin(count: number): void {
    for (const column of [this.#forms, this.#targets, this.#starts, this.#lengths]) {
      column.start(version);
      column.reserve(count * mostOfOne);
    }
    this.#lengths.reserve(2 * count * mostOfOne);
    this.#texts.start(version);
    this.#slots.fill(0);
    this.#count = 0;
  }

  /** Puts head and columns together. The first byte of each column is the version, which `start` wrote, and is left out. */
  #finish(head: number, base: number): Uint8Array {
    const all = this.#all;
    const columns = [this.#forms, this.#targets, this.#starts, this.#lengths].map(column => column.take());
    const texts = this.#texts.take();
    all.start(version);
    all.reserve(mostOfOne * (columns.length + 2));
    all.number(head);
    all.number(base);
    for (const column of columns) all.number(column.length - 1);
    for (const column of columns) all.put(column, 1);
    all.put(texts, 1);
    return all.take();
  }

  /** Writes the first byte of a link and its combination; for a new one, what it consists of. `facts`: null on a page without. */
  #combination(counted: number, kind: number, rel: string, facts: number | null): void {
    const out = this.#forms;
    out.reserve(mostOfForm);
    const table = this.#slots;
    const bits = facts ?? 0;
    const mixed = Math.imul(bits ^ Math.imul(kind + (rel.length << 8), 0x2c1b3c6d), 0x297a2d39);
    let slot = (mixed ^ (mixed >>> 15)) & (slots - 1);
    for (let found = table[slot] as number; found !== 0; found = table[slot] as number) {
      const at = found - 1;
      if (this.#kinds[at] === kind && this.#facts[at] === bits && this.#rels[at] === rel) {
        if (at <= mostShort) out.byte(at * 4 + counted);
        else {
          out.byte(longCombination * 4 + counted);
          out.number(at);
        }
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
    out.byte(newCombination * 4 + counted);
    out.number(kind);
    if (facts !== null) out.number(facts >>> 0);
    this.#texts.text(rel);
  }
}

/** Bytes of a number as it is written. */
const widthOf = (value: number): number =>
  value < 1 << 7
    ? 1
    : value < 1 << 14
      ? 2
      : value < 1 << 21
        ? 3
        : value < 1 << 28
          ? 4
          : value < 2 ** 35
            ? 5
            : value < 2 ** 42
              ? 6
              : 7;

/**
 * Reads the packed links of a page one by one, in either form. At damaged data, `next` returns false and `damaged` becomes true: the list is then
 * incomplete. It never throws. Texts are decoded when they are asked for.
 */
export class LinkReader {
  /** The texts; in form 1, all values. */
  readonly #texts: PackedReader;
  readonly #columns: Columns | null;
  readonly #kinds: number[] = [];
  readonly #facts: number[] = [];
  /** Where the rel of each combination stands. */
  readonly #rels: number[] = [];
  #combination = 0;
  #text = 0;
  #isBroken = false;
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
    const form = input.number();
    const head = input.number();
    this.#columns = form === version ? columnsOf(packed, input) : null;
    // Places of texts count from the byte before their column.
    this.#texts = this.#columns === null ? input : new PackedReader(packed.subarray(this.#columns.texts - 1), words, 1);
    const count = Math.floor(head / 2);
    this.#isBroken =
      input.broken ||
      (form !== version && form !== versionOfRows) ||
      count * leastOfLink > packed.length ||
      this.#columns?.isSound === false;
    this.count = this.#isBroken ? 0 : count;
    this.hasFacts = head % 2 === 1;
  }

  get damaged(): boolean {
    return this.#isBroken;
  }

  next(): boolean {
    if (this.#isBroken || this.seq + 1 >= this.count) return false;
    const isRead = this.#columns === null ? this.#nextOfRows() : this.#nextOfColumns(this.#columns);
    const { to, start, end } = this;
    if (!isRead || to < 0 || start < 0 || !(to < mostOfNumber && start < mostOfNumber && end < mostOfNumber)) {
      this.#isBroken = true;
      return false;
    }
    this.kind = this.#kinds[this.#combination] as number;
    this.seq += 1;
    return true;
  }

  #nextOfColumns(columns: Columns): boolean {
    const { forms, targets, starts, lengths } = columns;
    const texts = this.#texts;
    const form = forms.byte();
    const short = form >> 2;
    let combination = short;
    if (short > mostShort) {
      combination = short === newCombination ? this.#kinds.length : forms.number();
      if (short === newCombination) this.#learn(forms);
      else if (combination >= this.#kinds.length) return false;
    } else if (combination >= this.#kinds.length) return false;
    const counted = form & 3;
    if (counted === from.zero) this.to = targets.number();
    else if (counted === from.base) this.to = columns.base + targets.signed();
    else this.to += targets.signed();
    const start = this.end + starts.signed();
    const length = lengths.number();
    this.start = start;
    this.end = length === 0 ? lengths.number() : start + length - 1;
    this.#text = texts.place;
    texts.passText();
    this.#combination = combination;
    return !(forms.broken || targets.broken || starts.broken || lengths.broken || texts.broken);
  }

  #nextOfRows(): boolean {
    const input = this.#texts;
    const combination = input.number();
    if (combination >= this.#kinds.length) {
      if (combination !== this.#kinds.length) return false;
      this.#learn(input);
    }
    this.to += input.signed();
    const start = this.end + input.signed();
    const length = input.number();
    this.start = start;
    this.end = length === 0 ? input.number() : start + length - 1;
    this.#text = input.place;
    input.passText();
    this.#combination = combination;
    return !input.broken;
  }

  get text(): string {
    return this.#texts.textAt(this.#text);
  }

  /** Where the text stands, for `textAt` and `wordAt`. */
  get textPlace(): number {
    return this.#text;
  }

  textAt(place: number): string {
    return this.#texts.textAt(place);
  }

  /** The number of the text there, 0 where it has none. */
  wordAt(place: number): number {
    return this.#texts.wordAt(place);
  }

  /** The number of its combination of kind, rel and facts, from 0 in the order in which the page has them. */
  get form(): number {
    return this.#combination;
  }

  get rel(): string {
    return this.#texts.textAt(this.#rels[this.#combination] as number);
  }

  /** The link's facts as 32 bits; 0 where none are stored. */
  get facts(): number {
    return this.#facts[this.#combination] as number;
  }

  /** A new combination: kind and facts, and the rel among the texts. */
  #learn(input: ByteReader): void {
    this.#kinds.push(input.number());
    this.#facts.push(this.hasFacts ? input.number() | 0 : 0);
    this.#rels.push(this.#texts.place);
    this.#texts.passText();
  }
}

/** The columns of form 2, each with a place of its own to read on. */
interface Columns {
  readonly base: number;
  readonly forms: ByteReader;
  readonly targets: ByteReader;
  readonly starts: ByteReader;
  readonly lengths: ByteReader;
  /** Where the texts begin. */
  readonly texts: number;
  readonly isSound: boolean;
}

/** `input` stands behind the number of links. */
function columnsOf(packed: Buffer, input: PackedReader): Columns {
  const base = input.number();
  const [forms, targets, starts, lengths] = [input.number(), input.number(), input.number(), input.number()];
  const first = input.place;
  const texts = first + forms + targets + starts + lengths;
  const isSound = !input.broken && texts <= packed.length;
  return {
    base,
    forms: new ByteReader(packed, first),
    targets: new ByteReader(packed, first + forms),
    starts: new ByteReader(packed, first + forms + targets),
    lengths: new ByteReader(packed, first + forms + targets + starts),
    texts: isSound ? texts : packed.length,
    isSound,
  };
}
