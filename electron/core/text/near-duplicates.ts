import { finish, type Steps } from '../steps.ts';
import { similarityOf } from './signature.ts';
import { bucketsBy, differingSlots, mostSignatures, wordsOf } from './signature-bands.ts';
import { signatureLength, signatureSlots } from './signer.ts';

/** Values for each signature, in the order in which they were given. */
export interface NearDuplicates {
  /** How many groups there are. */
  groups: number;
  /** The number of its group, from 0 in the order of first members; -1 for a signature without a near duplicate. */
  group: Int32Array;
  /** The index of the most similar signature of those it was compared with; -1 without a near duplicate. */
  partner: Int32Array;
  /** The similarity with `partner`, at least the threshold; 0 without one. */
  similarity: Float64Array;
}

/** Up to so many distinct signatures, each is compared with each. */
const FEW = 2_000;
/** A bucket with more members than this is split by further bands. */
const LARGE = 16;
/** By how many further bands a large bucket is split, the first time, the second, … */
const BRANCHES = [2, 2, 1, 1];
/** Members that may be sorted again in splits, in multiples of all. */
const MOST_SPLITTING = 40;
/** In a bucket that is not split, at least so many neighbours are compared; and more in all, the fewer signatures there are. */
const LEAST_REACH = 16;
const ALL_REACH = 2_000_000;
/** After so many comparisons without success a signature is compared no more; the fewer there are, the more each may have. */
const LEAST_PATIENCE = 128;
const ALL_PATIENCE = 10_000_000;
/** How many members of buckets are looked at between two steps. */
const PIECE = 20_000;

/**
 * Groups signatures whose similarity is `threshold` (0.5 to 1) or more. `signatures`: 128 bytes each, one after the other. Each member
 * of a group is that similar to another member, though not to all: A like B and B like C put A, B and C together.
 *
 * Locality-sensitive hashing by bands (Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, §3.4). From a
 * threshold of 0.74, there are more bands than slots that may differ. Two signatures at the threshold then agree in
 * a whole band, so every pair is found (of over 262,144 signatures at thresholds below 0.87: all but one in thousands). Below, at 0.5, it
 * finds 98 % of pairs (of so many: 93 %). Exceptions are buckets of over 16
 * members, which a common template fills. Those are split by further bands; docs/decisions/0034-near-duplicates.md
 * measures what that misses. Up to 2,000 distinct signatures, each is compared with each. Equal signatures count as
 * one. Time n log n, whatever the signatures are; 45 bytes of memory a signature besides the result. Throws
 * RangeError for a length that is no multiple of 128, a threshold outside its range, and over 8,388,608 signatures.
 */
export const nearDuplicates = (signatures: Uint8Array, threshold: number): NearDuplicates =>
  finish(nearDuplicateSteps(signatures, threshold));

/**
 * `nearDuplicates` in pieces: yields the share of the work that is done, 0 to 1. Sorting all signatures is one piece,
 * about 0.1 s for 200,000 and 0.5 s for a million, so run it in a separate thread.
 */
export function* nearDuplicateSteps(signatures: Uint8Array, threshold: number): Steps<NearDuplicates> {
  if (signatures.length % signatureLength !== 0) throw new RangeError('signatures have 128 bytes each');
  if (!(threshold >= 0.5 && threshold <= 1)) throw new RangeError(`the threshold ${threshold} is not between 0.5 and 1`);
  if (signatures.length / signatureLength > mostSignatures) throw new RangeError(`over ${mostSignatures} signatures`);
  const grouping = new Grouping(wordsOf(signatures), threshold);
  const distinct = grouping.joinEqual();
  yield 0;
  if (distinct.length <= FEW) {
    grouping.joinAny(distinct);
    return grouping.result();
  }
  for (let band = 0; band < grouping.bands; band++) {
    for (const _ of grouping.joinByBand(distinct, band, 0)) yield band / grouping.bands;
    yield (band + 1) / grouping.bands;
  }
  return grouping.result();
}

/** The number of bands: a power of two above the number of slots that may differ, at most 64 bands of four slots. */
export function bandsFor(threshold: number): number {
  const mayDiffer = mostDiffering(threshold);
  let bands = 1;
  while (bands <= mayDiffer && bands < signatureSlots / 4) bands *= 2;
  return bands;
}

/** In how many slots signatures may differ whose similarity reaches the threshold. */
export function mostDiffering(threshold: number): number {
  let differing = 0;
  while (similarityOf(signatureSlots - differing - 1) >= threshold - 1e-9) differing += 1;
  return differing;
}

/** A band has at most so many slots: as many as one word has. */
const MOST_OF_BAND = 8;
/**
 * Where there are more signatures, a band of four slots is read with the slot after it. Four slots have 16 bits: so many signatures would meet
 * in a band by chance that comparing them would take the most time.
 */
const MANY = 2 ** 18;

class Grouping {
  readonly bands: number;
  readonly #words: Uint32Array;
  readonly #count: number;
  readonly #mayDiffer: number;
  /** The least slots of a band. */
  readonly #least: number;
  /** The way to the first member of each group. */
  readonly #parent: Uint32Array;
  readonly #partner: Int32Array;
  /** In how many slots each differs from its partner. */
  readonly #differing: Uint16Array;
  readonly #failures: Uint16Array;
  #looked = 0;
  readonly #reach: number;
  readonly #patience: number;
  /** How many members may still be sorted again in splits. */
  #splitting: number;

  constructor(words: Uint32Array, threshold: number) {
    this.#words = words;
    this.#count = words.length / (signatureLength / 4);
    this.#least = this.#count > MANY ? 5 : 4;
    this.#mayDiffer = mostDiffering(threshold);
    this.bands = bandsFor(threshold);
    this.#parent = new Uint32Array(this.#count).map((_, i) => i);
    this.#partner = new Int32Array(this.#count).fill(-1);
    this.#differing = new Uint16Array(this.#count);
    this.#failures = new Uint16Array(this.#count);
    this.#reach = Math.max(LEAST_REACH, Math.floor(ALL_REACH / this.#count));
    this.#patience = Math.min(65_535, Math.max(LEAST_PATIENCE, Math.floor(ALL_PATIENCE / this.#count)));
    this.#splitting = MOST_SPLITTING * this.#count;
  }

  /** Joins equal signatures and returns the first of each kind. */
  joinEqual(): Uint32Array {
    const { members, bounds } = bucketsBy(this.#words, this.#parent, 'whole');
    const repeated = new Uint8Array(this.#count);
    for (let i = 0; i < bounds.length; i += 2) {
      const start = bounds[i] as number;
      const first = members[start] as number;
      for (let at = start + 1; at < (bounds[i + 1] as number); at++) {
        const member = members[at] as number;
        // Another signature with the same hash stays single; its repeats then meet in the bands.
        if (differingSlots(this.#words, first, member, 0) > 0) continue;
        this.#join(first, member, 0);
        repeated[member] = 1;
      }
    }
    return this.#parent.slice().filter((_, i) => repeated[i] === 0);
  }

  /** Compares each member with each. */
  joinAny(members: Uint32Array): void {
    this.#joinNeighbours(members, members.length);
  }

  /** Sorts the members into buckets by one band and joins what is similar in each. Yields after each piece of work. */
  *joinByBand(members: Uint32Array, band: number, splits: number): Generator<void, void, void> {
    const width = signatureSlots / this.bands;
    const slots = Math.min(MOST_OF_BAND, Math.max(this.#least, width));
    const from = Math.min(band * width, signatureSlots - slots);
    const { members: sorted, bounds } = bucketsBy(this.#words, members, { from, slots });
    for (let i = 0; i < bounds.length; i += 2) {
      const bucket = sorted.subarray(bounds[i], bounds[i + 1]);
      this.#looked += bucket.length;
      if (bucket.length > LARGE) yield* this.#joinLarge(bucket, band, splits);
      else this.#joinNeighbours(bucket, this.#reach);
      if (this.#looked < PIECE) continue;
      this.#looked = 0;
      yield;
    }
  }

  *#joinLarge(bucket: Uint32Array, band: number, splits: number): Generator<void, void, void> {
    if (this.#isOneGroup(bucket)) return;
    // Pages of one text with small changes come together here, so that nothing is left to split.
    this.#joinNeighbours(bucket, 1);
    if (this.#isOneGroup(bucket)) return;
    const branches = BRANCHES[splits] ?? 0;
    this.#splitting -= branches * bucket.length;
    if (branches === 0 || this.#splitting < 0) {
      this.#joinNeighbours(bucket, this.#reach);
      return;
    }
    for (let branch = 1; branch <= branches; branch++) {
      yield* this.joinByBand(bucket, (band + splits * 2 + branch) % this.bands, splits + 1);
    }
  }

  #isOneGroup(bucket: Uint32Array): boolean {
    const first = this.#find(bucket[0] as number);
    return bucket.every(member => this.#find(member) === first);
  }

  /** Compares each member with the first of the bucket and with those of the `reach` before it that are of other groups. */
  #joinNeighbours(bucket: Uint32Array, reach: number): void {
    for (let i = 1; i < bucket.length; i++) {
      const member = bucket[i] as number;
      // The oldest page is often the one that the others were made from.
      if (i > reach) this.#joinIfSimilar(bucket[0] as number, member);
      for (let j = i - 1; j >= 0 && j >= i - reach; j--) this.#joinIfSimilar(bucket[j] as number, member);
    }
  }

  #joinIfSimilar(other: number, member: number): void {
    if ((this.#failures[member] as number) >= this.#patience || this.#find(member) === this.#find(other)) return;
    const differing = differingSlots(this.#words, member, other, this.#mayDiffer);
    if (differing <= this.#mayDiffer) this.#join(other, member, differing);
    else this.#failures[member] = (this.#failures[member] as number) + 1;
  }

  #join(a: number, b: number, differing: number): void {
    this.#offer(a, b, differing);
    this.#offer(b, a, differing);
    const [first, second] = [this.#find(a), this.#find(b)];
    // The lower index leads, so that a group's first member is its root.
    if (first < second) this.#parent[second] = first;
    else this.#parent[first] = second;
  }

  #offer(member: number, partner: number, differing: number): void {
    if (this.#partner[member] !== -1 && (this.#differing[member] as number) <= differing) return;
    this.#partner[member] = partner;
    this.#differing[member] = differing;
  }

  #find(member: number): number {
    const parent = this.#parent;
    let at = member;
    while (parent[at] !== at) {
      // Each step shortens the way for the next.
      parent[at] = parent[parent[at] as number] as number;
      at = parent[at] as number;
    }
    return at;
  }

  result(): NearDuplicates {
    const group = new Int32Array(this.#count).fill(-1);
    const similarity = new Float64Array(this.#count);
    let groups = 0;
    for (let i = 0; i < this.#count; i++) {
      if (this.#partner[i] === -1) continue;
      const root = this.#find(i);
      if (group[root] === -1) group[root] = groups++;
      group[i] = group[root] as number;
      similarity[i] = similarityOf(signatureSlots - (this.#differing[i] as number));
    }
    return { groups, group, partner: this.#partner, similarity };
  }
}
