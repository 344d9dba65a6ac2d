import { signatureLength } from './signature.ts';

/** 32-bit words of a signature. */
const WORDS = signatureLength / 4;
/** Fits beside a key of 30 bits in the 53 bits of a number. */
export const mostSignatures = 2 ** 23;

/** Signatures that agree in a part, next to each other. */
export interface Buckets {
  members: Uint32Array;
  /** Start and end in `members` of each bucket of two or more, one after the other. */
  bounds: Uint32Array;
}

/** The signatures as 32-bit words; copied only when they are not aligned to words. */
export function wordsOf(signatures: Uint8Array): Uint32Array {
  const whole = signatures.byteOffset % 4 === 0 ? signatures : signatures.slice();
  return new Uint32Array(whole.buffer, whole.byteOffset, whole.length / 4);
}

/** Groups members whose words `from` to `to` agree (by a hash of 30 bits: some others may be among them). n log n. */
export function bucketsBy(words: Uint32Array, members: Uint32Array, from: number, to: number): Buckets {
  const packed = new Float64Array(members.length);
  for (let i = 0; i < members.length; i++) {
    const member = members[i] as number;
    packed[i] = keyOf(words, member * WORDS + from, member * WORDS + to) * mostSignatures + member;
  }
  packed.sort();
  const sorted = new Uint32Array(members.length);
  const bounds = new Uint32Array(members.length);
  let used = 0;
  let start = 0;
  let key = -1;
  for (let i = 0; i <= packed.length; i++) {
    const value = i < packed.length ? (packed[i] as number) : Number.POSITIVE_INFINITY;
    const own = Math.floor(value / mostSignatures);
    if (own !== key) {
      if (i - start > 1) {
        bounds[used++] = start;
        bounds[used++] = i;
      }
      start = i;
      key = own;
    }
    if (i < packed.length) sorted[i] = value - own * mostSignatures;
  }
  return { members: sorted, bounds: bounds.subarray(0, used) };
}

function keyOf(words: Uint32Array, from: number, to: number): number {
  let key = 0;
  for (let i = from; i < to; i++) {
    key = Math.imul(key ^ (words[i] as number), 0x85ebca6b);
    key ^= key >>> 15;
  }
  key = Math.imul(key, 0xc2b2ae35);
  return (key ^ (key >>> 13)) >>> 2;
}

/** In how many slots two signatures differ, counted to just over `limit`. */
export function differingSlots(words: Uint32Array, a: number, b: number, limit: number): number {
  const [left, right] = [a * WORDS, b * WORDS];
  let differing = 0;
  for (let i = 0; i < WORDS && differing <= limit; i += 4) {
    differing +=
      differingBytes((words[left + i] as number) ^ (words[right + i] as number)) +
      differingBytes((words[left + i + 1] as number) ^ (words[right + i + 1] as number)) +
      differingBytes((words[left + i + 2] as number) ^ (words[right + i + 2] as number)) +
      differingBytes((words[left + i + 3] as number) ^ (words[right + i + 3] as number));
  }
  return differing;
}

/** How many of the four bytes are not zero: the carry of the lower seven bits, or the top bit itself, marks each. */
function differingBytes(difference: number): number {
  if (difference === 0) return 0;
  const marked = (((difference & 0x7f7f7f7f) + 0x7f7f7f7f) | difference) & 0x80808080;
  return Math.imul(marked >>> 7, 0x01010101) >>> 24;
}
