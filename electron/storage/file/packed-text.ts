import { ByteReader, ByteWriter, unzigzag, zigzag } from '../links/varint.ts';
import type { Utf8Texts } from './utf8-texts.ts';
import { hashOf, mixed, type TextsByNumber, type WordNumbers } from './words.ts';

/** What the two lowest bits of the number before a text say. The other bits: bytes that follow, a number, a place. */
const inline = 0;
const word = 1;
/** A text of the same blob, by the place of the number before it. */
const again = 2;
/** Half a surrogate pair, which UTF-8 cannot hold. */
const utf16 = 3;

/** Texts of a blob that may be referred to. The newest ones of each slot are known. */
const placeSlots = 512;
/** Shorter texts are not referred to: the reference is no smaller. */
const shortestAgain = 4;

/** V8 represents strings in more shapes than one call site caches: see `links/page-links.ts`. */
const { charCodeAt } = String.prototype;

const isHex = /^(?:[0-9a-f]{2})*$/;
/** The end of a base64 text that has no bits besides its bytes. */
const base64End = /^$|[^=]$|[AQgw]==$|[AEIMQUYcgkosw048]=$/;

/** Writes texts and numbers into one blob. docs/crawl-file.md describes their form under `word`. */
export class PackedWriter extends ByteWriter {
  readonly #words: WordNumbers;
  readonly #places = new Int32Array(placeSlots);
  readonly #hashes = new Int32Array(placeSlots);

  /** Writes the texts of `words` by number. Write blobs inside a transaction: it may add words. */
  constructor(words: WordNumbers) {
    super();
    this.#words = words;
  }

  override start(version: number): void {
    super.start(version);
    this.#places.fill(0);
  }

  /** Like `number`, with room for it. */
  integer(value: number): void {
    this.reserve(8);
    this.number(value);
  }

  /** A whole number of either sign. */
  signed(value: number): void {
    this.integer(zigzag(value));
  }

  /** Any finite number: whole, with one or two decimals, or as eight bytes. The lowest two bits say which. */
  real(value: number): void {
    this.reserve(16);
    if (Number.isInteger(value) && Math.abs(value) < 2 ** 40 && !Object.is(value, -0)) this.number(zigzag(value) * 4);
    else if (isDecimal(value, 10)) this.number(zigzag(Math.round(value * 10)) * 4 + 1);
    else if (isDecimal(value, 100)) this.number(zigzag(Math.round(value * 100)) * 4 + 2);
    else {
      this.number(3);
      this.at = this.bytes.writeDoubleLE(value, this.at);
    }
  }

  /** A text by its number. */
  word(number: number): void {
    this.integer(number * 4 + word);
  }

  /** Bytes as they are, after their number. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length + 8);
    this.number(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** Two bytes, the lower one first. */
  uint16(value: number): void {
    this.reserve(2);
    this.at = this.bytes.writeUInt16LE(value, this.at);
  }

  /**
   * The bytes that `text` encodes, to the end of a section: 0 and the bytes; or 2 to 9 and the bytes for a text that starts with
   * that digit and a hyphen; or 1 and the text where it is something else.
   */
  encoded(text: string, encoding: 'base64' | 'hex'): void {
    const version = encoding === 'hex' && text[1] === '-' ? text.charCodeAt(0) - 48 : 0;
    const coded = version === 0 ? text : text.slice(2);
    const from = this.at;
    if (version !== 1 && version >= 0 && version <= 9) {
      this.integer(version);
      this.reserve(coded.length);
      const written = this.bytes.write(coded, this.at, encoding);
      this.at += written;
      if (encoding === 'hex' ? isHex.test(coded) : isBase64Of(coded, written)) return;
      this.at = from;
    }
    this.integer(1);
    this.text(text);
  }

  text(text: string): void {
    const { length } = text;
    this.reserve(length * 3 + 16);
    const from = this.at;
    this.number(length * 4 + inline);
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let sum = 0;
    for (let i = 0; i < length; i++) {
      const code = charCodeAt.call(text, i);
      if (code < 0x80) {
        bytes[at++] = code;
        sum = Math.imul(sum, 31) + code;
      } else if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 63);
      } else if ((code & 0xf800) !== 0xd800) {
        bytes[at++] = 0xe0 | (code >> 12);
        bytes[at++] = 0x80 | ((code >> 6) & 63);
        bytes[at++] = 0x80 | (code & 63);
      } else {
        const low = code < 0xdc00 && i + 1 < length ? charCodeAt.call(text, ++i) : 0;
        if ((low & 0xfc00) !== 0xdc00) {
          this.#halfPair(text, from);
          return;
        }
        const point = ((code - 0xd7c0) << 10) | (low & 0x3ff);
        bytes[at++] = 0xf0 | (point >> 18);
        bytes[at++] = 0x80 | ((point >> 12) & 63);
        bytes[at++] = 0x80 | ((point >> 6) & 63);
        bytes[at++] = 0x80 | (point & 63);
      }
    }
    this.at = at;
    if (at - start === length) this.#refer(from, start, mixed(sum));
    else {
      const moved = this.#resize(from, start);
      this.#refer(from, moved, hashOf(bytes, moved, this.at));
    }
  }

  /** Looks these texts up together, before they are written. */
  fetch(texts: Utf8Texts, count: number): void {
    this.#words.fetch(texts.hashes, count);
  }

  /** `text` for one of these. */
  encodedText(texts: Utf8Texts, i: number): void {
    const { bytes, starts, ends, hashes } = texts;
    const [start, end, hash] = [starts[i] as number, ends[i] as number, hashes[i] as number];
    const size = end - start;
    this.reserve(size + 16);
    const from = this.at;
    if (size < shortestAgain) {
      this.#inline(texts, i);
      return;
    }
    const slot = hash & (placeSlots - 1);
    if ((this.#places[slot] as number) > 0 && this.#hashes[slot] === hash) {
      this.#inline(texts, i);
      this.#refer(from, this.at - size, hash);
      return;
    }
    const number = this.#numberOf(bytes, start, end, hash, from);
    if (number === 0) this.#inline(texts, i);
    else this.number(number * 4 + word);
  }

  #inline({ bytes, starts, ends }: Utf8Texts, i: number): void {
    const [start, end] = [starts[i] as number, ends[i] as number];
    this.number((end - start) * 4 + inline);
    for (let at = start; at < end; at++) this.bytes[this.at++] = bytes[at] as number;
  }

  /** Corrects the number before a text, which has more bytes than characters. Returns where the text starts now. */
  #resize(from: number, start: number): number {
    const { bytes, at: end } = this;
    const first = (end - start) * 4 + inline;
    const width = first < 1 << 7 ? 1 : first < 1 << 14 ? 2 : first < 1 << 21 ? 3 : first < 1 << 28 ? 4 : 5;
    const moved = from + width;
    if (moved > start) bytes.copyWithin(moved, start, end);
    this.at = from;
    this.number(first);
    this.at = moved + end - start;
    return moved;
  }

  /** A text that UTF-8 cannot hold. */
  #halfPair(text: string, from: number): void {
    this.at = from;
    this.number(text.length * 8 + utf16);
    this.at += this.bytes.write(text, this.at, 'utf16le');
  }

  /** Replaces the text that was just written by its number, or by the place where the blob has it already. */
  #refer(from: number, start: number, hash: number): void {
    const { bytes, at: end } = this;
    if (end - start < shortestAgain) return;
    const slot = hash & (placeSlots - 1);
    const place = this.#places[slot] as number;
    let found: number;
    if (place > 0 && this.#hashes[slot] === hash && this.#repeats(place, from)) found = place * 4 + again;
    else {
      const number = this.#numberOf(bytes, start, end, hash, from);
      if (number === 0) return;
      found = number * 4 + word;
    }
    this.at = from;
    this.number(found);
  }

  /** The number of a text. 0: it has none, and the blob has it at `place`, to which the same text refers later. */
  #numberOf(bytes: Buffer, start: number, end: number, hash: number, place: number): number {
    const number = this.#words.find(bytes, start, end, hash) || this.#words.take(bytes, start, end, hash);
    if (number === 0) {
      const slot = hash & (placeSlots - 1);
      this.#places[slot] = place;
      this.#hashes[slot] = hash;
    }
    return number;
  }

  /** Whether the bytes at `place` are those from `from` to the end. */
  #repeats(place: number, from: number): boolean {
    const { bytes, at: end } = this;
    for (let i = 0; i < end - from; i++) if (bytes[place + i] !== bytes[from + i]) return false;
    return true;
  }
}

/** Whether a text from which Node decoded so many bytes is their base64. Node passes over other characters, and reads that of URLs. */
function isBase64Of(text: string, bytes: number): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (text.length % 4 !== 0 || bytes !== (text.length / 4) * 3 - padding) return false;
  return !text.includes('-') && !text.includes('_') && base64End.test(text.slice(-4));
}

const isDecimal = (value: number, scale: number): boolean =>
  Math.abs(value) < 2 ** 32 && Math.round(value * scale) / scale === value && !Object.is(value, -0);

/** Reads what `PackedWriter` wrote, from untrusted bytes: damage sets `broken`. */
export class PackedReader extends ByteReader {
  readonly #blob: Buffer;
  readonly #words: TextsByNumber;
  /** Texts that were referred to, by their place. */
  #repeated: Map<number, string> | null = null;

  /** Reads from `at`. */
  constructor(bytes: Buffer, words: TextsByNumber, at = 0) {
    super(bytes, at);
    this.#blob = bytes;
    this.#words = words;
  }

  real(): number {
    const read = this.number();
    const kind = read % 4;
    if (kind === 3) {
      if (this.at + 8 > this.#blob.length) return this.fail();
      this.at += 8;
      const value = this.#blob.readDoubleLE(this.at - 8);
      return Number.isFinite(value) ? value : this.fail();
    }
    const whole = unzigzag((read - kind) / 4);
    return kind === 0 ? whole : kind === 1 ? whole / 10 : whole / 100;
  }

  raw(): Buffer {
    const length = this.number();
    const start = this.at;
    if (length > this.#blob.length - start) {
      this.fail();
      return this.#blob.subarray(0, 0);
    }
    this.at = start + length;
    return this.#blob.subarray(start, this.at);
  }

  /** What `encoded` wrote, up to the end of its section. */
  encoded(end: number, encoding: 'base64' | 'hex'): string {
    const version = this.number();
    if (version === 1) return this.text();
    const start = this.at;
    this.at = end;
    const text = this.#blob.toString(encoding, start, end);
    return version === 0 ? text : `${version}-${text}`;
  }

  /** The bytes of `encoded`; null where it was written as a text. */
  encodedBytes(end: number): Buffer | null {
    return this.number() === 0 ? this.#blob.subarray(this.at, end) : null;
  }

  text(): string {
    const before = this.at;
    const read = this.number();
    const kind = read & 3;
    const value = Math.floor(read / 4);
    if (kind === word) return this.#words.textOf(value);
    if (kind === again) {
      // Only to an earlier text, which is no reference itself: a damaged blob must not lead in circles.
      if (value >= before) return this.#noText();
      const back = this.at;
      const known = this.#repeated?.get(value);
      if (known !== undefined) return known;
      this.at = value;
      const kindThere = (this.#blob[value] as number) & 3;
      const text = kindThere === again || kindThere === word ? this.#noText() : this.text();
      if (this.broken) return '';
      this.at = back;
      // Otherwise a small damaged blob could ask for any amount of memory.
      this.#repeated ??= new Map();
      this.#repeated.set(value, text);
      return text;
    }
    const start = this.at;
    if (value > this.#blob.length - start) return this.#noText();
    this.at = start + value;
    if (value === 0) return '';
    return this.#blob.toString(kind === utf16 ? 'utf16le' : 'utf8', start, this.at);
  }

  /** Passes over a text without decoding it. */
  passText(): void {
    const read = this.number();
    const kind = read & 3;
    if (kind === word || kind === again) return;
    const value = Math.floor(read / 4);
    if (value > this.#blob.length - this.at) this.fail();
    else this.at += value;
  }

  /** The text at an earlier place. The next value is read where it would have been. '' if the place has none, as at damage. */
  textAt(place: number): string {
    const { at, broken } = this;
    this.at = place;
    this.broken = false;
    const text = this.text();
    this.at = at;
    this.broken = broken;
    return text;
  }

  /** The number of the word that the text at an earlier place is; 0 where it is written out. */
  wordAt(place: number): number {
    const { at, broken } = this;
    this.at = place;
    const read = this.number();
    this.at = at;
    this.broken = broken;
    return (read & 3) === word ? Math.floor(read / 4) : 0;
  }

  #noText(): '' {
    this.fail();
    return '';
  }
}
