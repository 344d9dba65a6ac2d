import type { ByteRange, CanonicalElement, HtmlFacts, LinkKind, Located, MetaRobots, PageLink } from '#shared/model/page.ts';
import { maxUrlLength } from '../url/length.ts';
import { metaCharset } from './charset.ts';
import { Declarations } from './declarations.ts';
import { relTokens, srcsetUrls, trimHref } from './href.ts';
import { parseRefresh } from './meta-refresh.ts';
import { ATTR, TAG, tagSet } from './names.ts';
import type { PageText } from './page-text.ts';
import { decodeReferences, maySpellSpace } from './references.ts';
import { CONTENT, type ContentModel, type Tag, type TagSink } from './scanner.ts';
import { collapse, TextCollector } from './text-collector.ts';
import { TreeState } from './tree-state.ts';
import { WordCounter } from './word-counter.ts';

const LINK_TEXT = 200;
const EXCERPT = 300;
/** Titles, headings and descriptions are kept up to this many UTF-16 units: pages with megabytes of title exist. */
const LONG_TEXT = 2000;
const LONG_NAME = 100;
/** Of one meta element for robots; the longest that says something takes some hundred characters. */
const LONG_DECLARATION = 8_192;

const HEADINGS = tagSet(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const RCDATA = tagSet(['title', 'textarea']);
const RAWTEXT = tagSet(['style', 'xmp', 'iframe', 'noembed', 'noframes']);
/** Elements that do not separate words. */
const INLINE = tagSet([
  'a',
  'abbr',
  'acronym',
  'b',
  'basefont',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'label',
  'link',
  'mark',
  'meta',
  'nobr',
  'noscript',
  'q',
  'rb',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'script',
  'small',
  'span',
  'strike',
  'strong',
  'style',
  'sub',
  'sup',
  'template',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
]);
/** Meta names of robots that do not contain "bot". */
const ROBOT_NAMES = new Set([
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

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Gathers the facts of a page while the scanner walks it. */
export class PageParser implements TagSink {
  /** The first encoding a meta element names anywhere, for pages that declare it late. */
  metaCharset: string | null = null;

  readonly #page: PageText;
  readonly #text: string;
  readonly #tree: TreeState;
  readonly #maxLinks: number;
  readonly #robotNames: ReadonlySet<string>;

  #lang = '';
  #title: Located | null = null;
  #description: Located | null = null;
  #h1: Mutable<Located> | null = null;
  #h1Count = 0;
  #base: Located | null = null;
  #refresh: HtmlFacts['refresh'] = null;
  readonly #metaRobots = new Declarations<MetaRobots>();
  readonly #canonicals = new Declarations<CanonicalElement>();
  readonly #links: Mutable<PageLink>[] = [];
  #linksDropped = 0;

  readonly #counter = new WordCounter();
  /** Offset of the next '&', found when it was last needed. */
  #nextAmpersand = -1;
  readonly #excerpt = new TextCollector(EXCERPT);
  #openLink: Mutable<PageLink> | null = null;
  #openLinkText: TextCollector | null = null;
  /** Used for the text of one link after the other. */
  readonly #linkText = new TextCollector(LINK_TEXT);
  #openH1Text: TextCollector | null = null;

  #rawElement = 0;
  #at: ByteRange = { start: 0, end: 0 };
  #atStart = -1;

  constructor(page: PageText, maxLinks: number, robotNames: readonly string[]) {
    this.#page = page;
    this.#text = page.text;
    this.#tree = new TreeState(page);
    this.#maxLinks = maxLinks;
    this.#robotNames = new Set(robotNames);
  }

  finish(charset: string, charsetSource: HtmlFacts['charsetSource']): HtmlFacts {
    this.#closeLink();
    this.#closeH1();
    const ender = this.#tree.headEnder;
    const page = this.#page;
    const headEndedBy = ender && {
      value: ender.name === '' ? 'text' : `<${ender.name}>`,
      at: { start: page.byteAt(ender.start), end: page.byteAt(ender.end) },
    };
    const dropped = this.#metaRobots.dropped + this.#canonicals.dropped;
    return {
      ...(headEndedBy ? { headEndedBy } : {}),
      charset,
      charsetSource,
      lang: this.#lang,
      title: this.#title,
      description: this.#description,
      h1: this.#h1,
      h1Count: this.#h1Count,
      base: this.#base,
      metaRobots: this.#metaRobots.list,
      canonicals: this.#canonicals.list,
      ...(dropped > 0 ? { declarationsDropped: dropped } : {}),
      refresh: this.#refresh,
      links: this.#links,
      linksDropped: this.#linksDropped,
      words: this.#counter.words,
      excerpt: this.#excerpt.value,
    };
  }

  inForeignContent(): boolean {
    return this.#tree.foreign;
  }

  text(start: number, end: number): void {
    if (this.#tree.inHead && this.#hasMoreThanSpace(start, end)) this.#tree.shownText(start, end);
    if (this.#tree.textVisible) this.#visible(start, end, true);
  }

  rawText(start: number, end: number): void {
    const element = this.#rawElement;
    this.#rawElement = 0;
    if (element === TAG.title && this.#title === null) {
      const value = decodeReferences(this.#page.slice(start, end), false).replaceAll('\0', '\ufffd');
      this.#title = { value: collapse(value, LONG_TEXT), at: this.#at };
    } else if (element === TAG.xmp) this.#visible(start, end, false);
  }

  startTag(tag: Tag): ContentModel {
    const foreign = this.#tree.startTag(tag);
    const id = tag.id;
    if (!INLINE[id]) this.#breakWords();
    if (foreign) {
      if (id === TAG.a && !this.#tree.inTemplate) this.#anchor(tag, tag.has(ATTR.href) ? ATTR.href : ATTR.xlinkHref);
      return CONTENT.data;
    }
    if (!this.#tree.inTemplate) this.#element(tag);
    if (RCDATA[id]) return CONTENT.rcdata;
    if (RAWTEXT[id]) return CONTENT.rawtext;
    if (id === TAG.script) return CONTENT.script;
    return id === TAG.plaintext ? CONTENT.plaintext : CONTENT.data;
  }

  endTag(tag: Tag): void {
    this.#tree.endTag(tag);
    const id = tag.id;
    if (!INLINE[id]) this.#breakWords();
    if (id === TAG.a) {
      if (!this.#tree.inTemplate) this.#closeLink();
    } else if (HEADINGS[id] && !this.#tree.inTemplate) this.#closeH1();
  }

  #element(tag: Tag): void {
    const id = tag.id;
    if (HEADINGS[id]) this.#heading(tag);
    switch (id) {
      case TAG.a:
        this.#anchor(tag, ATTR.href);
        break;
      case TAG.area:
        if (tag.has(ATTR.href)) this.#link(tag, 'area', this.#href(tag, ATTR.href), this.#alt(tag));
        break;
      case TAG.link:
        this.#linkElement(tag);
        break;
      case TAG.img:
      case TAG.image:
        this.#image(tag);
        break;
      case TAG.meta:
        this.#meta(tag);
        break;
      case TAG.base:
        if (this.#base === null && tag.has(ATTR.href)) {
          this.#base = { value: this.#href(tag, ATTR.href).slice(0, maxUrlLength + 1), at: this.#where(tag) };
        }
        break;
      case TAG.html:
        if (this.#lang === '') this.#lang = this.#value(tag, ATTR.lang).trim().slice(0, LONG_NAME);
        break;
      case TAG.title:
        if (this.#title === null) this.#where(tag);
        this.#rawElement = TAG.title;
        break;
      case TAG.xmp:
        this.#rawElement = TAG.xmp;
        break;
      case TAG.script:
        this.#source(tag, 'script', ATTR.src);
        break;
      case TAG.frame:
        this.#source(tag, 'frame', ATTR.src);
        break;
      case TAG.iframe:
        this.#source(tag, 'iframe', ATTR.src);
        break;
      case TAG.form:
        this.#source(tag, 'form', ATTR.action);
        break;
      case TAG.object:
        this.#source(tag, 'media', ATTR.data);
        break;
      case TAG.video:
        this.#source(tag, 'media', ATTR.src);
        this.#source(tag, 'image', ATTR.poster);
        break;
      case TAG.source:
        this.#source(tag, 'media', ATTR.src);
        if (tag.has(ATTR.srcset)) this.#srcset(tag, '');
        break;
      case TAG.audio:
      case TAG.track:
      case TAG.embed:
        this.#source(tag, 'media', ATTR.src);
        break;
    }
  }

  #anchor(tag: Tag, attribute: number): void {
    this.#closeLink();
    if (!tag.has(attribute)) return;
    this.#openLink = this.#link(tag, 'a', this.#href(tag, attribute), '');
    if (this.#openLink === null) return;
    this.#linkText.clear();
    this.#openLinkText = this.#linkText;
  }

  /** An address that a browser would load; an empty one is not loaded. */
  #source(tag: Tag, kind: LinkKind, attribute: number): void {
    if (!tag.has(attribute)) return;
    const href = this.#href(tag, attribute);
    if (href !== '') this.#link(tag, kind, href, '');
  }

  #image(tag: Tag): void {
    if (!tag.has(ATTR.src) && !tag.has(ATTR.srcset) && this.#openLinkText === null) return;
    const alt = this.#alt(tag);
    if (alt !== '' && this.#openLinkText && !this.#openLinkText.full) {
      this.#openLinkText.addBreak();
      this.#openLinkText.add(alt);
      this.#openLinkText.addBreak();
    }
    if (tag.has(ATTR.src)) {
      const href = this.#href(tag, ATTR.src);
      if (href !== '') this.#link(tag, 'image', href, alt);
    }
    if (tag.has(ATTR.srcset)) this.#srcset(tag, alt);
  }

  #srcset(tag: Tag, alt: string): void {
    for (const url of srcsetUrls(this.#value(tag, ATTR.srcset))) this.#link(tag, 'image', trimHref(url), alt);
  }

  #linkElement(tag: Tag): void {
    if (!tag.has(ATTR.href)) return;
    const href = this.#href(tag, ATTR.href);
    const rel = relTokens(this.#value(tag, ATTR.rel));
    const tokens = rel.split(' ');
    const has = (token: string): boolean => tokens.includes(token);
    let kind: LinkKind = 'other';
    if (has('canonical')) {
      kind = 'canonical';
      const { inHead } = this.#tree;
      this.#canonicals.add(`${inHead} ${href}`, { value: href, at: this.#where(tag), inHead });
    } else if (has('stylesheet')) kind = 'stylesheet';
    else if (has('next') || has('prev') || has('previous')) kind = 'next-prev';
    else if (has('alternate')) kind = 'alternate';
    else if (tokens.some(token => token === 'icon' || token.startsWith('apple-touch-icon') || token === 'mask-icon'))
      kind = 'icon';
    this.#link(tag, kind, href, '', rel);
  }

  #meta(tag: Tag): void {
    const httpEquiv = tag.has(ATTR.httpEquiv) ? this.#value(tag, ATTR.httpEquiv).trim().toLowerCase() : null;
    if (this.metaCharset === null && (tag.has(ATTR.charset) || httpEquiv === 'content-type')) {
      const charset = tag.has(ATTR.charset) ? this.#value(tag, ATTR.charset) : null;
      this.metaCharset = metaCharset(charset, httpEquiv, this.#value(tag, ATTR.content));
    }
    if (httpEquiv === 'refresh' && this.#refresh === null) this.#metaRefresh(tag);
    if (!tag.has(ATTR.name)) return;
    const name = this.#value(tag, ATTR.name).trim().toLowerCase();
    if (name === 'description') {
      if (this.#description === null) {
        this.#description = { value: collapse(this.#value(tag, ATTR.content), LONG_TEXT), at: this.#where(tag) };
      }
    } else if (name.length <= LONG_NAME && (name.includes('bot') || ROBOT_NAMES.has(name) || this.#robotNames.has(name))) {
      const { inHead } = this.#tree;
      const content = this.#value(tag, ATTR.content).slice(0, LONG_DECLARATION);
      this.#metaRobots.add(`${inHead} ${name} ${content}`, { name, content, at: this.#where(tag), inHead });
    }
  }

  #metaRefresh(tag: Tag): void {
    const value = this.#value(tag, ATTR.content);
    const parsed = parseRefresh(value);
    if (parsed === null) return;
    const href = trimHref(parsed.href);
    this.#refresh = { value, at: this.#where(tag), seconds: parsed.seconds, href };
    if (href !== '') this.#link(tag, 'refresh', href, '');
  }

  #heading(tag: Tag): void {
    this.#closeH1();
    if (tag.id !== TAG.h1) return;
    this.#h1Count++;
    if (this.#h1 !== null) return;
    this.#h1 = { value: '', at: this.#where(tag) };
    this.#openH1Text = new TextCollector(LONG_TEXT);
  }

  #closeH1(): void {
    if (this.#openH1Text === null || this.#h1 === null) return;
    this.#h1.value = this.#openH1Text.value;
    this.#openH1Text = null;
  }

  #closeLink(): void {
    if (this.#openLink && this.#openLinkText) this.#openLink.text = this.#openLinkText.value;
    this.#openLink = null;
    this.#openLinkText = null;
  }

  /** `href` as the URL parser reads it: without white space around it or line ends inside. */
  #link(tag: Tag, kind: LinkKind, href: string, text: string, rel?: string): Mutable<PageLink> | null {
    if (this.#links.length >= this.#maxLinks) {
      this.#linksDropped++;
      return null;
    }
    const link = {
      kind,
      href,
      rel: rel ?? (tag.has(ATTR.rel) ? relTokens(this.#value(tag, ATTR.rel)) : ''),
      hreflang: kind === 'alternate' && tag.has(ATTR.hreflang) ? this.#value(tag, ATTR.hreflang).trim() : '',
      text,
      at: this.#where(tag),
    };
    this.#links.push(link);
    return link;
  }

  #alt(tag: Tag): string {
    return tag.has(ATTR.alt) ? collapse(this.#value(tag, ATTR.alt), LINK_TEXT) : '';
  }

  /** An attribute's value as the tokenizer gives it, '' when missing. */
  #value(tag: Tag, attribute: number): string {
    return this.#plainValue(tag, attribute, 32) ?? this.#decodedValue(tag, attribute);
  }

  /** An attribute's value as the URL parser reads it, '' when missing. */
  #href(tag: Tag, attribute: number): string {
    return this.#plainValue(tag, attribute, 33) ?? trimHref(this.#decodedValue(tag, attribute));
  }

  /** A value of visible ASCII from `least` on without references, as it stands; '' when missing, null for any other. */
  #plainValue(tag: Tag, attribute: number, least: number): string | null {
    if (!tag.has(attribute)) return '';
    const text = this.#text;
    const start = tag.valueStart[attribute] as number;
    const end = tag.valueEnd[attribute] as number;
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

  #where(tag: Tag): ByteRange {
    if (this.#atStart !== tag.start) {
      this.#at = { start: this.#page.byteAt(tag.start), end: this.#page.byteAt(tag.end) };
      this.#atStart = tag.start;
    }
    return this.#at;
  }

  #breakWords(): void {
    this.#counter.endWord();
    this.#openLinkText?.addBreak();
    this.#openH1Text?.addBreak();
    this.#excerpt.addBreak();
  }

  /** Whether there is a character that cannot stand in the head; NUL is ignored as in the standard. */
  #hasMoreThanSpace(start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      const c = this.#text.charCodeAt(i);
      if (c > 32 || (c !== 32 && c !== 10 && c !== 9 && c !== 13 && c !== 12 && c !== 0)) return true;
    }
    return false;
  }

  #visible(start: number, end: number, references: boolean): void {
    const page = this.#page;
    let decoded: string | null = null;
    if (page.utf8 !== null && !(references && this.#maySpellSpace(start, end))) {
      this.#counter.countUtf8(page.utf8, page.byteAt(start), page.byteAt(end), page.mayHoldWideSpace(start, end));
    } else {
      decoded = this.#decode(start, end, references);
      this.#counter.countText(decoded);
    }
    const link = this.#openLinkText;
    const h1 = this.#openH1Text;
    const excerpt = this.#excerpt;
    if (link === null && h1 === null && excerpt.full) return;
    if (decoded === null && this.#isTidy(start, end)) {
      const piece = this.#text.slice(start, end);
      if (!excerpt.full) excerpt.addTidy(piece);
      link?.addTidy(piece);
      h1?.addTidy(piece);
      return;
    }
    const piece = decoded ?? this.#decode(start, end, references);
    if (!excerpt.full) excerpt.add(piece);
    link?.add(piece);
    h1?.add(piece);
  }

  /** Whether text[start, end) stands for itself: words of ASCII with single spaces between them and none at the ends. */
  #isTidy(start: number, end: number): boolean {
    const text = this.#text;
    let space = true;
    for (let i = start; i < end; i++) {
      const c = text.charCodeAt(i);
      if (c > 127 || c === 38 || c < 32 || (c === 32 && space)) return false;
      space = c === 32;
    }
    return !space;
  }

  #decode(start: number, end: number, references: boolean): string {
    let text = this.#page.slice(start, end);
    if (references) text = decodeReferences(text, false);
    return text.includes('\0') ? text.replaceAll('\0', '') : text;
  }

  /** Whether a character reference in text[start, end) could stand for white space, such as &nbsp; or &#32;. */
  #maySpellSpace(start: number, end: number): boolean {
    const text = this.#text;
    let amp = this.#nextAmpersand;
    if (amp < start) amp = orEnd(text.indexOf('&', start), text);
    let may = false;
    while (amp < end && !may) {
      may = maySpellSpace(text, amp);
      if (!may) amp = orEnd(text.indexOf('&', amp + 1), text);
    }
    this.#nextAmpersand = amp;
    return may;
  }
}

const orEnd = (found: number, text: string): number => (found < 0 ? text.length : found);
