import type { structuredMarks } from '#core/structured/collector.ts';
import type { ElementAttributes } from '#core/structured/element-attributes.ts';
import { TagAttributes } from '#core/structured/tag-attributes.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { type AttributeName, attributeId } from '../names.ts';
import type { PageText } from '../page-text.ts';
import type { Tag } from '../scanner.ts';

/** The bits of these attributes in both masks of a tag. */
export function masksOf(names: readonly AttributeName[]): { readonly mask: number; readonly mask2: number } {
  let mask = 0;
  let mask2 = 0;
  for (const id of names.map(attributeId))
    if (id < 32) mask |= 1 << id;
    else mask2 |= 1 << id;
  return { mask, mask2 };
}

const marks: Record<(typeof structuredMarks)[number], true> = { itemscope: true, typeof: true, vocab: true, prefix: true };
/** Attributes at which microdata or RDFa can start. */
export const beginnings = Object.keys(marks) as readonly (keyof typeof marks)[];
const begins = masksOf(beginnings);
const structured = masksOf(['itemscope', 'itemprop', 'typeof', 'property', 'vocab', 'prefix', 'resource', 'about']);

/** Attributes with a number that microdata and RDFa look at. */
const numbered: ReadonlyMap<string, number> = new Map(
  (
    [
      ...([
        'itemscope',
        'itemprop',
        'itemtype',
        'itemid',
        'itemref',
        'typeof',
        'property',
        'vocab',
        'prefix',
        'resource',
      ] as const),
      ...(['about', 'content', 'datetime', 'src', 'href', 'data', 'value', 'id'] as const),
    ] satisfies AttributeName[]
  ).map(name => [name, attributeId(name)]),
);

/** Whether microdata or RDFa can start at a tag. */
export const hasStructuredMark = (tag: Tag): boolean => (tag.mask2 & begins.mask2) !== 0 || (tag.mask & begins.mask) !== 0;

/** The attributes of the current tag, for the collector of structured data. One object serves all tags. */
export class TagMarks implements ElementAttributes {
  tag: Tag | null = null;
  readonly #page: PageText;
  readonly #attributes: AttributeReader;

  constructor(page: PageText, attributes: AttributeReader) {
    this.#page = page;
    this.#attributes = attributes;
  }

  get(name: string): string | null {
    const { tag } = this;
    if (tag === null) return null;
    const id = numbered.get(name);
    if (id === undefined) return new TagAttributes(this.#page, tag.nameEnd, tag.end).get(name);
    return tag.has(id) ? this.#attributes.value(tag, id) : null;
  }

  mayBeStructured(): boolean {
    const { tag } = this;
    return tag !== null && ((tag.mask & structured.mask) !== 0 || (tag.mask2 & structured.mask2) !== 0);
  }
}
