import type { ReadDb } from '../file/handle.ts';
import { freeMemory } from './free-memory.ts';

/** Texts of some rows, one after the other, as UTF-8. It is valid until the reader is asked for the next one. */
export interface TextBlock {
  readonly count: number;
  readonly ids: Int32Array;
  /** Where each text begins in `bytes`; and where the last one ends. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Ids and lengths as digits with commas between them, and the texts; null without a row. */
type Joined = readonly [ids: Uint8Array | null, lengths: Uint8Array | null, texts: Uint8Array | null];

/** Most rows of a block: a few milliseconds. */
export const rowsOfBlock = 4_096;

const comma = 0x2c;
const zero = 0x30;
const nothing = new Uint8Array(0);

/**
 * Reads the texts of a column without making a string of each. SQLite joins those of a block, which takes less time. Rows
 * without a text are left out.
 */
export class TextBlocks {
  readonly #range: { get(...values: number[]): unknown };
  readonly #some: { get(ids: string): unknown };
  readonly #ids = new Int32Array(rowsOfBlock);
  readonly #starts = new Uint32Array(rowsOfBlock + 1);
  #texts: Uint8Array = new Uint8Array(0);

  /** `value`: SQL over `url u` for the text. */
  constructor(db: ReadDb, value: string) {
    const joined = `SELECT CAST(group_concat(u.id) AS BLOB), CAST(group_concat(octet_length(${value})) AS BLOB), CAST(group_concat(${value}, '') AS BLOB)`;
    this.#range = db.prepare(`${joined} FROM url u WHERE u.id > ? AND u.id <= ? AND ${value} IS NOT NULL`).raw();
    this.#some = db.prepare(`${joined} FROM json_each(?) j CROSS JOIN url u ON u.id = j.value WHERE ${value} IS NOT NULL`).raw();
  }

  /** The rows with `after` < id ≤ `to`, ascending: `rowsOfBlock` ids at most. */
  between(after: number, to: number): TextBlock {
    return this.#parted(this.#range.get(after, to) as Joined);
  }

  /** The rows of these ids, in the same order: `rowsOfBlock` at most. */
  of(ids: Int32Array): TextBlock {
    return this.#parted(this.#some.get(`[${ids.join()}]`) as Joined);
  }

  #parted([ids, lengths, texts]: Joined): TextBlock {
    const count = readNumbers(ids ?? nothing, this.#ids);
    readNumbers(lengths ?? nothing, this.#starts);
    for (const read of [this.#texts, ids, lengths]) if (read) freeMemory(read.buffer);
    this.#texts = texts ?? new Uint8Array(0);
    let at = 0;
    for (let row = 0; row <= count; row++) {
      const length = this.#starts[row] as number;
      this.#starts[row] = at;
      at += length;
    }
    return { count, ids: this.#ids, starts: this.#starts, bytes: this.#texts };
  }
}

/** Returns how many numbers there are. */
function readNumbers(digits: Uint8Array, numbers: Int32Array | Uint32Array): number {
  if (digits.length === 0) return 0;
  let [count, number] = [0, 0];
  for (let at = 0; at < digits.length; at++) {
    const digit = digits[at] as number;
    if (digit === comma) {
      numbers[count++] = number;
      number = 0;
    } else number = number * 10 + digit - zero;
  }
  numbers[count++] = number;
  return count;
}
