import type { StructuredData } from '#shared/model/structured-data.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { TAG, tagSet } from '../names.ts';
import type { PageText } from '../page-text.ts';
import { CONTENT, type ContentModel, Scanner, type Tag, type TagSink } from '../scanner.ts';
import { TreeState } from '../tree-state.ts';
import { OpenElements } from './open-elements.ts';
import { StructuredReader } from './structured.ts';

const RCDATA = tagSet(['title', 'textarea']);
const RAWTEXT = tagSet(['style', 'xmp', 'iframe', 'noembed', 'noframes']);

/** Pages of this many characters and more are not read a second time. */
const longestSecond = 512 * 1024;

/**
 * The data with `itemref` resolved. This needs a second pass over the page, so it happens only where a reference
 * found no element and the page is short. Otherwise returns the data unchanged.
 */
export function withReferences(page: PageText, charset: string, data: StructuredData | null): StructuredData | null {
  const isOpen = data?.blocks.some(block => block.missingReferences !== undefined) ?? false;
  if (!isOpen || page.text.length >= longestSecond) return data;
  const sink = new WholePage(page, charset);
  new Scanner(page.text, sink).run();
  return sink.finish();
}

/** Tells the collector of every element of a page. */
class WholePage implements TagSink {
  readonly #tree: TreeState;
  readonly #open: OpenElements;
  readonly #reader: StructuredReader;
  readonly #end: number;

  constructor(page: PageText, charset: string) {
    this.#tree = new TreeState(page);
    this.#open = new OpenElements(() => this.#reader.closed(this.#open.depth));
    const attributes = new AttributeReader(page);
    this.#reader = new StructuredReader({ page, attributes, open: this.#open, charset, wholePage: true });
    this.#end = page.text.length;
  }

  finish(): StructuredData | null {
    this.#open.end(this.#end);
    return this.#reader.finish();
  }

  inForeignContent(): boolean {
    return this.#tree.foreign;
  }

  text(start: number, end: number): void {
    if (this.#tree.textVisible) this.#reader.text(start, end);
  }

  rawText(start: number, end: number): void {
    if (!this.#tree.inTemplate) this.#reader.rawText(start, end);
  }

  startTag(tag: Tag): ContentModel {
    const isForeign = this.#tree.startTag(tag);
    if (!this.#tree.inTemplate) this.#reader.startTag(tag, this.#open.open(tag, ''));
    if (isForeign) return CONTENT.data;
    if (RCDATA[tag.id]) return CONTENT.rcdata;
    if (RAWTEXT[tag.id]) return CONTENT.rawtext;
    if (tag.id === TAG.script) return CONTENT.script;
    return tag.id === TAG.plaintext ? CONTENT.plaintext : CONTENT.data;
  }

  endTag(tag: Tag): void {
    this.#tree.endTag(tag);
    if (!this.#tree.inTemplate) this.#open.close(tag);
  }

  unclosedComment(): void {
    // Comments contain no structured data.
  }
}
