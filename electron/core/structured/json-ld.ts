import { append } from '#shared/lists.ts';
import type { StructuredValue } from '#shared/model/structured-data.ts';
import type { ItemStore, OpenBlock, OpenItem } from './item-store.ts';
import { describeFault } from './json-faults.ts';
import { JsonLdContext } from './json-ld-context.ts';
import { type JsonNode, JsonObject, parseJson } from './json-parser.ts';
import type { JsonText } from './json-text.ts';
import { longestAddress, longestName, mostTypes, shorten } from './limits.ts';
import { isBareName } from './names.ts';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Whether a script with this `type` attribute contains JSON-LD: the MIME type in any case, with or without parameters. */
export function isJsonLdType(type: string): boolean {
  return /^\s*application\/ld\+json\s*(?:;|$)/i.test(type);
}

const OPENING = /\s*(?:\/\/[ \t]*|\/\*\s*)?(?:<!--|<!\[CDATA\[)(?:\s*(?:\*\/|\/\/))?/y;
const CLOSING = /(?:\/\/[ \t]*|\/\*\s*)?(?:-->|\]\]>)(?:\s*\*\/)?$/;
/** How many characters before the end a closing wrapper is looked for. */
const CLOSING_ROOM = 40;

/** The JSON without a byte order mark and without the comment or CDATA section that hid it from browsers of the nineties. */
function unwrap(source: JsonText, range: TextRange): TextRange & { wrapped: boolean } {
  let { start, end } = range;
  let wrapped = false;
  if (end > start && source.text.charCodeAt(start) > 127) {
    const mark = [1, 3].find(length => source.slice(start, Math.min(end, start + length)) === '\ufeff');
    start += mark ?? 0;
  }
  while (end > start && /\s/.test(source.text.charAt(end - 1))) end--;
  for (let round = 0; round < 2; round++) {
    OPENING.lastIndex = start;
    const opening = OPENING.exec(source.text);
    if (!opening || start + opening[0].length > end) break;
    start += opening[0].length;
    wrapped = true;
    const tail = source.text.slice(Math.max(start, end - CLOSING_ROOM), end);
    const closing = CLOSING.exec(tail);
    if (closing) end -= closing[0].length;
    while (end > start && /\s/.test(source.text.charAt(end - 1))) end--;
  }
  return { start, end, wrapped };
}

/**
 * Reads one JSON-LD script into the store: the objects of JSON-LD become items. Only contexts that are known without the network
 * are applied (JSON-LD 1.1, section 4.1). Never throws; a parse error is noted at the block. Keeps at most `nodes` values and
 * containers of the JSON, and returns how many that were.
 */
export function readJsonLd(source: JsonText, range: TextRange, store: ItemStore, nodes: number): number {
  const at = { start: source.byteAt(range.start), end: source.byteAt(range.end) };
  const { index, block } = store.block('json-ld', at);
  const content = unwrap(source, range);
  if (content.wrapped) block.wrapped = true;
  if (content.end - content.start > store.limits.blockLength) {
    block.error = describeFault(source, range, { code: 'too-large', at: content.start });
    return 0;
  }
  // An item is in an object, and often in an array.
  const bounds = { depth: 2 * store.limits.depth, nodes: store.closed ? 0 : nodes };
  const result = parseJson(source, content, bounds);
  if ('fault' in result) {
    block.error = describeFault(source, range, result.fault);
    return 0;
  }
  store.drop('values', result.droppedNodes);
  new JsonLdWalker(source, store, { index, block }).root(result.node);
  return result.keptNodes;
}

/** Turns the objects of a parsed block into items. Recursion ends at the depth that the parser keeps. */
class JsonLdWalker {
  readonly #source: JsonText;
  readonly #store: ItemStore;
  readonly #index: number;
  readonly #block: OpenBlock;

  constructor(source: JsonText, store: ItemStore, block: { index: number; block: OpenBlock }) {
    this.#source = source;
    this.#store = store;
    this.#index = block.index;
    this.#block = block.block;
  }

  root(node: JsonNode): void {
    this.#roots(node, JsonLdContext.none());
  }

  /** Objects that are no value of another. */
  #roots(node: JsonNode, context: JsonLdContext): void {
    for (const each of listOf(node)) if (each instanceof JsonObject) this.#object(each, context, null);
  }

  /** The value of an object: its item, a reference, a plain value, or undefined for none. */
  #object(object: JsonObject, outer: JsonLdContext, holder: { item: OpenItem; via: string } | null): StructuredValue | undefined {
    const given = object.entries.get('@context');
    const context = given === undefined ? outer : outer.with(given);
    if (given !== undefined) this.#noteUnknown(context);
    const parts = partsOf(object, context);
    if (parts.value !== undefined) return plainValue(parts.value);
    for (const graph of parts.graphs) this.#roots(graph, context);
    const bare = parts.types.length === 0 && parts.properties.length === 0;
    if (bare && parts.id !== undefined) return holder ? { ref: shorten(parts.id, longestAddress) } : undefined;
    if (bare && parts.graphs.length > 0) return undefined;
    if (bare && !holder) return undefined;
    return this.#item(object, { ...parts, context, holder });
  }

  #item(
    object: JsonObject,
    parts: Parts & { context: JsonLdContext; holder: { item: OpenItem; via: string } | null },
  ): StructuredValue | undefined {
    const { context, holder } = parts;
    const at = { start: this.#source.byteAt(object.start), end: this.#source.byteAt(object.end) };
    const item = this.#store.item({
      block: this.#index,
      at,
      parent: holder?.item ?? null,
      ...(holder ? { via: holder.via } : {}),
    });
    if (!item) return undefined;
    const types = parts.types.slice(0, mostTypes).map(type => this.#name(type, context, item));
    this.#store.describe(item, types, parts.id ?? null);
    for (const { name, node, reverse } of parts.properties) {
      const known = this.#name(name, context, item);
      this.#values(node, { context, item, via: reverse ? `^${known}` : known });
    }
    return { item: item.index };
  }

  #values(node: JsonNode, to: { context: JsonLdContext; item: OpenItem; via: string }): void {
    for (const each of listOf(node)) {
      if (each === null) continue;
      if (each instanceof JsonObject) {
        const list = each.entries.get('@list') ?? each.entries.get('@set');
        if (list !== undefined) {
          this.#values(list, to);
          continue;
        }
        const value = this.#object(each, to.context, to);
        if (value !== undefined) this.#store.value(to.item, to.via, value);
      } else if (Array.isArray(each)) this.#values(each as readonly JsonNode[], to);
      else this.#store.value(to.item, to.via, each as string | number | boolean);
    }
  }

  /** A name with its meaning; as written, and the item marked, where the meaning is not known. */
  #name(written: string, context: JsonLdContext, item: OpenItem): string {
    const meaning = context.meaning(written);
    if (!context.given && meaning === null) this.#block.contextMissing = true;
    if (meaning === null || (context.unknown.length > 0 && isBareName(meaning))) item.unknownVocabulary = true;
    return shorten(meaning ?? written, longestName);
  }

  #noteUnknown(context: JsonLdContext): void {
    if (context.unknown.length === 0) return;
    const all = new Set([...(this.#block.unknownContexts ?? []), ...context.unknown.map(each => shorten(each, longestName))]);
    this.#block.unknownContexts = [...all].slice(0, 10);
  }
}

interface Parts {
  readonly id: string | undefined;
  readonly types: readonly string[];
  readonly value: JsonNode | undefined;
  readonly graphs: readonly JsonNode[];
  readonly properties: readonly { readonly name: string; readonly node: JsonNode; readonly reverse: boolean }[];
}

/** An object's entries by what JSON-LD makes of them. */
function partsOf(object: JsonObject, context: JsonLdContext): Parts {
  let id: string | undefined;
  let value: JsonNode | undefined;
  const types: string[] = [];
  const graphs: JsonNode[] = [];
  const properties: { name: string; node: JsonNode; reverse: boolean }[] = [];
  const add = (key: string, node: JsonNode): void => {
    const keyword = key.startsWith('@') ? key : context.meaning(key);
    if (keyword === null || !keyword.startsWith('@')) properties.push({ name: key, node, reverse: false });
    else if (keyword === '@id') id = typeof node === 'string' ? node : id;
    else if (keyword === '@type')
      append(
        types,
        listOf(node).filter(each => typeof each === 'string'),
      );
    else if (keyword === '@value') value = node;
    else if (keyword === '@graph' || keyword === '@included') graphs.push(node);
    else if (keyword === '@reverse' && node instanceof JsonObject) {
      for (const [name, inner] of node.entries) properties.push({ name, node: inner, reverse: true });
    } else if (keyword === '@nest' && node instanceof JsonObject) {
      for (const [name, inner] of node.entries) properties.push({ name, node: inner, reverse: false });
    }
  };
  for (const [key, node] of object.entries) add(key, node);
  return { id, types, value, graphs, properties };
}

function plainValue(node: JsonNode): StructuredValue | undefined {
  return typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean' ? node : undefined;
}

function listOf(node: JsonNode): readonly JsonNode[] {
  return Array.isArray(node) ? (node as readonly JsonNode[]) : [node];
}
