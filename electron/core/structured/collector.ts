import type { ByteRange } from '#shared/model/page.ts';
import type { StructuredData } from '#shared/model/structured-data.ts';
import { withoutDoubleBytes } from './double-bytes.ts';
import type { ElementAttributes } from './element-attributes.ts';
import { ItemStore } from './item-store.ts';
import { readJsonLd, type TextRange } from './json-ld.ts';
import type { JsonText } from './json-text.ts';
import { type StructuredLimits, structuredLimits } from './limits.ts';
import { MicrodataCollector } from './microdata.ts';
import { RdfaCollector } from './rdfa.ts';
import { TextLog } from './text-log.ts';

/** Attributes that can start microdata or RDFa. While the collector is not `active`, only tags with one of them concern it. */
export const structuredMarks = ['itemscope', 'typeof', 'vocab', 'prefix'] as const;

/**
 * Collects the structured data of one page while a scanner reads it:
 *
 * - `jsonLd` for the content of each script whose type `isJsonLdType`;
 * - `startElement` for each element while `active`, and otherwise for elements with one of `structuredMarks`;
 * - `endElement` for each end of an element while `active`, also for the ends that HTML implies, and at once after the start of an
 *   element without content such as `meta`;
 * - `text` for characters while `wantsText`.
 *
 * To resolve `itemref`, which few pages use, read the page again with `wholePage` and pass all elements to the
 * collector from the first one on. This is needed when a block of the first reading has `missingReferences`. Elements
 * in a `template` are not part of the page.
 */
export class StructuredDataCollector {
  readonly #source: JsonText;
  readonly #store: ItemStore;
  readonly #log = new TextLog();
  /** Both null before the first element. Most pages with data have only JSON-LD. */
  #microdata: MicrodataCollector | null = null;
  #rdfa: RdfaCollector | null = null;
  readonly #wholePage: boolean;
  readonly #charset: string;
  #depth = 0;
  #scripts = 0;
  #scriptLength = 0;
  #nodes = 0;

  /** `charset` is the encoding that the page was decoded from, as TextDecoder names it. */
  constructor(source: JsonText, options: { charset: string; limits?: StructuredLimits; wholePage?: boolean }) {
    this.#source = source;
    this.#charset = options.charset;
    this.#store = new ItemStore(options.limits ?? structuredLimits);
    this.#wholePage = options.wholePage ?? false;
  }

  get active(): boolean {
    return this.#depth > 0;
  }

  get wantsText(): boolean {
    return this.#log.wanted;
  }

  /** The content of a JSON-LD script, as a range of the source. */
  jsonLd(range: TextRange): void {
    const { limits } = this.#store;
    const length = range.end - range.start;
    if (this.#scripts >= limits.blocks || this.#scriptLength + length > limits.totalLength) {
      this.#store.drop('blocks');
      return;
    }
    this.#scripts++;
    this.#scriptLength += Math.min(length, limits.blockLength);
    const masked = withoutDoubleBytes(this.#source, range, this.#charset);
    const [source, part] = masked ? [masked, { start: 0, end: length }] : [this.#source, range];
    this.#nodes += readJsonLd(source, part, this.#store, limits.nodes - this.#nodes);
  }

  /** `name` in lower case; `at` is the start tag. */
  startElement(name: string, attributes: ElementAttributes, at: ByteRange): void {
    this.#microdata ??= new MicrodataCollector(this.#store, this.#log, this.#wholePage ? 'resolve' : 'report');
    this.#rdfa ??= new RdfaCollector(this.#store, this.#log);
    if (this.#depth === 0 && !this.#wholePage && (name === 'html' || name === 'body')) {
      this.#rdfa.declare(attributes);
      // A vocabulary or prefix alone is not data, so the rest of the page need not be followed for it.
      if (attributes.get('itemscope') === null && attributes.get('typeof') === null) return;
    }
    this.#depth++;
    const closed = this.#store.closed;
    if (closed || (!this.#wholePage && !attributes.mayBeStructured())) {
      if (closed && attributes.mayBeStructured()) this.#store.drop('values');
      this.#microdata.startPlain();
      this.#rdfa.startPlain();
      return;
    }
    this.#microdata.startElement(name, attributes, at);
    this.#rdfa.startElement(name, attributes, at);
  }

  text(text: string): void {
    this.#log.add(text);
  }

  endElement(): void {
    if (this.#depth === 0) return;
    this.#depth--;
    this.#rdfa?.endElement();
    this.#microdata?.endElement();
  }

  /** Everything found, null for nothing. Call once. */
  finish(): StructuredData | null {
    this.#microdata?.finish();
    this.#rdfa?.finish();
    return this.#store.finish();
  }
}
