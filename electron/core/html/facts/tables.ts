import type { Notes } from './notes.ts';

interface OpenTable {
  readonly at: readonly [number, number];
  readonly isLayout: boolean;
  rows: number;
  cells: number;
  widest: number;
  hasHeaders: boolean;
}

const deepest = 50;

/** Finds data tables without header cells: two rows and two columns at least, and no `th`. */
export class Tables {
  readonly #notes: Notes;
  readonly #open: OpenTable[] = [];

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  open(at: readonly [number, number], isLayout: boolean): void {
    if (this.#open.length < deepest) this.#open.push({ at, isLayout, rows: 0, cells: 0, widest: 0, hasHeaders: false });
  }

  row(): void {
    const table = this.#open.at(-1);
    if (table === undefined) return;
    table.rows += 1;
    table.cells = 0;
  }

  cell(isHeader: boolean): void {
    const table = this.#open.at(-1);
    if (table === undefined) return;
    table.cells += 1;
    if (table.cells > table.widest) table.widest = table.cells;
    if (isHeader) table.hasHeaders = true;
  }

  close(): void {
    const table = this.#open.pop();
    if (table && !table.isLayout && !table.hasHeaders && table.rows >= 2 && table.widest >= 2)
      this.#notes.add('table-without-headers', `${table.rows} × ${table.widest}`, table.at);
  }
}
