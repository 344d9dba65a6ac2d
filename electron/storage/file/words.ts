import type { ReadDb, WriteDb } from './handle.ts';
import { LateWrites } from './late-writes.ts';

/** A crawl numbers at most so many texts; further ones are written where they are used. */
export const mostWords = 65_536;
/** Bytes of UTF-8 of the texts that get a number. Shorter ones cost no more than their number. */
const shortest = 3;
const longest = 200;
/** A text as an expression, null for one that no crawl writes: it could take any amount of memory, or not be a text. */
export const soundText = `CASE WHEN typeof(text) = 'text' AND octet_length(text) <= ${longest} THEN text END`;
/** Texts that were seen once, by their hash. An older one gives way to a newer one. */
const seenOnce = 1 << 15;
/** The first size of the table of numbers. It doubles as words come, so that it stays small enough for the processor's cache. */
const firstSlots = 1 << 12;

/** Hash of UTF-8 for `Words`: 32 bits, never 0. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash, 31) + (bytes[at] as number);
  return mixed(hash);
}

/** Makes the sum of `hashOf` a hash. Writers add up while they write: `sum = Math.imul(sum, 31) + byte`. */
export function mixed(sum: number): number {
  let hash = Math.imul(sum ^ (sum >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) | 0 || 1;
}

/**
 * The table `word`, for writing: texts that repeat across pages, each with a number from 1. A text gets its number when
 * it is seen for the second time. Texts lie in memory as UTF-8, so that no string is made or hashed to find one.
 */
export class Words {
  readonly #all: { iterate(): IterableIterator<unknown> };
  readonly #insert: ReturnType<WriteDb['prepare']>;
  readonly #late: LateWrites;
  #isLoaded = false;
  /** The texts, one after the other. */
  #bytes = Buffer.alloc(0);
  #end = 0;
  /**
   * Texts by hash, with open addressing: of each its number (0: empty), its hash, where it starts and its bytes. They lie side by side, because a
   * text is found in the time that memory takes for each place that is far from the others. At most half of the slots are used.
   */
  #slots = new Int32Array(0);
  #seen = new Uint16Array(0);
  #count = 0;

  constructor(db: WriteDb, late = new LateWrites()) {
    this.#late = late;
    this.#all = db.prepare(`SELECT id, ${soundText} FROM word WHERE id > 0 ORDER BY id`).raw();
    this.#insert = db.prepare('INSERT INTO word (id, text) VALUES (?, ?)');
  }

  /** The number of a text, given as UTF-8 with its hash; 0 if it has none. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    if (end - start < shortest || end - start > longest) return 0;
    if (!this.#isLoaded) this.#load();
    return this.#slots[this.#placeOf(bytes, start, end, hash)] as number;
  }

  /**
   * Reads where texts with the first `count` of these hashes would be, so that `find` finds them in the processor's cache. The loops do
   * nothing else: the processor waits for many places of memory at once.
   */
  fetch(hashes: Int32Array, count: number): void {
    if (!this.#isLoaded) this.#load();
    const slots = this.#slots;
    const bytes = this.#bytes;
    const last = slots.length - 4;
    let read = 0;
    for (let i = 0; i < count; i++) read ^= slots[((hashes[i] as number) << 2) & last] as number;
    for (let i = 0; i < count; i++) {
      const place = ((hashes[i] as number) << 2) & last;
      const at = slots[place + 2] as number;
      read ^= (bytes[at] as number) ^ (bytes[at + (slots[place + 3] as number)] as number);
    }
    this.read = read;
  }

  /** Nobody needs it, but without it V8 may leave out the loops of `fetch`. */
  read = 0;

  /**
   * Notes that a text was seen for which `find` gives 0. Returns its number if it was seen before: it gets one then. Call it inside
   * the transaction that uses the number.
   */
  take(bytes: Buffer, start: number, end: number, hash: number): number {
    if (end - start < shortest || end - start > longest || this.#count >= mostWords) return 0;
    const place = hash & (seenOnce - 1);
    const print = hash >>> 16 || 1;
    if (this.#seen[place] !== print) {
      this.#seen[place] = print;
      return 0;
    }
    const number = this.#count + 1;
    const text = bytes.toString('utf8', start, end);
    this.#late.add(() => void this.#insert.run([number, text]));
    this.#keep(bytes, start, end, hash);
    return number;
  }

  /** Call it after a rolled-back transaction, or when another process wrote: the next use loads the table again. */
  reload(): void {
    this.#isLoaded = false;
  }

  #load(): void {
    this.#bytes = Buffer.allocUnsafe(1 << 16);
    this.#end = 0;
    this.#slots = new Int32Array(firstSlots * 4);
    this.#seen = new Uint16Array(seenOnce);
    this.#count = 0;
    this.#isLoaded = true;
    for (const [id, text] of this.#all.iterate() as IterableIterator<[number, string | null]>) {
      // Another program may have left gaps. Numbers are never used again.
      if (id > mostWords) {
        this.#count = mostWords;
        return;
      }
      this.#count = id - 1;
      const bytes = Buffer.from(text ?? '');
      this.#keep(bytes, 0, bytes.length, hashOf(bytes, 0, bytes.length));
    }
  }

  #keep(bytes: Buffer, start: number, end: number, hash: number): void {
    const number = ++this.#count;
    const at = this.#end;
    const next = at + end - start;
    if (next > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(next * 2);
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    bytes.copy(this.#bytes, at, start, end);
    this.#end = next;
    if (number * 8 > this.#slots.length) this.#grow();
    const place = this.#placeOf(bytes, start, end, hash);
    this.#slots[place] = number;
    this.#slots[place + 1] = hash;
    this.#slots[place + 2] = at;
    this.#slots[place + 3] = end - start;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const last = slots.length - 4;
    for (let from = 0; from < old.length; from += 4) {
      if (old[from] === 0) continue;
      let place = ((old[from + 1] as number) << 2) & last;
      while (slots[place] !== 0) place = (place + 4) & last;
      slots.set(old.subarray(from, from + 4), place);
    }
    this.#slots = slots;
  }

  /** Where a text is in the slots, or the empty place where it belongs. */
  #placeOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const last = slots.length - 4;
    const size = end - start;
    let place = (hash << 2) & last;
    for (; slots[place] !== 0; place = (place + 4) & last) {
      if (slots[place + 1] === hash && slots[place + 3] === size && this.#isText(slots[place + 2] as number, bytes, start, end))
        return place;
    }
    return place;
  }

  /** Whether the text that starts at `from` is bytes[start, end), which are as many. */
  #isText(from: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    for (let i = 0; i < end - start; i++) if (own[from + i] !== bytes[start + i]) return false;
    return true;
  }
}

/** Gives numbers to texts. */
export type WordNumbers = Pick<Words, 'fetch' | 'find' | 'take'>;

/** Gives none: every text is written where it is used. */
export const noWords: WordNumbers = { fetch: () => undefined, find: () => 0, take: () => 0 };

/** Gives texts by their number, '' for an unknown one. */
export interface TextsByNumber {
  textOf(number: number): string;
}

/** Words are read in blocks of so many: pages of one time use words of one time. */
const wordsOfBlock = 256;

/** Numbers that are looked up in vain before new ones are no longer looked up. */
const mostMisses = 1_000;

/** The texts of the table `word`, read when they are needed. */
export class WordTexts implements TextsByNumber {
  readonly #db: ReadDb;
  /** Prepared late: a file of an older version has neither words nor what refers to them. */
  #read: { all(first: number, end: number): unknown } | null = null;
  #greatest: { get(): unknown } | null = null;
  /** Greatest number that the table had when it was last asked. Those below it are never added later. */
  #end = 0;
  /** How often the table did not have a number. An undamaged file has every number that it refers to. */
  #misses = 0;
  readonly #known: string[] = [];

  constructor(db: ReadDb) {
    this.#db = db;
  }

  textOf(number: number): string {
    const known = this.#known[number];
    if (known !== undefined) return known;
    // Only a damaged file has larger numbers.
    if (number > mostWords) return '';
    this.#read ??= this.#db.prepare(`SELECT id, ${soundText} FROM word WHERE id >= ? AND id < ?`).raw();
    this.#greatest ??= this.#db.prepare('SELECT max(id) FROM word').pluck();
    if (number > this.#end) {
      // Rows never change, but a crawl that is running adds some. A damaged file asks in vain, for each of a million links.
      if (this.#misses >= mostMisses) return '';
      this.#end = (this.#greatest.get() as number | null) ?? 0;
      if (number > this.#end) {
        this.#misses += 1;
        return '';
      }
    }
    const first = number - (number % wordsOfBlock);
    for (const [id, text] of this.#read.all(first, first + wordsOfBlock) as [number, string | null][])
      if (text !== null) this.#known[id] = text;
    // A damaged file may ask for a missing number any number of times.
    this.#known[number] ??= '';
    return this.#known[number];
  }
}
