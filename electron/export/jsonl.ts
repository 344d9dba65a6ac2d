import { type Cell, cellText, type Rows } from './cell.ts';

/** Whole numbers beyond 2^53 become strings: JSON readers would round them. */
const plain = (cell: Cell): unknown => {
  if (typeof cell === 'bigint')
    return cell <= BigInt(Number.MAX_SAFE_INTEGER) && cell >= BigInt(Number.MIN_SAFE_INTEGER) ? Number(cell) : String(cell);
  return cell instanceof Uint8Array ? cellText(cell) : cell;
};

/** Writes rows as JSON objects, keys in column order. The keys are written once: an object for each row would be garbage. */
export function jsonRecords(columns: readonly string[]): (row: readonly Cell[]) => string {
  const keys = columns.map((name, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return row => {
    let text = '';
    for (let i = 0; i < keys.length; i++) text += (keys[i] as string) + JSON.stringify(plain(row[i] ?? null));
    return `${text}}`;
  };
}

/** One JSON object a line, keys in column order, every key present; values exactly as stored. */
export function* toJsonLines(columns: readonly string[], rows: Rows): Generator<string> {
  const record = jsonRecords(columns);
  for (const row of rows) yield `${record(row)}\n`;
}

/** The same objects as one JSON document, an array. */
export function* toJsonArray(columns: readonly string[], rows: Rows): Generator<string> {
  const record = jsonRecords(columns);
  let before = '[\n';
  for (const row of rows) {
    yield before + record(row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
