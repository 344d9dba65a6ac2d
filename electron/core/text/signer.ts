/** Bytes of a signature, and slots: one byte a slot. */
export const signatureLength = 256;

const EMPTY = 0xffffffff;
/** Factors of both hashes of a shingle. */
const FIRST = 0x5bd1e995;
const SECOND = 0x1b873593;

/** The finalizer of MurmurHash3 (Appleby, public domain): every bit of the result depends on every bit of `h`. */
function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Makes signatures from tokens, one signature after the other in the same memory: see `signatureOf`. */
export class Signer {
  /** The least order of the shingles of each slot. */
  readonly #least = new Uint32Array(signatureLength);
  /** Two hashes of each of the last tokens: token n at n modulo 8. */
  readonly #first = new Int32Array(8);
  readonly #second = new Int32Array(8);
  #tokens = 0;
  #shingles = 0;

  start(): void {
    this.#least.fill(EMPTY);
    this.#tokens = 0;
    this.#shingles = 0;
  }

  /** The next token by two hashes. `span`: how many tokens make a shingle, at most 8. */
  add(a: number, b: number, span: number): void {
    const token = this.#tokens;
    this.#first[token & 7] = a;
    this.#second[token & 7] = b;
    this.#tokens = token + 1;
    if (span === 5 && token >= 4) this.#addFive(token);
    else if (token + 1 >= span) this.#addShingle(span);
  }

  /** `#addShingle` of the five tokens up to `token`, written out, as nearly all shingles are; numbers stay integers so. */
  #addFive(token: number): void {
    const first = this.#first;
    const second = this.#second;
    let a = (Math.imul(5, 0x5bd1e995) + (first[(token - 4) & 7] as number)) | 0;
    let b = Math.imul(5, 0x1b873593) ^ (second[(token - 4) & 7] as number);
    b = (b << 13) | (b >>> 19);
    a = (Math.imul(a, 0x5bd1e995) + (first[(token - 3) & 7] as number)) | 0;
    b = Math.imul(b, 0x1b873593) ^ (second[(token - 3) & 7] as number);
    b = (b << 13) | (b >>> 19);
    a = (Math.imul(a, 0x5bd1e995) + (first[(token - 2) & 7] as number)) | 0;
    b = Math.imul(b, 0x1b873593) ^ (second[(token - 2) & 7] as number);
    b = (b << 13) | (b >>> 19);
    a = (Math.imul(a, 0x5bd1e995) + (first[(token - 1) & 7] as number)) | 0;
    b = Math.imul(b, 0x1b873593) ^ (second[(token - 1) & 7] as number);
    b = (b << 13) | (b >>> 19);
    a = (Math.imul(a, 0x5bd1e995) + (first[token & 7] as number)) | 0;
    b = Math.imul(b, 0x1b873593) ^ (second[token & 7] as number);
    b = (b << 13) | (b >>> 19);
    this.#keep(a, b);
  }

  /** The signature; null without tokens. */
  finish(): Uint8Array | null {
    if (this.#tokens === 0) return null;
    if (this.#shingles === 0) this.#addShingle(this.#tokens);
    return this.#densify();
  }

  /** The last `span` tokens in their order. One hash chooses the slot, the other is the order within it. */
  #addShingle(span: number): void {
    const first = this.#first;
    const second = this.#second;
    let a = span;
    let b = span;
    for (let token = this.#tokens - span; token < this.#tokens; token++) {
      const at = token & 7;
      a = (Math.imul(a, FIRST) + (first[at] as number)) | 0;
      b = Math.imul(b, SECOND) ^ (second[at] as number);
      b = (b << 13) | (b >>> 19);
    }
    this.#keep(a, b);
  }

  #keep(a: number, b: number): void {
    const slot = mix(a) >>> 24;
    const order = mix(b ^ Math.imul(a, 0xcc9e2d51)) >>> 0;
    // An order of EMPTY, one in four thousand million, is skipped.
    if (order < (this.#least[slot] as number)) this.#least[slot] = order;
    this.#shingles++;
  }

  /** The low byte of each least order. Slots without a shingle take those of others, which pick them at random, round by round. */
  #densify(): Uint8Array {
    const least = this.#least;
    const slots = new Uint8Array(signatureLength);
    const given: number[] = [];
    for (let i = 0; i < signatureLength; i++) if (least[i] !== EMPTY) given.push(i);
    for (const slot of given) slots[slot] = least[slot] as number;
    let missing = signatureLength - given.length;
    for (let round = 1; missing > 0; round++) {
      for (const slot of given) {
        const to = mix(Math.imul(round, 0x9e3779b1) + slot) >>> 24;
        if (least[to] !== EMPTY) continue;
        least[to] = EMPTY - 1;
        slots[to] = slots[slot] as number;
        missing--;
      }
    }
    return slots;
  }
}
