import { type PageMachine, place } from './page-machine.ts';
import { isWordSpace } from './text-collector.ts';

/** The first bytes of white-space characters beyond ASCII. */
const MAY_BEGIN_SPACE = Uint8Array.from({ length: 256 }, (_, c) => (c === 0xc2 || (c >= 0xe1 && c <= 0xe3) ? 1 : 0));

/** Counts white-space separated words over pieces of text; a word may run across pieces. Control characters separate. */
export class WordCounter {
  /** From `#at` on: the words so far; then 1 when the last character separated words, 0 when it belonged to one. A machine's memory where it counts too. */
  readonly #state: Int32Array;
  readonly #at: number;
  #bytes: Uint8Array | null = null;
  #four: Int32Array | null = null;
  readonly #machine: PageMachine | null;

  /** `machine`: has the page whose bytes are counted; null: JavaScript counts. */
  constructor(machine: PageMachine | null = null) {
    this.#machine = machine;
    this.#state = machine === null ? new Int32Array(2) : machine.numbers;
    this.#at = machine === null ? 0 : place.scan >> 2;
    this.#state[this.#at] = 0;
    this.#state[this.#at + 1] = 1;
  }

  get words(): number {
    return this.#state[this.#at] as number;
  }

  get #space(): number {
    return this.#state[this.#at + 1] as number;
  }

  #add(words: number, space: number): void {
    this.#state[this.#at] = this.words + words;
    this.#state[this.#at + 1] = space;
  }

  /** The place separates words, such as the start of a paragraph. */
  endWord(): void {
    this.#state[this.#at + 1] = 1;
  }

  /**
   * Counts in bytes of UTF-8 or ASCII, four at a time. `wideSpace`: there may be white space beyond ASCII, so bytes
   * are examined one by one. The loop does not branch on the text: word ends cannot be predicted, and a wrong guess
   * costs more than ten bytes.
   */
  countUtf8(bytes: Uint8Array, start: number, end: number, wideSpace = true): void {
    if (this.#machine !== null) {
      const counted = this.#machine.countWords(start, end, this.#space);
      this.#add(counted >> 1, counted & 1);
      return;
    }
    // Words of the buffer are aligned to four bytes, wherever the page starts in it.
    const skew = bytes.byteOffset & 3;
    const firstWord = start + ((4 - ((start + skew) & 3)) & 3);
    const lastWord = end - ((end + skew) & 3);
    if (wideSpace || lastWord - firstWord < 8) {
      this.#countBytes(bytes, start, end);
      return;
    }
    if (firstWord > start) this.#countBytes(bytes, start, firstWord);
    this.#countWords(this.#wordsOf(bytes), (firstWord + skew) >> 2, (lastWord + skew) >> 2);
    if (lastWord < end) this.#countBytes(bytes, lastWord, end);
  }

  #countWords(words: Int32Array, from: number, to: number): void {
    // The top bit of each byte: 1 for a character of a word.
    let before = (this.#space ^ 1) << 31;
    let changes = (before >>> 31) * -1;
    for (let i = from; i < to; i++) {
      const four = words[i] as number;
      const inWord = ((four & 0x7f7f7f7f) + 0x5f5f5f5f) | four;
      const changed = (inWord ^ ((inWord << 8) | (before >>> 24))) & 0x80808080;
      changes += Math.imul(changed >>> 7, 0x01010101) >>> 24;
      before = inWord;
    }
    // Every second change starts a word.
    this.#add((changes + (before >>> 31)) >> 1, (before >>> 31) ^ 1);
  }

  #wordsOf(bytes: Uint8Array): Int32Array {
    if (this.#bytes !== bytes || this.#four === null) {
      this.#bytes = bytes;
      const from = bytes.byteOffset & ~3;
      this.#four = new Int32Array(bytes.buffer, from, (bytes.byteOffset + bytes.length - from) >> 2);
    }
    return this.#four;
  }

  /** Byte by byte; white space that starts before `end` is read whole. */
  #countBytes(bytes: Uint8Array, start: number, end: number): void {
    let before = this.#space;
    let begun = 0;
    for (let i = start; i < end; i++) {
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
    this.#add(begun, before);
  }

  countText(text: string): void {
    let before = this.#space;
    let begun = 0;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      const space = c <= 32 || isWordSpace(c) ? 1 : 0;
      begun += before & (space ^ 1);
      before = space;
    }
    this.#add(begun, before);
  }
}

/** The length in bytes of the white-space character at `at` that starts with byte `c`; 0 when there is none. */
export function wideSpace(bytes: Uint8Array, at: number, c: number): number {
  const second = bytes[at + 1] as number;
  if (c === 0xc2) return second === 0xa0 ? 2 : 0;
  const third = bytes[at + 2] as number;
  // All others start with E1 9A, E2 80, E2 81 or E3 80. Bytes that are not UTF-8 are no white space.
  if (c === 0xe2 ? second >> 1 !== 0x40 : second !== (c === 0xe1 ? 0x9a : 0x80)) return 0;
  if (third >> 6 !== 2) return 0;
  const code = ((c & 15) << 12) | ((second & 63) << 6) | (third & 63);
  return isWordSpace(code) ? 3 : 0;
}
