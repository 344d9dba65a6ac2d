import type { LinkKind, PageLink } from '#shared/model/page.ts';
import { type AttributeReader, longestHref, longestLinkText } from './attribute-reader.ts';
import { namedByImage, namedByLabel } from './facts/link-facts.ts';
import type { PageFactsCollector } from './facts/page-facts.ts';
import { isFeedType } from './feed-types.ts';
import { srcsetUrls, trimHref } from './href.ts';
import { ATTR } from './names.ts';
import type { Tag } from './scanner.ts';
import { TextCollector } from './text-collector.ts';
import type { VisibleText } from './visible-text.ts';

/** Characters of an hreflang attribute that are kept. */
const longestLanguage = 100;
/** Addresses that are no links to the crawl. */
const UNKEPT = /^(?:javascript|data|blob):/i;

type OpenLink = { -readonly [K in keyof PageLink]: PageLink[K] };

export interface LinkCollectorParts {
  readonly attributes: AttributeReader;
  readonly visible: VisibleText;
  readonly maxLinks: number;
  readonly facts: PageFactsCollector | null;
}

/** Collects the links of a page in document order, up to a limit; further links are counted. */
export class LinkCollector {
  readonly links: OpenLink[] = [];
  dropped = 0;

  readonly #attributes: AttributeReader;
  readonly #visible: VisibleText;
  readonly #maxLinks: number;
  #open: OpenLink | null = null;
  /** Each link reuses it for its text. */
  readonly #text = new TextCollector(longestLinkText);

  readonly #facts: PageFactsCollector | null;
  /** The open link has text that is not only the alternative text of an image; it has a label. */
  #hasText = false;
  #hasLabel = false;

  constructor({ attributes, visible, maxLinks, facts }: LinkCollectorParts) {
    this.#attributes = attributes;
    this.#visible = visible;
    this.#maxLinks = maxLinks;
    this.#facts = facts;
  }

  /** The open link has text. */
  named(): void {
    this.#hasText = true;
  }

  /** Something inside the open link has a name that is not shown. */
  labelled(): void {
    this.#hasLabel = true;
  }

  /** The same for a tag with aria-label. */
  labelledBy(tag: Tag): void {
    if (this.#open !== null && this.#isLabelled(tag)) this.#hasLabel = true;
  }

  /** No more links are kept. */
  get isFull(): boolean {
    return this.links.length >= this.#maxLinks;
  }

  drop(): void {
    this.dropped++;
  }

  /** Adds a link of the tag to `href`. Returns null beyond the limit. */
  add(tag: Tag, kind: LinkKind, href: string, text: string): OpenLink | null {
    if (this.isFull) {
      this.drop();
      return null;
    }
    const hasLanguage =
      kind === 'alternate' &&
      tag.has(ATTR.hreflang) &&
      !isFeedType(tag.has(ATTR.type) ? this.#attributes.value(tag, ATTR.type) : '');
    const link = {
      kind,
      href,
      rel: this.#attributes.rel(tag),
      hreflang: hasLanguage ? this.#attributes.value(tag, ATTR.hreflang).trim().slice(0, longestLanguage) : '',
      text,
      at: this.#attributes.place(tag),
      facts: this.#facts === null ? 0 : this.#facts.links.of(tag, href, kind === 'a' || kind === 'area'),
    };
    this.links.push(link);
    return link;
  }

  /** The start tag of an `a` element. It ends the link before it, as in the standard. */
  openAnchor(tag: Tag, attribute: number): void {
    this.closeAnchor();
    if (!tag.has(attribute)) return;
    this.#open = this.add(tag, 'a', this.#attributes.href(tag, attribute), '');
    if (this.#open === null) return;
    this.#text.clear();
    this.#visible.link = this.#text;
    if (this.#facts === null) return;
    this.#hasText = false;
    this.#hasLabel = this.#isLabelled(tag);
    this.#facts.images.openLink();
  }

  closeAnchor(): void {
    if (this.#open === null) return;
    this.#open.text = this.#text.value;
    if (this.#facts !== null) {
      this.#facts.images.closeLink(this.#hasText || this.#hasLabel);
      if (!this.#hasText && this.#open.text !== '') this.#open.facts = namedByImage(this.#open.facts);
      else if (!this.#hasText && this.#hasLabel) this.#open.facts = namedByLabel(this.#open.facts);
      else if (!this.#hasText && UNKEPT.test(this.#open.href)) this.#facts.namelessLink(this.#open.href, this.#open.at);
    }
    this.#open = null;
    this.#visible.link = null;
  }

  area(tag: Tag): void {
    if (tag.has(ATTR.href)) this.add(tag, 'area', this.#attributes.href(tag, ATTR.href), this.#attributes.alt(tag));
  }

  /** An address that a browser would load. Browsers do not load an empty one. */
  source(tag: Tag, kind: LinkKind, attribute: number): void {
    this.#source(tag, kind, attribute, '');
  }

  /** An image, whose alternative text is part of the open link's text. */
  image(tag: Tag): void {
    const linkText = this.#visible.link;
    if (!tag.has(ATTR.src) && !tag.has(ATTR.srcset) && linkText === null) return;
    const alt = this.#attributes.alt(tag);
    this.#facts?.named(alt);
    if (alt !== '' && linkText !== null && !linkText.full) {
      linkText.addBreak();
      linkText.add(alt);
      linkText.addBreak();
    }
    this.#source(tag, 'image', ATTR.src, alt);
    this.#srcset(tag, alt);
  }

  /** A source element, of a picture or of a video. */
  mediaSource(tag: Tag): void {
    this.source(tag, 'media', ATTR.src);
    this.#srcset(tag, '');
  }

  #isLabelled(tag: Tag): boolean {
    return this.#says(tag, ATTR.ariaLabel) || this.#says(tag, ATTR.ariaLabelledby) || this.#says(tag, ATTR.title);
  }

  #says(tag: Tag, attribute: number): boolean {
    return tag.has(attribute) && this.#attributes.value(tag, attribute).trim() !== '';
  }

  #source(tag: Tag, kind: LinkKind, attribute: number, text: string): void {
    if (!tag.has(attribute)) return;
    const href = this.#attributes.href(tag, attribute);
    if (href !== '') this.add(tag, kind, href, text);
  }

  #srcset(tag: Tag, alt: string): void {
    if (!tag.has(ATTR.srcset)) return;
    for (const url of srcsetUrls(this.#attributes.value(tag, ATTR.srcset))) {
      this.add(tag, 'image', trimHref(url).slice(0, longestHref), alt);
    }
  }
}
