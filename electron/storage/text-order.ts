import type { Steps } from '#core/replay/steps.ts';
import type { ReadDb } from './database.ts';

/** Rows that SQLite sorts at once: some milliseconds. */
const rowsOfRun = 4_096;
/** Changed rows above which the order is made anew instead of mended. */
const mostMended = 2_000;

const surrogate = /[\ud800-\udfff]/;
const comparePlain = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Order of UTF-8 bytes, which is SQLite's. JavaScript's own order differs where characters beyond the first plane are compared. */
export function compareBytes(a: string, b: string): number {
  return surrogate.test(a) || surrogate.test(b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : comparePlain(a, b);
}

interface Run {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  /** No text needs `compareBytes`. */
  readonly plain: boolean;
  at: number;
}

/**
 * All URLs in order of a text column, missing values left out: four bytes a URL, and as many again for its place. SQLite sorts
 * runs of rows, which are then merged; the texts are in memory only while that goes on.
 */
export class TextOrder {
  private readonly run: { all(...values: number[]): unknown };
  private readonly one: { get(id: number): unknown };
  private order: Int32Array = new Int32Array(0);
  /** Place of every id in the order, -1 for none. Valid when `isFresh`. */
  places: Int32Array = new Int32Array(0);
  private built = false;
  private readonly dirty = new Set<number>();

  constructor(db: ReadDb, column: 'url' | 'title') {
    this.run = db
      .prepare(`SELECT id, ${column} FROM url WHERE id > ? AND id <= ? AND ${column} IS NOT NULL ORDER BY ${column}, id`)
      .raw();
    this.one = db.prepare(`SELECT ${column} FROM url WHERE id = ?`).pluck();
  }

  /** These rows are new or have another text. */
  touch(ids: Iterable<number>): void {
    if (this.built) for (const id of ids) this.dirty.add(id);
    if (this.dirty.size > mostMended) this.forget();
  }

  forget(): void {
    this.built = false;
    this.dirty.clear();
  }

  /** Whether `update` has little or nothing to do. */
  get isFresh(): boolean {
    return this.built;
  }

  /** Brings the order up to date for ids up to `last`. Yields rows done. */
  *update(last: number): Steps<void> {
    if (this.built && this.dirty.size === 0) return;
    const dirty = [...this.dirty].filter(id => id <= last);
    this.dirty.clear();
    this.order = this.built ? this.mend(dirty) : yield* this.build(last);
    const places = new Int32Array(last + 1).fill(-1);
    for (let i = 0; i < this.order.length; i++) places[this.order[i] as number] = i;
    this.places = places;
    this.built = true;
  }

  private *build(last: number): Steps<Int32Array> {
    const runs: Run[] = [];
    for (let after = 0; after < last; after += rowsOfRun) {
      const rows = this.run.all(after, Math.min(last, after + rowsOfRun)) as [number, string][];
      const texts = rows.map(([, text]) => text);
      const plain = !texts.some(text => surrogate.test(text));
      if (rows.length > 0) runs.push({ ids: rows.map(([id]) => id), texts, plain, at: 0 });
      yield after;
    }
    // Two and two, until one is left: log2(runs) comparisons a row.
    while (runs.length > 1) {
      const [a, b] = runs.splice(0, 2) as [Run, Run];
      runs.push(yield* mergeRuns(a, b));
    }
    return Int32Array.from(runs[0]?.ids ?? []);
  }

  private mend(dirty: readonly number[]): Int32Array {
    const changed = new Set(dirty);
    const kept = this.order.filter(id => !changed.has(id));
    const added = dirty
      .map(id => [id, this.one.get(id) as string | null | undefined] as const)
      .filter((row): row is readonly [number, string] => typeof row[1] === 'string')
      .sort((a, b) => compareBytes(a[1], b[1]) || a[0] - b[0]);
    const order = new Int32Array(kept.length + added.length);
    let from = 0;
    let to = 0;
    for (const [id, text] of added) {
      const place = this.placeFor(kept, id, text, from);
      order.set(kept.subarray(from, place), to);
      to += place - from;
      order[to++] = id;
      from = place;
    }
    order.set(kept.subarray(from), to);
    return order;
  }

  private placeFor(kept: Int32Array, id: number, text: string, from: number): number {
    let low = from;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = kept[middle] as number;
      const order = compareBytes(this.one.get(other) as string, text) || other - id;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function* mergeRuns(a: Run, b: Run): Steps<Run> {
  const ids: number[] = new Array(a.ids.length + b.ids.length);
  const texts: string[] = new Array(ids.length);
  const plain = a.plain && b.plain;
  const compare = plain ? comparePlain : compareBytes;
  for (let to = 0; to < ids.length; to++) {
    const [left, right] = [a.texts[a.at], b.texts[b.at]];
    const order =
      left === undefined
        ? 1
        : right === undefined
          ? -1
          : compare(left, right) || (a.ids[a.at] as number) - (b.ids[b.at] as number);
    const source = order < 0 ? a : b;
    ids[to] = source.ids[source.at] as number;
    texts[to] = source.texts[source.at] as string;
    source.at += 1;
    if (to % 20_000 === 19_999) yield to;
  }
  return { ids, texts, plain, at: 0 };
}
