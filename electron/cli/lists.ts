import { existsSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { Cell, Rows } from '../export/cell.ts';
import { inBlocks } from '../export/cell.ts';
import { toCsv } from '../export/csv.ts';
import { toJsonArray, toJsonLines } from '../export/jsonl.ts';
import { toTable } from '../export/table.ts';
import { openWhole, refuseCrawlFile } from '../export/whole-file.ts';
import type { Arguments, OptionTable } from './arguments.ts';
import { choice, wholeNumber } from './arguments.ts';
import { usage } from './exit.ts';
import type { Io } from './io.ts';

const formats = ['table', 'csv', 'jsonl', 'xlsx'] as const;
type Format = (typeof formats)[number] | 'json';

export const listOptions = {
  format: { value: 'table|csv|jsonl|xlsx', help: 'how to print the list (default: table)' },
  json: { value: '', help: 'print one JSON array' },
  out: { value: 'FILE', help: 'write to FILE instead of standard output' },
  limit: { value: 'N', help: 'print at most N rows' },
} as const satisfies OptionTable;

export interface ListChoice {
  readonly format: Format;
  readonly out: string | undefined;
  readonly limit: number | undefined;
}

/** Reads the list options; `crawlFile` may not be overwritten. `--out x.csv` chooses the format by its ending. */
export function readListOptions(args: Arguments, io: Io, crawlFile: string | null): ListChoice {
  const out = args.one('out');
  const ending = /\.(csv|jsonl|xlsx)$/i.exec(out ?? '')?.[1]?.toLowerCase() as Format | undefined;
  const asked = choice(args, 'format', formats);
  if (args.has('json') && asked !== undefined) return usage('--json and --format exclude each other; use one of them.');
  const format: Format = args.has('json') ? 'json' : (asked ?? ending ?? 'table');
  if (
    out !== undefined &&
    crawlFile !== null &&
    existsSync(out) &&
    existsSync(crawlFile) &&
    realpathSync(out) === realpathSync(crawlFile)
  )
    return usage(`--out ${out} is the crawl file itself. Choose another name.`);
  if (out === '') return usage('--out needs the name of a file.');
  if (out !== undefined) refuseCrawlFile(out);
  if (format === 'xlsx' && out === undefined && io.stdout.isTerminal)
    return usage('xlsx is not text. Add --out FILE.xlsx, or redirect the output.');
  return { format, out, limit: wholeNumber(args, 'limit', 0) };
}

async function pieces(format: Format, columns: readonly string[], rows: Rows, width: number | null, sheet: string) {
  switch (format) {
    case 'csv':
      return inBlocks(toCsv(columns, rows));
    case 'jsonl':
      return inBlocks(toJsonLines(columns, rows));
    case 'json':
      return inBlocks(toJsonArray(columns, rows));
    case 'xlsx':
      return (await import('../export/xlsx.ts')).toXlsx(columns, rows, sheet);
    default:
      return inBlocks(toTable(columns, rows, width));
  }
}

/** Streams a list to standard output, or to a file that appears under its name only when it is whole. */
export async function writeList(io: Io, list: ListChoice, columns: readonly string[], rows: Rows, sheet: string): Promise<void> {
  if (list.out === undefined) {
    for await (const piece of await pieces(list.format, columns, rows, io.stdout.columns(), sheet)) await io.stdout.write(piece);
    return;
  }
  const file = openWhole(list.out);
  try {
    for await (const piece of await pieces(list.format, columns, rows, null, sheet)) file.write(piece);
    file.finish();
  } finally {
    file.discard();
  }
  await io.stderr.write(`Wrote ${basename(list.out)}.\n`);
}

/** At most `limit` of the rows. */
export function* take<T>(rows: Iterable<T>, limit: number | undefined): Generator<T> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  for (const row of rows) {
    yield row;
    if (--left <= 0) return;
  }
}

/** Pulls cells out of records, row by row. */
export function* cells<T>(records: Iterable<T>, read: readonly ((record: T) => Cell)[]): Generator<readonly Cell[]> {
  for (const record of records) yield read.map(field => field(record));
}
