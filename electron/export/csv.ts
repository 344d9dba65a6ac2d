import type { CsvSeparator } from '#shared/model/export.ts';
import { type Cell, cellText, type Rows } from './cell.ts';
import { neutralised } from './neutralise.ts';

function field(cell: Cell, separator: CsvSeparator): string {
  // Numbers keep their minus sign; only text is neutralised.
  const text = typeof cell === 'string' ? neutralised(cell, separator) : cellText(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A record with its line end. A single empty field would look like an empty line (RFC 4180 section 2 leaves this open), so it is quoted. */
export function csvLine(cells: readonly Cell[], separator: CsvSeparator = ','): string {
  let text = '';
  for (let i = 0; i < cells.length; i++) text += (i === 0 ? '' : separator) + field(cells[i] as Cell, separator);
  return `${text === '' && cells.length === 1 ? '""' : text}\r\n`;
}

/**
 * CSV as in RFC 4180: header line, CRLF, quotes around fields with a separator, quote or line break, UTF-8 without BOM. Our
 * additions: text that a spreadsheet would evaluate gets an apostrophe (`neutralised`), and a NUL becomes U+FFFD. Export JSON Lines
 * or Parquet if the exact text matters.
 */
export function* toCsv(columns: readonly string[], rows: Rows): Generator<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(row);
}
