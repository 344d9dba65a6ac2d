import { urlKey } from './codec.ts';
import type { WriteDb } from './database.ts';

/** URLs kept as text in each of the two generations of recent ones. */
const generation = 32_768;
const firstSlots = 1 << 12;
/** Questions answered by queries before the table is read: a resumed crawl sends its first requests without it. */
const queriesFirst = 500;

/**
 * Ids of all URLs of the file, in memory: recent URLs as text, every URL as a 48-bit key of 10 bytes in a table. A URL whose key
 * is not there has never been seen, so a new one costs no query; for the others the text in the file decides.
 */
export class UrlIds {
  readonly #db: WriteDb;
  readonly #textOf: ReturnType<WriteDb['prepare']>;
  readonly #idOf: ReturnType<WriteDb['prepare']>;
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  /** Open addressing, a power of two of slots; id 0 is an empty one. */
  #low = new Uint32Array(0);
  #high = new Uint16Array(0);
  #ids = new Uint32Array(0);
  #used = 0;
  #loaded = false;
  #queries = 0;
  #lastUrl = '';
  #lastKey = urlKey('');

  constructor(db: WriteDb) {
    this.#db = db;
    this.#textOf = db.prepare('SELECT url FROM url WHERE id = ?').pluck();
    this.#idOf = db.prepare('SELECT id FROM url WHERE hash = ? AND url = ?').pluck();
  }

  /** Key of a URL; asked twice in a row for a new one. */
  keyOf(url: string): number {
    if (url !== this.#lastUrl) {
      this.#lastKey = urlKey(url);
      this.#lastUrl = url;
    }
    return this.#lastKey;
  }

  /** 0 when never seen. */
  find(url: string): number {
    const recent = this.#young.get(url);
    if (recent !== undefined) return recent;
    const older = this.#old.get(url);
    if (older !== undefined) {
      this.#remember(url, older);
      return older;
    }
    const key = this.keyOf(url);
    if (!this.#loaded && this.#queries < queriesFirst) {
      this.#queries++;
      const id = (this.#idOf.get([key, url]) as number | undefined) ?? 0;
      if (id !== 0) this.#remember(url, id);
      return id;
    }
    if (!this.#loaded) this.#load();
    const [low, high] = [key >>> 0, Math.floor(key / 0x1_0000_0000)];
    const mask = this.#ids.length - 1;
    for (let slot = low & mask; this.#ids[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#low[slot] !== low || this.#high[slot] !== high) continue;
      const id = this.#ids[slot] as number;
      if (this.#textOf.get(id) !== url) continue;
      this.#remember(url, id);
      return id;
    }
    return 0;
  }

  /** A URL was written. */
  add(url: string, id: number): void {
    if (this.#loaded) this.#put(this.keyOf(url), id);
    this.#remember(url, id);
  }

  /** Forgets everything; read afresh from the file when next asked. */
  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#loaded = false;
    this.#queries = 0;
    this.#used = 0;
    this.#resize(0);
  }

  #remember(url: string, id: number): void {
    if (this.#young.size >= generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(url, id);
  }

  #load(): void {
    const count = this.#db.prepare('SELECT count(*) FROM url').pluck().get() as number;
    let slots = firstSlots;
    while (slots < count * 2) slots *= 2;
    this.#used = 0;
    this.#resize(slots);
    // From the index alone; in its order, a block at a time, because rows one by one cost more than their bytes.
    const rows = this.#db.prepare('SELECT hash, id FROM url WHERE (hash, id) > (?, ?) ORDER BY hash, id LIMIT 50000').raw();
    for (let last: readonly number[] | undefined = [-1, 0]; last; ) {
      const block = rows.all(...last) as [number, number][];
      for (const [key, id] of block) this.#put(key, id);
      last = block.at(-1);
    }
    this.#loaded = true;
  }

  #put(key: number, id: number): void {
    if (this.#used * 1.5 >= this.#ids.length) this.#grow();
    this.#place(key >>> 0, Math.floor(key / 0x1_0000_0000), id);
    this.#used++;
  }

  #place(low: number, high: number, id: number): void {
    const mask = this.#ids.length - 1;
    let slot = low & mask;
    while (this.#ids[slot] !== 0) slot = (slot + 1) & mask;
    this.#low[slot] = low;
    this.#high[slot] = high;
    this.#ids[slot] = id;
  }

  #grow(): void {
    const [low, high, ids] = [this.#low, this.#high, this.#ids];
    this.#resize(Math.max(firstSlots, ids.length * 2));
    for (let slot = 0; slot < ids.length; slot++) {
      if (ids[slot] !== 0) this.#place(low[slot] as number, high[slot] as number, ids[slot] as number);
    }
  }

  #resize(slots: number): void {
    this.#low = new Uint32Array(slots);
    this.#high = new Uint16Array(slots);
    this.#ids = new Uint32Array(slots);
  }
}
