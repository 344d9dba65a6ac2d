import { type Cell, cellText, looksLikeFormula, type Rows } from './cell.ts';

/**
 * Spreadsheets in many countries split lines at semicolons or tabs, and the text after one starts a new cell. Quotes do not help,
 * because they are then in the middle of the field.
 */
const afterSplit = /([;\t\r\n])(?=[\s\u0000-\u001f\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Text that no spreadsheet evaluates. Some programs end a text at NUL, so NUL becomes U+FFFD. */
const guarded = (text: string): string => {
  const whole = text.replaceAll('\u0000', '\ufffd').replace(afterSplit, "$1'");
  return looksLikeFormula(text) ? `'${whole}` : whole;
};

const field = (cell: Cell): string => {
  // Numbers keep their minus sign; only text is guarded.
  const text = typeof cell === 'string' ? guarded(cell) : cellText(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A single empty field would look like an empty line (RFC 4180 section 2 leaves this open), so it is quoted. */
const line = (cells: readonly Cell[]): string => {
  const text = cells.map(field).join(',');
  return `${text === '' && cells.length === 1 ? '""' : text}\r\n`;
};

/**
 * CSV as in RFC 4180: header line, CRLF, quotes around fields with comma, quote or line break, UTF-8 without BOM. Our additions:
 * text that a spreadsheet would evaluate gets an apostrophe, at its start and after each semicolon or tab. A NUL becomes U+FFFD.
 * Export JSON Lines if the exact text matters.
 */
export function* toCsv(columns: readonly string[], rows: Rows): Generator<string> {
  yield line(columns);
  for (const row of rows) yield line(row);
}
