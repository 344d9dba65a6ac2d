import { type Cell, cellText, type Rows } from './cell.ts';

/** Whole numbers beyond 2^53 become strings: JSON readers would round them. */
const plain = (cell: Cell): unknown => {
  if (typeof cell === 'bigint')
    return cell <= BigInt(Number.MAX_SAFE_INTEGER) && cell >= BigInt(Number.MIN_SAFE_INTEGER) ? Number(cell) : String(cell);
  return cell instanceof Uint8Array ? cellText(cell) : cell;
};

/** A row as one JSON object, keys in column order. */
export const jsonRecord = (columns: readonly string[], row: readonly Cell[]): string =>
  JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, plain(row[i] ?? null)])));

/** One JSON object a line, keys in column order, every key present; values exactly as stored. */
export function* toJsonLines(columns: readonly string[], rows: Rows): Generator<string> {
  for (const row of rows) yield `${jsonRecord(columns, row)}\n`;
}

/** The same objects as one JSON document, an array. */
export function* toJsonArray(columns: readonly string[], rows: Rows): Generator<string> {
  let before = '[\n';
  for (const row of rows) {
    yield before + jsonRecord(columns, row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
