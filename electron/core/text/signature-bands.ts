import { signatureLength } from './signer.ts';

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

/** A part of a signature that two signatures are compared in: `slots` slots from slot `from`, at most eight of them; or the whole signature. */
export interface Band {
  readonly from: number;
  readonly slots: number;
}

/** Groups members that agree in a band (by a hash of 30 bits: some others may be among them). n log n. */
export function bucketsBy(words: Uint32Array, members: Uint32Array, band: Band | 'whole'): Buckets {
  const packed = new Float64Array(members.length);
  for (let i = 0; i < members.length; i++) {
    const member = members[i] as number;
    const start = member * WORDS;
    const key = band === 'whole' ? wholeKey(words, start) : bandKey(words, start, band);
    packed[i] = key * mostSignatures + member;
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

function wholeKey(words: Uint32Array, start: number): number {
  let key = 0;
  for (let i = start; i < start + WORDS; i++) {
    key = Math.imul(key ^ (words[i] as number), 0x85ebca6b);
    key ^= key >>> 15;
  }
  return mixed(key);
}

/** Four bits a slot: a word has eight slots, and a band lies in one word or in two. */
function bandKey(words: Uint32Array, start: number, { from, slots }: Band): number {
  const word = start + (from >>> 3);
  const shift = (from & 7) * 4;
  let key = (words[word] as number) >>> shift;
  if (shift + slots * 4 > 32) key |= (words[word + 1] as number) << (32 - shift);
  if (slots < 8) key &= (1 << (slots * 4)) - 1;
  return mixed(Math.imul(key, 0x85ebca6b));
}

function mixed(hash: number): number {
  const key = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return (key ^ (key >>> 13)) >>> 2;
}

/** In how many slots two signatures differ, counted to just over `limit`. */
export function differingSlots(words: Uint32Array, a: number, b: number, limit: number): number {
  const [left, right] = [a * WORDS, b * WORDS];
  let differing = 0;
  for (let i = 0; i < WORDS && differing <= limit; i += 2) {
    differing +=
      differingOf((words[left + i] as number) ^ (words[right + i] as number)) +
      differingOf((words[left + i + 1] as number) ^ (words[right + i + 1] as number));
  }
  return differing;
}

/** How many of the eight slots are not zero: the lowest bit of each becomes the "or" of its four bits. */
function differingOf(difference: number): number {
  if (difference === 0) return 0;
  let marks = difference | (difference >>> 2);
  marks = (marks | (marks >>> 1)) & 0x11111111;
  return Math.imul(marks, 0x11111111) >>> 28;
}
