/** The end of a text, and each value of a byte. */
const symbols = 257;
/** A share of a context is a number of 4,096ths. */
const shareBits = 12;
const contexts = 4_096;
const least = 2 ** (shareBits + 1);

/** The byte before, and four bits made of the byte before that. */
const contextOf = (before: number, last: number): number => (last << 4) | (((before * 37) >> 3) & 15);

/**
 * Codes the rest of a text as 63 bits that sort as its bytes do. This is an arithmetic code: the symbols after two bytes share the range of
 * numbers of these bytes, in their order, and frequent ones have more of it. So the bits hold 15 to 30 bytes instead of 8.
 */
export class TextCoder {
  /** By context and symbol: where its share begins. One more is the end of the last. */
  readonly #from = new Uint16Array(contexts * (symbols + 1));
  high = 0;
  /** The lowest bit is 1 if the code is cut off. If two equal codes end in 0, their texts are equal. */
  low = 0;

  /** Learns from some texts. */
  constructor(texts: Iterable<Uint8Array>) {
    const counts = new Uint32Array(contexts * symbols);
    for (const text of texts) {
      let [before, last] = [0, 0];
      for (let at = 0; at <= text.length; at++) {
        const place = contextOf(before, last) * symbols + (at < text.length ? (text[at] as number) + 1 : 0);
        counts[place] = (counts[place] as number) + 1;
        before = last;
        last = text[at] ?? 0;
      }
    }
    for (let context = 0; context < contexts; context++) this.#share(context, counts);
  }

  /** Every symbol has a share, also one that was not there. */
  #share(context: number, counts: Uint32Array): void {
    const first = context * symbols;
    let total = 0;
    let most = first;
    for (let at = first; at < first + symbols; at++) {
      total += counts[at] as number;
      if ((counts[at] as number) > (counts[most] as number)) most = at;
    }
    const scale = total === 0 ? 0 : (2 ** shareBits - symbols) / total;
    let left = 2 ** shareBits;
    for (let at = first; at < first + symbols; at++) left -= 1 + Math.floor((counts[at] as number) * scale);
    let from = 0;
    for (let at = first, to = first + context; at < first + symbols; at++, to++) {
      this.#from[to] = from;
      // What rounding has left goes to the most frequent one.
      from += 1 + Math.floor((counts[at] as number) * scale) + (at === most ? left : 0);
    }
    this.#from[first + context + symbols] = from;
  }

  /** Sets `high` and `low` to the code of the bytes from `start` to `end`. The text begins at `text`: bytes of it before `start` are the first context. */
  code(bytes: Uint8Array, text: number, start: number, end: number): void {
    const shares = this.#from;
    let before = start - 2 < text ? 0 : (bytes[start - 2] as number);
    let last = start - 1 < text ? 0 : (bytes[start - 1] as number);
    let high = 0;
    let low = 0;
    // The texts that begin like this one up to `at` have the numbers from `high` and `low` on, `range` of them, each times 2^`shift`.
    let range = 2 ** 32 - 1;
    let shift = 32;
    let cut = 1;
    for (let at = start; ; at++) {
      const byte = at < end ? (bytes[at] as number) : -1;
      const place = contextOf(before, last) * (symbols + 1) + byte + 1;
      const from = shares[place] as number;
      const part = range >>> shareBits;
      const skipped = part * from;
      range = part * ((shares[place + 1] as number) - from);
      if (shift === 32) high += skipped;
      else {
        low += shift === 0 ? skipped : (skipped << shift) >>> 0;
        if (shift > 0) high += skipped >>> (32 - shift);
        if (low >= 2 ** 32) {
          low -= 2 ** 32;
          high += 1;
        }
      }
      if (byte < 0) {
        cut = 0;
        break;
      }
      while (range < 2 ** 24 && shift > 0) {
        range *= 256;
        shift -= 8;
      }
      // With fewer, two texts could have numbers that differ only in the lowest bit.
      if (range < least) break;
      before = last;
      last = byte;
    }
    this.high = high;
    this.low = ((low & ~1) | cut) >>> 0;
  }
}
