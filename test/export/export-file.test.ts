import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { beforeEach, expect, test } from 'vitest';
import { type ExportColumn, exportFormats } from '#shared/model/export.ts';
import { type Cell, rowBlocks } from '../../electron/export/cell.ts';
import { countRows } from '../../electron/export/count-rows.ts';
import { exportFile } from '../../electron/export/export-file.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
beforeEach(() => {
  folder = tempFolder();
});

const columns: ExportColumn[] = [
  { name: 'url', type: 'text' },
  { name: 'n', type: 'integer' },
];
const sheetName = 'URLs';
const listOf = (rows: readonly (readonly Cell[])[]) => ({ columns, blocks: rowBlocks(rows) });

test.each(exportFormats.map(format => [format]))('%s: the rows that were written are counted from the file', async format => {
  const path = join(folder, `list.${format}`);
  const text = fc.string({ unit: 'binary', maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, fc.nat()), { maxLength: 20 }), async rows => {
      expect(await exportFile(path, listOf(rows), { format, sheetName })).toEqual({ rows: rows.length, cutCells: 0 });
      expect(await countRows(path, format)).toBe(rows.length);
    }),
    { numRuns: 40 },
  );
});

test('a line break in the last field and a doubled quote are no further rows', async () => {
  const path = join(folder, 'list.csv');
  await exportFile(
    path,
    listOf([
      ['say "a"\nand', 1],
      ['\r\n"', 2],
    ]),
    { format: 'csv', sheetName },
  );
  expect(await countRows(path, 'csv')).toBe(2);
});

test('rows of several sheets are added up', async () => {
  const path = join(folder, 'list.xlsx');
  const { toXlsx } = await import('../../electron/export/xlsx.ts');
  const rows = Array.from({ length: 10 }, (_, i) => [i]);
  const pieces: Uint8Array[] = [];
  for await (const piece of toXlsx(['n'], rowBlocks(rows), { sheetName, rowLimit: 4 })) pieces.push(piece);
  writeFileSync(path, Buffer.concat(pieces));
  expect(await countRows(path, 'xlsx')).toBe(10);
});

test('a file that lost its end is not counted as whole', async () => {
  for (const format of ['xlsx', 'parquet'] as const) {
    const path = join(folder, `list.${format}`);
    await exportFile(path, listOf([['a', 1]]), { format, sheetName });
    writeFileSync(path, readFileSync(path).subarray(0, -9));
    await expect(countRows(path, format)).rejects.toThrow('damaged');
  }
});

test('a failed export leaves the old file and no half one', async () => {
  function* failing() {
    yield [['a', 1]];
    throw new Error('no further rows');
  }
  for (const format of exportFormats) {
    const path = join(folder, `list.${format}`);
    writeFileSync(path, 'old');
    await expect(exportFile(path, { columns, blocks: failing() }, { format, sheetName })).rejects.toThrow('no further rows');
    expect(readFileSync(path, 'utf8')).toBe('old');
  }
  expect(readdirSync(folder).sort()).toEqual(exportFormats.map(format => `list.${format}`).sort());
});

test('a file whose rows do not count up is not kept', async () => {
  const path = join(folder, 'list.jsonl');
  function* blocks() {
    yield [['a', 1]];
    // Another program writes into the draft.
    const draft = readdirSync(folder).find(name => name.endsWith('.part')) ?? '';
    appendFileSync(join(folder, draft), '\n'.repeat(1_000));
    yield [['b', 2]];
  }
  await expect(exportFile(path, { columns, blocks: blocks() }, { format: 'jsonl', sheetName })).rejects.toThrow(/instead of 2/);
  expect(existsSync(path)).toBe(false);
});

test('CSV of the window: separator and byte-order mark', async () => {
  const path = join(folder, 'list.csv');
  await exportFile(path, listOf([['a;b', 1]]), { format: 'csv', sheetName, separator: ';', bom: true });
  expect(readFileSync(path, 'utf8')).toBe('\ufeffurl;n\r\n"a;b";1\r\n');
  await exportFile(path, listOf([['a\tb', 1]]), { format: 'csv', sheetName, separator: '\t' });
  expect(readFileSync(path, 'utf8')).toBe('url\tn\r\n"a\tb"\t1\r\n');
});

const typed: ExportColumn[] = [
  { name: 'text', type: 'text' },
  { name: 'whole', type: 'integer' },
  { name: 'real', type: 'number' },
  { name: 'yes', type: 'boolean' },
  { name: 'at', type: 'time' },
  { name: 'any', type: 'any' },
];

async function parquetOf(all: readonly ExportColumn[], rows: readonly (readonly Cell[])[]): Promise<Record<string, unknown>[]> {
  const path = join(folder, 'list.parquet');
  await exportFile(path, { columns: all, blocks: rowBlocks(rows) }, { format: 'parquet', sheetName });
  const bytes = readFileSync(path);
  return parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer });
}

test('Parquet keeps types, exact text and missing values', async () => {
  const at = '2026-11-21T05:46:03.000Z';
  const rows = await parquetOf(typed, [
    ['=1\u0000é', 2 ** 40, 1.5, true, at, 7],
    [null, null, null, null, null, null],
  ]);
  expect(rows).toEqual([
    { text: '=1\u0000é', whole: 2n ** 40n, real: 1.5, yes: true, at: new Date(at), any: 7n },
    { text: null, whole: null, real: null, yes: null, at: null, any: null },
  ]);
});

test('Parquet: rows of many row groups come back in order', async () => {
  const many = Array.from({ length: 12_500 }, (_, i) => [`https://example.com/${i}`, i]);
  const rows = await parquetOf(columns, many);
  expect(rows).toHaveLength(many.length);
  expect(rows.every(({ url, n }, i) => n === BigInt(i) && url === `https://example.com/${i}`)).toBe(true);
});

test('Parquet: a value of another type than the first rows is refused with the way out', async () => {
  const mixed: ExportColumn[] = [{ name: 'x', type: 'any' }];
  const rows = [...Array.from({ length: 5_000 }, (_, i) => [i]), ['text']];
  await expect(parquetOf(mixed, rows)).rejects.toThrow(/“x” has integer values first and then “text”.*cast/);
});

test('Parquet: an empty list has its columns', async () => {
  expect(await parquetOf(typed, [])).toEqual([]);
  expect(await countRows(join(folder, 'list.parquet'), 'parquet')).toBe(0);
});
