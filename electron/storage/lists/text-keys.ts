import type { Steps } from '#core/steps.ts';
import { ByteTexts } from './byte-texts.ts';
import { freeMemory } from './free-memory.ts';
import { addUp } from './number-order.ts';
import { sortIndexes } from './sort-indexes.ts';
import { rowsOfBlock, type TextBlock, type TextBlocks } from './text-blocks.ts';
import { TextCoder } from './text-coder.ts';

/** Most texts in a sample. n texts make 2n + 1 buckets, whose numbers must fit into 16 bits. */
const mostSamples = 2 ** 15 - 1;
/** A sample of so many rows at most is read per step: each lies at another place of the file. */
const samplesOfStep = 500;
/** Rows put in order per step: some milliseconds. */
const rowsOfStep = 50_000;

/** How much of an order is made at a time. */
export interface SortSizes {
  /** Rows in a bucket, about. */
  readonly bucket: number;
  readonly run: number;
  /** Bytes of texts that are read again, about. */
  readonly again: number;
}

export const usualSizes: SortSizes = { bucket: 300, run: 2 ** 19, again: 2 ** 26 };

/** Rows in order of their buckets, and of their ids in each. */
interface Run {
  readonly ids: Int32Array;
  /** The code of what follows the bytes that all texts of the bucket have in common. */
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** By bucket; and where the last one ends. */
  readonly starts: Uint32Array;
}

/** Different texts of some rows, in order. A text equal to one of them has a bucket, and so have those between two. */
class Buckets {
  readonly #texts: ByteTexts;
  /** By text: the bytes in common with the one before. */
  readonly #shared: Uint32Array;
  readonly coder: TextCoder;
  readonly count: number;

  constructor(texts: ByteTexts, coder: TextCoder) {
    this.#texts = texts;
    this.coder = coder;
    this.count = 2 * texts.count + 1;
    this.#shared = new Uint32Array(texts.count + 1);
    for (let text = 1; text < texts.count; text++) this.#shared[text] = texts.shared(text - 1, text);
  }

  of(bytes: Uint8Array, from: number, to: number): number {
    return this.#texts.bucketOf(bytes, from, to);
  }

  /** Bytes that all texts of a bucket have in common. */
  sharedIn(bucket: number): number {
    return this.#shared[bucket >> 1] as number;
  }
}

/** Whether more of the text than its code tells which of two comes first. */
const isCut = (low: number): boolean => (low & 1) === 1;

/** Whether all texts of a bucket are equal. */
const isOfEqual = (bucket: number): boolean => bucket % 2 === 1;

/** Takes a sample of the rows up to `last`, spread over all of them by chance. */
function* sampledBuckets(texts: TextBlocks, last: number, { bucket }: SortSizes): Steps<Buckets> {
  const most = Math.min(mostSamples, Math.floor(last / bucket));
  const found = new ByteTexts(most, 64 * most);
  for (let from = 0; from < most; from += samplesOfStep) {
    const ids = new Int32Array(Math.min(samplesOfStep, most - from));
    // No id is drawn twice: each comes from its own span of at least `bucket` ids.
    for (let at = 0; at < ids.length; at++) ids[at] = 1 + Math.floor(((from + at + Math.random()) * last) / most);
    const { count, starts, bytes } = texts.of(ids);
    for (let row = 0; row < count; row++) found.add(bytes, starts[row] as number, starts[row + 1] as number);
    yield 0;
  }
  const { count } = found;
  const sorted = sortIndexes(
    Int32Array.from({ length: count }, (_, text) => text),
    new Int32Array(count),
    count,
    (a, b) => found.compare(a, b) > 0,
  );
  yield 0;
  const different = sorted
    .subarray(0, count)
    .filter((text, at) => at === 0 || found.compare(sorted[at - 1] as number, text) !== 0);
  const picked = found.picked(different);
  yield 0;
  return new Buckets(picked, new TextCoder(found.all()));
}

/** Rows that are read into a run. */
class RunMaker {
  readonly #buckets: Buckets;
  readonly #ids: Int32Array;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #bucket: Uint16Array;
  #starts: Uint32Array<ArrayBuffer>;
  /** Room for all runs. It is one piece, so that all of it can be given back. What is not used takes no memory. */
  readonly #room: ArrayBuffer;
  readonly #most: number;
  #used = 0;
  count = 0;

  /** `rows`: room for those of one run. `most`: those of all runs. */
  constructor(buckets: Buckets, rows: number, most: number) {
    this.#buckets = buckets;
    this.#room = new ArrayBuffer(12 * most);
    this.#most = most;
    this.#ids = new Int32Array(rows);
    this.#high = new Uint32Array(rows);
    this.#low = new Uint32Array(rows);
    this.#bucket = new Uint16Array(rows);
    this.#starts = new Uint32Array(buckets.count + 1);
  }

  add({ count, ids, starts, bytes }: TextBlock): void {
    const { coder } = this.#buckets;
    for (let row = 0; row < count; row++) {
      const from = starts[row] as number;
      const to = starts[row + 1] as number;
      const bucket = this.#buckets.of(bytes, from, to);
      const at = this.count++;
      this.#ids[at] = ids[row] as number;
      this.#bucket[at] = bucket;
      this.#starts[bucket + 1] = (this.#starts[bucket + 1] as number) + 1;
      coder.code(bytes, from, from + this.#buckets.sharedIn(bucket), to);
      this.#high[at] = coder.high;
      this.#low[at] = coder.low;
    }
  }

  /** The rows so far; begins the next run. */
  *made(): Steps<Run> {
    const { count } = this;
    const starts = this.#starts;
    addUp(starts);
    const places = starts.slice();
    const at = 4 * this.#used;
    this.#used += count;
    const run: Run = {
      ids: new Int32Array(this.#room, at, count),
      high: new Uint32Array(this.#room, 4 * this.#most + at, count),
      low: new Uint32Array(this.#room, 8 * this.#most + at, count),
      starts,
    };
    for (let from = 0; from < count; from += rowsOfStep) {
      this.#place(run, places, from, Math.min(count, from + rowsOfStep));
      yield from;
    }
    this.#starts = new Uint32Array(starts.length);
    this.count = 0;
    return run;
  }

  /** Nobody may use the runs any more. */
  free(): void {
    freeMemory(this.#room);
  }

  #place(run: Run, places: Uint32Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const bucket = this.#bucket[at] as number;
      const place = places[bucket] as number;
      run.ids[place] = this.#ids[at] as number;
      run.high[place] = this.#high[at] as number;
      run.low[place] = this.#low[at] as number;
      places[bucket] = place + 1;
    }
  }
}

/** An order of rows by their keys: bucket and code. */
export interface KeyOrder {
  readonly order: Int32Array;
  /** A bit by place: the row has the same key as the one before, so that only their texts can tell which comes first. */
  readonly ties: Uint8Array;
  /** Bytes of all texts. */
  readonly bytes: number;
}

/** Reads all texts up to `last` once, and puts their rows into the order of their keys. Memory meanwhile: 12 bytes a row. Yields ids read or rows placed. */
export function* orderByKeys(texts: TextBlocks, last: number, sizes: SortSizes): Steps<KeyOrder> {
  const buckets = yield* sampledBuckets(texts, last, sizes);
  const maker = new RunMaker(buckets, Math.min(sizes.run, last) + rowsOfBlock, last);
  try {
    const runs: Run[] = [];
    let bytes = 0;
    for (let after = 0; after < last; after += rowsOfBlock) {
      const block = texts.between(after, Math.min(last, after + rowsOfBlock));
      maker.add(block);
      bytes += block.bytes.length;
      yield after;
      if (maker.count < sizes.run) continue;
      runs.push(yield* maker.made());
    }
    if (maker.count > 0) runs.push(yield* maker.made());
    return { ...(yield* orderByRuns(runs, buckets)), bytes };
  } finally {
    maker.free();
  }
}

/** Puts rows into the order of their buckets, keys and ids. Yields rows placed. */
function* orderByRuns(runs: readonly Run[], buckets: Buckets): Steps<Omit<KeyOrder, 'bytes'>> {
  const order = new Int32Array(runs.reduce((sum, { ids }) => sum + ids.length, 0));
  const ties = new Uint8Array((order.length >> 3) + 1);
  let work = new BucketWork(1_024);
  let count = 0;
  let since = 0;
  for (let bucket = 0; bucket < buckets.count; bucket++) {
    let rows = 0;
    for (const { starts } of runs) rows += (starts[bucket + 1] as number) - (starts[bucket] as number);
    if (rows === 0) continue;
    if (isOfEqual(bucket)) copyIds(runs, bucket, order, count);
    else {
      if (rows > work.room) work = new BucketWork(Math.ceil(rows * 1.25));
      work.gather(runs, bucket);
      work.place(order, ties, count);
    }
    count += rows;
    since += rows;
    if (since < rowsOfStep) continue;
    since = 0;
    yield count;
  }
  return { order, ties };
}

function copyIds(runs: readonly Run[], bucket: number, order: Int32Array, place: number): void {
  let at = place;
  for (const { ids, starts } of runs) {
    const [from, to] = [starts[bucket] as number, starts[bucket + 1] as number];
    order.set(ids.subarray(from, to), at);
    at += to - from;
  }
}

/** The rows of one bucket. */
class BucketWork {
  readonly room: number;
  readonly #ids: Int32Array;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #indexes: Int32Array;
  readonly #moved: Int32Array;
  #count = 0;

  constructor(room: number) {
    this.room = room;
    this.#ids = new Int32Array(room);
    this.#high = new Uint32Array(room);
    this.#low = new Uint32Array(room);
    this.#indexes = new Int32Array(room);
    this.#moved = new Int32Array(room);
  }

  gather(runs: readonly Run[], bucket: number): void {
    let count = 0;
    for (const { ids, high, low, starts } of runs) {
      const to = starts[bucket + 1] as number;
      for (let at = starts[bucket] as number; at < to; at++) {
        this.#ids[count] = ids[at] as number;
        this.#high[count] = high[at] as number;
        this.#low[count] = low[at] as number;
        this.#indexes[count] = count;
        count += 1;
      }
    }
    this.#count = count;
  }

  place(order: Int32Array, ties: Uint8Array, start: number): void {
    const high = this.#high;
    const low = this.#low;
    const sorted = sortIndexes(this.#indexes, this.#moved, this.#count, (a, b) => {
      const highA = high[a] as number;
      const highB = high[b] as number;
      return highA === highB ? (low[a] as number) > (low[b] as number) : highA > highB;
    });
    let before = -1;
    for (let at = 0; at < this.#count; at++) {
      const row = sorted[at] as number;
      order[start + at] = this.#ids[row] as number;
      if (before >= 0 && isCut(low[row] as number) && high[row] === high[before] && low[row] === low[before])
        setBit(ties, start + at);
      before = row;
    }
  }
}

export const hasBit = (bits: Uint8Array, at: number): boolean => (((bits[at >> 3] as number) >> (at & 7)) & 1) === 1;

export function setBit(bits: Uint8Array, at: number): void {
  bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
}
