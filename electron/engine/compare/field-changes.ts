import { type FieldWay, fieldWays } from '#shared/model/compare-fields.ts';

/** A growing list of numbers, 4 or 8 bytes each. */
class Numbers<T extends Int32Array | Float64Array> {
  #values: T;
  size = 0;

  constructor(values: T) {
    this.#values = values;
  }

  push(value: number): void {
    if (this.size === this.#values.length) {
      const more = new (this.#values.constructor as new (length: number) => T)(this.size * 2);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.size] = value;
    this.size += 1;
  }

  at(place: number): number {
    return this.#values[place] as number;
  }
}

const wayBits = 3;

/** A difference: the ids of the URL in both crawls, and which way the value went. */
export interface KeptChange {
  readonly before: number;
  readonly after: number;
  readonly way: FieldWay;
}

/** Which URLs differ in which fields: 8 bytes a URL, 4 a text and 12 a number that differs. Values are read again from the files. */
export class FieldChanges {
  readonly #before = new Numbers(new Int32Array(1_024));
  readonly #after = new Numbers(new Int32Array(1_024));
  readonly #rows: readonly Numbers<Int32Array>[];
  readonly #by: readonly (Numbers<Float64Array> | null)[];
  #isOpen = false;

  /** `isNumber`: for each field, whether its differences have a size. */
  constructor(isNumber: readonly boolean[]) {
    this.#rows = isNumber.map(() => new Numbers(new Int32Array(64)));
    this.#by = isNumber.map(is => (is ? new Numbers(new Float64Array(64)) : null));
  }

  /** Begins a URL; the differences that follow are of it. */
  begin(): void {
    this.#isOpen = false;
  }

  add(field: number, way: FieldWay, by: number, ids: { readonly before: number; readonly after: number }): void {
    if (!this.#isOpen) {
      this.#before.push(ids.before);
      this.#after.push(ids.after);
      this.#isOpen = true;
    }
    (this.#rows[field] as Numbers<Int32Array>).push(((this.#before.size - 1) << wayBits) | fieldWays.indexOf(way));
    this.#by[field]?.push(by);
  }

  /** The places of the differences of a field that went a certain way; numbers with the largest difference first. */
  places(field: number, way: FieldWay | null): Int32Array {
    const rows = this.#rows[field] as Numbers<Int32Array>;
    const wanted = way === null ? -1 : fieldWays.indexOf(way);
    const found = new Int32Array(rows.size);
    let size = 0;
    for (let place = 0; place < rows.size; place += 1)
      if (wanted < 0 || (rows.at(place) & ((1 << wayBits) - 1)) === wanted) found[size++] = place;
    const by = this.#by[field];
    const places = found.subarray(0, size);
    return by ? places.sort((a, b) => Math.abs(by.at(b)) - Math.abs(by.at(a)) || a - b) : places;
  }

  at(field: number, place: number): KeptChange {
    const packed = (this.#rows[field] as Numbers<Int32Array>).at(place);
    const row = packed >> wayBits;
    return {
      before: this.#before.at(row),
      after: this.#after.at(row),
      way: fieldWays[packed & ((1 << wayBits) - 1)] as FieldWay,
    };
  }
}
