import type { ByteRange } from '#shared/model/page.ts';
import { maxUrlLength } from '../url/length.ts';
import { relTokens, trimHref } from './href.ts';
import { ATTR } from './names.ts';
import type { PageText } from './page-text.ts';
import { decodeReferences } from './references.ts';
import type { Tag } from './scanner.ts';
import { collapse } from './text-collector.ts';

/**
 * Longest address that is kept, in UTF-16 units. Escapes, dots and fragments can make the URL shorter than the address, so this is
 * more than `maxUrlLength`. Longer addresses are cut.
 */
export const longestHref = 4 * maxUrlLength;
/** Characters of a rel attribute that are read. */
const longestRel = 2_000;
/** Characters of an alternative text or a link's text that are kept. */
export const longestLinkText = 200;
/** Characters of an alternative text that are kept of an image. */
const longestAlt = 300;

/** Reads the attributes of the current tag, and its position in the page. */
export class AttributeReader {
  readonly #page: PageText;
  readonly #text: string;
  #place: ByteRange = { start: 0, end: 0 };
  /** Start of the tag that `#place` belongs to. */
  #placeOf = -1;
  #rel = '';
  /** Start of the tag that `#rel` belongs to. */
  #relOf = -1;

  #alt = '';
  /** Start of the tag that `#alt` belongs to. */
  #altOf = -1;

  constructor(page: PageText) {
    this.#page = page;
    this.#text = page.text;
  }

  /** An attribute's value as the tokenizer gives it, '' when missing. */
  value(tag: Tag, attribute: number): string {
    return this.#plainValue(tag, attribute, 32) ?? this.#decodedValue(tag, attribute);
  }

  /** An attribute's value as the URL parser reads it: without white space around it or line ends inside. '' when missing. */
  href(tag: Tag, attribute: number): string {
    const href = this.#plainValue(tag, attribute, 33) ?? trimHref(this.#decodedValue(tag, attribute));
    return href.length > longestHref ? href.slice(0, longestHref) : href;
  }

  /** Lower-case rel tokens, '' when missing. Read once a tag: a srcset can make thousands of links of one tag. */
  rel(tag: Tag): string {
    if (!tag.has(ATTR.rel)) return '';
    if (this.#relOf !== tag.start) {
      const value = this.value(tag, ATTR.rel);
      this.#rel = relTokens(value.length > longestRel ? value.slice(0, longestRel) : value);
      this.#relOf = tag.start;
    }
    return this.#rel;
  }

  /** The alternative text of an image, '' when missing. */
  alt(tag: Tag): string {
    const alt = this.longAlt(tag);
    return alt.length < longestLinkText ? alt : collapse(alt, longestLinkText);
  }

  /** The alternative text, up to 300 characters. Several collectors read it: it is decoded once a tag. */
  longAlt(tag: Tag): string {
    if (!tag.has(ATTR.alt)) return '';
    if (this.#altOf !== tag.start) {
      this.#alt = collapse(this.value(tag, ATTR.alt), longestAlt);
      this.#altOf = tag.start;
    }
    return this.#alt;
  }

  /** The bytes of the tag. */
  place(tag: Tag): ByteRange {
    if (this.#placeOf !== tag.start) {
      this.#place = { start: this.#page.byteAt(tag.start), end: this.#page.byteAt(tag.end) };
      this.#placeOf = tag.start;
    }
    return this.#place;
  }

  /** The value if it consists of ASCII characters from `least` to '~' without '&'; '' when missing, null for any other value. */
  #plainValue(tag: Tag, attribute: number, least: number): string | null {
    if (!tag.has(attribute)) return '';
    const text = this.#text;
    const start = tag.valueStart[attribute] as number;
    const end = tag.valueEnd[attribute] as number;
    if (tag.isPlain(attribute)) return text.slice(start, end);
    for (let i = start; i < end; i++) {
      const c = text.charCodeAt(i);
      if (c < least || c > 126 || c === 38) return null;
    }
    return text.slice(start, end);
  }

  #decodedValue(tag: Tag, attribute: number): string {
    const slice = this.#page.slice(tag.valueStart[attribute] as number, tag.valueEnd[attribute] as number);
    let value = decodeReferences(slice, true);
    if (value.includes('\0')) value = value.replaceAll('\0', '\ufffd');
    return value.includes('\r') ? value.replace(/\r\n?/g, '\n') : value;
  }
}
