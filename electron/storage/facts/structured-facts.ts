import type { ByteRange } from '#shared/model/page.ts';
import type {
  JsonError,
  StructuredBlock,
  StructuredData,
  StructuredItem,
  StructuredProperty,
  StructuredValue,
} from '#shared/model/structured-data.ts';
import type { PackedReader, PackedWriter } from '../file/packed-text.ts';
import { isStructuredData } from '../reads/structured-form.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What the number before a value says. A text, a real number, the index of an item or a text with an id follows. */
const value = { null: 0, false: 1, true: 2, text: 3, number: 4, item: 5, ref: 6 } as const;

/** The section of structured data: blocks, items, and what was omitted. */
export function writeStructured(to: PackedWriter, { blocks, items, dropped }: StructuredData): void {
  to.integer(dropped.blocks);
  to.integer(dropped.items);
  to.integer(dropped.values);
  to.integer(blocks.length);
  for (const block of blocks) writeBlock(to, block);
  to.integer(items.length);
  for (const item of items) writeItem(to, item);
}

function writeBlock(to: PackedWriter, block: StructuredBlock): void {
  const { format, at, error, unknownContexts, contextMissing, wrapped, missingReferences } = block;
  to.integer(
    (error ? 1 : 0) | (unknownContexts ? 2 : 0) | (contextMissing ? 4 : 0) | (wrapped ? 8 : 0) | (missingReferences ? 16 : 0),
  );
  to.text(format);
  writeRange(to, at);
  if (error) {
    to.text(error.code);
    for (const number of [error.line, error.column, error.offset, error.byte]) to.integer(number);
    to.text(error.found);
  }
  if (unknownContexts) writeTexts(to, unknownContexts);
  if (missingReferences) writeTexts(to, missingReferences);
}

function writeItem(to: PackedWriter, item: StructuredItem): void {
  const { block, types, id, parent, via, at, unknownVocabulary, properties } = item;
  to.integer(
    (id === undefined ? 0 : 1) | (parent === undefined ? 0 : 2) | (via === undefined ? 0 : 4) | (unknownVocabulary ? 8 : 0),
  );
  to.integer(block);
  writeTexts(to, types);
  if (id !== undefined) to.text(id);
  if (parent !== undefined) to.integer(parent);
  if (via !== undefined) to.text(via);
  writeRange(to, at);
  to.integer(properties.length);
  for (const { name, values } of properties) {
    to.text(name);
    to.integer(values.length);
    for (const each of values) writeValue(to, each);
  }
}

function writeValue(to: PackedWriter, each: StructuredValue): void {
  if (each === null) to.integer(value.null);
  else if (typeof each === 'boolean') to.integer(each ? value.true : value.false);
  else if (typeof each === 'string') {
    to.integer(value.text);
    to.text(each);
  } else if (typeof each === 'number') {
    to.integer(value.number);
    to.real(each);
  } else if ('item' in each) {
    to.integer(value.item);
    to.integer(each.item);
  } else {
    to.integer(value.ref);
    to.text(each.ref);
  }
}

function writeRange(to: PackedWriter, { start, end }: ByteRange): void {
  to.integer(start);
  to.integer(end - start);
}

function writeTexts(to: PackedWriter, texts: readonly string[]): void {
  to.integer(texts.length);
  for (const text of texts) to.text(text);
}

/** Reads the section. Undefined if it is damaged. */
export function readStructured(from: PackedReader): StructuredData | undefined {
  const dropped = { blocks: from.number(), items: from.number(), values: from.number() };
  const blocks = readList(from, readBlock);
  const items = readList(from, readItem);
  const data = { blocks, items, dropped };
  return !from.broken && isStructuredData(data) ? data : undefined;
}

function readList<T>(from: PackedReader, read: (from: PackedReader) => T): T[] {
  const list: T[] = [];
  for (let left = from.number(); left > 0 && !from.broken; left--) list.push(read(from));
  return list;
}

const readText = (from: PackedReader): string => from.text();

function readRange(from: PackedReader): ByteRange {
  const start = from.number();
  return { start, end: start + from.number() };
}

function readBlock(from: PackedReader): StructuredBlock {
  const has = from.number();
  const block: Writable<StructuredBlock> = { format: from.text() as StructuredBlock['format'], at: readRange(from) };
  if (has & 1) {
    block.error = {
      code: from.text() as JsonError['code'],
      line: from.number(),
      column: from.number(),
      offset: from.number(),
      byte: from.number(),
      found: from.text(),
    };
  }
  if (has & 2) block.unknownContexts = readList(from, readText);
  if (has & 4) block.contextMissing = true;
  if (has & 8) block.wrapped = true;
  if (has & 16) block.missingReferences = readList(from, readText);
  return block;
}

function readItem(from: PackedReader): StructuredItem {
  const has = from.number();
  const block = from.number();
  const types = readList(from, readText);
  const id = has & 1 ? { id: from.text() } : {};
  const parent = has & 2 ? { parent: from.number() } : {};
  const via = has & 4 ? { via: from.text() } : {};
  const at = readRange(from);
  const unknown = has & 8 ? { unknownVocabulary: true as const } : {};
  return { block, types, ...id, ...parent, ...via, at, ...unknown, properties: readList(from, readProperty) };
}

const readProperty = (from: PackedReader): StructuredProperty => ({ name: from.text(), values: readList(from, readValue) });

function readValue(from: PackedReader): StructuredValue {
  switch (from.number()) {
    case value.false:
      return false;
    case value.true:
      return true;
    case value.text:
      return from.text();
    case value.number:
      return from.real();
    case value.item:
      return { item: from.number() };
    case value.ref:
      return { ref: from.text() };
    default:
      return null;
  }
}
