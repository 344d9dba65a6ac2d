/** Slots of a signature. */
export const signatureSlots = 256;
/** Bytes of a signature: four bits a slot. */
export const signatureLength = signatureSlots / 2;

const EMPTY = 0xffffffff;
/** The factor of the polynomial of a shingle. */
const FACTOR = 0x5bd1e995;

/** The finalizer of MurmurHash3 (Appleby, public domain): every bit of the result depends on every bit of `h`. */
function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Makes signatures from tokens, one signature after the other in the same memory: see `signatureOf`. */
export class Signer {
  /** The least hash of the shingles of each slot. */
  readonly #least = new Uint32Array(signatureSlots);
  /** The hashes of the last tokens: token n at n modulo 8. */
  readonly #hashes = new Int32Array(8);
  #tokens = 0;
  #shingles = 0;

  start(): void {
    this.#least.fill(EMPTY);
    this.#tokens = 0;
    this.#shingles = 0;
  }

  /** The next token by its hash. `span`: how many tokens make a shingle, at most 8. */
  add(hash: number, span: number): void {
    this.#hashes[this.#tokens & 7] = hash;
    this.#tokens += 1;
    if (this.#tokens >= span) this.#addShingle(span);
  }

  /** The signature; null without tokens. */
  finish(): Uint8Array | null {
    if (this.#tokens === 0) return null;
    if (this.#shingles === 0) this.#addShingle(this.#tokens);
    return this.#densify();
  }

  /** The last `span` tokens in their order: a polynomial of their hashes, mixed. Its first byte chooses the slot. */
  #addShingle(span: number): void {
    const hashes = this.#hashes;
    let sum = span;
    for (let token = this.#tokens - span; token < this.#tokens; token++)
      sum = (Math.imul(sum, FACTOR) + (hashes[token & 7] as number)) | 0;
    const hash = mix(sum) >>> 0;
    const slot = hash >>> 24;
    // A hash of EMPTY, one in four thousand million, is skipped.
    if (hash < (this.#least[slot] as number)) this.#least[slot] = hash;
    this.#shingles++;
  }

  /** The lowest bits of each least hash. Slots without a shingle take those of others, which pick them at random, round by round. */
  #densify(): Uint8Array {
    const least = this.#least;
    const slots = new Uint8Array(signatureSlots);
    const given: number[] = [];
    for (let i = 0; i < signatureSlots; i++) if (least[i] !== EMPTY) given.push(i);
    for (const slot of given) slots[slot] = least[slot] as number;
    let missing = signatureSlots - given.length;
    for (let round = 1; missing > 0; round++) {
      for (const slot of given) {
        const to = mix(Math.imul(round, 0x9e3779b1) + slot) >>> 24;
        if (least[to] !== EMPTY) continue;
        least[to] = EMPTY - 1;
        slots[to] = slots[slot] as number;
        missing--;
      }
    }
    return narrowed(slots);
  }
}

/** A signature of one byte a slot, as versions of the file before 30 have it, with the lowest four bits of each: two slots a byte, the first one low. */
export function narrowed(slots: Uint8Array): Uint8Array {
  const packed = new Uint8Array(signatureLength);
  for (let i = 0; i < signatureLength; i++)
    packed[i] = ((slots[2 * i] as number) & 15) | (((slots[2 * i + 1] as number) & 15) << 4);
  return packed;
}
