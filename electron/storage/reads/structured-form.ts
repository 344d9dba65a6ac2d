import type { StructuredData } from '#shared/model/structured-data.ts';

type Test = (value: unknown) => boolean;

const isText: Test = value => typeof value === 'string';
const isIndex: Test = value => Number.isSafeInteger(value) && (value as number) >= 0;
const isFlag: Test = value => value === undefined || value === true;
const isTexts: Test = value => Array.isArray(value) && value.every(isText);
const orNone =
  (test: Test): Test =>
  value =>
    value === undefined || test(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRange: Test = value => isObject(value) && isIndex(value['start']) && isIndex(value['end']);

const isError: Test = value =>
  isObject(value) &&
  isText(value['code']) &&
  isText(value['found']) &&
  ['line', 'column', 'offset', 'byte'].every(name => isIndex(value[name]));

const isBlock: Test = value =>
  isObject(value) &&
  isText(value['format']) &&
  isRange(value['at']) &&
  orNone(isError)(value['error']) &&
  orNone(isTexts)(value['unknownContexts']) &&
  orNone(isTexts)(value['missingReferences']) &&
  isFlag(value['contextMissing']) &&
  isFlag(value['wrapped']);

/** Text, number, truth value, null, or a reference to one of `items` items or to an id. */
function isValue(value: unknown, items: number): boolean {
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (value === null) return true;
  if ('item' in value) return isIndex(value.item) && (value.item as number) < items;
  return 'ref' in value && isText(value.ref);
}

function isItem(value: unknown, blocks: number, items: number): boolean {
  if (!isObject(value)) return false;
  const { block, parent, properties } = value;
  return (
    isIndex(block) &&
    (block as number) < blocks &&
    orNone(isIndex)(parent) &&
    ((parent as number | undefined) ?? 0) < items &&
    isTexts(value['types']) &&
    orNone(isText)(value['id']) &&
    orNone(isText)(value['via']) &&
    isRange(value['at']) &&
    isFlag(value['unknownVocabulary']) &&
    Array.isArray(properties) &&
    properties.every(
      property =>
        isObject(property) &&
        isText(property['name']) &&
        Array.isArray(property['values']) &&
        property['values'].every(each => isValue(each, items)),
    )
  );
}

/** Whether a value of a crawl file, which somebody else may have written, is structured data as a whole: indexes lead somewhere. */
export function isStructuredData(value: unknown): value is StructuredData {
  if (!isObject(value)) return false;
  const { blocks, items, dropped } = value;
  return (
    Array.isArray(blocks) &&
    blocks.every(isBlock) &&
    Array.isArray(items) &&
    items.every(item => isItem(item, blocks.length, items.length)) &&
    isObject(dropped) &&
    ['blocks', 'items', 'values'].every(name => isIndex(dropped[name]))
  );
}
