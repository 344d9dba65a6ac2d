import { type CellValue, cellOf, type UrlColumn } from '#shared/model/url-column.ts';

type Numbers = Uint16Array | Int32Array | Float64Array;

/** Two-byte codes. If a file has more distinct values, the rest share the last code and show as ''. */
const mostWords = 65_535;

/** One column of the state of many URLs, 2 to 8 bytes per row. Callers add rows in order. */
class Cells {
  readonly column: UrlColumn;
  #values: Numbers;
  readonly #words: (string | null)[] = [null];
  readonly #codes = new Map<string, number>();

  constructor(column: UrlColumn) {
    this.column = column;
    const rows = 1_024;
    if (column.kind === 'word') this.#values = new Uint16Array(rows);
    else if (column.kind === 'time' || (column.kind === 'number' && column.wide)) this.#values = new Float64Array(rows);
    else this.#values = new Int32Array(rows);
  }

  set(row: number, value: CellValue): void {
    if (row >= this.#values.length) {
      const more = new (this.#values.constructor as new (rows: number) => Numbers)(this.#values.length * 2);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[row] = this.column.kind === 'word' ? this.#codeOf(value) : typeof value === 'number' ? value : -1;
  }

  get(row: number): CellValue {
    const value = this.#values[row] as number;
    if (this.column.kind === 'word') return this.#words[value] ?? (value === 0 ? null : '');
    return value < 0 ? null : value;
  }

  #codeOf(value: CellValue): number {
    if (typeof value !== 'string') return 0;
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    if (this.#words.length >= mostWords) return mostWords;
    const code = this.#words.push(value) - 1;
    this.#codes.set(value, code);
    return code;
  }
}

/** The state of many URLs when they were read: column values by row. A column has words, numbers or times. */
export class StateCells {
  readonly #cells: readonly Cells[];

  constructor(columns: readonly UrlColumn[]) {
    this.#cells = columns.map(column => new Cells(column));
  }

  /** `state`: an object with a field for each column. */
  set(row: number, state: object | null): void {
    for (const cells of this.#cells) cells.set(row, state && cellOf(state, cells.column));
  }

  get(row: number): Readonly<Record<string, CellValue>> {
    return Object.fromEntries(this.#cells.map(cells => [cells.column.key, cells.get(row)]));
  }
}
