import { fail } from '#shared/rpc/errors.ts';

const parts = 256;
/** Numbers an entry: three of the print, and the id. Id 0 marks a free place. */
const wide = 4;
/** A part grows by a tenth when seven eighths of its places are taken: at most 20.2 bytes an entry. */
const fullest = 7 / 8;
const growth = 1.1;
const fewest = 16;
/**
 * No print of a billion good ones is so many places from where its search starts. A damaged file may have one print a million times,
 * and adding those would take hours.
 */
const farthest = 16_384;

/** Frees the memory at once, instead of at the next garbage collection. */
const free = (array: Uint32Array<ArrayBuffer>): void =>
  void (array.buffer as ArrayBuffer & { transfer(bytes: number): ArrayBuffer }).transfer(0);

/**
 * Ids by 96-bit prints (`UrlPrint`), in 18 to 20 bytes an entry. The first byte of the print chooses one of 256 parts. Each is a hash
 * table with linear probing, and grows alone, so that growing needs little memory more. Prints must be as good as random.
 */
export class PrintTable {
  #parts: Uint32Array<ArrayBuffer>[] = [];
  #used = new Uint32Array(parts);

  constructor() {
    this.clear();
  }

  get size(): number {
    return this.#used.reduce((sum, used) => sum + used, 0);
  }

  /** Bytes of all parts. */
  get bytes(): number {
    return this.#parts.reduce((sum, part) => sum + part.byteLength, 0);
  }

  /** The id of a print, 0 if there is none. */
  find(one: number, two: number, three: number): number {
    const part = this.#parts[one >>> 24] as Uint32Array;
    const places = part.length / wide;
    if (places === 0) return 0;
    for (let at = placeOf(one, places) * wide; ; at = at + wide === part.length ? 0 : at + wide) {
      const id = part[at + 3] as number;
      if (id === 0) return 0;
      if (part[at] === one && part[at + 1] === two && part[at + 2] === three) return id;
    }
  }

  /** Adds a print that is not there yet. 0 < `id` < 2^32. */
  add(one: number, two: number, three: number, id: number): void {
    const number = one >>> 24;
    let part = this.#parts[number] as Uint32Array<ArrayBuffer>;
    const used = (this.#used[number] as number) + 1;
    if (used > (part.length / wide) * fullest) part = this.#resize(number, Math.max(fewest, (part.length / wide) * growth));
    this.#used[number] = used;
    put(part, one, two, three, id);
  }

  /** Makes room for this many entries at once. */
  reserve(entries: number): void {
    const places = Math.ceil(entries / parts / fullest);
    for (let number = 0; number < parts; number++)
      if (places > (this.#parts[number] as Uint32Array).length / wide) this.#resize(number, places);
  }

  clear(): void {
    for (const part of this.#parts) free(part);
    this.#parts = Array.from({ length: parts }, () => new Uint32Array(0));
    this.#used.fill(0);
  }

  #resize(number: number, places: number): Uint32Array<ArrayBuffer> {
    const old = this.#parts[number] as Uint32Array<ArrayBuffer>;
    const part = new Uint32Array(Math.ceil(places) * wide);
    for (let at = 0; at < old.length; at += wide) {
      const id = old[at + 3] as number;
      if (id !== 0) put(part, old[at] as number, old[at + 1] as number, old[at + 2] as number, id);
    }
    this.#parts[number] = part;
    free(old);
    return part;
  }
}

/** Where the search of a print starts. The first byte chose the part, so the other three bytes count. */
const placeOf = (one: number, places: number): number => Math.floor(((one & 0xff_ffff) * places) / 0x100_0000);

function put(part: Uint32Array, one: number, two: number, three: number, id: number): void {
  const start = placeOf(one, part.length / wide) * wide;
  let at = start;
  while (part[at + 3] !== 0) at = at + wide === part.length ? 0 : at + wide;
  if ((at < start ? at + part.length : at) - start > farthest * wide)
    fail('refused', 'The crawl file is damaged: keys of its URLs repeat. Use an undamaged copy of it.');
  part[at] = one;
  part[at + 1] = two;
  part[at + 2] = three;
  part[at + 3] = id;
}
