import { ByteReader, ByteWriter, zigzag } from './varint.ts';

/** A link as it is packed: `kind` is a key of `link_kind`. */
export interface PackedLink {
  readonly to: number;
  readonly kind: number;
  readonly rel: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const version = 1;
/** More distinct texts than this are not looked for again: a page's table of them stays small. */
const mostTexts = 4_096;

/** Ids and offsets beyond this are of no file we write; they are cut to it, so that differences stay exact. */
const greatest = 2 ** 48;
const within = (value: number): number => (value >= 0 && value <= greatest ? Math.floor(value) : 0);

/** The links of one page as the bytes of `page_links.packed`; the format is described in docs/crawl-file.md. */
export class LinkPacker {
  readonly #out = new ByteWriter();
  readonly #texts = new Map<string, number>();
  #to = 0;
  #end = 0;
  count = 0;

  start(): void {
    this.#out.start(version);
    this.#texts.clear();
    this.#to = 0;
    this.#end = 0;
    this.count = 0;
  }

  add(toId: number, kindId: number, rel: string, text: string, startAt: number, endAt: number): void {
    const [to, kind, start] = [within(toId), within(kindId), within(startAt)];
    const end = Math.max(start, within(endAt));
    const out = this.#out;
    out.reserve(64 + 3 * (rel.length + text.length));
    out.number(zigzag(to - this.#to));
    out.number(kind);
    this.#text(rel);
    this.#text(text);
    out.number(zigzag(start - this.#end));
    out.number(end - start);
    this.#to = to;
    this.#end = end;
    this.count += 1;
  }

  /** Valid until the next `start`. */
  take(): Buffer {
    return this.#out.take();
  }

  #text(text: string): void {
    const known = text === '' ? -1 : this.#texts.get(text);
    if (known === undefined) {
      if (this.#texts.size < mostTexts) this.#texts.set(text, this.#texts.size);
      this.#out.text(text);
    } else this.#out.number(known < 0 ? 0 : 2 * known + 1);
  }
}

/**
 * Reads the links of a page one by one, texts only when asked for. Damaged bytes end it: `next` gives false, and `damaged` says that
 * what was read is not all.
 */
export class LinkReader {
  readonly #in: ByteReader;
  /** Where written texts begin and how many bytes they have, in pairs. */
  readonly #places: number[] = [];
  readonly #read: string[] = [];
  #rel = -1;
  #text = -1;
  /** Position on the page, from 0; -1 before the first `next`. */
  seq = -1;
  to = 0;
  kind = 0;
  start = 0;
  end = 0;

  constructor(packed: Uint8Array) {
    this.#in = new ByteReader(packed);
    if (this.#in.number() !== version) this.#in.broken = true;
  }

  get damaged(): boolean {
    return this.#in.broken;
  }

  next(): boolean {
    const input = this.#in;
    if (input.atEnd) return false;
    const to = this.to + input.signed();
    const kind = input.number();
    const rel = this.#textPlace();
    const text = this.#textPlace();
    const start = this.end + input.signed();
    const end = start + input.number();
    if (to < 0 || start < 0 || !Number.isSafeInteger(to) || !Number.isSafeInteger(end)) input.broken = true;
    if (input.broken) return false;
    this.to = to;
    this.kind = kind;
    this.#rel = rel;
    this.#text = text;
    this.start = start;
    this.end = end;
    this.seq += 1;
    return true;
  }

  get rel(): string {
    return this.#textAt(this.#rel);
  }

  get text(): string {
    return this.#textAt(this.#text);
  }

  /** Number of a text among those written, -1 for the empty one. */
  #textPlace(): number {
    const input = this.#in;
    const mark = input.number();
    if (mark === 0) return -1;
    const written = this.#places.length / 2;
    if (mark % 2 === 1) {
      const number = (mark - 1) / 2;
      if (number >= written) input.broken = true;
      return number;
    }
    const from = input.skip(mark / 2);
    this.#places.push(from, mark / 2);
    return written;
  }

  #textAt(number: number): string {
    if (number < 0) return '';
    const known = this.#read[number];
    if (known !== undefined) return known;
    const from = this.#places[2 * number] ?? 0;
    const text = this.#in.bytes.toString('utf8', from, from + (this.#places[2 * number + 1] ?? 0));
    this.#read[number] = text;
    return text;
  }
}
