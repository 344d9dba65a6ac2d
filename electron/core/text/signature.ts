import { signatureLength } from './signer.ts';
import { TextPass } from './text-pass.ts';
import { unitsOf } from './text-units.ts';

export { signatureLength };

const pass = new TextPass(null);

/**
 * The near-duplicate signature of a text: 256 bytes, a MinHash of its shingles (all runs of five words, of three ideographs, of five
 * letters in Thai and other scripts without spaces), whatever the case and punctuation. null for a text without words. A text of
 * fewer than five words is one shingle.
 *
 * One-permutation hashing (Li, Owen, Zhang: One Permutation Hashing, NIPS 2012), empty slots filled as in Mai et al.: On
 * Densification for Minwise Hashing, UAI 2019; one byte a slot (Li, König: b-Bit Minwise Hashing, WWW 2010). Linear in the text.
 */
export function signatureOf(text: string): Uint8Array | null {
  pass.read(unitsOf(text), text.length, text.length);
  return pass.signature();
}

/**
 * The estimated Jaccard similarity of the shingles of two texts, 0 to 1: the share of slots that agree. What it may be wrong by is
 * measured in docs/decisions/0034-near-duplicates.md.
 */
export function similarity(a: Uint8Array, b: Uint8Array): number {
  let equal = 0;
  for (let i = 0; i < signatureLength; i++) if (a[i] === b[i]) equal++;
  return equal / signatureLength;
}
