import type { CsvSeparator, ExportColumn, ExportFormat } from '#shared/model/export.ts';
import type { Block, Blocks } from './cell.ts';
import { csvLine } from './csv.ts';
import { jsonRecords } from './jsonl.ts';

/** How a list becomes a file. The separator and the byte-order mark apply to CSV, the name of the sheet to XLSX. */
export interface Encoding {
  readonly format: ExportFormat;
  readonly sheetName: string;
  readonly separator?: CsvSeparator;
  readonly bom?: boolean;
  /** Called for each cell that the format made shorter. */
  readonly onCut?: () => void;
}

const pieceSize = 65_536;

/** The text of all rows, in pieces of about `pieceSize` characters. */
async function* lines(first: string, blocks: Blocks, line: (row: Block[number]) => string): AsyncGenerator<string> {
  let text = first;
  for await (const block of blocks)
    for (const row of block) {
      text += line(row);
      if (text.length < pieceSize) continue;
      yield text;
      text = '';
    }
  if (text !== '') yield text;
}

/** A list as the bytes of a file, in pieces. Reads the rows as it goes; memory contains one block, or one row group. */
export async function* encode(
  how: Encoding,
  columns: readonly ExportColumn[],
  blocks: Blocks,
): AsyncGenerator<string | Uint8Array> {
  const names = columns.map(({ name }) => name);
  const { separator = ',', sheetName } = how;
  switch (how.format) {
    case 'csv':
      yield* lines((how.bom ? '\ufeff' : '') + csvLine(names, separator), blocks, row => csvLine(row, separator));
      return;
    case 'jsonl': {
      const record = jsonRecords(names);
      yield* lines('', blocks, row => `${record(row)}\n`);
      return;
    }
    // These two bring libraries, so they are loaded when they are needed.
    case 'xlsx':
      yield* (await import('./xlsx.ts')).toXlsx(names, blocks, { sheetName, onCut: how.onCut ?? (() => undefined) });
      return;
    case 'parquet':
      yield* (await import('./parquet.ts')).toParquet(columns, blocks);
  }
}
