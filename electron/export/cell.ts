/** A value of an exported row. Bytes appear only in results of `sql`. */
export type Cell = string | number | bigint | boolean | null | Uint8Array;

/** Rows are pulled one at a time: an export never holds the crawl in memory. */
export type Rows = Iterable<readonly Cell[]>;

const hex = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');

/** The cell as text; '' for null, hexadecimal for bytes. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Uint8Array ? hex(cell) : String(cell);
}

/**
 * Text that a spreadsheet would take for a formula: it begins with = + - or @, also in their full-width forms. Spaces,
 * control characters and a byte-order mark in front do not count, because some programs strip them first. Strangers
 * write the titles and URLs of a crawl.
 */
export const looksLikeFormula = (text: string): boolean =>
  /^[\t\r]|^[\s\u0000-\u001f\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text);

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
