import type { ImageFact } from '#shared/model/page-facts.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { srcsetUrls } from '../href.ts';
import { ATTR } from '../names.ts';
import type { Tag } from '../scanner.ts';
import type { Kept, Writable } from './lists.ts';
import type { Notes } from './notes.ts';

const most = 500;
const longestSrc = 500;
/** Wider content does not fit a small screen. */
const wide = 480;

const modernType = /image\/(webp|avif)/i;
const modernName = /\.(webp|avif)([?#\s,]|$)/i;

/** Collects the images of a page, with the facts that the audit needs. */
export class Images {
  readonly list: ImageFact[] = [];
  readonly #attributes: AttributeReader;
  readonly #kept: Kept;
  readonly #notes: Notes;
  /** A source of the open picture is WebP or AVIF. */
  #isModern = false;
  #picture: { readonly at: readonly [number, number]; hasImage: boolean } | null = null;
  /** The images inside the open link (null: none), and whether a link is open. */
  #inLink: Writable<ImageFact>[] | null = null;
  #isInLink = false;

  constructor(attributes: AttributeReader, kept: Kept, notes: Notes) {
    this.#attributes = attributes;
    this.#kept = kept;
    this.#notes = notes;
  }

  openPicture(at: readonly [number, number]): void {
    this.#picture = { at, hasImage: false };
    this.#isModern = false;
  }

  closePicture(): void {
    if (this.#picture !== null && !this.#picture.hasImage) this.#notes.add('picture-without-img', '', this.#picture.at);
    this.#picture = null;
    this.#isModern = false;
  }

  source(tag: Tag): void {
    if (this.#picture === null) return;
    const attributes = this.#attributes;
    if (
      modernType.test(attributes.value(tag, ATTR.type)) ||
      modernName.test(attributes.value(tag, ATTR.srcset).slice(0, longestSrc))
    )
      this.#isModern = true;
  }

  openLink(): void {
    this.#inLink = null;
    this.#isInLink = true;
  }

  /** `hasName`: the link has text or a label besides its images. */
  closeLink(hasName: boolean): void {
    if (!hasName && this.#inLink !== null) for (const image of this.#inLink) image.onlyLinkContent = true;
    this.#inLink = null;
    this.#isInLink = false;
  }

  image(tag: Tag, at: readonly [number, number]): void {
    if (this.#picture !== null) this.#picture.hasImage = true;
    if (this.list.length >= most) {
      this.#kept.drop('images');
      return;
    }
    const attributes = this.#attributes;
    const srcset = tag.has(ATTR.srcset) ? attributes.value(tag, ATTR.srcset).slice(0, 10 * longestSrc) : '';
    const src = tag.has(ATTR.src) ? attributes.href(tag, ATTR.src) : '';
    const fact: Writable<ImageFact> = { src: (src === '' ? (srcsetUrls(srcset)[0] ?? '') : src).slice(0, longestSrc), at };
    if (tag.has(ATTR.alt)) fact.alt = attributes.longAlt(tag);
    const style = tag.has(ATTR.style) ? attributes.value(tag, ATTR.style).slice(0, 2_000) : '';
    if ((tag.has(ATTR.width) && tag.has(ATTR.height)) || (style !== '' && /aspect-ratio\s*:/i.test(style))) fact.sized = true;
    const width = tag.has(ATTR.width) ? Number.parseInt(attributes.value(tag, ATTR.width), 10) : Number.NaN;
    if (Number.isFinite(width) && width >= 0 && width < 100_000) fact.width = width;
    if (tag.has(ATTR.loading) && attributes.value(tag, ATTR.loading).trim().toLowerCase() === 'lazy') fact.lazy = true;
    if (this.#isDecorative(tag)) fact.decorative = true;
    if (this.#isModern || modernName.test(src) || (srcset !== '' && modernName.test(srcset))) fact.modern = true;
    if (fact.width !== undefined && fact.width > wide && !/max-width\s*:/i.test(style))
      this.#notes.add('fixed-width', `img ${fact.width}px`, at);
    this.list.push(fact);
    if (!this.#isInLink) return;
    this.#inLink ??= [];
    this.#inLink.push(fact);
  }

  #isDecorative(tag: Tag): boolean {
    const role = tag.has(ATTR.role) ? this.#attributes.value(tag, ATTR.role).trim().toLowerCase() : '';
    if (role === 'presentation' || role === 'none') return true;
    return tag.has(ATTR.ariaHidden) && this.#attributes.value(tag, ATTR.ariaHidden).trim().toLowerCase() === 'true';
  }
}
