import { existsSync, realpathSync } from 'node:fs';
import { writtenWords } from '#shared/explain/exports.ts';
import type { ColumnType, ExportColumn } from '#shared/model/export.ts';
import type { Cell, Rows } from '../export/cell.ts';
import { inBlocks, rowBlocks } from '../export/cell.ts';
import { encode } from '../export/encode.ts';
import { exportFile } from '../export/export-file.ts';
import { toJsonArray } from '../export/jsonl.ts';
import { toTable } from '../export/table.ts';
import { openWhole, refuseCrawlFile } from '../export/whole-file.ts';
import type { Arguments, OptionTable } from './arguments.ts';
import { choice, wholeNumber } from './arguments.ts';
import { usage } from './exit.ts';
import type { Io } from './io.ts';
import { outputOptions } from './output-file.ts';

const formats = ['table', 'csv', 'jsonl', 'xlsx', 'parquet'] as const;
type Format = (typeof formats)[number] | 'json';

export const listOptions = {
  format: { value: 'table|csv|jsonl|xlsx|parquet', help: 'how to print the list (default: table)' },
  json: { value: '', help: 'print one JSON array' },
  ...outputOptions,
  limit: { value: 'N', help: 'print at most N rows' },
} as const satisfies OptionTable;

export interface ListChoice {
  readonly format: Format;
  readonly out: string | undefined;
  readonly limit: number | undefined;
}

/** Reads the list options. `crawlFile` may not be overwritten. The extension of `--out x.csv` chooses the format. */
export function readListOptions(args: Arguments, io: Io, crawlFile: string | null): ListChoice {
  const out = args.one('out');
  const ending = /\.(csv|jsonl|xlsx|parquet)$/i.exec(out ?? '')?.[1]?.toLowerCase() as Format | undefined;
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
  if ((format === 'xlsx' || format === 'parquet') && out === undefined && io.stdout.isTerminal)
    return usage(`${format} is not text. Add --out FILE.${format}, or redirect the output.`);
  return { format, out, limit: wholeNumber(args, 'limit', 0) };
}

/** How the rows are written; the type of a column matters to Parquet alone. */
async function* pieces({ format }: ListChoice, list: PrintedList, width: number | null): AsyncGenerator<string | Uint8Array> {
  const names = list.columns.map(({ name }) => name);
  if (format === 'json') yield* inBlocks(toJsonArray(names, list.rows));
  else if (format === 'table') yield* inBlocks(toTable(names, list.rows, width));
  else yield* encode({ format, sheetName: list.sheet }, list.columns, rowBlocks(list.rows));
}

export interface PrintedList {
  readonly columns: readonly ExportColumn[];
  readonly rows: Rows;
  /** Name of the sheet in XLSX. */
  readonly sheet: string;
}

/** Streams a list to standard output, or to a file that appears under its name only when it is whole and its rows were counted. */
export async function writeList(io: Io, choice: ListChoice, list: PrintedList): Promise<void> {
  const { out, format } = choice;
  if (out === undefined) {
    for await (const piece of pieces(choice, list, io.stdout.columns())) await io.stdout.write(piece);
    return;
  }
  if (format === 'table' || format === 'json') {
    const file = openWhole(out);
    try {
      for await (const piece of pieces(choice, list, null)) file.write(piece);
      file.finish();
    } finally {
      file.discard();
    }
    await io.stderr.write(`Wrote ${out}.\n`);
    return;
  }
  const { columns, rows, sheet } = list;
  const written = await exportFile(out, { columns, blocks: rowBlocks(rows) }, { format, sheetName: sheet });
  await io.stderr.write(`Wrote ${out}: ${writtenWords(written)}\n`);
}

/** Columns of one type. */
export const columnsOf = (names: readonly string[], type: ColumnType): ExportColumn[] => names.map(name => ({ name, type }));

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
