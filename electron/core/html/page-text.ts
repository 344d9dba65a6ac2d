import type { OctetDecoder } from './octets.ts';
import { wideSpace } from './word-counter.ts';

/**
 * A page as one string that the scanner can read, with a mapping back to bytes. In `text` every ASCII character
 * represents itself. Other characters may be placeholders, so read words and values only through `slice`.
 */
export interface PageText {
  readonly text: string;
  /** The bytes, if they can be read as UTF-8 from any place that `byteAt` gives. */
  readonly utf8: Uint8Array | null;
  /**
   * Whether white space beyond ASCII may occur in text[start, end). Cheap when called with growing places, and only
   * if `utf8`.
   */
  mayHoldWideSpace(start: number, end: number): boolean;
  /** The decoded characters of text[start, end). */
  slice(start: number, end: number): string;
  /** The byte offset of text[index]. */
  byteAt(index: number): number;
}

/** A decoded text in which character n is at byte n * width + skip. */
class FixedWidthText implements PageText {
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

  mayHoldWideSpace(): boolean {
    return this.utf8 === null;
  }

  slice(start: number, end: number): string {
    return this.text.slice(start, end);
  }

  byteAt(index: number): number {
    // A lone last byte of UTF-16 decodes to one character.
    return Math.min(this.#skip + index * this.#width, this.#bytes);
  }
}

/** Characters beyond ASCII of a slice that are read without the decoder. */
const mostRead = 4;

/** The character of two or three bytes of UTF-8 at `at`; 0 for any other, and for bytes that may be none. */
function characterAt(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] as number;
  const second = at + 1 < end ? (bytes[at + 1] as number) : 0;
  if (second >> 6 !== 2) return 0;
  if (first >= 0xc2 && first <= 0xdf) return ((first & 31) << 6) | (second & 63);
  const third = at + 2 < end ? (bytes[at + 2] as number) : 0;
  if (first <= 0xe0 || first > 0xef || first === 0xed || third >> 6 !== 2) return 0;
  return ((first & 15) << 12) | ((second & 63) << 6) | (third & 63);
}

/** Used before the first question. Never written to. */
const nothingAsked: number[] = [];

/** One character per byte; only the slices that are kept and are not ASCII are decoded, which most of a page never is. */
class OctetText implements PageText {
  readonly utf8: Uint8Array | null;
  readonly text: string;
  readonly #skip: number;
  readonly #bytes: Uint8Array;
  readonly #decoder: TextDecoder;
  readonly #spaces: readonly string[];
  /** The next place of each of those, and of the first, as of the last call. */
  #nextSpaces: number[] = nothingAsked;
  #nextSpace = -1;

  constructor(text: string, skip: number, bytes: Uint8Array, charset: string, octets: OctetDecoder) {
    this.#spaces = octets.wideSpaces;
    this.text = text;
    this.#skip = skip;
    this.#bytes = bytes;
    this.utf8 = charset === 'utf-8' ? bytes : null;
    this.#decoder = sliceDecoder(charset);
  }

  mayHoldWideSpace(start: number, end: number): boolean {
    if (this.#nextSpace < start) this.#nextSpace = this.#wideSpaceFrom(start);
    return this.#nextSpace < end;
  }

  #find(beginning: string, start: number): number {
    for (let at = this.text.indexOf(beginning, start); at >= 0; at = this.text.indexOf(beginning, at + 2)) {
      const i = at + this.#skip;
      if (wideSpace(this.#bytes, i, this.#bytes[i] as number) > 0) return at;
    }
    return this.text.length;
  }

  #wideSpaceFrom(start: number): number {
    let first = this.text.length;
    if (this.#nextSpaces === nothingAsked) this.#nextSpaces = this.#spaces.map(() => -1);
    for (let i = 0; i < this.#spaces.length; i++) {
      let next = this.#nextSpaces[i] as number;
      if (next < start) {
        next = this.#find(this.#spaces[i] as string, start);
        this.#nextSpaces[i] = next;
      }
      if (next < first) first = next;
    }
    return first;
  }

  slice(start: number, end: number): string {
    const text = this.text;
    for (let i = start; i < end; i++) {
      if (text.charCodeAt(i) > 127) return this.#decode(start, i, end);
    }
    return text.slice(start, end);
  }

  /** `first`: the first character beyond ASCII. Words with one accent are read here: that costs less than a call of the decoder. */
  #decode(start: number, first: number, end: number): string {
    const bytes = this.#bytes;
    const skip = this.#skip;
    // In ISO-2022-JP, the bytes of other characters are ASCII ones.
    if (this.utf8 === null) return this.#decoder.decode(bytes.subarray(start + skip, end + skip));
    let decoded = '';
    let kept = start;
    let few = mostRead;
    for (let i = first; i < end; ) {
      if ((bytes[i + skip] as number) < 128) {
        i++;
        continue;
      }
      const code = few === 0 ? 0 : characterAt(bytes, i + skip, end + skip);
      if (code === 0) return this.#decoder.decode(bytes.subarray(start + skip, end + skip));
      few -= 1;
      decoded += this.text.slice(kept, i) + String.fromCharCode(code);
      i += code < 0x800 ? 2 : 3;
      kept = i;
    }
    return decoded + this.text.slice(kept, end);
  }

  byteAt(index: number): number {
    return this.#skip + index;
  }
}

const decoders = new Map<string, TextDecoder>();

/** A decoder that keeps no state between slices; there are only as many as encodings. */
function sliceDecoder(charset: string): TextDecoder {
  let decoder = decoders.get(charset);
  if (!decoder) {
    decoder = new TextDecoder(charset, { ignoreBOM: true });
    decoders.set(charset, decoder);
  }
  return decoder;
}

/** Encodings in which ASCII bytes can be the second half of a character, but never '<', '>', a quote, '&', '=' or white space. */
const MULTI_BYTE = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'euc-kr', 'shift_jis']);

/**
 * Between escape sequences, ISO-2022-JP uses ASCII bytes for other characters. Such bytes get their high bit set, so
 * that the scanner sees no '<' inside a kanji.
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
    // Shifts and stray escapes decode to no ASCII character either.
    if (ascii ? b === 0x0e || b === 0x0f || b === 0x1b : b >= 0x21) masked[i] = b | 0x80;
  }
  return masked;
}

/** Prepares a page for the scanner. `charset` is a name that TextDecoder knows. Never throws. */
export function openPage(bytes: Uint8Array, charset: string, octets: OctetDecoder): PageText {
  if (charset === 'utf-8') {
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return marked
      ? new OctetText(octets.text(bytes.subarray(3)), 3, bytes, charset, octets)
      : new OctetText(octets.text(bytes), 0, bytes, charset, octets);
  }
  if (charset === 'utf-16le' || charset === 'utf-16be') {
    const marked = charset === 'utf-16le' ? bytes[0] === 0xff && bytes[1] === 0xfe : bytes[0] === 0xfe && bytes[1] === 0xff;
    return new FixedWidthText(new TextDecoder(charset).decode(bytes), 2, marked ? 2 : 0, bytes, false);
  }
  if (charset === 'iso-2022-jp') return new OctetText(octets.text(maskIso2022Jp(bytes)), 0, bytes, charset, octets);
  if (!MULTI_BYTE.has(charset)) {
    const text = new TextDecoder(charset).decode(bytes);
    if (text.length === bytes.length) return new FixedWidthText(text, 1, 0, bytes, false);
  }
  const text = octets.text(bytes);
  return /[^\0-\x7f]/.test(text) ? new OctetText(text, 0, bytes, charset, octets) : new FixedWidthText(text, 1, 0, bytes, true);
}
