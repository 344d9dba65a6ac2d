import type { CanonicalElement, HtmlFacts, LinkKind, Located, MetaRobots } from '#shared/model/page.ts';
import { maxUrlLength } from '../url/length.ts';
import { type AttributeReader, longestHref } from './attribute-reader.ts';
import { metaCharset } from './charset.ts';
import { Declarations } from './declarations.ts';
import { trimHref } from './href.ts';
import type { LinkCollector } from './link-collector.ts';
import { parseRefresh } from './meta-refresh.ts';
import { ATTR } from './names.ts';
import { decodeReferences } from './references.ts';
import type { Tag } from './scanner.ts';
import { collapse, longestText } from './text-collector.ts';

const longestName = 100;
/** Characters of a robots or refresh meta that are kept. A useful one has some hundred at most. */
const longestDeclaration = 8_192;

/** Meta names of robots that do not contain "bot". */
const robotNames = new Set([
  'slurp',
  'teoma',
  'yandex',
  'baiduspider',
  'sogou web spider',
  'ia_archiver',
  'yeti',
  'ccbot',
  'daum',
]);

/** What a page declares about itself. Declarations count wherever they are; robots metas and canonicals say if it was the head. */
export class HeadFacts {
  /** The first encoding that a meta element anywhere in the page names. */
  charset: string | null = null;
  lang = '';
  title: Located | null = null;
  description: Located | null = null;
  base: Located | null = null;
  refresh: HtmlFacts['refresh'] = null;
  readonly metaRobots = new Declarations<MetaRobots>();
  readonly canonicals = new Declarations<CanonicalElement>();

  readonly #attributes: AttributeReader;
  readonly #links: LinkCollector;
  readonly #robotNames: readonly string[];
  #lastRel = '';
  #lastKind: LinkKind = 'other';
  /** The tag of the title whose text comes next. */
  #titleAt: Located['at'] | null = null;

  /** `names`: lower-case robot names whose meta elements are kept besides the well-known ones. */
  constructor(attributes: AttributeReader, links: LinkCollector, names: readonly string[]) {
    this.#attributes = attributes;
    this.#links = links;
    this.#robotNames = names;
  }

  htmlElement(tag: Tag): void {
    if (this.lang === '') this.lang = this.#attributes.value(tag, ATTR.lang).trim().slice(0, longestName);
  }

  baseElement(tag: Tag): void {
    if (this.base !== null || !tag.has(ATTR.href)) return;
    // One character too many tells the reader of the facts that the address is too long.
    const value = this.#attributes.href(tag, ATTR.href).slice(0, maxUrlLength + 1);
    this.base = { value, at: this.#attributes.place(tag) };
  }

  titleElement(tag: Tag): void {
    if (this.title === null) this.#titleAt = this.#attributes.place(tag);
  }

  /** The content of the title element before it, as written. */
  titleText(text: string): void {
    if (this.title !== null || this.#titleAt === null) return;
    const decoded = decodeReferences(text, false);
    const value = decoded.includes('\0') ? decoded.replaceAll('\0', '\ufffd') : decoded;
    this.title = { value: collapse(value, longestText), at: this.#titleAt };
  }

  linkElement(tag: Tag, inHead: boolean): void {
    if (!tag.has(ATTR.href)) return;
    const kind = this.#kindOf(this.#attributes.rel(tag));
    const isDeclared = kind === 'canonical' && !this.canonicals.isFull;
    if (kind === 'canonical' && !isDeclared) this.canonicals.drop();
    // A hostile page repeats such elements half a million times. Do not read what is not kept.
    if (this.#links.isFull && !isDeclared) {
      this.#links.drop();
      return;
    }
    const href = this.#attributes.href(tag, ATTR.href);
    if (isDeclared) this.canonicals.add(`${inHead} ${href}`, { value: href, at: this.#attributes.place(tag), inHead });
    this.#links.add(tag, kind, href, '');
  }

  /** Pages repeat few values of rel. */
  #kindOf(rel: string): LinkKind {
    if (rel !== this.#lastRel) {
      this.#lastKind = kindOfRel(rel.split(' '));
      this.#lastRel = rel;
    }
    return this.#lastKind;
  }

  metaElement(tag: Tag, inHead: boolean): void {
    const attributes = this.#attributes;
    const written = tag.has(ATTR.httpEquiv) ? attributes.value(tag, ATTR.httpEquiv).toLowerCase() : null;
    const httpEquiv = written?.trim();
    // Only without white space around it, as in the prescan.
    if (this.charset === null && (tag.has(ATTR.charset) || written === 'content-type')) {
      const charset = tag.has(ATTR.charset) ? attributes.value(tag, ATTR.charset) : null;
      this.charset = metaCharset(charset, written, attributes.value(tag, ATTR.content));
    }
    if (httpEquiv === 'refresh' && this.refresh === null) this.#metaRefresh(tag);
    if (tag.has(ATTR.property)) this.#shareImage(tag, attributes.value(tag, ATTR.property));
    if (tag.has(ATTR.name)) this.#namedMeta(tag, attributes.value(tag, ATTR.name).trim().toLowerCase(), inHead);
  }

  /** The picture of a shared link is used like an image, but not by the page itself. */
  #shareImage(tag: Tag, name: string): void {
    if (name.trim().toLowerCase() !== 'og:image') return;
    if (this.#links.isFull) {
      this.#links.drop();
      return;
    }
    const href = this.#attributes.href(tag, ATTR.content);
    if (href !== '') this.#links.add(tag, 'share-image', href, '');
  }

  #namedMeta(tag: Tag, name: string, inHead: boolean): void {
    const attributes = this.#attributes;
    if (name === 'og:image' && !tag.has(ATTR.property)) this.#shareImage(tag, name);
    if (name === 'description') {
      if (this.description !== null) return;
      const value = collapse(attributes.value(tag, ATTR.content), longestText);
      this.description = { value, at: attributes.place(tag) };
    } else if (name.length <= longestName && (name.includes('bot') || robotNames.has(name) || this.#robotNames.includes(name))) {
      if (this.metaRobots.isFull) {
        this.metaRobots.drop();
        return;
      }
      const content = attributes.value(tag, ATTR.content).slice(0, longestDeclaration);
      this.metaRobots.add(`${inHead} ${name} ${content}`, { name, content, at: attributes.place(tag), inHead });
    }
  }

  #metaRefresh(tag: Tag): void {
    const content = this.#attributes.value(tag, ATTR.content);
    const parsed = parseRefresh(content);
    if (parsed === null) return;
    const href = trimHref(parsed.href).slice(0, longestHref);
    const value = content.slice(0, longestDeclaration);
    this.refresh = { value, at: this.#attributes.place(tag), seconds: parsed.seconds, href };
    if (href !== '') this.#links.add(tag, 'refresh', href, '');
  }
}

function kindOfRel(tokens: readonly string[]): LinkKind {
  const has = (token: string): boolean => tokens.includes(token);
  if (has('canonical')) return 'canonical';
  if (has('stylesheet')) return 'stylesheet';
  if (has('next') || has('prev') || has('previous')) return 'next-prev';
  if (has('amphtml')) return 'amphtml';
  if (has('alternate')) return 'alternate';
  const isIcon = (token: string): boolean => token === 'icon' || token.startsWith('apple-touch-icon') || token === 'mask-icon';
  return tokens.some(isIcon) ? 'icon' : 'other';
}
