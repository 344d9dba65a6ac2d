/** Bytes of a signature, and slots: one byte a slot. */
export const signatureLength = 256;

const EMPTY = 0xffffffff;

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
    const at = this.#tokens++ & 7;
    this.#first[at] = a;
    this.#second[at] = b;
    if (this.#tokens >= span) this.#addShingle(span);
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
      a = (Math.imul(a, 0x5bd1e995) + (first[at] as number)) | 0;
      b = Math.imul(b, 0x1b873593) ^ (second[at] as number);
      b = (b << 13) | (b >>> 19);
    }
    const slot = mix(a) >>> 24;
    const order = mix(b ^ Math.imul(a, 0xcc9e2d51)) >>> 0;
    // An order of EMPTY, one in four thousand million, is left out.
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
