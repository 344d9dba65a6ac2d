import { writeFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { damaged, randomOf } from './damage.ts';

/** Changes one place of the file, or a few, in a way that follows from the numbers. */
type Change = (file: Buffer, below: (limit: number) => number) => Buffer;

const pageSize = 8_192;
const headerBytes = 100;
/** Numbers at the ends of what fits, and some near them. */
const edges = [0, 1, 2, 127, 128, 255, 256, 32_767, 65_535, 65_536, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
/** Fields of the header: place and bytes. */
const fields = [
  [16, 2],
  [18, 1],
  [19, 1],
  [20, 1],
  [21, 1],
  [24, 4],
  [28, 4],
  [32, 4],
  [36, 4],
  [40, 4],
  [44, 4],
  [48, 4],
  [52, 4],
  [56, 4],
  [60, 4],
  [64, 4],
  [68, 4],
  [92, 4],
  [96, 4],
] as const;

const pick = <T>(list: readonly T[], below: (limit: number) => number): T => list[below(list.length)] as T;

function writeNumber(file: Buffer, at: number, bytes: number, value: number): void {
  for (let n = 0; n < bytes && at + n < file.length; n += 1) file[at + n] = Math.floor(value / 256 ** (bytes - 1 - n)) % 256;
}

const number = (below: (limit: number) => number): number => (below(2) === 0 ? pick(edges, below) : below(2 ** 32));

/** Starts of the pages that are nodes of a tree, with the place of the node's own header. */
function nodes(file: Buffer): readonly { readonly start: number; readonly header: number }[] {
  const found: { start: number; header: number }[] = [];
  for (let start = 0; start + pageSize <= file.length; start += pageSize) {
    const header = start + (start === 0 ? headerBytes : 0);
    if ([2, 5, 10, 13].includes(file[header] ?? 0)) found.push({ start, header });
  }
  return found;
}

/** Places where a text begins. */
function placesOf(file: Buffer, text: string): readonly number[] {
  const found: number[] = [];
  for (let at = file.indexOf(text, 0, 'latin1'); at >= 0 && found.length < 2_000; at = file.indexOf(text, at + 1, 'latin1'))
    found.push(at);
  return found;
}

/** Other characters somewhere behind one of these texts. */
const writing =
  (texts: readonly string[], reach: number, characters: string): Change =>
  (file, below) => {
    const places = placesOf(file, pick(texts, below));
    if (places.length === 0) return file;
    const at = pick(places, below) + below(reach);
    const count = 1 + below(6);
    for (let n = 0; n < count && at + n < file.length; n += 1) file[at + n] = characters.charCodeAt(below(characters.length));
    return file;
  };

const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('');

const header: Change = (file, below) => {
  for (let n = 1 + below(3); n > 0; n -= 1) {
    const [at, bytes] = pick(fields, below);
    writeNumber(file, at, bytes, number(below));
  }
  return file;
};

const cellPointers: Change = (file, below) => {
  const { header: at } = pick(nodes(file), below);
  const isInner = (file[at] ?? 0) < 8;
  const first = at + (isInner ? 12 : 8);
  const cells = file.readUInt16BE(at + 3);
  const place = pick(
    [at + 1, at + 3, at + 5, first + 2 * below(Math.max(1, cells)), first + 2 * below(Math.max(1, cells))],
    below,
  );
  if (isInner && below(3) === 0) writeNumber(file, at + 8, 4, below(3) === 0 ? number(below) : 1 + below(file.length / pageSize));
  else writeNumber(file, place, 2, below(2) === 0 ? below(pageSize) : number(below));
  return file;
};

/** Lengths and types at the beginning of a row. */
const lengths: Change = (file, below) => {
  const { start, header: at } = pick(nodes(file), below);
  const cells = file.readUInt16BE(at + 3);
  const first = at + ((file[at] ?? 0) < 8 ? 12 : 8);
  const cell = start + file.readUInt16BE(first + 2 * below(Math.max(1, cells)));
  const place = cell + below(12);
  for (let n = below(5); n >= 0 && place + n < file.length; n -= 1)
    file[place + n] = below(2) === 0 ? 0x80 | below(128) : below(256);
  return file;
};

const freePages: Change = (file, below) => {
  const pages = file.length / pageSize;
  const trunk = 1 + below(pages);
  file.writeUInt32BE(below(4) === 0 ? number(below) : trunk, 32);
  file.writeUInt32BE(below(3) === 0 ? number(below) : 1 + below(50), 36);
  const at = (trunk - 1) * pageSize + (trunk === 1 ? headerBytes : 0);
  file.writeUInt32BE(below(2) === 0 ? trunk : below(pages + 2), at);
  file.writeUInt32BE(below(2) === 0 ? below(2_100) : number(below), at + 4);
  return file;
};

const pages: Change = (file, below) => {
  const count = file.length / pageSize;
  const [from, to] = [below(count) * pageSize, below(count) * pageSize];
  switch (below(5)) {
    case 0:
      file.copy(file, to, from, from + pageSize);
      break;
    case 1:
      file.fill(below(256), to, to + pageSize);
      break;
    case 2:
      return file.subarray(0, below(file.length));
    case 3:
      return Buffer.concat([file, Buffer.alloc(1 + below(4 * pageSize), below(256))]);
    default:
      for (let n = 0; n < 64; n += 1) file[to + below(pageSize)] = below(256);
  }
  return file;
};

/** `null`: a value of a column is replaced by a statement, so that the trees stay sound. */
const kinds: readonly (readonly [name: string, change: Change | null])[] = [
  ['bytes anywhere', (file, below) => damaged(file, below(2 ** 31))],
  ['fields of the header', header],
  ['cell pointers', cellPointers],
  ['lengths of rows', lengths],
  ['free pages', freePages],
  ['text of the schema', writing(['CREATE TABLE', 'CREATE VIEW', 'CREATE INDEX', 'STRICT'], 300, printable)],
  ['JSON', writing(['{"', '["', '":', ',"'], 40, '{}[]",:0123456789eE-+.nulltrue\\\u0000')],
  ['packed bytes', writing(['\x28\xb5\x2f\xfd'], 60, Array.from({ length: 256 }, (_, n) => String.fromCharCode(n)).join(''))],
  ['whole pages', pages],
  ['value of a column', null],
  ['value of a column', null],
];

/** A value to put in place of another. */
function valueFor(old: unknown, below: (limit: number) => number): unknown {
  if (below(8) === 0) return null;
  if (Buffer.isBuffer(old)) {
    if (below(4) === 0) return Buffer.from(Array.from({ length: below(300) }, () => below(256)));
    const copy = Buffer.from(old);
    for (let n = 1 + below(5); n > 0 && copy.length > 0; n -= 1) copy[below(copy.length)] = below(256);
    return below(4) === 0 ? copy.subarray(0, below(copy.length + 1)) : copy;
  }
  if (typeof old === 'string') {
    const at = below(old.length + 1);
    const made = [
      '',
      '['.repeat(below(5_000)),
      '-1',
      '9e999',
      '\u0000',
      '\u202e<script>',
      'x'.repeat(below(100_000)),
      '{"__proto__":1}',
      '"',
    ];
    const text = pick(made, below);
    return below(3) === 0 ? text : old.slice(0, at) + text.slice(0, 40) + old.slice(at + below(8));
  }
  return pick([0n, -1n, 1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n, BigInt(below(1_000)), BigInt(Date.now())], below);
}

function changeValue(path: string, below: (limit: number) => number): void {
  const db = new BetterSqlite3(path);
  try {
    db.unsafeMode(true);
    db.pragma('foreign_keys = OFF');
    db.pragma('ignore_check_constraints = ON');
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
      .pluck()
      .all() as string[];
    for (let n = 1 + below(3); n > 0; n -= 1) {
      const table = pick(tables, below);
      const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
      const column = pick(columns, below);
      const rows = db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
      if (rows === 0) continue;
      const old = db.prepare(`SELECT "${column}" FROM "${table}" ORDER BY 1 LIMIT 1 OFFSET ?`).pluck().get(below(rows));
      try {
        const change = db.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE "${column}" IS ?`);
        change.run(valueFor(old, below), old);
      } catch (error) {
        // A key that exists, or a type that the column forbids.
        if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
      }
    }
  } finally {
    db.close();
  }
}

/** Writes a copy of a good crawl file that was changed as the seed says. Returns what was changed. */
export function writeMutated(path: string, good: Buffer, seed: number): string {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const [name, change] = kinds[seed % kinds.length] as (typeof kinds)[number];
  if (change !== null) {
    writeFileSync(path, change(Buffer.from(good), below));
    return name;
  }
  writeFileSync(path, good);
  changeValue(path, below);
  return name;
}
