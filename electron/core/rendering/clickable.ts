import type { RenderedFacts } from '#shared/model/rendered-facts.ts';
import { ATTR, TAG, tagSet } from '../html/names.ts';
import type { OctetDecoder } from '../html/octets.ts';
import { openPage } from '../html/page-text.ts';
import { CONTENT, type ContentModel, Scanner, type Tag, type TagSink } from '../html/scanner.ts';
import { cutText } from './room.ts';

/** Elements that lead nowhere by their nature: a click on them is not expected to open a page. */
const controls = tagSet([
  'button',
  'input',
  'select',
  'option',
  'optgroup',
  'textarea',
  'label',
  'summary',
  'form',
  'body',
  'html',
]);
const rcdata = tagSet(['title', 'textarea']);
const rawtext = tagSet(['style', 'xmp', 'iframe', 'noembed', 'noframes']);

const mostTags = 5;
const longestRole = 40;

class ClickSink implements TagSink {
  count = 0;
  readonly tags: string[] = [];
  readonly #text: string;
  readonly #slice: (start: number, end: number) => string;

  constructor(text: string, slice: (start: number, end: number) => string) {
    this.#text = text;
    this.#slice = slice;
  }

  startTag(tag: Tag): ContentModel {
    if (!controls[tag.id] && !tag.has(ATTR.href) && !tag.has(ATTR.xlinkHref) && (tag.has(ATTR.onclick) || this.#isLink(tag))) {
      this.count += 1;
      if (this.tags.length < mostTags) this.tags.push(cutText(this.#slice(tag.start, tag.end)));
    }
    if (rcdata[tag.id]) return CONTENT.rcdata;
    if (rawtext[tag.id]) return CONTENT.rawtext;
    if (tag.id === TAG.script) return CONTENT.script;
    return tag.id === TAG.plaintext ? CONTENT.plaintext : CONTENT.data;
  }

  #isLink(tag: Tag): boolean {
    if (!tag.has(ATTR.role)) return false;
    const start = tag.valueStart[ATTR.role] as number;
    const end = Math.min(tag.valueEnd[ATTR.role] as number, start + longestRole);
    return this.#text.slice(start, end).trim().toLowerCase() === 'link';
  }

  text(): void {
    // Only tags matter.
  }

  endTag(): void {
    // Only start tags matter.
  }

  rawText(): void {
    // No tags are in there.
  }

  unclosedComment(): void {
    // Nor there.
  }

  inForeignContent(): boolean {
    return false;
  }
}

/**
 * Elements of a rendered page, as HTML in UTF-8, that a click makes a link of and no crawler follows: an `onclick` or `role=link` without
 * `href`. Listeners that scripts add leave no trace in HTML and are not seen.
 */
export function clickableIn(html: Uint8Array, octets: OctetDecoder): RenderedFacts['clickable'] {
  const page = openPage(html, 'utf-8', octets);
  const sink = new ClickSink(page.text, (start, end) => page.slice(start, end));
  new Scanner(page.text, sink).run();
  return { count: sink.count, tags: sink.tags };
}
