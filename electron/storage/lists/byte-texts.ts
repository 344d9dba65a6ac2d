import { freeMemory } from './free-memory.ts';

/** Texts as UTF-8, one after the other, by number. */
export class ByteTexts {
  #bytes: Uint8Array<ArrayBuffer>;
  #starts: Uint32Array<ArrayBuffer>;
  count = 0;

  /** Has room for `texts` texts. `bytes` is the room for their bytes at first; it grows. */
  constructor(texts: number, bytes: number) {
    this.#bytes = new Uint8Array(bytes);
    this.#starts = new Uint32Array(texts + 1);
  }

  /** Nobody may use the texts any more. */
  free(): void {
    freeMemory(this.#bytes.buffer);
    freeMemory(this.#starts.buffer);
  }

  /** Returns the number of the new text. */
  add(bytes: Uint8Array, from: number, to: number): number {
    const start = this.#starts[this.count] as number;
    const end = start + to - from;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.ceil(end * 1.25) + 1_024);
      larger.set(this.#bytes.subarray(0, start));
      freeMemory(this.#bytes.buffer);
      this.#bytes = larger;
    }
    copyBytes(bytes, from, to, this.#bytes, start);
    this.#starts[this.count + 1] = end;
    return this.count++;
  }

  /** Below 0 if the text `a` comes before the text `b`, 0 if they are equal: by bytes, as in SQLite. */
  compare(a: number, b: number): number {
    const bytes = this.#bytes;
    const starts = this.#starts;
    const fromA = starts[a] as number;
    const fromB = starts[b] as number;
    const lengthA = (starts[a + 1] as number) - fromA;
    const lengthB = (starts[b + 1] as number) - fromB;
    const shorter = lengthA < lengthB ? lengthA : lengthB;
    for (let at = 0; at < shorter; at++) {
      const difference = (bytes[fromA + at] as number) - (bytes[fromB + at] as number);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }

  /** How many bytes two texts have in common at their beginning. */
  shared(a: number, b: number): number {
    const bytes = this.#bytes;
    const starts = this.#starts;
    const [fromA, fromB] = [starts[a] as number, starts[b] as number];
    const shorter = Math.min((starts[a + 1] as number) - fromA, (starts[b + 1] as number) - fromB);
    let at = 0;
    while (at < shorter && bytes[fromA + at] === bytes[fromB + at]) at += 1;
    return at;
  }

  *all(): Generator<Uint8Array> {
    for (let text = 0; text < this.count; text++) yield this.#bytes.subarray(this.#starts[text], this.#starts[text + 1]);
  }

  /** The texts with these numbers, in this order. */
  picked(numbers: Int32Array): ByteTexts {
    const texts = new ByteTexts(numbers.length, this.#starts[this.count] as number);
    for (const number of numbers) texts.add(this.#bytes, this.#starts[number] as number, this.#starts[number + 1] as number);
    return texts;
  }

  /**
   * The place of a text among these texts, which must ascend and be different: 2i + 1 if it is equal to text i, 2i if it lies between text i - 1
   * and text i.
   */
  bucketOf(text: Uint8Array, from: number, to: number): number {
    const bytes = this.#bytes;
    const starts = this.#starts;
    const length = to - from;
    let low = -1;
    let high = this.count;
    // Bytes that this text shares with the text at `low` and the text at `high`. Every text between them shares at least the smaller number.
    let sharedLow = 0;
    let sharedHigh = 0;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      const start = starts[middle] as number;
      const size = (starts[middle + 1] as number) - start;
      const shorter = size < length ? size : length;
      let at = sharedLow < sharedHigh ? sharedLow : sharedHigh;
      while (at < shorter && text[from + at] === bytes[start + at]) at += 1;
      if (at === length && at === size) return 2 * middle + 1;
      if (at === size || (at < length && (text[from + at] as number) > (bytes[start + at] as number))) {
        low = middle;
        sharedLow = at;
      } else {
        high = middle;
        sharedHigh = at;
      }
    }
    return 2 * high;
  }
}

// For short texts, this takes less time than `set` of a part.
function copyBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): void {
  for (let i = start, j = at; i < end; i++, j++) to[j] = from[i] as number;
}
