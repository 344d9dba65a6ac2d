import { narrowed, signatureLength, signatureSlots } from './signer.ts';
import { TextPass } from './text-pass.ts';
import { unitsOf } from './text-units.ts';

export { signatureLength, signatureSlots };

const pass = new TextPass(null);

/**
 * The near-duplicate signature of a text: 128 bytes, a MinHash of its shingles (all runs of five words, of three ideographs, of five
 * letters in Thai and other scripts without spaces), whatever the case and punctuation. null for a text without words. A text of
 * fewer than five words is one shingle.
 *
 * One-permutation hashing (Li, Owen, Zhang: One Permutation Hashing, NIPS 2012), empty slots filled as in Mai et al.: On
 * Densification for Minwise Hashing, UAI 2019; four bits a slot (Li, König: b-Bit Minwise Hashing, WWW 2010). Linear in the text.
 */
export function signatureOf(text: string): Uint8Array | null {
  pass.read(unitsOf(text), text.length, text.length);
  return pass.signature();
}

/** Of two different shingles, the bits of a slot are equal by chance in one of so many. */
const values = 16;

/** What signatures say that agree in so many slots: the similarity, without the slots that are equal by chance. At least 0. */
export const similarityOf = (equalSlots: number): number =>
  Math.max(0, ((equalSlots / signatureSlots) * values - 1) / (values - 1));

/**
 * The estimated Jaccard similarity of the shingles of two texts, 0 to 1. What it may be wrong by is
 * measured in docs/decisions/0034-near-duplicates.md.
 */
export function similarity(a: Uint8Array, b: Uint8Array): number {
  let equal = 0;
  for (let i = 0; i < signatureLength; i++) {
    const difference = (a[i] as number) ^ (b[i] as number);
    if (difference === 0) equal += 2;
    else if ((difference & 15) === 0 || difference < 16) equal += 1;
  }
  return similarityOf(equal);
}

/** A stored signature; null if it is none. Older versions of the file have one byte a slot. */
export function soundSignature(bytes: Uint8Array | null): Uint8Array | null {
  if (bytes === null) return null;
  if (bytes.length === signatureSlots) return narrowed(bytes);
  return bytes.length === signatureLength ? bytes : null;
}
