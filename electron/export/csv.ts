import { type Cell, cellText, looksLikeFormula, type Rows } from './cell.ts';

const field = (cell: Cell): string => {
  const text = cellText(cell);
  // Numbers keep their minus sign; only text is guarded.
  const guarded = typeof cell === 'string' && looksLikeFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
};

/** A lone empty field would read as an empty line (RFC 4180 section 2 leaves it open), so it is quoted. */
const line = (cells: readonly Cell[]): string => {
  const text = cells.map(field).join(',');
  return `${text === '' && cells.length === 1 ? '""' : text}\r\n`;
};

/**
 * CSV as RFC 4180 describes it: header line, CRLF, fields with comma, quote or line break in quotes, UTF-8 without BOM.
 * Ours: text that begins with = + - @ tab or carriage return gets a leading apostrophe, so that a spreadsheet shows it
 * instead of computing it. Read JSON Lines where the exact text matters.
 */
export function* toCsv(columns: readonly string[], rows: Rows): Generator<string> {
  yield line(columns);
  for (const row of rows) yield line(row);
}
