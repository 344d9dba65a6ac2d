import type { ByteRange } from '#shared/model/page.ts';
import type { StructuredValue } from '#shared/model/structured-data.ts';
import { type ElementAttributes, tokensOf } from './element-attributes.ts';
import type { ItemStore, OpenBlock, OpenItem } from './item-store.ts';
import { longestAddress, longestName, shorten } from './limits.ts';
import { declareNames, noRdfaNames, type RdfaNames, rdfaMeaning } from './rdfa-names.ts';
import type { TextLog } from './text-log.ts';

interface Subject {
  /** Null when the item was dropped. */
  readonly item: OpenItem | null;
  readonly blockIndex: number;
  readonly block: OpenBlock;
}

interface OpenElement {
  readonly names: RdfaNames;
  readonly subject: Subject | null;
  /** Properties that wait for the element's text, -1 for none. */
  readonly textFrom: number;
  readonly properties: readonly string[];
}

/**
 * Collects RDFa Lite 1.1 (vocab, typeof, property, resource, prefix) from elements in page order. An item is an element with
 * `typeof`; properties outside of one, such as Open Graph in the head, are about the page and are not collected here. An element
 * with the `resource` of an item that came before adds to that item.
 */
export class RdfaCollector {
  readonly #store: ItemStore;
  readonly #log: TextLog;
  readonly #open: (OpenElement | null)[] = [];
  readonly #byId = new Map<string, Subject>();
  #names: RdfaNames = noRdfaNames;
  #subject: Subject | null = null;

  constructor(store: ItemStore, log: TextLog) {
    this.#store = store;
    this.#log = log;
  }

  /** Declarations of `html` or `body` that apply to the rest of the page. */
  declare(attributes: ElementAttributes): void {
    this.#names = declareNames(this.#names, attributes.get('vocab'), attributes.get('prefix'));
  }

  /** An element without attributes of RDFa. */
  startPlain(): void {
    this.#open.push(null);
  }

  startElement(name: string, attributes: ElementAttributes, at: ByteRange): void {
    const vocab = attributes.get('vocab');
    const prefix = attributes.get('prefix');
    const type = attributes.get('typeof');
    const property = attributes.get('property');
    const resource = attributes.get('resource') ?? attributes.get('about');
    if (vocab === null && prefix === null && type === null && property === null && resource === null) {
      this.#open.push(null);
      return;
    }
    const before = { names: this.#names, subject: this.#subject };
    this.#names = declareNames(this.#names, vocab, prefix);
    const properties = this.#meanings(property);
    let textFrom = -1;
    if (type !== null) {
      this.#subject = this.#startItem({ attributes, type, at, properties });
    } else if (properties.length > 0) {
      const value = propertyValue(name, attributes);
      if (value === undefined) textFrom = this.#log.begin();
      else this.#give(this.#subject, properties, value);
    } else if (resource !== null) {
      const known = this.#byId.get(resource.trim());
      if (known) this.#subject = known;
    }
    this.#open.push({ ...before, textFrom, properties });
  }

  endElement(): void {
    const element = this.#open.pop();
    if (!element) return;
    if (element.textFrom >= 0) this.#give(element.subject, element.properties, this.#log.end(element.textFrom));
    this.#names = element.names;
    this.#subject = element.subject;
  }

  finish(): void {
    while (this.#open.length > 0) this.endElement();
  }

  #meanings(property: string | null): string[] {
    // Outside of an item a property is about the page.
    if (property === null || this.#subject === null) return [];
    // A word without a vocabulary has no meaning (RDFa Core 1.1, section 7.4.3).
    return tokensOf(property)
      .map(word => rdfaMeaning(word, this.#names))
      .filter(meaning => meaning !== null)
      .map(meaning => shorten(meaning, longestName));
  }

  #startItem(from: { attributes: ElementAttributes; type: string; at: ByteRange; properties: readonly string[] }): Subject {
    const { attributes, type, at, properties } = from;
    const holder = properties.length > 0 ? this.#subject : null;
    const { index, block } = holder ? { index: holder.blockIndex, block: holder.block } : this.#store.block('rdfa', at);
    const via = properties[0];
    const place = { block: index, at, parent: holder?.item ?? null, ...(via === undefined ? {} : { via }) };
    const lost = holder !== null && holder.item === null;
    if (lost) this.#store.drop('items');
    const item = lost ? null : this.#store.item(place);
    const subject = { item, blockIndex: index, block };
    if (!item) return subject;
    const id = idOf(attributes, properties.length > 0);
    this.#store.describe(item, this.#types(item, type), id);
    if (id !== null && !this.#byId.has(id)) this.#byId.set(id, subject);
    this.#give(holder, properties, { item: item.index });
    return subject;
  }

  #types(item: OpenItem, type: string): string[] {
    return tokensOf(type).map(word => {
      const meaning = rdfaMeaning(word, this.#names);
      if (meaning === null) item.unknownVocabulary = true;
      return meaning ?? word;
    });
  }

  #give(subject: Subject | null, properties: readonly string[], value: StructuredValue): void {
    const item = subject?.item;
    if (item) for (const property of properties) this.#store.value(item, property, value);
  }
}

/** What a typed element is about. Without a property, `about` comes first (RDFa Core 1.1, section 7.5, steps 5 and 6). */
function idOf(attributes: ElementAttributes, isValue: boolean): string | null {
  const order = isValue ? ['resource', 'href', 'src'] : ['about', 'resource', 'href', 'src'];
  for (const name of order) {
    const value = attributes.get(name);
    if (value !== null) return value.trim();
  }
  return null;
}

/** The value that attributes give; undefined when the value is the element's text (RDFa Core 1.1, section 7.5, step 11). */
function propertyValue(element: string, attributes: ElementAttributes): StructuredValue | undefined {
  const content = attributes.get('content');
  if (content !== null) return content;
  if (element === 'time') return attributes.get('datetime') ?? undefined;
  if (attributes.get('datatype')) return undefined;
  const resource = attributes.get('resource');
  if (resource !== null) return { ref: shorten(resource.trim(), longestAddress) };
  return attributes.get('href') ?? attributes.get('src') ?? undefined;
}
