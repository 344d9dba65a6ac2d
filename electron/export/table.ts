import { largest } from '#shared/lists.ts';
import { type Cell, cellText, type Rows } from './cell.ts';
import { pad, printable, textWidth, truncate } from './text-width.ts';

const gap = '  ';
const sampleRows = 1_000;
const smallest = 4;
/** Without a terminal, one very long URL must not fill every line with spaces. */
const widestPadding = 120;

const shown = (cell: Cell): string => printable(cellText(cell));
const isNumber = (cell: Cell): boolean => typeof cell === 'number' || typeof cell === 'bigint';

/** Takes space from the widest columns until all fit. */
function shrink(widths: readonly number[], limit: number): number[] {
  const fitted = [...widths];
  let over = fitted.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, fitted.length - 1) - limit;
  while (over > 0) {
    const widest = largest(fitted);
    if (widest <= smallest) break;
    const next = Math.max(smallest, largest(fitted.filter(width => width < widest)));
    const many = fitted.filter(width => width === widest).length;
    const cut = Math.max(1, Math.min(widest - next, Math.floor(over / many)));
    for (let i = 0; i < fitted.length && over > 0; i++) {
      if (fitted[i] !== widest) continue;
      fitted[i] = widest - cut;
      over -= cut;
    }
  }
  return fitted;
}

/**
 * An aligned table. Column widths come from the header and the first 1,000 rows, so rows stream. With `width` (a
 * terminal's columns) cells are cut with an ellipsis to fit. Without it nothing is cut: a column takes at most 120
 * characters, and a longer cell pushes the rest of its own line to the right.
 */
export function* toTable(columns: readonly string[], rows: Rows, width: number | null): Generator<string> {
  const source = rows[Symbol.iterator]();
  const sample: (readonly Cell[])[] = [];
  let next = source.next();
  while (!next.done && sample.length < sampleRows) {
    sample.push(next.value);
    if (sample.length < sampleRows) next = source.next();
  }
  const natural = columns.map((name, i) =>
    sample.reduce((w, row) => Math.max(w, textWidth(shown(row[i] ?? null))), textWidth(name)),
  );
  const widths = width === null ? natural.map(w => Math.min(w, widestPadding)) : shrink(natural, width);
  const right = columns.map((_, i) => {
    const present = sample.map(row => row[i] ?? null).filter(cell => cell !== null);
    return present.length > 0 && present.every(isNumber);
  });
  const line = (cells: readonly string[]): string => {
    const laid = columns.map((_, i) => {
      const room = widths[i] ?? 0;
      const text = width === null ? (cells[i] ?? '') : truncate(cells[i] ?? '', room);
      return i === columns.length - 1 && !right[i] ? text : pad(text, room, right[i]);
    });
    return `${laid.join(gap).trimEnd()}\n`;
  };
  yield line(columns.map(printable));
  yield line(widths.map(w => '─'.repeat(w)));
  for (const row of sample) yield line(columns.map((_, i) => shown(row[i] ?? null)));
  if (next.done) return;
  for (let more = source.next(); !more.done; more = source.next()) {
    const row = more.value;
    yield line(columns.map((_, i) => shown(row[i] ?? null)));
  }
}
