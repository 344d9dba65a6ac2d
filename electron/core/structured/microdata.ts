import type { ByteRange } from '#shared/model/page.ts';
import type { StructuredValue } from '#shared/model/structured-data.ts';
import { type ElementAttributes, tokensOf } from './element-attributes.ts';
import type { ItemStore, OpenBlock, OpenItem } from './item-store.ts';
import { longestName, shorten } from './limits.ts';
import { schemaName } from './names.ts';
import type { TextLog } from './text-log.ts';

/** The attribute that contains the value of a property, by element (HTML standard, section 5.2.4 "Values"). */
const VALUE_ATTRIBUTE: Readonly<Record<string, string>> = {
  meta: 'content',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  a: 'href',
  area: 'href',
  link: 'href',
  object: 'data',
  data: 'value',
  meter: 'value',
};
/** Elements of `itemref` that are visited at most for a page. */
const MOST_VISITS = 100_000;
/** Items around an item that are looked at. */
const MOST_HOPS = 100;

/** One itemprop: its value belongs to the item around it, and to items that refer to an element around it. */
interface Entry {
  readonly names: readonly string[];
  value: StructuredValue;
}

/** An element with an id, for `itemref`. */
interface Named {
  readonly parent: Named | null;
  readonly entries: Entry[];
  readonly inner: Named[];
}

interface OpenElement {
  readonly previousItem: ItemInProgress | null;
  readonly previousNamed: Named | null;
  readonly entry: Entry | null;
  /** Where the text of the value starts, -1 when the value is not text. */
  readonly textFrom: number;
}

interface ItemInProgress {
  readonly item: OpenItem | null;
  readonly entries: Entry[];
  readonly references: readonly string[];
  readonly block: OpenBlock;
  readonly blockIndex: number;
}

/**
 * Collects microdata (HTML standard, section 5) from elements in page order. Elements without any microdata cost a
 * push and a pop. `itemref` is reported, or resolved to any element that the collector has seen, before or after the
 * item.
 *
 * Our extension: a `content` attribute gives the value on any element, as schema.org's own examples and search
 * engines have it.
 */
export class MicrodataCollector {
  readonly #store: ItemStore;
  readonly #log: TextLog;
  readonly #open: (OpenElement | null)[] = [];
  readonly #items: ItemInProgress[] = [];
  readonly #names = new Map<string, Named>();
  readonly #byIndex = new Map<number, OpenItem>();
  readonly #resolves: boolean;
  #item: ItemInProgress | null = null;
  #named: Named | null = null;
  #entries = 0;

  constructor(store: ItemStore, log: TextLog, references: 'resolve' | 'report') {
    this.#store = store;
    this.#log = log;
    this.#resolves = references === 'resolve';
  }

  /** An element without attributes of microdata or id. */
  startPlain(): void {
    this.#open.push(null);
  }

  startElement(name: string, attributes: ElementAttributes, at: ByteRange): void {
    const scope = attributes.get('itemscope') !== null;
    const property = attributes.get('itemprop');
    const id = this.#resolves ? attributes.get('id') : null;
    if (!scope && property === null && id === null) {
      this.#open.push(null);
      return;
    }
    const previousItem = this.#item;
    const previousNamed = this.#named;
    if (id !== null && id !== '') this.#named = this.#name(id);
    const names = tokensOf(property).map(each => schemaName(each) ?? each);
    const outer = this.#named;
    if (scope) {
      this.#item = this.#startItem(attributes, at, names);
      // Elements with an id around an item own the item, not its properties.
      this.#named = null;
    }
    let entry: Entry | null = null;
    let textFrom = -1;
    if (names.length > 0) {
      const found = scope ? this.#itemValue() : attributeValue(name, attributes);
      if (found !== null) entry = this.#addEntry(previousItem, outer, { names, value: found ?? '' });
      if (entry && found === undefined) textFrom = this.#log.begin();
    }
    this.#open.push({ previousItem, previousNamed, entry, textFrom });
  }

  endElement(): void {
    const element = this.#open.pop();
    if (!element) return;
    if (element.textFrom >= 0) {
      const text = this.#log.end(element.textFrom);
      if (element.entry) element.entry.value = text;
    }
    this.#item = element.previousItem;
    this.#named = element.previousNamed;
  }

  /** Gives all properties to their items. Call once, at the end of the page. */
  finish(): void {
    while (this.#open.length > 0) this.endElement();
    let visits = MOST_VISITS;
    for (const { item, entries, references, block } of this.#items) {
      if (!item) continue;
      this.#give(item, entries);
      for (const reference of references) {
        const named = this.#names.get(reference);
        if (named) visits = this.#giveReferenced(item, named, visits);
        else block.missingReferences = [...(block.missingReferences ?? []), shorten(reference, longestName)].slice(0, 10);
      }
    }
  }

  #name(id: string): Named {
    const named: Named = { parent: this.#named, entries: [], inner: [] };
    this.#named?.inner.push(named);
    // The first of an id counts.
    if (!this.#names.has(id)) this.#names.set(id, named);
    return named;
  }

  #startItem(attributes: ElementAttributes, at: ByteRange, names: readonly string[]): ItemInProgress {
    const holder = names.length > 0 ? this.#item : null;
    const { index, block } = holder ? { index: holder.blockIndex, block: holder.block } : this.#store.block('microdata', at);
    const place = { block: index, at, parent: holder?.item ?? null, ...(names[0] === undefined ? {} : { via: names[0] }) };
    // Inside an item that was dropped nothing is kept either.
    const lost = holder !== null && holder.item === null;
    if (lost) this.#store.drop('items');
    const item = lost ? null : this.#store.item(place);
    if (item) {
      this.#byIndex.set(item.index, item);
      const types = tokensOf(attributes.get('itemtype'));
      // A type must be an absolute URL; what a bare word means is not known.
      if (types.some(type => !type.includes(':'))) item.unknownVocabulary = true;
      const id = attributes.get('itemid')?.trim() ?? null;
      this.#store.describe(
        item,
        types.map(type => schemaName(type) ?? type),
        id,
      );
    }
    const started = { item, entries: [], references: tokensOf(attributes.get('itemref')), block, blockIndex: index };
    this.#items.push(started);
    return started;
  }

  /** The item that was just started, as a value; null when it was dropped. */
  #itemValue(): StructuredValue | null {
    const item = this.#item?.item;
    return item ? { item: item.index } : null;
  }

  #addEntry(owner: ItemInProgress | null, named: Named | null, entry: Entry): Entry | null {
    if (!owner && !named) return null;
    if (this.#entries >= this.#store.limits.values) {
      this.#store.refuseValue();
      return null;
    }
    this.#entries++;
    owner?.entries.push(entry);
    named?.entries.push(entry);
    return entry;
  }

  #give(item: OpenItem, entries: readonly Entry[]): void {
    for (const { names, value } of entries) {
      const inner = typeof value === 'object' && value !== null && 'item' in value ? this.#byIndex.get(value.item) : undefined;
      if (inner && isInside(item, inner)) continue;
      // An item that only a reference reaches gets its place here.
      if (inner?.parent === null) {
        inner.parent = item;
        inner.via = names[0];
      }
      for (const name of names) this.#store.value(item, name, value);
    }
  }

  /** Gives the properties in a referenced element to the item. Returns how many visits are left. */
  #giveReferenced(item: OpenItem, from: Named, visits: number): number {
    const pending = [from];
    for (let named = pending.pop(); named; named = pending.pop()) {
      if (--visits < 0) {
        this.#store.drop('values');
        return 0;
      }
      this.#give(item, named.entries);
      for (let i = named.inner.length - 1; i >= 0; i--) pending.push(named.inner[i] as Named);
    }
    return visits;
  }
}

/** Whether `item` is `holder` or a value in it: items may refer to each other in a circle. */
function isInside(item: OpenItem, holder: OpenItem): boolean {
  let each: OpenItem | null = item;
  // Adopted items can make chains longer than the depth that the store allows; a chain this long counts as a circle.
  for (let hops = 0; each; hops++) {
    if (each === holder || hops > MOST_HOPS) return true;
    each = each.parent;
  }
  return false;
}

/** The value that an attribute gives; undefined when the value is the element's text. */
function attributeValue(element: string, attributes: ElementAttributes): string | undefined {
  const attribute = Object.hasOwn(VALUE_ATTRIBUTE, element) ? VALUE_ATTRIBUTE[element] : undefined;
  if (attribute !== undefined) return attributes.get(attribute) ?? '';
  const time = element === 'time' ? attributes.get('datetime') : null;
  return time ?? attributes.get('content') ?? undefined;
}
