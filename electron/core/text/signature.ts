import { wordClass, wordClassOf } from './word-class.ts';

/** Bytes of a signature, and slots: one byte a slot. */
export const signatureLength = 256;

const EMPTY = 0xffffffff;
/** Words, or letters of a script without spaces, in a shingle; of ideographs, which say more, three. */
const LONG_SHINGLE = 5;
const IDEOGRAPH_SHINGLE = 3;

/** The finalizer of MurmurHash3 (Appleby, public domain): every bit of the result depends on every bit of `h`. */
function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Makes signatures one after the other in the same memory. */
class Signer {
  /** The least order of the shingles of each slot. */
  readonly #least = new Uint32Array(signatureLength);
  /** Two hashes of each of the last tokens: token n at n modulo 8. */
  readonly #first = new Int32Array(8);
  readonly #second = new Int32Array(8);
  #tokens = 0;
  #shingles = 0;

  sign(text: string): Uint8Array | null {
    this.#least.fill(EMPTY);
    this.#tokens = 0;
    this.#shingles = 0;
    this.#read(text.toLowerCase());
    if (this.#tokens === 0) return null;
    if (this.#shingles === 0) this.#addShingle(this.#tokens);
    return this.#densify();
  }

  #read(text: string): void {
    let a = 0;
    let b = 0;
    let open = false;
    let kind: number = wordClass.separator;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const own = wordClassOf(unit);
      if (own !== wordClass.second) kind = own;
      if (kind === wordClass.letter) {
        a = (Math.imul(a ^ unit, 0x01000193) + 0x9e3779b9) | 0;
        b = Math.imul(b + unit, 0x2c1b3c6d) ^ (b >>> 15);
        open = true;
        continue;
      }
      if (open) {
        this.#addToken(a, b, LONG_SHINGLE);
        a = 0;
        b = 0;
        open = false;
      }
      if (kind !== wordClass.separator) {
        const span = kind === wordClass.ideograph ? IDEOGRAPH_SHINGLE : LONG_SHINGLE;
        this.#addToken(Math.imul(unit, 0x27d4eb2f), Math.imul(unit, 0x165667b1), span);
      }
    }
    if (open) this.#addToken(a, b, LONG_SHINGLE);
  }

  #addToken(a: number, b: number, span: number): void {
    const at = this.#tokens++ & 7;
    this.#first[at] = a;
    this.#second[at] = b;
    if (this.#tokens >= span) this.#addShingle(span);
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

const signer = new Signer();

/**
 * The near-duplicate signature of a text: 256 bytes, a MinHash of its shingles (all runs of five words, of three ideographs, of five
 * letters in Thai and other scripts without spaces), whatever the case and punctuation. null for a text without words. A text of
 * fewer than five words is one shingle.
 *
 * One-permutation hashing (Li, Owen, Zhang: One Permutation Hashing, NIPS 2012), empty slots filled as in Mai et al.: On
 * Densification for Minwise Hashing, UAI 2019; one byte a slot (Li, König: b-Bit Minwise Hashing, WWW 2010). Linear in the text.
 */
export const signatureOf = (text: string): Uint8Array | null => signer.sign(text);

/**
 * The estimated Jaccard similarity of the shingles of two texts, 0 to 1: the share of slots that agree. What it may be wrong by is
 * measured in docs/decisions/0034-near-duplicates.md.
 */
export function similarity(a: Uint8Array, b: Uint8Array): number {
  let equal = 0;
  for (let i = 0; i < signatureLength; i++) if (a[i] === b[i]) equal++;
  return equal / signatureLength;
}
