import type { ByteRange } from '#shared/model/page.ts';
import type {
  StructuredBlock,
  StructuredData,
  StructuredFormat,
  StructuredItem,
  StructuredValue,
} from '#shared/model/structured-data.ts';
import { longestAddress, longestName, longestValue, mostTypes, type StructuredLimits, shorten } from './limits.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** A block that a reader may still add notes to. */
export type OpenBlock = Mutable<StructuredBlock>;

/** Where a new item belongs. */
export interface ItemPlace {
  readonly block: number;
  readonly at: ByteRange;
  readonly parent: OpenItem | null;
  /** The property of `parent` that the item is a value of. */
  readonly via?: string;
}

/** An item whose properties are still being collected. */
export class OpenItem {
  readonly index: number;
  readonly depth: number;
  readonly place: ItemPlace;
  readonly properties = new Map<string, StructuredValue[]>();
  types: readonly string[] = [];
  id: string | undefined;
  unknownVocabulary = false;
  parent: OpenItem | null;
  via: string | undefined;

  constructor(index: number, place: ItemPlace) {
    this.index = index;
    this.place = place;
    this.parent = place.parent;
    this.via = place.via;
    this.depth = place.parent ? place.parent.depth + 1 : 1;
  }

  done(): StructuredItem {
    const { parent, via } = this;
    const { block, at } = this.place;
    const item: Partial<Mutable<StructuredItem>> = { block, types: this.types };
    if (this.id !== undefined) item.id = this.id;
    if (parent) item.parent = parent.index;
    if (parent && via !== undefined) item.via = via;
    item.at = at;
    if (this.unknownVocabulary) item.unknownVocabulary = true;
    const properties: { readonly name: string; readonly values: readonly StructuredValue[] }[] = [];
    for (const [name, values] of this.properties) properties.push({ name, values });
    item.properties = properties;
    return item as StructuredItem;
  }
}

/** Text as it is kept: white space collapsed, at most 200 characters, addresses at most 2,000. */
export function keptText(text: string): string {
  const tidy = (UNTIDY.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
  return tidy.length <= longestValue ? tidy : shorten(tidy, /^https?:\/\//i.test(tidy) ? longestAddress : longestValue);
}

/** White space other than single spaces. */
const UNTIDY = /[^\S ]| {2}/;

/** Collects the items of all formats of a page within the limits, and counts what exceeds them. */
export class ItemStore {
  readonly limits: StructuredLimits;
  readonly #blocks: OpenBlock[] = [];
  readonly #items: OpenItem[] = [];
  #values = 0;
  #characters = 0;
  #closed = false;
  #dropped = { blocks: 0, items: 0, values: 0 };

  constructor(limits: StructuredLimits) {
    this.limits = limits;
  }

  block(format: StructuredFormat, at: ByteRange): { index: number; block: OpenBlock } {
    const block: OpenBlock = { format, at };
    this.#blocks.push(block);
    return { index: this.#blocks.length - 1, block };
  }

  /** Whether a limit of the page was exceeded: then nothing more is stored, and the caller can skip the rest of the page. */
  get closed(): boolean {
    return this.#closed;
  }

  /** A new item; null when there are too many, or when it is nested too deep. */
  item(place: ItemPlace): OpenItem | null {
    const { items, characters, depth } = this.limits;
    if (this.#items.length >= items || this.#characters >= characters) this.#closed = true;
    if (this.#closed || (place.parent?.depth ?? 0) >= depth) {
      this.#dropped.items++;
      return null;
    }
    const item = new OpenItem(this.#items.length, place);
    this.#items.push(item);
    return item;
  }

  describe(item: OpenItem, types: readonly string[], id: string | null): void {
    item.types = types.slice(0, mostTypes).map(type => shorten(type, longestName));
    for (const type of item.types) this.#characters += type.length;
    if (id === null) return;
    item.id = shorten(id, longestAddress);
    this.#characters += item.id.length;
  }

  value(item: OpenItem, name: string, value: StructuredValue): void {
    if (this.#values >= this.limits.values || this.#characters >= this.limits.characters) {
      this.refuseValue();
      return;
    }
    const short = shorten(name, longestName);
    const kept = typeof value === 'string' ? keptText(value) : value;
    this.#values++;
    this.#characters += typeof kept === 'string' ? kept.length : 0;
    const values = item.properties.get(short);
    if (values) values.push(kept);
    else {
      this.#characters += short.length;
      item.properties.set(short, [kept]);
    }
  }

  /** Counts a value that there is no room for. */
  refuseValue(): void {
    this.#closed = true;
    this.#dropped.values++;
  }

  drop(what: 'blocks' | 'items' | 'values', count = 1): void {
    this.#dropped[what] += count;
  }

  /** What was found; null when there is nothing to say. */
  finish(): StructuredData | null {
    const { blocks, items, values } = this.#dropped;
    if (this.#blocks.length === 0 && blocks + items + values === 0) return null;
    return { blocks: this.#blocks, items: this.#items.map(item => item.done()), dropped: this.#dropped };
  }
}
