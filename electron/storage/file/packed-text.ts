import { mostSections } from '../facts/sections.ts';
import { ByteReader, ByteWriter, unzigzag, zigzag } from '../links/varint.ts';
import { hashOf, mixed, type TextsByNumber, TextsToFind, type WordNumbers } from './words.ts';

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

/** Most texts that wait for their numbers. */
const mostWaiting = 256;

/** V8 represents strings in more shapes than one call site caches: see `links/page-links.ts`. */
const { charCodeAt } = String.prototype;

const isHex = /^(?:[0-9a-f]{2})*$/;
/** The end of a base64 text that has no bits besides its bytes. */
const base64End = /^$|[^=]$|[AQgw]==$|[AEIMQUYcgkosw048]=$/;

/** Writes texts and numbers into one blob. docs/crawl-file.md describes their form under `word`. */
export class PackedWriter extends ByteWriter {
  readonly #words: WordNumbers;
  readonly #places = new Int32Array(placeSlots);
  readonly #placeHashes = new Int32Array(placeSlots);
  /** Where the length of each text is that waits for its number. */
  readonly #froms = new Int32Array(mostWaiting);
  readonly #waiting = new TextsToFind(mostWaiting);
  /** Ends of sections. They move with the bytes. */
  readonly #sections = new Int32Array(mostSections);
  #sectionCount = 0;

  /** Writes the texts of `words` by number. Write blobs inside a transaction: it may add words. */
  constructor(words: WordNumbers) {
    super();
    this.#words = words;
  }

  override start(version: number): void {
    super.start(version);
    this.#places.fill(0);
    this.#waiting.count = 0;
    this.#sectionCount = 0;
  }

  /** A section ends here: one of `mostSections` at most. */
  endSection(): void {
    this.#sections[this.#sectionCount++] = this.at;
  }

  /** Where the sections end, once `settle` was called. */
  get sections(): Int32Array {
    return this.#sections.subarray(0, this.#sectionCount);
  }

  override take(): Buffer {
    this.settle();
    return super.take();
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
    const texts = this.#waiting;
    if (texts.count === mostWaiting) this.settle();
    const from = this.at;
    const hash = this.#encode(text);
    if (hash === 0) return;
    let start = from + 1;
    while ((this.bytes[start - 1] as number) > 127) start += 1;
    const i = texts.count++;
    this.#froms[i] = from;
    texts.starts[i] = start;
    texts.ends[i] = this.at;
    texts.hashes[i] = hash;
  }

  /**
   * Puts its number in the place of each text that has one, or the place where the blob has it already. Numbers of many texts are looked up together:
   * the processor then waits for memory once, not for each text.
   */
  settle(): void {
    const texts = this.#waiting;
    const { count, ends } = texts;
    if (count === 0) return;
    this.#words.findAll(this.bytes, texts);
    texts.count = 0;
    const end = this.at;
    // Bytes up to `copied` are in their places, which end at `to`.
    let copied = this.#froms[0] as number;
    let to = copied;
    let section = 0;
    for (let i = 0; i < count; i++) {
      const from = this.#froms[i] as number;
      section = this.#moveSections(section, from, to - copied);
      to = this.#move(copied, from, to);
      copied = from;
      const found = this.#found(i, to);
      if (found < 0) continue;
      this.at = to;
      this.number(found);
      to = this.at;
      copied = ends[i] as number;
    }
    this.#moveSections(section, end, to - copied);
    this.at = this.#move(copied, end, to);
  }

  /** Moves the ends of sections, from the one numbered `section` to the last that is not behind `from`. Returns the next one. */
  #moveSections(section: number, from: number, by: number): number {
    const ends = this.#sections;
    let i = section;
    for (; i < this.#sectionCount && (ends[i] as number) <= from; i++) ends[i] = (ends[i] as number) + by;
    return i;
  }

  /** Moves bytes to the front. Returns where they end. */
  #move(from: number, end: number, to: number): number {
    const { bytes } = this;
    if (from === to) return end;
    if (end - from > 32) bytes.copyWithin(to, from, end);
    else for (let i = 0; i < end - from; i++) bytes[to + i] = bytes[from + i] as number;
    return to + end - from;
  }

  /** Writes a text with its length. Returns its hash; 0 if it stays as it is. */
  #encode(text: string): number {
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
          return 0;
        }
        const point = ((code - 0xd7c0) << 10) | (low & 0x3ff);
        bytes[at++] = 0xf0 | (point >> 18);
        bytes[at++] = 0x80 | ((point >> 12) & 63);
        bytes[at++] = 0x80 | ((point >> 6) & 63);
        bytes[at++] = 0x80 | (point & 63);
      }
    }
    this.at = at;
    if (at - start === length) return length < shortestAgain ? 0 : mixed(sum);
    const moved = this.#resize(from, start);
    return this.at - moved < shortestAgain ? 0 : hashOf(bytes, moved, this.at);
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

  /** What stands for the text numbered `i`, which begins at `to`: its number, or the place where the blob has it already; -1 for itself. */
  #found(i: number, to: number): number {
    const { bytes } = this;
    const texts = this.#waiting;
    const known = texts.numbers[i] as number;
    if (known !== 0) return known * 4 + word;
    const [start, end, hash] = [texts.starts[i] as number, texts.ends[i] as number, texts.hashes[i] as number];
    const slot = hash & (placeSlots - 1);
    const place = this.#places[slot] as number;
    if (place > 0 && this.#placeHashes[slot] === hash && this.#repeats(place, this.#froms[i] as number, end))
      return place * 4 + again;
    // A text before it may have got this number.
    const number = this.#words.find(bytes, start, end, hash) || this.#words.take(bytes, start, end, hash);
    if (number !== 0) return number * 4 + word;
    this.#places[slot] = to;
    this.#placeHashes[slot] = hash;
    return -1;
  }

  /** Whether the bytes at `place` are those from `from` to `end`. */
  #repeats(place: number, from: number, end: number): boolean {
    const { bytes } = this;
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
