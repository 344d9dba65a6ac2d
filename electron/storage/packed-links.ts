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
/** More texts than this are not looked for again, and none further than some places from its own: a page of whatever texts is quick. */
const mostTexts = 4_096;
const slots = 2 * mostTexts;
const mostProbes = 8;

/** Ids and offsets beyond this are of no file we write; they are cut to it, so that differences stay exact. */
const greatest = 2 ** 48;
const within = (value: number): number => (value >= 0 && value <= greatest ? Math.floor(value) : 0);

/** Texts of a page by their number. A Map of them made the heap of a crawl grow by 80 MB. */
class Texts {
  #written: string[] = [];
  /** The page that filled a slot, and the number of its text. */
  readonly #page = new Uint32Array(slots);
  readonly #number = new Uint16Array(slots);
  #current = 0;

  clear(): void {
    this.#written = [];
    this.#current += 1;
    if (this.#current < 2 ** 32) return;
    this.#page.fill(0);
    this.#current = 1;
  }

  /** Number of a text that was written; -1 for a new one, which gets the next number. */
  find(text: string): number {
    const { length } = text;
    let hash = length * 31 + text.charCodeAt(0);
    hash = (hash * 31 + text.charCodeAt(length >> 1)) | 0;
    hash = (hash * 31 + text.charCodeAt(length - 1) + (length > 4 ? text.charCodeAt(length - 4) * 7 : 0)) | 0;
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = (hash + probe) & (slots - 1);
      if (this.#page[slot] !== this.#current) {
        if (this.#written.length < mostTexts) {
          this.#page[slot] = this.#current;
          this.#number[slot] = this.#written.length;
        }
        break;
      }
      const number = this.#number[slot] as number;
      if (this.#written[number] === text) return number;
    }
    if (this.#written.length < mostTexts) this.#written.push(text);
    return -1;
  }
}

/** The links of one page as the bytes of `page_links.packed`; the format is described in docs/crawl-file.md. */
export class LinkPacker {
  readonly #out = new ByteWriter();
  readonly #texts = new Texts();
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
    this.#texts.clear();
    return this.#out.take();
  }

  #text(text: string): void {
    const known = text === '' ? -1 : this.#texts.find(text);
    if (text === '') this.#out.number(0);
    else if (known >= 0) this.#out.number(2 * known + 1);
    else this.#out.text(text);
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
