import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import type { ExportFormat } from '#shared/model/export.ts';

/**
 * Rows of an exported file, counted by reading it back from the disk; the header line does not count. Throws when the file is not
 * what its format says.
 */
export function countRows(path: string, format: ExportFormat): Promise<number> {
  return counters[format](path);
}

const counters = {
  csv: async path => Math.max(0, (await countRecords(path)) - 1),
  jsonl: path => countBytes(createReadStream(path), '\n'),
  xlsx: countSheetRows,
  parquet: countGroupRows,
} as const satisfies Record<ExportFormat, (path: string) => Promise<number>>;

/** Line ends outside quotes (RFC 4180). A doubled quote closes the quotes and opens them again, so it changes nothing. */
async function countRecords(path: string): Promise<number> {
  let records = 0;
  let isQuoted = false;
  for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) {
    const bytes = chunk as Buffer;
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] === 0x22) isQuoted = !isQuoted;
      else if (bytes[i] === 0x0a && !isQuoted) records += 1;
    }
  }
  return records;
}

/** How often a short ASCII text occurs, also across two chunks. It must not overlap itself. */
async function countBytes(chunks: AsyncIterable<Uint8Array>, text: string): Promise<number> {
  let found = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) found += 1;
    rest = text.length === 1 ? rest : Buffer.from(bytes.subarray(Math.max(0, bytes.length - text.length + 1)));
  }
  return found;
}

const damaged = (what: string): Error => new Error(`the written file is damaged: ${what}`);

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (position < 0 || readSync(file, bytes, 0, length, position) !== length) throw damaged('it is too short');
  return bytes;
}

/** An entry of a ZIP archive: where its packed bytes are. */
interface Packed {
  readonly name: string;
  readonly start: number;
  readonly length: number;
}

/** Reads a 32-bit size, or its 64-bit form from the ZIP64 extra field (PKWARE APPNOTE 6.3, 4.5.3). */
function sizesOf(header: Buffer, extra: Buffer): { packed: number; offset: number } {
  const sizes = [24, 20, 42].map(at => header.readUInt32LE(at));
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let place = at + 4;
    for (const [i, size] of sizes.entries()) {
      if (size !== 0xffffffff) continue;
      sizes[i] = Number(extra.readBigUInt64LE(place));
      place += 8;
    }
  }
  return { packed: sizes[1] as number, offset: sizes[2] as number };
}

/** The entries of an archive without comment, from its central directory. */
function entriesOf(file: number): Packed[] {
  const { size } = fstatSync(file);
  const end = readAt(file, size - 22, 22);
  if (end.readUInt32LE(0) !== 0x06054b50) throw damaged('it has no end of a ZIP archive');
  let [start, length] = [end.readUInt32LE(16), end.readUInt32LE(12)];
  if (start === 0xffffffff || length === 0xffffffff) {
    const locator = readAt(file, size - 42, 20);
    const end64 = readAt(file, Number(locator.readBigUInt64LE(8)), 56);
    [length, start] = [Number(end64.readBigUInt64LE(40)), Number(end64.readBigUInt64LE(48))];
  }
  const directory = readAt(file, start, length);
  const found: Packed[] = [];
  for (let at = 0; at + 46 <= directory.length; ) {
    const header = directory.subarray(at, at + 46);
    if (header.readUInt32LE(0) !== 0x02014b50) throw damaged('its directory is broken');
    const [name, extra, comment] = [28, 30, 32].map(place => header.readUInt16LE(place)) as [number, number, number];
    const { packed, offset } = sizesOf(header, directory.subarray(at + 46 + name, at + 46 + name + extra));
    const local = readAt(file, offset, 30);
    const first = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    found.push({ name: directory.toString('utf8', at + 46, at + 46 + name), start: first, length: packed });
    at += 46 + name + extra + comment;
  }
  return found;
}

async function countSheetRows(path: string): Promise<number> {
  const file = openSync(path, 'r');
  let entries: Packed[];
  try {
    entries = entriesOf(file);
  } finally {
    closeSync(file);
  }
  let rows = 0;
  for (const { name, start, length } of entries) {
    if (!name.startsWith('xl/worksheets/')) continue;
    let found = 0;
    await pipeline(
      createReadStream(path, { start, end: start + length - 1, highWaterMark: 262_144 }),
      createInflateRaw(),
      async sheet => {
        found = await countBytes(sheet, '<row ');
      },
    );
    rows += found - 1;
  }
  return rows;
}

async function countGroupRows(path: string): Promise<number> {
  const { parquetMetadata } = await import('hyparquet');
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const tail = readAt(file, size - 8, 8);
    if (tail.toString('latin1', 4) !== 'PAR1') throw damaged('it has no Parquet footer');
    const footer = tail.readUInt32LE(0) + 8;
    const bytes = readAt(file, size - footer, footer);
    const { row_groups: groups } = parquetMetadata(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    );
    return groups.reduce((sum, { num_rows: rows }) => sum + Number(rows), 0);
  } finally {
    closeSync(file);
  }
}
