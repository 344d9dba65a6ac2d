import { getRandomValues } from 'node:crypto';
import { urlKey } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';

/** Number of URLs stored as text in each of the two generations of recent URLs. */
const generation = 32_768;
const firstSlots = 1 << 12;
/** Number of look-ups done by query before the table is loaded, so that a resumed crawl sends its first requests without it. */
const queriesFirst = 500;

/**
 * Ids of all URLs of the file, in memory. Recent URLs are stored as text, every URL as a 48-bit key and a 63-bit fingerprint, 27
 * to 54 bytes per URL. If a key is missing, the URL is new, so new URLs cost no query. If the key exists, the fingerprint
 * decides. If this process has not computed the fingerprint yet, the URL text in the file decides. Fingerprints depend on a
 * secret of this process, so nobody can construct two URLs with equal key and fingerprint. The chance that two of ten million
 * URLs collide is below 1 in 10^18.
 */
export class UrlIds {
  readonly #db: WriteDb;
  readonly #textOf: ReturnType<WriteDb['prepare']>;
  readonly #idOf: ReturnType<WriteDb['prepare']>;
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  /** Open addressing with a power of two of slots. Id 0 marks an empty slot. */
  #low = new Uint32Array(0);
  #high = new Uint16Array(0);
  #ids = new Uint32Array(0);
  /** Two numbers per slot. The second is 0 if the fingerprint was not computed. */
  #prints = new Uint32Array(0);
  readonly #print = new Print();
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

  /** Key of a URL, cached because a new URL needs it twice in a row. */
  keyOf(url: string): number {
    if (url !== this.#lastUrl) {
      this.#lastKey = urlKey(url);
      this.#lastUrl = url;
    }
    return this.#lastKey;
  }

  /** Returns 0 if the URL is unknown. */
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
      const isMade = this.#prints[slot * 2 + 1] !== 0;
      this.#print.of(url);
      if (isMade ? !this.#hasPrint(slot) : this.#textOf.get(id) !== url) continue;
      this.#setPrint(slot);
      this.#remember(url, id);
      return id;
    }
    return 0;
  }

  /** Call it after a URL was stored. */
  add(url: string, id: number): void {
    if (this.#loaded) {
      const slot = this.#put(this.keyOf(url), id);
      // A damaged file may contain an id too large for the table. It gets no fingerprint, which would match another URL.
      if (this.#ids[slot] === id) {
        this.#print.of(url);
        this.#setPrint(slot);
      }
    }
    this.#remember(url, id);
  }

  /** Clears the memory. The next call reads it from the file again. */
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
    // Reads only the index, in its order and in blocks, because fetching single rows costs more than their bytes.
    const rows = this.#db.prepare('SELECT hash, id FROM url WHERE (hash, id) > (?, ?) ORDER BY hash, id LIMIT 50000').raw();
    for (let last: readonly number[] | undefined = [-1, 0]; last; ) {
      const block = rows.all(...last) as [number, number][];
      for (const [key, id] of block) this.#put(key, id);
      last = block.at(-1);
    }
    this.#loaded = true;
  }

  #hasPrint(slot: number): boolean {
    return this.#prints[slot * 2] === this.#print.one && this.#prints[slot * 2 + 1] === this.#print.two;
  }

  #setPrint(slot: number): void {
    this.#prints[slot * 2] = this.#print.one;
    this.#prints[slot * 2 + 1] = this.#print.two;
  }

  /** Returns its slot. */
  #put(key: number, id: number): number {
    if (this.#used * 1.5 >= this.#ids.length) this.#grow();
    this.#used++;
    return this.#place(key >>> 0, Math.floor(key / 0x1_0000_0000), id);
  }

  #place(low: number, high: number, id: number): number {
    const mask = this.#ids.length - 1;
    let slot = low & mask;
    while (this.#ids[slot] !== 0) slot = (slot + 1) & mask;
    this.#low[slot] = low;
    this.#high[slot] = high;
    this.#ids[slot] = id;
    return slot;
  }

  #grow(): void {
    const [low, high, ids, prints] = [this.#low, this.#high, this.#ids, this.#prints];
    this.#resize(Math.max(firstSlots, ids.length * 2));
    for (let slot = 0; slot < ids.length; slot++) {
      if (ids[slot] === 0) continue;
      const place = this.#place(low[slot] as number, high[slot] as number, ids[slot] as number);
      this.#prints[place * 2] = prints[slot * 2] as number;
      this.#prints[place * 2 + 1] = prints[slot * 2 + 1] as number;
    }
  }

  #resize(slots: number): void {
    this.#low = new Uint32Array(slots);
    this.#high = new Uint16Array(slots);
    this.#ids = new Uint32Array(slots);
    this.#prints = new Uint32Array(slots * 2);
  }
}

/** A two-number fingerprint of a text, unpredictable outside this process. `one` and `two` are those of the last text. */
class Print {
  readonly #starts = getRandomValues(new Int32Array(2));
  readonly #factors = getRandomValues(new Int32Array(2)).map(factor => factor | 1);
  one = 0;
  two = 0;

  of(text: string): void {
    const [first, second] = [this.#factors[0] as number, this.#factors[1] as number];
    let one = (this.#starts[0] as number) ^ text.length;
    let two = this.#starts[1] as number;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      // Without the shifts, this would be a polynomial in the factor. Texts that collide for every factor are known for those.
      one = Math.imul(one ^ c, first);
      one ^= one >>> 15;
      two = Math.imul(two + c, second);
      two ^= two >>> 13;
    }
    this.one = (one ^ (two >>> 7)) >>> 0;
    this.two = (two | 1) >>> 0;
  }
}
