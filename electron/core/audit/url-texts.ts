/** UTF-8 decoders copy what they decode: they refuse memory that threads share. */
const decoder = new TextDecoder();
const encoder = new TextEncoder();
/** Longer texts are decoded by a decoder: an argument list has a limit. */
const longestPlain = 4_096;

/** Memory that several threads read. */
export interface SharedTexts {
  readonly size: number;
  readonly isAscii: boolean;
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly slots: Int32Array;
  readonly seed: number;
}

/** The addresses of a crawl one after the other in UTF-8, with an index: about 12 bytes and its text an address. Threads can share them. */
export class UrlTexts {
  #bytes: Uint8Array<SharedArrayBuffer>;
  #ends: Uint32Array<SharedArrayBuffer>;
  #size = 0;
  #isAscii = true;
  /** Rows by the hash of their address, plus one; 0 is a free slot. Null before it is needed. */
  #slots: Int32Array | null = null;
  /** Nobody who writes addresses can know which of them share a slot. */
  readonly #seed: number;

  constructor(expected: number, seed = Math.floor(Math.random() * 2 ** 31)) {
    this.#seed = seed;
    this.#ends = new Uint32Array(new SharedArrayBuffer(Math.max(1_024, expected) * 4));
    this.#bytes = new Uint8Array(new SharedArrayBuffer(Math.max(65_536, expected * 64)));
  }

  /** The same texts in another thread, which adds none. */
  static shared({ size, isAscii, bytes, ends, slots, seed }: SharedTexts): UrlTexts {
    const made = new UrlTexts(0, seed);
    made.#bytes = bytes as Uint8Array<SharedArrayBuffer>;
    made.#ends = ends as Uint32Array<SharedArrayBuffer>;
    made.#size = size;
    made.#isAscii = isAscii;
    made.#slots = slots;
    return made;
  }

  /** What `shared` takes. */
  share(): SharedTexts {
    return {
      size: this.#size,
      isAscii: this.#isAscii,
      bytes: this.#bytes,
      ends: this.#ends,
      slots: this.#index(),
      seed: this.#seed,
    };
  }

  add(text: string): void {
    const start = this.#size === 0 ? 0 : (this.#ends[this.#size - 1] as number);
    // A UTF-16 unit has three bytes at most.
    if (start + text.length * 3 > this.#bytes.length) this.#bytes = larger(this.#bytes, start + text.length * 3);
    if (this.#size === this.#ends.length) {
      const ends = new Uint32Array(new SharedArrayBuffer(this.#ends.byteLength * 2));
      ends.set(this.#ends);
      this.#ends = ends;
    }
    const bytes = this.#bytes;
    let end = start;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) {
        const encoded = encoder.encode(text);
        bytes.set(encoded, start);
        end = start + encoded.length;
        this.#isAscii = false;
        break;
      }
      bytes[end++] = unit;
    }
    this.#ends[this.#size++] = end;
    this.#slots = null;
  }

  /** The text of a row; '' for none. */
  at(row: number): string {
    if (row < 0 || row >= this.#size) return '';
    const bytes = this.#bytes.subarray(row === 0 ? 0 : this.#ends[row - 1], this.#ends[row]);
    if (!this.#isAscii || bytes.length > longestPlain) return decoder.decode(bytes.slice());
    return String.fromCharCode.apply(null, bytes as unknown as number[]);
  }

  /** The row of a text, -1 for none; of rows with the same text the last. */
  find(text: string): number {
    const slots = this.#index();
    const bytes = encoder.encode(text);
    for (let slot = this.#hash(bytes, 0, bytes.length) & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const row = (slots[slot] as number) - 1;
      if (row < 0 || this.#equals(row, bytes, 0, bytes.length)) return row;
    }
  }

  #index(): Int32Array {
    if (this.#slots !== null) return this.#slots;
    let room = 1_024;
    while (room < this.#size * 2) room *= 2;
    const slots = new Int32Array(new SharedArrayBuffer(room * 4));
    const bytes = this.#bytes;
    for (let row = 0, start = 0; row < this.#size; row++) {
      const end = this.#ends[row] as number;
      let slot = this.#hash(bytes, start, end) & (room - 1);
      while (slots[slot] !== 0 && !this.#equals((slots[slot] as number) - 1, bytes, start, end)) slot = (slot + 1) & (room - 1);
      slots[slot] = row + 1;
      start = end;
    }
    this.#slots = slots;
    return slots;
  }

  #hash(bytes: Uint8Array, start: number, end: number): number {
    let hash = this.#seed;
    for (let i = start; i < end; i++) {
      hash = Math.imul(hash ^ (bytes[i] as number), 0x5bd1e995);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ (hash >>> 13), 0x85ebca6b);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  #equals(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = row === 0 ? 0 : (this.#ends[row - 1] as number);
    if ((this.#ends[row] as number) - from !== end - start) return false;
    // Addresses of a site begin alike.
    for (let i = end - start - 1; i >= 0; i--) if (this.#bytes[from + i] !== bytes[start + i]) return false;
    return true;
  }
}

function larger(bytes: Uint8Array, least: number): Uint8Array<SharedArrayBuffer> {
  const more = new Uint8Array(new SharedArrayBuffer(Math.max(bytes.length * 2, least)));
  more.set(bytes);
  return more;
}
