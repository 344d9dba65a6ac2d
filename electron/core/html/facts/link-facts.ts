import { type HrefForm, hrefForms, type LinkFacts, linkZones, type OddLink } from '#shared/model/page-facts.ts';
import { normalizeUrl } from '../../url/normalize.ts';
import { plainOrigin } from '../../url/plain.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { ATTR } from '../names.ts';
import type { Tag } from '../scanner.ts';
import type { Kept } from './lists.ts';
import type { OpenElements } from './open-elements.ts';

const NEW_WINDOW = 1 << 6;
const HAS_SPACE = 1 << 7;
const BY_IMAGE = 1 << 8;
const BY_LABEL = 1 << 9;
const PATH_SHIFT = 10;
const PATH_MASK = 0xfff;
const RENDERED = 1 << 22;
/** Distinct paths of a page that are kept. */
const mostPaths = 200;
const mostOdd = 50;
const longestOdd = 200;

/** Packs the facts of a link into one number. */
export const packLinkFacts = ({ zone, form, newWindow, hasSpace, byImage, byLabel, path, rendered }: LinkFacts): number =>
  linkZones.indexOf(zone) |
  (hrefForms.indexOf(form) << 3) |
  (newWindow ? NEW_WINDOW : 0) |
  (hasSpace ? HAS_SPACE : 0) |
  (byImage ? BY_IMAGE : 0) |
  (byLabel ? BY_LABEL : 0) |
  (rendered ? RENDERED : 0) |
  ((path + 1) << PATH_SHIFT);

/** The facts from their number; a number that no writer of ours makes gives some facts, never an error. */
export const unpackLinkFacts = (packed: number): LinkFacts => ({
  zone: linkZones[packed & 7] ?? 'none',
  form: hrefForms[(packed >> 3) & 7] ?? 'absolute',
  newWindow: (packed & NEW_WINDOW) !== 0,
  hasSpace: (packed & HAS_SPACE) !== 0,
  byImage: (packed & BY_IMAGE) !== 0,
  byLabel: (packed & BY_LABEL) !== 0,
  path: ((packed >> PATH_SHIFT) & PATH_MASK) - 1,
  rendered: isRendered(packed),
});

const numberOf = (form: HrefForm): number => hrefForms.indexOf(form);
const ABSOLUTE = numberOf('absolute');
const PROTOCOL_RELATIVE = numberOf('protocol-relative');
const ROOT_RELATIVE = numberOf('root-relative');
const PATH_RELATIVE = numberOf('path-relative');
const FRAGMENT = numberOf('fragment');
const QUERY = numberOf('query');
const EMPTY = numberOf('empty');

/** How an address is written (URL standard, "URL-relative string"): a place in `hrefForms`. `href` is trimmed. */
export function formOf(href: string): number {
  if (href === '') return EMPTY;
  const c = href.charCodeAt(0);
  if (c === 35) return FRAGMENT;
  if (c === 63) return QUERY;
  if (c === 47 || c === 92) {
    const second = href.length > 1 ? href.charCodeAt(1) : 0;
    return second === 47 || second === 92 ? PROTOCOL_RELATIVE : ROOT_RELATIVE;
  }
  for (let i = 0; i < href.length; i++) {
    const d = href.charCodeAt(i);
    if (d === 58) return i > 0 ? ABSOLUTE : PATH_RELATIVE;
    const isSchemeCharacter =
      (d | 32) >= 97 && (d | 32) <= 122 ? true : i > 0 && ((d >= 48 && d <= 57) || d === 43 || d === 45 || d === 46);
    if (!isSchemeCharacter) return PATH_RELATIVE;
  }
  return PATH_RELATIVE;
}

const typo = /^(htp|htps|htpp|htpps|hhtp|hhtps|htttp|htttps|http|https|ttp|ttps|hptt|hpttps)(:\/(?!\/)|:(?!\/)|;\/\/|\/\/)/i;

/** What is wrong with an address that a click should follow; null for nothing. */
export function oddOf(href: string, form: number): OddLink['why'] | null {
  if (form === ROOT_RELATIVE) return null;
  if (href.startsWith('#!')) return 'hash-bang';
  if (form === FRAGMENT || form === EMPTY || form === QUERY) return null;
  // Most addresses with a host begin like this.
  if (href.startsWith('https://') || href.startsWith('http://')) return isWebUrl(href) ? null : 'malformed';
  const lower = href.slice(0, 12).toLowerCase();
  if (lower.startsWith('javascript:')) return 'javascript';
  if (/^(htp|htps|htpp|htpps|hhtp|hhtps|htttp|htttps|ttp|ttps|hptt|hptts):/.test(lower)) return 'scheme-typo';
  if (typo.test(href.slice(0, 12))) return 'scheme-typo';
  const hasHost = form === PROTOCOL_RELATIVE || lower.startsWith('http');
  return hasHost && !isUrl(href) ? 'malformed' : null;
}

const isUrl = (href: string): boolean => normalizeUrl(href, 'http://a.invalid/').kind === 'url';

/** `isUrl` for an address with http:// or https://. Nothing after the host can make such an address malformed. */
function isWebUrl(href: string): boolean {
  const end = href.slice(8, 8 + longestHost).search(/[/?#\\]/);
  return (end > 0 && plainOrigin(href.slice(0, 8 + end)) !== null) || isUrl(href);
}

/** The end of a host must be within this many characters. */
const longestHost = 260;

/** Collects the facts of links that only the audit needs. */
export class LinkFactsCollector {
  readonly odd: OddLink[] = [];
  readonly paths: string[] = [];
  readonly #text: string;
  readonly #attributes: AttributeReader;
  readonly #open: OpenElements;
  readonly #kept: Kept;
  readonly #pathIds = new Map<number, number>();

  constructor(text: string, attributes: AttributeReader, open: OpenElements, kept: Kept) {
    this.#text = text;
    this.#attributes = attributes;
    this.#open = open;
    this.#kept = kept;
  }

  /** The packed facts of a link of this tag. `isClick`: an `a` or `area`. */
  of(tag: Tag, href: string, isClick: boolean): number {
    const form = formOf(href);
    if (isClick) {
      const why = oddOf(href, form);
      if (why !== null)
        this.#kept.add(this.odd, 'oddLinks', mostOdd, () => {
          const { start, end } = this.#attributes.place(tag);
          return { href: href.slice(0, longestOdd), why, at: [start, end] as const };
        });
    }
    return (
      this.#open.zone |
      (form << 3) |
      (tag.has(ATTR.target) && this.#attributes.value(tag, ATTR.target).trim().toLowerCase() === '_blank' ? NEW_WINDOW : 0) |
      (href.includes(' ') ? HAS_SPACE : 0) |
      ((this.#path() + 1) << PATH_SHIFT)
    );
  }

  #path(): number {
    const hash = this.#open.pathHash;
    const known = this.#pathIds.get(hash);
    if (known !== undefined) return known;
    if (this.paths.length >= mostPaths) return -1;
    const id = this.paths.length;
    this.paths.push(this.#open.path(this.#text));
    this.#pathIds.set(hash, id);
    return id;
  }
}

/** Facts of a link that only the rendered page has. Its DOM path is not one of the response's. */
export const asRendered = (packed: number): number => (packed & ~(PATH_MASK << PATH_SHIFT)) | RENDERED;
/** Whether a page has a link only after rendering. */
export const isRendered = (packed: number): boolean => (packed & RENDERED) !== 0;

/** A link without visible text got its name from an image, or from aria-label or title. */
export const namedByImage = (packed: number): number => packed | BY_IMAGE;
export const namedByLabel = (packed: number): number => packed | BY_LABEL;
