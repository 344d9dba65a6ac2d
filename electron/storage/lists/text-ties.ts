import type { Steps } from '#core/steps.ts';
import { ByteTexts } from './byte-texts.ts';
import { sortIndexes } from './sort-indexes.ts';
import { rowsOfBlock, type TextBlock, type TextBlocks } from './text-blocks.ts';
import { hasBit, type KeyOrder, setBit } from './text-keys.ts';

/** Reading so many neighbouring rows takes as long as finding one row by id. */
const worthReading = 16;
/** Rows looked at or put in order per step: some milliseconds. */
const rowsOfStep = 20_000;

export interface TieChoice {
  /** Greatest id of the order. */
  readonly last: number;
  /** Room for a number by id. */
  readonly numbers: Int32Array;
  /** About so many bytes of texts are in memory at a time, or those of one group if they are more. */
  readonly again: number;
}

/**
 * Puts rows with equal keys into the order of their texts, which are read again. Drops rows that have no text any more. A row whose text
 * has changed meanwhile may be at a wrong place. All other rows are in order. Yields places or ids looked at.
 */
export function* settleTies(texts: TextBlocks, keys: KeyOrder, choice: TieChoice): Steps<Int32Array> {
  const { order, ties } = keys;
  const rows = Math.floor(choice.again / Math.max(1, bytesOfText(keys)));
  let dropped = 0;
  for (let part = nextPart(ties, 0, rows); part.rows > 0; part = nextPart(ties, part.to, rows)) {
    const read = yield* readAgain(texts, keys, part, choice);
    try {
      dropped += yield* placeGroups(keys, part, read);
    } finally {
      read.texts.free();
    }
  }
  return dropped === 0 ? order : order.filter(id => id > 0);
}

/** On average. */
const bytesOfText = ({ order, bytes }: KeyOrder): number => bytes / Math.max(1, order.length);

/** Goes from one group of equal keys to the next. */
class Groups {
  readonly #ties: Uint8Array;
  /** First place of the group, and the one after its last. */
  start = 0;
  end: number;

  constructor(ties: Uint8Array, from: number) {
    this.#ties = ties;
    this.end = from;
  }

  next(): boolean {
    const ties = this.#ties;
    const all = ties.length * 8;
    let at = this.end;
    while (at < all && !hasBit(ties, at)) at = ties[at >> 3] === 0 ? (at | 7) + 1 : at + 1;
    if (at >= all) return false;
    this.start = at - 1;
    while (hasBit(ties, at)) at += 1;
    this.end = at;
    return true;
  }
}

/** Groups with these rows together, between two places. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

/** Goes on to the end of the group where there are enough rows. */
function nextPart(ties: Uint8Array, from: number, most: number): Part {
  const groups = new Groups(ties, from);
  let rows = 0;
  while (groups.next()) {
    rows += groups.end - groups.start;
    if (rows >= most) break;
  }
  return { from, to: groups.end, rows };
}

/** Texts of rows by their number, which ascends with the id. */
interface Again {
  readonly texts: ByteTexts;
  readonly ids: Int32Array;
  /** By id: its number, or -1. Valid for the rows that were wanted. */
  readonly numbers: Int32Array;
}

function* readAgain(blocks: TextBlocks, keys: KeyOrder, part: Part, { last, numbers }: TieChoice): Steps<Again> {
  const { order, ties } = keys;
  const wanted = new Uint8Array((last >> 3) + 1);
  const groups = new Groups(ties, part.from);
  let marked = 0;
  for (let rows = 0; rows < part.rows && groups.next(); rows += groups.end - groups.start) {
    for (let at = groups.start; at < groups.end; at++) {
      const id = order[at] as number;
      setBit(wanted, id);
      numbers[id] = -1;
    }
    if (rows < marked) continue;
    marked += rowsOfStep;
    yield groups.start;
  }
  const texts = new ByteTexts(part.rows, Math.ceil(1.1 * bytesOfText(keys) * part.rows));
  const ids = new Int32Array(part.rows);
  const add = ({ count, ids: read, starts, bytes }: TextBlock): void => {
    for (let row = 0; row < count; row++) {
      const id = read[row] as number;
      if (!hasBit(wanted, id)) continue;
      const number = texts.add(bytes, starts[row] as number, starts[row + 1] as number);
      ids[number] = id;
      numbers[id] = number;
    }
  };
  const some = new Int32Array(rowsOfBlock);
  for (let after = 0; after < last; after += rowsOfBlock) {
    const to = Math.min(last, after + rowsOfBlock);
    let count = 0;
    for (let id = after + 1; id <= to; id++) if (hasBit(wanted, id)) some[count++] = id;
    if (count === 0) continue;
    add(count * worthReading < rowsOfBlock ? blocks.of(some.subarray(0, count)) : blocks.between(after, to));
    yield after;
  }
  return { texts, ids, numbers };
}

/** Returns how many rows have no text any more. Their places are 0. */
function* placeGroups({ order, ties }: KeyOrder, part: Part, { texts, ids, numbers }: Again): Steps<number> {
  let rows = new Int32Array(1_024);
  let moved = new Int32Array(1_024);
  const isAfter = (a: number, b: number): boolean => texts.compare(a, b) > 0;
  let dropped = 0;
  let since = 0;
  const groups = new Groups(ties, part.from);
  while (groups.end < part.to && groups.next()) {
    const { start, end } = groups;
    if (end - start > rows.length) {
      rows = new Int32Array(2 * (end - start));
      moved = new Int32Array(2 * (end - start));
    }
    let count = 0;
    for (let at = start; at < end; at++) {
      const number = numbers[order[at] as number] as number;
      if (number >= 0) rows[count++] = number;
    }
    const sorted = sortIndexes(rows, moved, count, isAfter);
    for (let at = 0; at < count; at++) order[start + at] = ids[sorted[at] as number] as number;
    order.fill(0, start + count, end);
    dropped += end - start - count;
    since += end - start;
    if (since < rowsOfStep) continue;
    since = 0;
    yield start;
  }
  return dropped;
}
