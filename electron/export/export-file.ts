import type { ExportColumn } from '#shared/model/export.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Blocks } from './cell.ts';
import { countRows } from './count-rows.ts';
import { type Encoding, encode } from './encode.ts';
import { openWhole } from './whole-file.ts';

/** What an export wrote. */
export interface Written {
  readonly rows: number;
  /** Cells that the format made shorter (XLSX: over 32,767 characters). */
  readonly cutCells: number;
}

export interface ExportedList {
  readonly columns: readonly ExportColumn[];
  readonly blocks: Blocks;
}

export interface ExportOptions extends Omit<Encoding, 'onCut'> {
  /** Called before the file gets its name. If it throws, the file is discarded. */
  readonly beforeNaming?: () => void;
}

/**
 * Writes a list to a file, completely or not at all. The file gets its name only after reading it back gives the same
 * number of rows. Throws an `RpcError` if the counts differ or the path is a crawl file. Does not translate system
 * errors.
 */
export async function exportFile(path: string, { columns, blocks }: ExportedList, how: ExportOptions): Promise<Written> {
  const file = openWhole(path);
  let rows = 0;
  let cutCells = 0;
  async function* counted() {
    for await (const block of blocks) {
      rows += block.length;
      yield block;
    }
  }
  try {
    for await (const piece of encode({ ...how, onCut: () => cutCells++ }, columns, counted())) file.write(piece);
    const stored = file.draft === null ? rows : await countRows(file.draft, how.format);
    if (stored !== rows)
      fail('internal', `The file would have ${stored} rows instead of ${rows}, so it was not kept. Please report this.`);
    how.beforeNaming?.();
    file.finish();
  } finally {
    file.discard();
  }
  return { rows, cutCells };
}
