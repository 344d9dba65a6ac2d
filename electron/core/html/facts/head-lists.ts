import type { AlternateFact, CanonicalFact, NamedMeta, PageFacts, PlacedHref, PlacedText } from '#shared/model/page-facts.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { isFeedType } from '../feed-types.ts';
import { ATTR } from '../names.ts';
import { decodeReferences } from '../references.ts';
import type { Tag } from '../scanner.ts';
import { collapse } from '../text-collector.ts';
import type { Kept, Writable } from './lists.ts';

/** Characters that are kept of a title, a description, a meta. */
const longest = 1_000;
/** Characters that are kept of an address. */
const longestHref = 2_100;
const most = { titles: 20, metas: 20, social: 60, canonicals: 50, hreflangs: 500, links: 20, bases: 5 } as const;

/** Attributes that belong to other links, not to a canonical. */
const ofOtherLinks = [
  ['hreflang', ATTR.hreflang],
  ['media', ATTR.media],
  ['type', ATTR.type],
  ['lang', ATTR.lang],
] as const;

/** Everything that a page says about itself in title, meta and link elements, each as often as it says it. */
export class HeadLists {
  readonly titles: PlacedText[] = [];
  readonly descriptions: PlacedText[] = [];
  readonly keywords: PlacedText[] = [];
  readonly viewports: PlacedText[] = [];
  readonly social: NamedMeta[] = [];
  readonly canonicals: CanonicalFact[] = [];
  readonly hreflangs: AlternateFact[] = [];
  readonly next: PlacedHref[] = [];
  readonly prev: PlacedHref[] = [];
  readonly amp: PlacedHref[] = [];
  readonly mobile: PlacedHref[] = [];
  readonly icons: PlacedHref[] = [];
  readonly feeds: PlacedHref[] = [];
  readonly bases: PlacedHref[] = [];
  csp: string | undefined;
  referrer: string | undefined;
  charset: string | undefined;
  charsetAt: readonly [number, number] | undefined;

  readonly #attributes: AttributeReader;
  readonly #kept: Kept;
  #title: { readonly at: readonly [number, number]; readonly inBody: boolean } | null = null;

  constructor(attributes: AttributeReader, kept: Kept) {
    this.#attributes = attributes;
    this.#kept = kept;
  }

  titleTag(tag: Tag, inHead: boolean): void {
    this.#title = { at: this.#at(tag), inBody: !inHead };
  }

  /** The text of the title element before it, as written. */
  titleText(text: string): void {
    const open = this.#title;
    this.#title = null;
    if (open === null) return;
    this.#kept.add(this.titles, 'titles', most.titles, () =>
      placedIn(!open.inBody, { text: collapse(decodeReferences(text, false), longest), at: open.at }),
    );
  }

  base(tag: Tag): void {
    if (tag.has(ATTR.href)) this.#href(this.bases, 'bases', most.bases, tag, true);
  }

  /** Returns whether it is a meta that has no effect in the body. */
  meta(tag: Tag, inHead: boolean): boolean {
    if (tag.has(ATTR.charset) && this.charset === undefined) {
      this.charset = this.#attributes.value(tag, ATTR.charset).trim().toLowerCase().slice(0, 100);
      this.charsetAt = this.#at(tag);
    }
    if (tag.has(ATTR.httpEquiv)) this.#httpEquiv(tag);
    if (tag.has(ATTR.property)) this.#social(tag, this.#name(tag, ATTR.property), inHead);
    if (!tag.has(ATTR.name)) return false;
    const name = this.#name(tag, ATTR.name);
    switch (name) {
      case 'description':
        this.#text(this.descriptions, 'descriptions', tag, inHead);
        break;
      case 'keywords':
        this.#text(this.keywords, 'keywords', tag, inHead);
        break;
      case 'viewport':
        this.#text(this.viewports, 'viewports', tag, inHead);
        break;
      case 'referrer':
        this.referrer ??= this.#content(tag).toLowerCase();
        break;
      default:
        if (!tag.has(ATTR.property)) this.#social(tag, name, inHead);
    }
    return !inHead && !tag.has(ATTR.itemprop);
  }

  /** `rel`: lower-case tokens separated by a space. */
  link(tag: Tag, rel: string, inHead: boolean): void {
    // Most link elements.
    if (rel === '' || rel === 'stylesheet' || !tag.has(ATTR.href)) return;
    const tokens = rel.split(' ');
    if (tokens.includes('canonical')) this.#canonical(tag, inHead);
    if (tokens.includes('next')) this.#href(this.next, 'next', most.links, tag, inHead);
    if (tokens.includes('prev') || tokens.includes('previous')) this.#href(this.prev, 'prev', most.links, tag, inHead);
    if (tokens.includes('amphtml')) this.#href(this.amp, 'amp', most.links, tag, inHead);
    if (tokens.some(token => token === 'icon' || token.startsWith('apple-touch-icon') || token === 'mask-icon'))
      this.#href(this.icons, 'icons', most.links, tag, inHead);
    if (tokens.includes('alternate')) this.#alternate(tag, inHead);
  }

  /** Adds the lists that are not empty, and what a page says once. */
  addTo(facts: Writable<PageFacts>): void {
    // One by one: V8 is slow where the name of a property is a variable.
    if (this.titles.length > 0) facts.titles = this.titles;
    if (this.descriptions.length > 0) facts.descriptions = this.descriptions;
    if (this.keywords.length > 0) facts.keywords = this.keywords;
    if (this.viewports.length > 0) facts.viewports = this.viewports;
    if (this.social.length > 0) facts.social = this.social;
    if (this.canonicals.length > 0) facts.canonicals = this.canonicals;
    if (this.hreflangs.length > 0) facts.hreflangs = this.hreflangs;
    if (this.next.length > 0) facts.next = this.next;
    if (this.prev.length > 0) facts.prev = this.prev;
    if (this.amp.length > 0) facts.amp = this.amp;
    if (this.mobile.length > 0) facts.mobile = this.mobile;
    if (this.icons.length > 0) facts.icons = this.icons;
    if (this.feeds.length > 0) facts.feeds = this.feeds;
    if (this.bases.length > 0) facts.bases = this.bases;
    if (this.csp !== undefined) facts.metaCsp = this.csp;
    if (this.referrer !== undefined) facts.metaReferrer = this.referrer;
    if (this.charset !== undefined) facts.metaCharset = this.charset;
    if (this.charsetAt !== undefined) facts.metaCharsetAt = this.charsetAt;
  }

  #httpEquiv(tag: Tag): void {
    const name = this.#name(tag, ATTR.httpEquiv);
    if (name === 'content-security-policy') this.csp ??= this.#content(tag);
    else if (name === 'content-type' && this.charset === undefined) {
      const found = /charset\s*=\s*["']?([^\s;"']{1,60})/i.exec(this.#content(tag))?.[1];
      if (found === undefined) return;
      this.charset = found.toLowerCase();
      this.charsetAt = this.#at(tag);
    }
  }

  #social(tag: Tag, name: string, inHead: boolean): void {
    if (!/^(og|twitter|article|fb):/.test(name)) return;
    this.#kept.add(this.social, 'social', most.social, () =>
      placedIn(inHead, { name, content: this.#content(tag), at: this.#at(tag) }),
    );
  }

  #canonical(tag: Tag, inHead: boolean): void {
    const extra = ofOtherLinks.filter(([, attribute]) => tag.has(attribute)).map(([name]) => name);
    this.#kept.add(this.canonicals, 'canonicals', most.canonicals, () => {
      const placed = this.#placed(tag, inHead);
      return extra.length > 0 ? { ...placed, extra: extra.join(' ') } : placed;
    });
  }

  #alternate(tag: Tag, inHead: boolean): void {
    if (tag.has(ATTR.type) && isFeedType(this.#attributes.value(tag, ATTR.type))) {
      this.#href(this.feeds, 'feeds', most.links, tag, inHead);
      return;
    }
    if (tag.has(ATTR.hreflang)) {
      this.#kept.add(this.hreflangs, 'hreflangs', most.hreflangs, () => ({
        ...this.#placed(tag, inHead),
        lang: this.#attributes.value(tag, ATTR.hreflang).trim().slice(0, 100),
      }));
      return;
    }
    if (/handheld|only\s+screen/i.test(this.#attributes.value(tag, ATTR.media).slice(0, 200)))
      this.#href(this.mobile, 'mobile', most.links, tag, inHead);
  }

  #text(list: PlacedText[], name: string, tag: Tag, inHead: boolean): void {
    this.#kept.add(list, name, most.metas, () => placedIn(inHead, { text: this.#content(tag), at: this.#at(tag) }));
  }

  #href(list: PlacedHref[], name: string, limit: number, tag: Tag, inHead: boolean): void {
    this.#kept.add(list, name, limit, () => this.#placed(tag, inHead));
  }

  #placed(tag: Tag, inHead: boolean): PlacedHref {
    const href = this.#attributes.href(tag, ATTR.href).slice(0, longestHref);
    return placedIn(inHead, { href, at: this.#at(tag) });
  }

  #at(tag: Tag): readonly [number, number] {
    const { start, end } = this.#attributes.place(tag);
    return [start, end];
  }

  #name(tag: Tag, attribute: number): string {
    return this.#attributes.value(tag, attribute).slice(0, 200).trim().toLowerCase();
  }

  #content(tag: Tag): string {
    return collapse(this.#attributes.value(tag, ATTR.content), longest);
  }
}

/** Marks what does not stand in the head. */
const placedIn = <T extends object>(inHead: boolean, fact: T): T & { readonly inBody?: true } =>
  inHead ? fact : { ...fact, inBody: true };
