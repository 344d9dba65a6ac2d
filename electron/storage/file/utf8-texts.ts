import { mixed } from './words.ts';

/** Texts that are encoded at once. */
export const mostTexts = 64;
/** A larger buffer is released: a single text may have megabytes. */
const roomKept = 1 << 18;

const lineEnd = 10;
/** Half a surrogate pair, which UTF-8 cannot hold. */
const halfPair = /[\ud800-\udfff]/u;

/**
 * Some texts as UTF-8 with their hashes for `Words`. Encoding them in one call costs less than reading each character of each, and a
 * writer can look all of them up at once.
 */
export class Utf8Texts {
  /** The texts, a line end after each. */
  bytes = Buffer.allocUnsafe(1 << 14);
  readonly starts = new Int32Array(mostTexts);
  readonly ends = new Int32Array(mostTexts);
  readonly hashes = new Int32Array(mostTexts);

  /** Encodes the texts of links[first, end), at most `mostTexts`. False if UTF-8 cannot hold one of them. */
  read(links: readonly { readonly text: string }[], first: number, end: number): boolean {
    // Not an array that lives on: to keep new strings in old objects takes longer.
    const texts: string[] = [];
    for (let i = first; i < end; i++) texts.push((links[i] as { readonly text: string }).text);
    // The line end keeps halves of a pair in two texts apart.
    const all = texts.join('\n');
    const most = all.length * 3 + 1;
    if (most > this.bytes.length || this.bytes.length > roomKept) this.bytes = Buffer.allocUnsafe(Math.max(1 << 14, most));
    const written = this.bytes.write(all, 0);
    this.bytes[written] = lineEnd;
    return this.#readAll(texts) || !halfPair.test(all);
  }

  /** False: there is a replacement character, which may stand for half a pair. */
  #readAll(texts: readonly string[]): boolean {
    const { bytes, starts, ends, hashes } = this;
    let isWhole = true;
    let at = 0;
    for (let i = 0; i < texts.length; i++) {
      const start = at;
      const { length } = texts[i] as string;
      let sum = 0;
      let bits = 0;
      for (const end = start + length; at < end; at++) {
        const byte = bytes[at] as number;
        bits |= byte;
        sum = Math.imul(sum, 31) + byte;
      }
      starts[i] = start;
      ends[i] = at;
      hashes[i] = mixed(sum);
      if (bits > 127 && !this.#readLonger(i, length)) isWhole = false;
      at = (ends[i] as number) + 1;
    }
    return isWhole;
  }

  /** Reads a text of `length` units that has more bytes. False: it has a replacement character. */
  #readLonger(i: number, length: number): boolean {
    const { bytes, starts, ends, hashes } = this;
    let isWhole = true;
    let at = starts[i] as number;
    let sum = 0;
    // Only the first byte of a character is below 0x80 or above 0xbf. A character of four bytes is two units of the text.
    for (let left = length; ; at++) {
      const byte = bytes[at] as number;
      if ((byte & 0xc0) !== 0x80) {
        if (left === 0) break;
        left -= byte < 0xf0 ? 1 : 2;
        if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) isWhole = false;
      }
      sum = Math.imul(sum, 31) + byte;
    }
    ends[i] = at;
    hashes[i] = mixed(sum);
    return isWhole;
  }
}
