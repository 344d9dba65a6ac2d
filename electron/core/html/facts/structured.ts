import { StructuredDataCollector } from '#core/structured/collector.ts';
import { isJsonLdType } from '#core/structured/json-ld.ts';
import type { StructuredData } from '#shared/model/structured-data.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { ATTR, TAG } from '../names.ts';
import type { PageText } from '../page-text.ts';
import { decodeReferences } from '../references.ts';
import type { Tag } from '../scanner.ts';
import { deepest } from './element-stacks.ts';
import type { OpenElements, Opened } from './open-elements.ts';
import { hasStructuredMark, TagMarks } from './structured-marks.ts';

export interface StructuredReaderParts {
  readonly page: PageText;
  readonly attributes: AttributeReader;
  readonly open: OpenElements;
  /** The encoding of the page, as TextDecoder names it. */
  readonly charset: string;
  /** Follow every element, to resolve `itemref`. */
  readonly wholePage?: boolean;
}

/** Shared by the pages without microdata and RDFa: never written. */
const nothingTold = new Uint8Array(deepest);

/**
 * Passes the structured data of a page to its collector. The collector is created at the first JSON-LD script or the
 * first element with a mark. Other pages pay only for one comparison of bits a tag.
 */
export class StructuredReader {
  readonly #page: PageText;
  readonly #attributes: AttributeReader;
  readonly #open: OpenElements;
  readonly #charset: string;
  readonly #wholePage: boolean;
  readonly #marks: TagMarks;
  #collector: StructuredDataCollector | null = null;
  /** Depth of the outermost open element that the collector has seen; -1 while it follows none. */
  #root = -1;
  /** Whether the collector has seen the open element of each depth, from the root down. */
  #isTold = nothingTold;
  #isJsonLd = false;
  #isTitle = false;

  constructor({ page, attributes, open, charset, wholePage = false }: StructuredReaderParts) {
    this.#page = page;
    this.#attributes = attributes;
    this.#open = open;
    this.#charset = charset;
    this.#wholePage = wholePage;
    this.#marks = new TagMarks(page, attributes);
  }

  /** Only the start tag of a script, or one with a mark, concerns it. */
  get isIdle(): boolean {
    return this.#root < 0 && !this.#wholePage && !this.#collector?.wantsText;
  }

  /** A start tag, after the ends that it implies. `opened`: whether it was added to the open elements. */
  startTag(tag: Tag, opened: Opened): void {
    if (tag.id === TAG.script) this.#isJsonLd = tag.has(ATTR.type) && isJsonLdType(this.#attributes.value(tag, ATTR.type));
    else this.#isTitle = tag.id === TAG.title || tag.id === TAG.textarea;
    if (this.#root < 0 && !this.#wholePage && !hasStructuredMark(tag)) return;
    if (opened === 'too-deep' || opened === 'ignored') return;
    this.#marks.tag = tag;
    const depth = this.#open.depth - 1;
    // An element without any attribute of structured data makes no difference to what is around it.
    if (opened === 'opened' && this.#root >= 0) this.#isTold[depth] = 0;
    if (!this.#marks.mayBeStructured() && !(this.#wholePage && tag.has(ATTR.id))) return;
    const collector = this.#started();
    collector.startElement(this.#nameOf(tag), this.#marks, this.#attributes.place(tag));
    if (!collector.active) return;
    if (opened === 'void') {
      collector.endElement();
      return;
    }
    if (this.#isTold === nothingTold) this.#isTold = new Uint8Array(deepest);
    this.#isTold[depth] = 1;
    if (this.#root < 0) this.#root = depth;
  }

  /** An element at this depth has ended. */
  closed(depth: number): void {
    if (this.#root < 0 || depth < this.#root || this.#isTold[depth] === 0) return;
    this.#collector?.endElement();
    if (depth === this.#root) this.#root = -1;
  }

  /** Characters between tags. */
  text(start: number, end: number): void {
    if (this.#collector?.wantsText) this.#collector.text(decodeReferences(this.#page.slice(start, end), false));
  }

  /** The contents of a script, style, title or the like, whose start tag was the last one. */
  rawText(start: number, end: number): void {
    if (this.#isJsonLd) this.#started().jsonLd({ start, end });
    this.#isJsonLd = false;
    if (!this.#collector?.wantsText) return;
    const text = this.#page.slice(start, end);
    this.#collector.text(this.#isTitle ? decodeReferences(text, false) : text);
  }

  finish(): StructuredData | null {
    return this.#collector?.finish() ?? null;
  }

  #started(): StructuredDataCollector {
    this.#collector ??= new StructuredDataCollector(this.#page, { charset: this.#charset, wholePage: this.#wholePage });
    return this.#collector;
  }

  #nameOf(tag: Tag): string {
    return this.#page.text.slice(tag.nameStart, Math.min(tag.nameEnd, tag.nameStart + 30)).toLowerCase();
  }
}
