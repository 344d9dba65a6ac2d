/** Encodings with one byte for each character. */
const singleByte = /^(windows-\d+|iso-8859-\d+|koi8-[ru]|ibm866|macintosh|x-mac-cyrillic)$/;

/**
 * Maps offsets in a decoded text to offsets in its bytes. Call it in ascending order where possible, because it
 * continues from the last offset.
 */
export class BytePlaces {
  readonly #text: string;
  readonly #kind: 'utf-8' | 'utf-16' | 'single' | 'unknown';
  readonly #before: number;
  #at = 0;
  #bytes = 0;

  /**
   * `charset`: name of the encoding, as TextDecoder gives it. `hasMark`: the bytes start with a byte-order mark, the
   * text does not.
   */
  constructor(text: string, charset: string, hasMark: boolean) {
    this.#text = text;
    this.#before = hasMark ? (charset === 'utf-8' ? 3 : 2) : 0;
    if (charset.startsWith('utf-16')) this.#kind = 'utf-16';
    else if (singleByte.test(charset)) this.#kind = 'single';
    // One replacement character represents one to three invalid bytes.
    else if (charset === 'utf-8' && !text.includes('\ufffd')) this.#kind = 'utf-8';
    else this.#kind = 'unknown';
  }

  /** Undefined where the encoding does not tell. */
  range(start: number, end: number): readonly [start: number, end: number] | undefined {
    if (this.#kind === 'unknown' || start < 0 || end < start) return undefined;
    return [this.#place(start), this.#place(end)];
  }

  #place(at: number): number {
    if (this.#kind === 'single') return at + this.#before;
    if (this.#kind === 'utf-16') return at * 2 + this.#before;
    if (at < this.#at) {
      this.#at = 0;
      this.#bytes = 0;
    }
    const text = this.#text;
    let bytes = this.#bytes;
    for (let index = this.#at; index < at; index++) {
      const code = text.charCodeAt(index);
      // Each half of a surrogate pair counts two of its four bytes.
      bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
    }
    this.#at = at;
    this.#bytes = bytes;
    return bytes + this.#before;
  }
}
