/** A value of an exported row. Bytes appear only in results of `sql`. */
export type Cell = string | number | bigint | boolean | null | Uint8Array;

/** Rows are read one at a time, so an export never loads the whole crawl into memory. */
export type Rows = Iterable<readonly Cell[]>;

const hex = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');

/** The cell as text; '' for null, hexadecimal for bytes. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Uint8Array ? hex(cell) : String(cell);
}

/**
 * Whether a spreadsheet would interpret the text as a formula: it starts with = + - or @, or their full-width forms. Leading
 * spaces, control characters and byte-order marks are ignored, because some programs strip them first. Titles and URLs of a crawl
 * come from strangers.
 */
export const looksLikeFormula = (text: string): boolean =>
  /^[\t\r]|^[\s\u0000-\u001f\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text);

/** Some rows of a list. Blocks are written one at a time, and other work may run between two of them. */
export type Block = readonly (readonly Cell[])[];
export type Blocks = Iterable<Block> | AsyncIterable<Block>;

const rowsOfBlock = 250;

/** Rows in blocks. */
export function* rowBlocks(rows: Rows): Generator<Block> {
  let block: (readonly Cell[])[] = [];
  for (const row of rows) {
    block.push(row);
    if (block.length < rowsOfBlock) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

/** Joins small pieces so that the receiving stream gets blocks of about `size` characters. */
export function* inBlocks(pieces: Iterable<string>, size = 65_536): Generator<string> {
  let block = '';
  for (const piece of pieces) {
    block += piece;
    if (block.length >= size) {
      yield block;
      block = '';
    }
  }
  if (block !== '') yield block;
}
