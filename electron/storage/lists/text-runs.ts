import type { Steps } from '#core/steps.ts';

const surrogate = /[\ud800-\udfff]/;
const comparePlain = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Whether JavaScript orders the text among others as its UTF-8 bytes do. */
export const isPlain = (text: string): boolean => !surrogate.test(text);

/** Compares by UTF-8 bytes, like SQLite. JavaScript's order differs for characters beyond the Basic Multilingual Plane. */
export function compareBytes(a: string, b: string): number {
  return isPlain(a) && isPlain(b) ? comparePlain(a, b) : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Ids of rows in order of their texts, and of their ids where the texts are equal. */
export interface Run {
  readonly ids: Int32Array;
  /** The texts of the ids. Null: they are read again when they are needed, and `hashes` tells which of them have changed. */
  readonly texts: readonly string[] | null;
  /** The hash of each text (`textHash`); empty if the texts are there. */
  readonly hashes: Int32Array;
  /** All texts are plain. */
  readonly plain: boolean;
}

/** Texts of rows by id. A row that has none any more is not among them. */
export type ReadTexts = (ids: readonly number[]) => Steps<ReadonlyMap<number, string>>;

/** 32 bits that are equal for equal texts. */
function textHash(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** The same run without its texts. */
export const withoutTexts = (run: Run): Run =>
  run.texts === null ? run : { ...run, texts: null, hashes: Int32Array.from(run.texts, textHash) };

/** Texts of a run that are read at a time. */
const textsOfRead = 64;
const rowsOfStep = 2_000;

/** A run that is being merged, with the texts of its next ids. */
class Cursor {
  readonly #run: Run;
  readonly #read: ReadTexts;
  readonly #changed: (id: number) => void;
  /** Null: the text is not the one that the run was sorted by. */
  #texts: readonly (string | null)[];
  /** The id that `#texts` begins with. */
  #first = 0;
  #at = -1;
  id = 0;
  text = '';

  constructor(run: Run, read: ReadTexts, changed: (id: number) => void) {
    this.#run = run;
    this.#read = read;
    this.#changed = changed;
    this.#texts = run.texts ?? [];
  }

  /** Whether there are rows whose texts are not in memory. */
  private get isShort(): boolean {
    return this.#at + 1 - this.#first >= this.#texts.length && this.#at + 1 < this.#run.ids.length;
  }

  /** Reads the texts of the next rows. */
  private *read(): Steps<void> {
    this.#first = this.#at + 1;
    const some = [...this.#run.ids.subarray(this.#first, this.#first + textsOfRead)];
    const texts = yield* this.#read(some);
    this.#texts = some.map((id, at) => {
      const text = texts.get(id);
      return text !== undefined && textHash(text) === this.#run.hashes[this.#first + at] ? text : null;
    });
  }

  /** Goes to the next row whose text has not changed. Returns whether there is one in memory. */
  next(): boolean {
    for (this.#at += 1; this.#at - this.#first < this.#texts.length; this.#at += 1) {
      const text = this.#texts[this.#at - this.#first] as string | null;
      this.id = this.#run.ids[this.#at] as number;
      if (text !== null) {
        this.text = text;
        return true;
      }
      this.#changed(this.id);
    }
    this.#at -= 1;
    return false;
  }

  /** Reads on until there is a next row. Returns whether there is one. */
  *advance(): Steps<boolean> {
    while (!this.next()) {
      if (!this.isShort) return false;
      yield* this.read();
    }
    return true;
  }
}

/**
 * Merges runs into one order. Memory: four bytes a row, and the texts that the runs have. The texts of other runs are read again,
 * some of each run at a time. Reports and leaves out rows whose text has changed since. Yields rows merged.
 */
export function* mergeRuns(runs: readonly Run[], read: ReadTexts, changed: (id: number) => void): Steps<Int32Array> {
  const compare = runs.every(({ plain }) => plain) ? comparePlain : compareBytes;
  const isBefore = (a: Cursor, b: Cursor): boolean => (compare(a.text, b.text) || a.id - b.id) < 0;
  // A binary heap: no cursor is before the one at half its index.
  const heap: Cursor[] = [];
  const sink = (from: number): void => {
    const cursor = heap[from] as Cursor;
    let at = from;
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Cursor, heap[child] as Cursor)) child += 1;
      if (!isBefore(heap[child] as Cursor, cursor)) break;
      heap[at] = heap[child] as Cursor;
      at = child;
    }
    heap[at] = cursor;
  };
  for (const run of runs) {
    const cursor = new Cursor(run, read, changed);
    if (yield* cursor.advance()) heap.push(cursor);
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(at);
  const order = new Int32Array(runs.reduce((sum, { ids }) => sum + ids.length, 0));
  let count = 0;
  while (heap.length > 0) {
    const first = heap[0] as Cursor;
    order[count++] = first.id;
    if (!(first.next() || (yield* first.advance()))) {
      const last = heap.pop() as Cursor;
      if (heap.length === 0) break;
      heap[0] = last;
    }
    sink(0);
    if (count % rowsOfStep === 0) yield count;
  }
  return order.subarray(0, count);
}
