import type { AuditSite, GroupCheck, Limits } from './check.ts';
import { placeOf } from './rising.ts';
import type { UrlTable } from './url-table.ts';

/** 53 bits of a text: two 32-bit FNV-1a style hashes. Two texts of a crawl of a million pages meet with probability 10^-4 at most. */
export function textKey(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x85ebca6b) + 0x27d4eb2f;
    b ^= b >>> 15;
  }
  a ^= a >>> 16;
  a = Math.imul(a, 0x7feb352d);
  a ^= a >>> 15;
  return (b >>> 11) * 4_294_967_296 + (a >>> 0);
}

/** What pages share, in order of their ids: the key of each, and whose it is. */
export interface GroupEntries {
  readonly keys: Float64Array;
  readonly ids: Int32Array;
}

/** Pages by what they share: 12 bytes for each key of a page. */
export class Groups {
  readonly #check: GroupCheck;
  #keys = new Float64Array(64);
  #ids = new Int32Array(64);
  #size = 0;
  #shared = new Float64Array(0);

  constructor(check: GroupCheck) {
    this.#check = check;
  }

  /** Ids rise. */
  add(key: string, id: number): void {
    if (this.#size === this.#ids.length) {
      const keys = new Float64Array(this.#size * 2);
      keys.set(this.#keys);
      this.#keys = keys;
      const ids = new Int32Array(this.#size * 2);
      ids.set(this.#ids);
      this.#ids = ids;
    }
    this.#keys[this.#size] = textKey(key);
    this.#ids[this.#size++] = id;
  }

  get entries(): GroupEntries {
    return { keys: this.#keys.slice(0, this.#size), ids: this.#ids.slice(0, this.#size) };
  }

  /** Adds what another thread found on other pages. */
  merge({ keys, ids }: GroupEntries): void {
    const [ownKeys, ownIds, ownSize] = [this.#keys, this.#ids, this.#size];
    this.#size = ownSize + ids.length;
    this.#keys = new Float64Array(Math.max(64, this.#size));
    this.#ids = new Int32Array(Math.max(64, this.#size));
    for (let to = 0, own = 0, other = 0; to < this.#size; to++) {
      const isOwn = own < ownSize && (other >= ids.length || (ownIds[own] as number) <= (ids[other] as number));
      this.#ids[to] = (isOwn ? ownIds[own] : ids[other]) as number;
      this.#keys[to] = (isOwn ? ownKeys[own++] : keys[other++]) as number;
    }
  }

  /** Whether the group of a key was kept. */
  isShared = (key: string): boolean => placeOf(this.#shared, textKey(key)) >= 0;

  /** Groups of two and more that the check keeps, by their first member. */
  *kept(site: AuditSite, limits: Limits): Generator<{ readonly number: number; readonly ids: Int32Array }> {
    const { keys, starts } = this.#repeated();
    const members = new Int32Array(starts.at(-1) as number);
    const filled = starts.slice();
    const order: number[] = [];
    for (let at = 0; at < this.#size; at++) {
      const place = placeOf(keys, this.#keys[at] as number);
      if (place < 0) continue;
      if (filled[place] === starts[place]) order.push(place);
      members[filled[place] as number] = this.#ids[at] as number;
      filled[place] = (filled[place] as number) + 1;
    }
    const shared: number[] = [];
    for (const place of order) {
      const ids = members.subarray(starts[place], starts[place + 1]);
      if (this.#check.keeps) {
        const urls = [...ids].flatMap(id => site.url(id) ?? []);
        if (!this.#check.keeps(urls, site, limits)) continue;
      }
      shared.push(keys[place] as number);
      yield { number: shared.length, ids };
    }
    this.#shared = Float64Array.from(shared).sort();
  }

  /** The keys of two and more entries, rising, and where the members of each begin; at the end how many members there are. */
  #repeated(): { readonly keys: Float64Array; readonly starts: Uint32Array } {
    const sorted = this.#keys.slice(0, this.#size).sort();
    const starts: number[] = [0];
    let count = 0;
    for (let at = 0; at < sorted.length; ) {
      const key = sorted[at] as number;
      let end = at + 1;
      while (sorted[end] === key) end++;
      if (end - at > 1) {
        sorted[count++] = key;
        starts.push((starts.at(-1) as number) + end - at);
      }
      at = end;
    }
    return { keys: sorted.slice(0, count), starts: Uint32Array.from(starts) };
  }
}

/** The group of each URL, for checks of duplicates: four bytes a URL, none where there is no group. */
export class GroupOfUrls {
  readonly #table: UrlTable;
  readonly #check: string;
  /** The number of the group of each row, from 1. */
  #numbers = new Int32Array(0);

  constructor(table: UrlTable, check: string) {
    this.#table = table;
    this.#check = check;
  }

  set(id: number, number: number): void {
    if (this.#numbers.length === 0) this.#numbers = new Int32Array(this.#table.size);
    const row = this.#table.rowOf(id);
    if (row >= 0) this.#numbers[row] = number;
  }

  has = (id: number): boolean => this.#numberOf(id) > 0;

  /** The name of the group of a URL; undefined for none. */
  get(id: number): string | undefined {
    const number = this.#numberOf(id);
    return number > 0 ? this.#name(number) : undefined;
  }

  /** Ids with the names of their groups, by the numbers of the groups, then by id. */
  *[Symbol.iterator](): Generator<readonly [id: number, group: string]> {
    let count = 0;
    for (const number of this.#numbers) if (number > 0) count += 1;
    const packed = new Float64Array(count);
    for (let row = 0, at = 0; row < this.#numbers.length; row++) {
      const number = this.#numbers[row] as number;
      if (number > 0) packed[at++] = number * rows + row;
    }
    for (const each of packed.sort()) {
      const number = Math.floor(each / rows);
      yield [this.#table.numbers.id[each - number * rows] as number, this.#name(number)];
    }
  }

  #numberOf(id: number): number {
    const row = this.#table.rowOf(id);
    return row < 0 ? 0 : (this.#numbers[row] ?? 0);
  }

  #name = (number: number): string => `${this.#check}#${number}`;
}

/** More than a table has: a group and a row go into one number. */
const rows = 2 ** 26;
