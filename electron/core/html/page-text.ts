import { decodeUtf8 } from './charset.ts';

/**
 * A page as one string that the scanner can walk, with the way back to bytes. In `text` every ASCII character stands for
 * itself; other characters may be stand-ins, so take words and values only through `slice`.
 */
export interface PageText {
  readonly text: string;
  /** Whether text[start, end) already is what `slice` would give. */
  readonly decoded: boolean;
  /** The bytes, if they can be read as UTF-8 from any place that `byteAt` gives. */
  readonly utf8: Uint8Array | null;
  /** The decoded characters of text[start, end). */
  slice(start: number, end: number): string;
  /** The byte offset of text[index]. Cheap when called with growing indexes. */
  byteAt(index: number): number;
}

/** Single-byte encodings, and anything where character n lies at byte n * width + skip. */
class FixedWidthText implements PageText {
  readonly decoded = true;
  readonly utf8: Uint8Array | null;
  readonly text: string;
  readonly #width: number;
  readonly #skip: number;
  readonly #bytes: number;

  constructor(text: string, width: number, skip: number, bytes: Uint8Array, ascii: boolean) {
    this.text = text;
    this.utf8 = ascii ? bytes : null;
    this.#width = width;
    this.#skip = skip;
    this.#bytes = bytes.length;
  }

  slice(start: number, end: number): string {
    return this.text.slice(start, end);
  }

  byteAt(index: number): number {
    // A lone last byte of UTF-16 decodes to one character of its own.
    return Math.min(this.#skip + index * this.#width, this.#bytes);
  }
}

/** Valid UTF-8: the decoded string is scanned; bytes follow from the characters beyond ASCII before a place. */
class Utf8Text implements PageText {
  readonly decoded = true;
  readonly utf8: Uint8Array;
  readonly text: string;
  readonly #skip: number;
  /** Index of each character beyond ASCII, and how many bytes more than UTF-16 units it takes. */
  readonly #wideAt: Int32Array;
  readonly #wideExtra: Uint8Array;
  readonly #wides: number;
  /** Of the last answer: wide characters before the place, and their extra bytes. */
  #passed = 0;
  #extra = 0;

  constructor(text: string, skip: number, bytes: Uint8Array) {
    this.text = text;
    this.utf8 = bytes;
    this.#skip = skip;
    const most = bytes.length - skip - text.length;
    const at = new Int32Array(most);
    const extras = new Uint8Array(most);
    let wides = 0;
    let ahead = skip;
    // Four bytes at a look where all are ASCII, as nearly all of a page are.
    const first = skip + ((4 - ((bytes.byteOffset + skip) & 3)) & 3);
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset + first, Math.max(0, (bytes.length - first) >> 2));
    const look = (from: number, to: number): void => {
      for (let i = from; i < to; i++) {
        const b = bytes[i] as number;
        if (b < 0xc0) continue;
        // Two bytes stand for one unit, three for one, four for two.
        const extra = b < 0xe0 ? 1 : 2;
        at[wides] = i - ahead;
        extras[wides] = extra;
        ahead += extra;
        wides++;
      }
    };
    look(skip, Math.min(first, bytes.length));
    for (let w = 0; w < words.length; w++) {
      if (((words[w] as number) & 0x80808080) !== 0) look(first + w * 4, first + w * 4 + 4);
    }
    look(Math.max(first + words.length * 4, skip), bytes.length);
    this.#wideAt = at;
    this.#wideExtra = extras;
    this.#wides = wides;
  }

  slice(start: number, end: number): string {
    return this.text.slice(start, end);
  }

  byteAt(index: number): number {
    let passed = this.#passed;
    let extra = this.#extra;
    if (passed > 0 && (this.#wideAt[passed - 1] as number) >= index) {
      passed = 0;
      extra = 0;
    }
    while (passed < this.#wides && (this.#wideAt[passed] as number) < index) extra += this.#wideExtra[passed++] as number;
    this.#passed = passed;
    this.#extra = extra;
    return this.#skip + index + extra;
  }
}

/** One character per byte; only the slices that are kept are decoded. */
class ByteText implements PageText {
  readonly decoded = false;
  readonly utf8: Uint8Array | null;
  readonly text: string;
  readonly #bytes: Uint8Array;
  readonly #decoder: TextDecoder;

  constructor(text: string, bytes: Uint8Array, charset: string) {
    this.text = text;
    this.#bytes = bytes;
    this.utf8 = charset === 'utf-8' ? bytes : null;
    this.#decoder = new TextDecoder(charset, { ignoreBOM: true });
  }

  slice(start: number, end: number): string {
    return this.#decoder.decode(this.#bytes.subarray(start, end));
  }

  byteAt(index: number): number {
    return index;
  }
}

/** Encodings in which ASCII bytes can be the second half of a character, but never '<', '>', a quote, '&', '=' or white space. */
const MULTI_BYTE = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'euc-kr', 'shift_jis']);

/**
 * ISO-2022-JP puts ASCII bytes to other uses between escape sequences. The bytes that do not stand for ASCII characters get
 * their high bit set, so that the scanner sees no '<' in the middle of a kanji.
 */
function maskIso2022Jp(bytes: Uint8Array): Uint8Array {
  const masked = bytes.slice();
  let ascii = true;
  for (let i = 0; i < bytes.length; i++) {
    const b = bytes[i] as number;
    if (b === 0x1b) {
      const second = bytes[i + 1];
      const third = bytes[i + 2];
      const single = second === 0x28 && (third === 0x42 || third === 0x4a || third === 0x49);
      const double = second === 0x24 && (third === 0x40 || third === 0x42);
      if (single || double) {
        ascii = single && third !== 0x49;
        for (const end = i + 3; i < end; i++) masked[i] = 0x80;
        i--;
        continue;
      }
    }
    if (!ascii && b >= 0x21) masked[i] = b | 0x80;
  }
  return masked;
}

/** Prepares a page for the scanner. `charset` is a name that TextDecoder knows. Never throws. */
export function openPage(bytes: Uint8Array, charset: string): PageText {
  if (charset === 'utf-8') {
    const text = decodeUtf8(bytes);
    const skip = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    if (text !== null) {
      return text.length === bytes.length - skip
        ? new FixedWidthText(text, 1, skip, bytes, true)
        : new Utf8Text(text, skip, bytes);
    }
  } else if (charset === 'utf-16le' || charset === 'utf-16be') {
    const marked = charset === 'utf-16le' ? bytes[0] === 0xff && bytes[1] === 0xfe : bytes[0] === 0xfe && bytes[1] === 0xff;
    return new FixedWidthText(new TextDecoder(charset).decode(bytes), 2, marked ? 2 : 0, bytes, false);
  } else if (charset === 'iso-2022-jp') {
    return new ByteText(new TextDecoder('latin1').decode(maskIso2022Jp(bytes)), bytes, charset);
  } else if (!MULTI_BYTE.has(charset)) {
    const text = new TextDecoder(charset).decode(bytes);
    if (text.length === bytes.length) return new FixedWidthText(text, 1, 0, bytes, false);
  }
  const text = new TextDecoder('latin1').decode(bytes);
  return /[^\0-\x7f]/.test(text) ? new ByteText(text, bytes, charset) : new FixedWidthText(text, 1, 0, bytes, true);
}
