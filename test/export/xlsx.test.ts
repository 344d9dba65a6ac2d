import { crc32, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rowBlocks } from '../../electron/export/cell.ts';
import { columnName, maxCellCharacters, toXlsx, type XlsxOptions } from '../../electron/export/xlsx.ts';

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** Reads the archive by its central directory, checking every size and checksum. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let i = archive.readUInt16LE(end + 10); i > 0; i--) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    const start = local + 30 + archive.readUInt16LE(local + 26);
    const packed = archive.readUInt32LE(at + 20);
    const data = inflateRawSync(archive.subarray(start, start + packed));
    expect(data.length).toBe(archive.readUInt32LE(at + 24));
    expect(crc32(data)).toBe(archive.readUInt32LE(at + 16));
    expect(archive.readUInt32LE(start + packed)).toBe(0x08074b50);
    files.set(name, data.toString('utf8'));
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

const sheetOf = async (rows: Iterable<readonly (string | number | boolean | null)[]>): Promise<string> =>
  unzip(await bytesOf(toXlsx(['url', 'n'], rowBlocks(rows), { sheetName: 'URLs' }))).get('xl/worksheets/sheet1.xml') ?? '';

const workbookOf = async (count: number, options: Partial<XlsxOptions>): Promise<Map<string, string>> => {
  const rows = Array.from({ length: count }, (_, i) => [i]);
  return unzip(await bytesOf(toXlsx(['a'], rowBlocks(rows), { sheetName: 'S', ...options })));
};

test('the package holds the parts a workbook needs', async () => {
  const files = await workbookOf(0, { sheetName: 'A & B' });
  expect([...files.keys()]).toEqual([
    '_rels/.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    '[Content_Types].xml',
  ]);
  expect(files.get('xl/workbook.xml')).toContain('name="A &amp; B"');
});

test('numbers are numbers, text is inline text, null is no cell', async () => {
  const sheet = await sheetOf([
    ['a<b>&', 42],
    [null, -1.5],
  ]);
  expect(sheet).toContain(
    '<c r="A2" t="inlineStr"><is><t xml:space="preserve">a&lt;b&gt;&amp;</t></is></c><c r="B2"><v>42</v></c>',
  );
  expect(sheet).toContain('<row r="3"><c r="B3"><v>-1.5</v></c></row>');
});

test('ours: text that looks like a formula is marked with the spreadsheet’s apostrophe and stays text', async () => {
  const sheet = await sheetOf([['=HYPERLINK("x")', 1]]);
  expect(sheet).toContain('<c r="A2" s="2" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;x&quot;)</t></is></c>');
  expect(sheet).not.toContain('<f>');
});

test('characters XML cannot hold are written in the format’s own escape', async () => {
  const sheet = await sheetOf([['a\u0000b_x0041_\ud800', 1]]);
  expect(sheet).toContain('a_x0000_b_x005F_x0041_\ufffd');
});

test('a cell over the format’s limit is cut, says so, is coloured and counted', async () => {
  let cut = 0;
  const rows = rowBlocks([
    ['x'.repeat(40_000), 'y'.repeat(maxCellCharacters), `${'z'.repeat(32_740)}\u{1f600}${'z'.repeat(100)}`],
  ]);
  const options = { sheetName: 'S', onCut: () => cut++ };
  const sheet = unzip(await bytesOf(toXlsx(['a', 'b', 'c'], rows, options))).get('xl/worksheets/sheet1.xml') ?? '';
  const cells = [...sheet.matchAll(/<c r="([A-Z]2)"( s="3")? t="inlineStr"><is><t xml:space="preserve">([^<]*)</g)];
  expect(cells.map(([, place, style, text]) => [place, style !== undefined, text?.length])).toEqual([
    ['A2', true, maxCellCharacters],
    ['B2', false, maxCellCharacters],
    ['C2', true, maxCellCharacters - 1],
  ]);
  expect(cells[0]?.[3]).toMatch(/^x+ … \[cut: 40000 characters\]$/);
  // A pair of surrogates is not cut in two.
  expect(cells[2]?.[3]).toMatch(/^z+ … \[cut: 32842 characters\]$/);
  expect(cut).toBe(2);
});

test('rows after those of a sheet go to a further sheet with the same header', async () => {
  const files = await workbookOf(5, { sheetName: 'URLs', rowLimit: 3 });
  const sheets = [1, 2, 3].map(n => files.get(`xl/worksheets/sheet${n}.xml`) ?? '');
  expect(sheets.map(sheet => [...sheet.matchAll(/<v>(\d)<\/v>/g)].map(([, value]) => value))).toEqual([
    ['0', '1'],
    ['2', '3'],
    ['4'],
  ]);
  expect(sheets.every(sheet => sheet.includes('<c r="A1" s="1"'))).toBe(true);
  expect([...(files.get('xl/workbook.xml') ?? '').matchAll(/sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'URLs',
    'URLs 2',
    'URLs 3',
  ]);
  expect(files.get('[Content_Types].xml')).toContain('/xl/worksheets/sheet3.xml');
  expect(files.get('xl/_rels/workbook.xml.rels')).toContain('Target="worksheets/sheet3.xml"');
});

test('a sheet that is exactly full has no empty one after it', async () => {
  expect((await workbookOf(4, { rowLimit: 3 })).has('xl/worksheets/sheet3.xml')).toBe(false);
});

test.each([
  ['Links of /a?b', 'Links of  a b'],
  ["'quoted'", 'quoted'],
  ['*', 'Sheet'],
  ['x'.repeat(40), 'x'.repeat(31)],
])('a sheet is named %j as %j, because Excel refuses some names', async (sheetName, shown) => {
  expect((await workbookOf(0, { sheetName })).get('xl/workbook.xml')).toContain(`name="${shown}"`);
});

test('an error of the rows ends the archive with that error', async () => {
  function* failing() {
    yield [1];
    throw new Error('the disk is gone');
  }
  await expect(bytesOf(toXlsx(['a'], rowBlocks(failing()), { sheetName: 'S' }))).rejects.toThrow('the disk is gone');
});

test('whoever stops reading closes the rows', async () => {
  let isClosed = false;
  async function* blocks() {
    try {
      for (;;) yield Array.from({ length: 500 }, (_, i) => [i, 'text'.repeat(20)]);
    } finally {
      isClosed = true;
    }
  }
  let size = 0;
  for await (const chunk of toXlsx(['a', 'b'], blocks(), { sheetName: 'S' })) if ((size += chunk.length) > 100_000) break;
  expect(isClosed).toBe(true);
});

test('many rows survive compression and back-pressure', async () => {
  function* rows() {
    for (let i = 0; i < 20_000; i++) yield [`https://example.com/${i}`, i] as const;
  }
  const sheet = await sheetOf(rows());
  expect(sheet.match(/<row /g)).toHaveLength(20_001);
  expect(sheet).toContain('<c r="B20001"><v>19999</v></c>');
});

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is %s', (index, name) => {
  expect(columnName(index)).toBe(name);
});
