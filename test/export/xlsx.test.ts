import { crc32, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RpcError } from '#shared/rpc/errors.ts';
import { columnName, toXlsx } from '../../electron/export/xlsx.ts';

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
  unzip(await bytesOf(toXlsx(['url', 'n'], rows, 'URLs'))).get('xl/worksheets/sheet1.xml') ?? '';

test('the package holds the parts a workbook needs', async () => {
  const files = unzip(await bytesOf(toXlsx(['a'], [], 'A & B')));
  expect([...files.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
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

test('a cell is cut at the format’s limit', async () => {
  const sheet = await sheetOf([['x'.repeat(40_000), 1]]);
  expect(sheet).toContain(`${'x'.repeat(32_766)}…<`);
});

test('more rows than a sheet holds are refused with the way out', async () => {
  const failed = bytesOf(toXlsx(['a'], [[1], [2], [3]], 'S', 3));
  await expect(failed).rejects.toThrow(RpcError);
  await expect(failed).rejects.toThrow(/csv/);
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
