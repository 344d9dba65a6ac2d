import { isWordSpace } from './text-collector.ts';

/** The first bytes of white-space characters beyond ASCII. */
const MAY_BEGIN_SPACE = Uint8Array.from({ length: 256 }, (_, c) => (c === 0xc2 || (c >= 0xe1 && c <= 0xe3) ? 1 : 0));

/** Counts white-space separated words over pieces of text; a word may run across pieces. Control characters separate. */
export class WordCounter {
  words = 0;
  /** 1 when the last character separated words, 0 when it belonged to one. */
  #space = 1;
  #bytes: Uint8Array | null = null;
  #four: Int32Array = new Int32Array(0);

  /** The place separates words, such as the start of a paragraph. */
  endWord(): void {
    this.#space = 1;
  }

  /** Counts in bytes of UTF-8, or of ASCII: four at a look where none begins white space beyond ASCII, as in most of a page. */
  countUtf8(bytes: Uint8Array, start: number, end: number): void {
    // Words of the buffer begin at its own multiples of four, wherever the page begins in it.
    const skew = bytes.byteOffset & 3;
    const firstWord = start + ((4 - ((start + skew) & 3)) & 3);
    const lastWord = end - ((end + skew) & 3);
    if (lastWord - firstWord < 8) {
      this.#countBytes(bytes, start, end);
      return;
    }
    const words = this.#wordsOf(bytes);
    let at = start;
    if (firstWord > start) at = this.#countBytes(bytes, start, firstWord);
    while (at < lastWord) {
      // White space of several bytes may end inside a word.
      if (((at + skew) & 3) !== 0) at = this.#countBytes(bytes, at, at + 4 - ((at + skew) & 3));
      else at = this.#countWords(bytes, words, at, lastWord, skew);
    }
    if (at < end) this.#countBytes(bytes, at, end);
  }

  /** Four bytes at a look from `at` to the first that may begin wide white space; those are counted one by one. Returns where to go on. */
  #countWords(bytes: Uint8Array, words: Int32Array, at: number, end: number, skew: number): number {
    const last = (end + skew) >> 2;
    let word = (at + skew) >> 2;
    // The top bit of each byte: 1 for a character of a word.
    let before = (this.#space ^ 1) << 31;
    const first = before;
    let changes = 0;
    // Changes between white space and words, for each of the four places; a byte holds those of 255 looks.
    let places = 0;
    for (let full = word + 255; word < last; word++) {
      const four = words[word] as number;
      let inWord = (four + 0x5f5f5f5f) | 0;
      if ((four & 0x80808080) !== 0) {
        if (mayHoldSpace(four)) break;
        inWord = ((four & 0x7f7f7f7f) + 0x5f5f5f5f) | four;
      }
      if (word === full) {
        changes += sumOfBytes(places);
        places = 0;
        full = word + 255;
      }
      places = (places + (((inWord ^ ((inWord << 8) | (before >>> 24))) & 0x80808080) >>> 7)) | 0;
      before = inWord;
    }
    changes += sumOfBytes(places);
    // Every second change begins a word.
    this.words += (changes + (before >>> 31) - (first >>> 31)) >> 1;
    this.#space = (before >>> 31) ^ 1;
    const reached = word * 4 - skew;
    return word < last ? this.#countBytes(bytes, reached, reached + 4) : reached;
  }

  #wordsOf(bytes: Uint8Array): Int32Array {
    if (this.#bytes !== bytes) {
      this.#bytes = bytes;
      const from = bytes.byteOffset & ~3;
      this.#four = new Int32Array(bytes.buffer, from, (bytes.byteOffset + bytes.length - from) >> 2);
    }
    return this.#four;
  }

  /** Byte by byte; white space that begins before `end` is read whole. Returns where it stopped. */
  #countBytes(bytes: Uint8Array, start: number, end: number): number {
    let before = this.#space;
    let begun = 0;
    let i = start;
    for (; i < end; i++) {
      const c = bytes[i] as number;
      // 1 for control characters and space, without a branch: where words end cannot be predicted.
      let space = (c - 33) >>> 31;
      if (MAY_BEGIN_SPACE[c] === 1) {
        const length = wideSpace(bytes, i, c);
        if (length > 0) {
          space = 1;
          i += length - 1;
        }
      }
      begun += before & (space ^ 1);
      before = space;
    }
    this.#space = before;
    this.words += begun;
    return i;
  }

  countText(text: string): void {
    let before = this.#space;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      const space = c <= 32 || isWordSpace(c) ? 1 : 0;
      this.words += before & (space ^ 1);
      before = space;
    }
    this.#space = before;
  }
}

function mayHoldSpace(four: number): boolean {
  const holds =
    (MAY_BEGIN_SPACE[four & 255] as number) |
    (MAY_BEGIN_SPACE[(four >>> 8) & 255] as number) |
    (MAY_BEGIN_SPACE[(four >>> 16) & 255] as number) |
    (MAY_BEGIN_SPACE[four >>> 24] as number);
  return holds !== 0;
}

function sumOfBytes(four: number): number {
  const pairs = (four & 0x00ff00ff) + ((four >>> 8) & 0x00ff00ff);
  return (pairs & 0xffff) + (pairs >>> 16);
}

/** The length in bytes of the white-space character at `at` that begins with byte `c`, 0 when it is none. */
function wideSpace(bytes: Uint8Array, at: number, c: number): number {
  const second = bytes[at + 1] as number;
  if (c === 0xc2) return second === 0xa0 ? 2 : 0;
  const code = ((c & 15) << 12) | ((second & 63) << 6) | ((bytes[at + 2] as number) & 63);
  return isWordSpace(code) ? 3 : 0;
}
