const firstRoom = 1_024;

/** Sums by pairs of numbers, in the order in which the pairs come. 24 to 48 bytes a pair, and as much for a moment when it grows. */
export class PairSums {
  #size = 0;
  /** Place plus one by hash, with open addressing; 0: empty. At most half of the slots are used. */
  #slots = new Int32Array(2 * firstRoom);
  first = new Int32Array(firstRoom);
  second = new Int32Array(firstRoom);
  counts = new Int32Array(firstRoom);
  /** Different sources, as far as those that are equal come one after the other. */
  pages = new Int32Array(firstRoom);
  marked = new Int32Array(firstRoom);
  #last = new Float64Array(firstRoom);

  get size(): number {
    return this.#size;
  }

  /** The place of a pair, -1 for one that did not come. */
  find(first: number, second: number): number {
    return (this.#slots[this.#slotOf(first, second)] as number) - 1;
  }

  /** The same, and adds the pair if it is new. */
  placeOf(first: number, second: number): number {
    let slot = this.#slotOf(first, second);
    const known = this.#slots[slot] as number;
    if (known > 0) return known - 1;
    if (this.#size === this.first.length) {
      this.#grow();
      slot = this.#slotOf(first, second);
    }
    const place = this.#size++;
    this.#slots[slot] = place + 1;
    this.first[place] = first;
    this.second[place] = second;
    this.#last[place] = -1;
    return place;
  }

  /** One more from this source. */
  add(place: number, from: number, isMarked: boolean): void {
    this.counts[place] = (this.counts[place] as number) + 1;
    if (isMarked) this.marked[place] = (this.marked[place] as number) + 1;
    if (this.#last[place] === from) return;
    this.pages[place] = (this.pages[place] as number) + 1;
    this.#last[place] = from;
  }

  #slotOf(first: number, second: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (let found = slots[slot] as number; found > 0; found = slots[slot] as number) {
      if (this.first[found - 1] === first && this.second[found - 1] === second) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const room = this.first.length * 2;
    const larger = (list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const twice = new Int32Array(room);
      twice.set(list);
      return twice;
    };
    this.first = larger(this.first);
    this.second = larger(this.second);
    this.counts = larger(this.counts);
    this.pages = larger(this.pages);
    this.marked = larger(this.marked);
    const last = new Float64Array(room);
    last.set(this.#last);
    this.#last = last;
    this.#slots = new Int32Array(room * 2);
    for (let place = 0; place < this.#size; place++)
      this.#slots[this.#slotOf(this.first[place] as number, this.second[place] as number)] = place + 1;
  }
}
