import { plainOctets } from '#core/html/octets.ts';
import { openPage, type PageText } from '#core/html/page-text.ts';
import { decodeReferences } from '#core/html/references.ts';
import { CONTENT, type ContentModel, Scanner, type Tag, type TagSink } from '#core/html/scanner.ts';
import { StructuredDataCollector } from '#core/structured/collector.ts';
import { isJsonLdType } from '#core/structured/json-ld.ts';
import type { StructuredLimits } from '#core/structured/limits.ts';
import { TagAttributes } from '#core/structured/tag-attributes.ts';
import type { StructuredData } from '#shared/model/structured-data.ts';

const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
const RAW = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes']);
const BLOCKS = new Set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section summary table ul'.split(
    ' ',
  ),
);
/** Which open elements a start tag ends, and which ones stop the search. */
const ENDS: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  li: [['li'], ['ul', 'ol', 'menu']],
  dt: [['dt', 'dd'], ['dl']],
  dd: [['dt', 'dd'], ['dl']],
  option: [['option'], ['select']],
  tr: [['tr'], ['table']],
  td: [
    ['td', 'th'],
    ['tr', 'table'],
  ],
  th: [
    ['td', 'th'],
    ['tr', 'table'],
  ],
  tbody: [['tbody', 'thead'], ['table']],
};
const MARKS = /\s(?:itemscope|typeof|vocab|prefix)[\s=>/]/i;

/** Feeds a collector from the scanner with a simple stack of open elements. */
class StructuredSink implements TagSink {
  readonly #page: PageText;
  readonly #collector: StructuredDataCollector;
  readonly #whole: boolean;
  /** Names of the open elements; `#told` counts those that the collector knows. */
  readonly #open: string[] = [];
  #untold = 0;
  #templates = 0;
  #raw = '';

  constructor(page: PageText, collector: StructuredDataCollector, whole: boolean) {
    this.#page = page;
    this.#collector = collector;
    this.#whole = whole;
  }

  unclosedComment(): void {
    // Comments contain no structured data.
  }

  inForeignContent(): boolean {
    return this.#open.includes('svg') || this.#open.includes('math');
  }

  text(start: number, end: number): void {
    if (this.#collector.wantsText && this.#templates === 0)
      this.#collector.text(decodeReferences(this.#page.slice(start, end), false));
  }

  rawText(start: number, end: number): void {
    if (this.#raw === 'ld') this.#collector.jsonLd({ start, end });
    if (this.#collector.wantsText) this.#collector.text(this.#page.slice(start, end));
  }

  startTag(tag: Tag): ContentModel {
    const name = this.#page.slice(tag.nameStart, tag.nameEnd).toLowerCase();
    this.#implied(name);
    const attributes = new TagAttributes(this.#page, tag.nameEnd, tag.end);
    if (name === 'template') this.#templates++;
    const { active } = this.#collector;
    const marked = MARKS.test(this.#page.text.slice(tag.nameEnd, tag.end));
    if (this.#templates === 0 && (active || marked || this.#whole)) {
      const at = { start: this.#page.byteAt(tag.start), end: this.#page.byteAt(tag.end) };
      this.#collector.startElement(name, attributes, at);
    }
    if (!active && !this.#collector.active) this.#untold++;
    this.#open.push(name);
    if (VOID.has(name) || (tag.selfClosing && this.inForeignContent())) this.#pop();
    this.#raw = name === 'script' && isJsonLdType(attributes.get('type') ?? '') ? 'ld' : '';
    if (name === 'script') return CONTENT.script;
    if (name === 'title' || name === 'textarea') return CONTENT.rcdata;
    return RAW.has(name) ? CONTENT.rawtext : CONTENT.data;
  }

  endTag(tag: Tag): void {
    const name = this.#page.slice(tag.nameStart, tag.nameEnd).toLowerCase();
    const at = this.#open.lastIndexOf(name);
    if (at < 0) return;
    while (this.#open.length > at) this.#pop();
  }

  #pop(): void {
    const name = this.#open.pop();
    if (name === 'template') this.#templates--;
    else if (this.#templates > 0) return;
    if (this.#open.length < this.#untold) this.#untold--;
    else this.#collector.endElement();
  }

  #implied(name: string): void {
    if (BLOCKS.has(name)) this.#close(['p'], ['button', 'td', 'th', 'div', 'li', 'section', 'article', 'body']);
    const ends = Object.hasOwn(ENDS, name) ? ENDS[name] : undefined;
    if (ends) this.#close(ends[0], ends[1]);
  }

  #close(names: readonly string[], stops: readonly string[]): void {
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const open = this.#open[i] as string;
      if (stops.includes(open)) return;
      if (names.includes(open)) {
        while (this.#open.length > i) this.#pop();
        return;
      }
    }
  }
}

/** The structured data of a page. */
export function structuredDataOf(
  html: string | Uint8Array,
  options: { charset?: string; limits?: StructuredLimits; wholePage?: boolean } = {},
): StructuredData | null {
  const bytes = typeof html === 'string' ? new TextEncoder().encode(html) : html;
  const charset = options.charset ?? 'utf-8';
  const page = openPage(bytes, charset, plainOctets);
  const collector = new StructuredDataCollector(page, { ...options, charset });
  new Scanner(page.text, new StructuredSink(page, collector, options.wholePage ?? false)).run();
  return collector.finish();
}

/** The structured data of a page that has some. */
export function structured(html: string | Uint8Array, options: Parameters<typeof structuredDataOf>[1] = {}): StructuredData {
  const data = structuredDataOf(html, options);
  if (!data) throw new Error('the page has no structured data');
  return data;
}

/** The structured data of a page whose only content is this JSON-LD script. */
export function jsonLd(json: string, options: Parameters<typeof structuredDataOf>[1] = {}): StructuredData {
  return structured(`<script type="application/ld+json">${json}</script>`, options);
}

/** Items as plain objects: types, id, and values by property, nested items in place. */
export function tree(data: StructuredData): unknown[] {
  const plain = (index: number, seen: readonly number[]): unknown => {
    const item = data.items[index];
    if (!item || seen.includes(index)) return '(loop)';
    const inner = [...seen, index];
    return {
      ...(item.types.length > 0 ? { type: item.types.join(' ') } : {}),
      ...(item.id === undefined ? {} : { id: item.id }),
      ...Object.fromEntries(
        item.properties.map(({ name, values }) => {
          const list = values.map(value =>
            typeof value === 'object' && value !== null && 'item' in value ? plain(value.item, inner) : value,
          );
          return [name, list.length === 1 ? list[0] : list];
        }),
      ),
    };
  };
  return data.items.flatMap((item, index) => (item.parent === undefined ? [plain(index, [])] : []));
}
