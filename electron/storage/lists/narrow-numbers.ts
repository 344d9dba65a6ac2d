/** Values of a column by id, as narrow as the greatest one allows. -1 is a missing value. */
export type ColumnNumbers = Int8Array | Int16Array | Int32Array | Float64Array;
/** Codes of words by id, 0 for none. */
export type ColumnCodes = Uint8Array | Uint16Array;

const widths = [
  { most: 2 ** 7 - 1, make: (size: number): ColumnNumbers => new Int8Array(size) },
  { most: 2 ** 15 - 1, make: (size: number): ColumnNumbers => new Int16Array(size) },
  { most: 2 ** 31 - 1, make: (size: number): ColumnNumbers => new Int32Array(size) },
  { most: Number.POSITIVE_INFINITY, make: (size: number): ColumnNumbers => new Float64Array(size) },
] as const;

/** An array of numbers from -1 up to `most`, as narrow as that allows. */
export function numbersFor(size: number, most: number): ColumnNumbers {
  const width = widths.find(each => most <= each.most) ?? widths[3];
  return width.make(size);
}

/** Numbers from 0 by id, in one, two, four or eight bytes each. A greater number than before makes all of them wider. */
export class NarrowNumbers {
  #width = 0;
  #most: number = widths[0].most;
  values: ColumnNumbers = widths[0].make(0);

  /** Null: missing, like any negative number. */
  set(id: number, value: number | null): void {
    if (value !== null && value > this.#most) this.#widen(value);
    this.values[id] = value === null || value < 0 ? -1 : value;
  }

  reserve(size: number): void {
    this.values = copied(this.values, this.#make(size));
  }

  #widen(value: number): void {
    while (value > this.#most) this.#most = (widths[++this.#width] as (typeof widths)[number]).most;
    this.values = copied(this.values, this.#make(this.values.length));
  }

  #make(size: number): ColumnNumbers {
    return (widths[this.#width] as (typeof widths)[number]).make(size);
  }
}

/** Words by id, as codes in one byte, or in two once there are more than 255 words. */
export class NarrowWords {
  readonly words: (string | null)[] = [null];
  readonly #codeOf = new Map<string, number>();
  codes: ColumnCodes = new Uint8Array(0);

  set(id: number, word: string | null): void {
    const code = this.#code(word);
    if (code > 255 && this.codes instanceof Uint8Array) this.codes = Uint16Array.from(this.codes);
    this.codes[id] = code;
  }

  reserve(size: number): void {
    const larger = this.codes instanceof Uint8Array ? new Uint8Array(size) : new Uint16Array(size);
    larger.set(this.codes);
    this.codes = larger;
  }

  /** Forgets the codes, not the words. */
  clear(): void {
    this.codes.fill(0);
  }

  #code(word: string | null): number {
    if (word === null) return 0;
    const known = this.#codeOf.get(word);
    if (known !== undefined) return known;
    // If a server invents more media types than that, further ones share one code and one name.
    if (this.words.length >= 65_535) return 65_535;
    this.#codeOf.set(word, this.words.length);
    return this.words.push(word) - 1;
  }
}

function copied(from: ColumnNumbers, to: ColumnNumbers): ColumnNumbers {
  to.set(from);
  return to;
}
