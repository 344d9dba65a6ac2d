import { type Cell, cellText, looksLikeFormula, type Rows } from './cell.ts';

/**
 * Where a spreadsheet splits lines at semicolons or tabs, as it does in many countries, text after one of them begins a
 * cell of its own. Quotes do not help, because they stand inside the field there.
 */
const afterSplit = /([;\t\r\n])(?=[\s\u0000-\u001f\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Text that no spreadsheet computes; NUL, which some programs take for the end of a text, is shown as U+FFFD. */
const guarded = (text: string): string => {
  const whole = text.replaceAll('\u0000', '\ufffd').replace(afterSplit, "$1'");
  return looksLikeFormula(text) ? `'${whole}` : whole;
};

const field = (cell: Cell): string => {
  // Numbers keep their minus sign; only text is guarded.
  const text = typeof cell === 'string' ? guarded(cell) : cellText(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A lone empty field would read as an empty line (RFC 4180 section 2 leaves it open), so it is quoted. */
const line = (cells: readonly Cell[]): string => {
  const text = cells.map(field).join(',');
  return `${text === '' && cells.length === 1 ? '""' : text}\r\n`;
};

/**
 * CSV as RFC 4180 describes it: header line, CRLF, fields with comma, quote or line break in quotes, UTF-8 without BOM.
 * Ours: text that a spreadsheet would compute gets an apostrophe in front, at its beginning and behind each semicolon or
 * tab, and a NUL becomes U+FFFD. Export JSON Lines where the exact text matters.
 */
export function* toCsv(columns: readonly string[], rows: Rows): Generator<string> {
  yield line(columns);
  for (const row of rows) yield line(row);
}
