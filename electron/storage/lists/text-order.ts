import type { Steps } from '#core/steps.ts';
import type { ReadDb } from '../file/handle.ts';
import { IdBits } from './id-bits.ts';
import { TextBlocks } from './text-blocks.ts';
import { orderByKeys, type SortSizes, usualSizes } from './text-keys.ts';
import { settleTies } from './text-ties.ts';

/** With up to this many changed rows, or this share of all, the order is patched. With more, it is rebuilt. */
const mostMended = 2_000;
const shareMended = 1 / 50;
/** Texts read per step: a few milliseconds. */
const textsOfStep = 1_000;
const nothing = new Uint8Array(0);
/** Places read or written per step: a few milliseconds. */
const placesOfStep = 200_000;

/**
 * All URLs in order of a text column, without missing values. Four bytes per URL for the order and four for its place.
 * While it is made, it takes up to 12 more. Texts are not in memory, except some of those that have to be read twice.
 */
export class TextOrder {
  private readonly blocks: TextBlocks;
  private readonly some: { all(ids: string): unknown };
  /** Ids in order, without changes since `update`. */
  order: Int32Array = new Int32Array(0);
  /** Index of every id in the order, or -1. Valid if `isFresh`. */
  places: Int32Array = new Int32Array(0);
  private built = false;
  private working = false;
  /** Rows that changed after, or possibly before, their text was read. */
  private dirty = new Set<number>();
  /** The changed rows that the current update is placing. */
  private mending: ReadonlySet<number> = new Set();
  /** `placed`: rows that the last update inserted. `others`: those that it compared them with. */
  private placed: ReadonlySet<number> = new Set();
  private readonly others = new IdBits();
  /** One of the others changed since that update began, so rows that were compared with it may be at a wrong place. */
  private doubtful = false;
  /** Increases when everything read so far becomes invalid. */
  private edition = 0;

  private readonly sizes: SortSizes;

  /** `value`: SQL over `url u` for the text. */
  constructor(db: ReadDb, value: string, sizes = usualSizes) {
    this.sizes = sizes;
    this.blocks = new TextBlocks(db, value);
    this.some = db
      .prepare(
        `SELECT u.id, CAST(${value} AS BLOB) FROM json_each(?) j CROSS JOIN url u ON u.id = j.value WHERE ${value} IS NOT NULL`,
      )
      .raw();
  }

  /** Marks rows as new or changed. */
  touch(ids: Iterable<number>): void {
    // Also while the order is built: a row's text may have been read before its change.
    if (this.built || this.working)
      for (const id of ids) {
        this.dirty.add(id);
        this.doubtful ||= this.others.has(id);
      }
    if (this.built && this.dirty.size > this.mostChanged) this.forget();
  }

  /** With more changed rows, the order is rebuilt. */
  private get mostChanged(): number {
    return Math.max(mostMended, this.places.length * shareMended);
  }

  forget(): void {
    this.built = false;
    this.edition += 1;
    this.dirty.clear();
    this.mending = new Set();
  }

  /** Whether `update` has little or nothing to do. */
  get isFresh(): boolean {
    return this.built && this.dirty.size + this.mending.size <= mostMended;
  }

  /** Greatest id that was processed, including ids without a text. */
  get reach(): number {
    return this.built ? this.places.length - 1 : 0;
  }

  /** Whether the order includes every known change. */
  get isCurrent(): boolean {
    return this.built && this.dirty.size + this.mending.size === 0;
  }

  /** Greatest id in the order, which may be outdated. 0 if there is none. */
  get stands(): number {
    return Math.max(0, this.places.length - 1);
  }

  /**
   * Updates the order for ids up to `last`. Only one update may run at a time. Later changes wait for the next. Yields rows
   * processed.
   */
  *update(last: number): Steps<void> {
    if (this.isCurrent && this.reach >= last) return;
    // A cancelled update may have left some.
    this.mending = new Set([...this.mending, ...this.dirty, ...(this.doubtful ? this.placed : [])]);
    if (this.built && this.mending.size > this.mostChanged) this.forget();
    const { edition } = this;
    this.dirty = new Set();
    this.placed = this.built ? this.mending : new Set();
    this.others.clear();
    this.doubtful = false;
    this.working = true;
    try {
      const places = new Int32Array(Math.max(last + 1, this.reach + 1));
      const order = this.built ? yield* this.mend([...this.mending]) : yield* this.build(last, places);
      if (edition !== this.edition) return;
      places.fill(-1);
      for (let from = 0; from < order.length; from += placesOfStep) {
        const to = Math.min(order.length, from + placesOfStep);
        for (let i = from; i < to; i++) places[order[i] as number] = i;
        yield to;
      }
      if (edition !== this.edition) return;
      this.order = order;
      this.places = places;
      this.mending = new Set();
      this.built = true;
    } finally {
      this.working = false;
    }
  }

  /** `room`: scratch space, one number per id. */
  private *build(last: number, room: Int32Array): Steps<Int32Array> {
    const keys = yield* orderByKeys(this.blocks, last, this.sizes);
    return yield* settleTies(this.blocks, keys, { last, numbers: room, again: this.sizes.again });
  }

  private *mend(dirty: readonly number[]): Steps<Int32Array> {
    const { order: old, places: had } = this;
    const changed = new Uint8Array(had.length);
    for (const id of dirty) changed[id] = 1;
    const kept = new Int32Array(old.length);
    let count = 0;
    for (let from = 0; from < old.length; from += placesOfStep) {
      const to = Math.min(old.length, from + placesOfStep);
      for (let i = from; i < to; i++) if (changed[old[i] as number] === 0) kept[count++] = old[i] as number;
      yield 0;
    }
    return yield* this.put(kept.subarray(0, count), dirty);
  }

  /** Inserts changed rows into the sorted others. */
  private *put(kept: Int32Array, dirty: readonly number[]): Steps<Int32Array> {
    const texts = yield* this.textsOf(dirty);
    const added = dirty
      .filter(id => texts.has(id))
      .sort((a, b) => Buffer.compare(texts.get(a) as Uint8Array, texts.get(b) as Uint8Array) || a - b);
    yield added.length;
    const places = yield* this.placesFor(kept, added, texts);
    const order = new Int32Array(kept.length + added.length);
    let from = 0;
    let to = 0;
    for (const [at, id] of added.entries()) {
      // If texts changed between two queries, a search may be off, but the places must never decrease.
      const place = Math.max(from, places[at] as number);
      order.set(kept.subarray(from, place), to);
      to += place - from;
      order[to++] = id;
      from = place;
    }
    order.set(kept.subarray(from), to);
    return order;
  }

  /**
   * Finds the place of each added row in `kept`. All binary searches advance together, because many read the same rows, and each
   * round reads its texts in one query.
   */
  private *placesFor(kept: Int32Array, added: readonly number[], texts: ReadonlyMap<number, Uint8Array>): Steps<Int32Array> {
    const low = new Int32Array(added.length);
    const high = new Int32Array(added.length).fill(kept.length);
    const middle = (at: number): number => kept[((low[at] as number) + (high[at] as number)) >> 1] as number;
    for (;;) {
      const open = [...added.keys()].filter(at => (low[at] as number) < (high[at] as number));
      if (open.length === 0) return low;
      for (let start = 0; start < open.length; ) {
        const wanted = new Set<number>();
        const first = start;
        while (start < open.length && wanted.size < textsOfStep) wanted.add(middle(open[start++] as number));
        for (const id of wanted) {
          this.others.add(id);
          this.doubtful ||= this.dirty.has(id);
        }
        const others = yield* this.textsOf([...wanted]);
        for (const at of open.slice(first, start)) {
          const other = middle(at);
          const id = added[at] as number;
          // The text was deleted meanwhile. Any place will do, because the next update places the added row once more.
          const order = Buffer.compare(others.get(other) ?? nothing, texts.get(id) as Uint8Array) || other - id;
          const half = ((low[at] as number) + (high[at] as number)) >> 1;
          if (order < 0) low[at] = half + 1;
          else high[at] = half;
        }
      }
    }
  }

  private *textsOf(ids: readonly number[]): Steps<Map<number, Uint8Array>> {
    const texts = new Map<number, Uint8Array>();
    for (let at = 0; at < ids.length; at += textsOfStep) {
      const part = ids.slice(at, at + textsOfStep);
      for (const [id, text] of this.some.all(`[${part.join()}]`) as [number, Uint8Array][]) texts.set(id, text);
      yield at;
    }
    return texts;
  }
}
