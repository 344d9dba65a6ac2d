import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ColumnType, ExportColumn } from '#shared/model/export.ts';
import { fail } from '#shared/rpc/errors.ts';
import { type Blocks, type Cell, cellText } from './cell.ts';

/**
 * A row group ends after this many rows, or this many characters of text. It bounds the memory: with groups of 20,000 rows, a list
 * of a million URLs took 200 MiB more.
 */
const groupRows = 5_000;
const groupCharacters = 4 * 1024 * 1024;

type KnownType = Exclude<ColumnType, 'any'>;

const elements = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const satisfies Record<KnownType, Omit<SchemaElement, 'name'>>;

const isWhole = (cell: Cell): boolean => typeof cell === 'bigint' || Number.isSafeInteger(cell);
const fits = {
  text: () => true,
  integer: (cell: Cell) => isWhole(cell),
  number: (cell: Cell) => typeof cell === 'number' || typeof cell === 'bigint',
  boolean: (cell: Cell) => typeof cell === 'boolean',
  time: (cell: Cell) => !Number.isNaN(Date.parse(String(cell))),
} as const satisfies Record<KnownType, (cell: Cell) => boolean>;

/** The narrowest type that takes these values; text for none. */
function typeOf(values: readonly Cell[]): KnownType {
  const present = values.filter(value => value !== null);
  if (present.length === 0) return 'text';
  return (['boolean', 'integer', 'number'] as const).find(type => present.every(fits[type])) ?? 'text';
}

function stored(cell: Cell, type: KnownType, { name }: ExportColumn): unknown {
  if (cell === null) return null;
  if (!fits[type](cell))
    fail(
      'refused',
      `The column “${name}” has ${type} values first and then “${cellText(cell).slice(0, 40)}”. A Parquet column has one type. Choose another format, or write cast(… as text) in the statement.`,
    );
  if (type === 'integer') return BigInt(cell as number | bigint);
  if (type === 'number') return Number(cell);
  if (type === 'time') return new Date(String(cell));
  return type === 'boolean' ? cell : cellText(cell);
}

/** The values of a row group, column by column. */
class RowGroup {
  readonly #columns: readonly ExportColumn[];
  #values: Cell[][];
  #characters = 0;
  rows = 0;

  constructor(columns: readonly ExportColumn[]) {
    this.#columns = columns;
    this.#values = columns.map(() => []);
  }

  get isFull(): boolean {
    return this.rows >= groupRows || this.#characters >= groupCharacters;
  }

  add(row: readonly Cell[]): void {
    for (let i = 0; i < this.#values.length; i++) {
      const cell = row[i] ?? null;
      (this.#values[i] as Cell[]).push(cell);
      if (typeof cell === 'string') this.#characters += cell.length;
      else if (cell instanceof Uint8Array) this.#characters += 2 * cell.length;
    }
    this.rows += 1;
  }

  types(): KnownType[] {
    return this.#columns.map(({ type }, i) => (type === 'any' ? typeOf(this.#values[i] as Cell[]) : type));
  }

  /** Returns the values as the writer takes them, and starts the next group. */
  take(types: readonly KnownType[]) {
    const taken = this.#columns.map((column, i) => ({
      name: column.name,
      data: (this.#values[i] as Cell[]).map(cell => stored(cell, types[i] as KnownType, column)),
      offsetIndex: false,
    }));
    this.#values = this.#columns.map(() => []);
    this.#characters = 0;
    this.rows = 0;
    return taken;
  }
}

const schemaOf = (columns: readonly ExportColumn[], types: readonly KnownType[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name }, i) => ({ name, repetition_type: 'OPTIONAL' as const, ...elements[types[i] as KnownType] })),
];

/** Takes the bytes written so far. Positions in the file go on counting. */
function drain(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

/**
 * Apache Parquet (format 2), Snappy, one row group after another, so that memory holds one group only. Values are
 * exactly those of the list. Times are timestamps in UTC. A column of type `any` gets the type of its values in the
 * first row group; a later value of another type throws. Bytes become hexadecimal text.
 */
export async function* toParquet(columns: readonly ExportColumn[], blocks: Blocks): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const group = new RowGroup(columns);
  let types: KnownType[] | null = null;
  let writer: ParquetWriter | null = null;
  const write = (): Uint8Array => {
    types ??= group.types();
    writer ??= new ParquetWriter({ writer: bytes, schema: schemaOf(columns, types), createdBy: 'crawlscope' });
    if (group.rows > 0) void writer.write({ columnData: group.take(types), rowGroupSize: groupRows });
    return drain(bytes);
  };
  for await (const block of blocks)
    for (const row of block) {
      group.add(row);
      if (group.isFull) yield write();
    }
  yield write();
  (writer as ParquetWriter | null)?.finish();
  yield drain(bytes);
}
