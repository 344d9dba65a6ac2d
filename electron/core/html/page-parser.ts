import type { HtmlFacts, Located } from '#shared/model/page.ts';
import { AttributeReader } from './attribute-reader.ts';
import { inlineNames } from './element-names.ts';
import type { Opened } from './facts/open-elements.ts';
import { type FactsOptions, PageFactsCollector } from './facts/page-facts.ts';
import { FirstHeading } from './first-heading.ts';
import { HeadFacts } from './head-facts.ts';
import { LinkCollector } from './link-collector.ts';
import { MachineScanner, MODE, type PassingSink, TEXT } from './machine-scanner.ts';
import { ATTR, TAG, tagSet } from './names.ts';
import type { PageMachine } from './page-machine.ts';
import type { PageText } from './page-text.ts';
import { CONTENT, type ContentModel, Scanner, type Tag } from './scanner.ts';
import { TreeState } from './tree-state.ts';
import { VisibleText } from './visible-text.ts';

const HEADINGS = tagSet(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const RCDATA = tagSet(['title', 'textarea']);
const RAWTEXT = tagSet(['style', 'xmp', 'iframe', 'noembed', 'noframes']);
const INLINE = tagSet(inlineNames);

/** Characters of a title's markup that are read for the audit. */
const longestTitle = 20_000;

export interface ParserOptions {
  /** The encoding that the page was decoded from, as TextDecoder names it. */
  readonly charset: string;
  readonly maxLinks: number;
  /** Lower-case robot names whose meta elements are kept besides the well-known ones. */
  readonly robotNames?: readonly string[] | undefined;
  /** Collect the facts of the audit too. */
  readonly facts?: FactsOptions | undefined;
  /** Reads the text; without one JavaScript does. */
  readonly machine?: PageMachine | null;
}

/** Collects the facts of a page while the scanner reads it: passes each tag and text to the collector that needs it. */
export class PageParser implements PassingSink {
  readonly #page: PageText;
  readonly #text: string;
  readonly #tree: TreeState;
  readonly #visible: VisibleText;
  readonly #links: LinkCollector;
  readonly #head: HeadFacts;
  readonly #heading: FirstHeading;
  /** The element whose raw text comes next, if that text matters; 0 for none. */
  #rawElement = 0;

  /** Null: the caller does not need the audit facts. */
  readonly #facts: PageFactsCollector | null;

  constructor(page: PageText, { charset, maxLinks, robotNames = [], facts, machine = null }: ParserOptions) {
    this.#page = page;
    this.#text = page.text;
    this.#tree = new TreeState(page);
    const attributes = new AttributeReader(page);
    this.#facts = facts ? new PageFactsCollector(page, attributes, { ...facts, charset, machine }) : null;
    this.#visible = new VisibleText(page, this.#facts?.machine ?? null);
    this.#links = new LinkCollector({ attributes, visible: this.#visible, maxLinks, facts: this.#facts });
    this.#head = new HeadFacts(attributes, this.#links, robotNames);
    this.#heading = new FirstHeading(attributes, this.#visible, this.#facts);
  }

  /** The first encoding a meta element names anywhere, for pages that declare it late. */
  get metaCharset(): string | null {
    return this.#head.charset;
  }

  /** Reads the page, once. */
  read(): void {
    const machine = this.#facts?.machine ?? null;
    const { utf8 } = this.#page;
    if (machine === null || utf8 === null) new Scanner(this.#text, this).run();
    else new MachineScanner(machine, this.#page.byteAt(0), utf8.length, this).run();
  }

  finish(charset: string, charsetSource: HtmlFacts['charsetSource']): HtmlFacts {
    this.#links.closeAnchor();
    this.#heading.close();
    const head = this.#head;
    const headEndedBy = this.#headEndedBy();
    const declarationsDropped = head.metaRobots.dropped + head.canonicals.dropped;
    const facts: { -readonly [K in keyof HtmlFacts]: HtmlFacts[K] } = {
      charset,
      charsetSource,
      lang: head.lang,
      title: head.title,
      description: head.description,
      h1: this.#heading.value,
      h1Count: this.#heading.count,
      base: head.base,
      metaRobots: head.metaRobots.list,
      canonicals: head.canonicals.list,
      refresh: head.refresh,
      links: this.#links.links,
      linksDropped: this.#links.dropped,
      words: this.#visible.words,
      excerpt: this.#visible.excerpt,
      facts: null,
    };
    if (headEndedBy) facts.headEndedBy = headEndedBy;
    if (declarationsDropped > 0) facts.declarationsDropped = declarationsDropped;
    if (this.#facts !== null) facts.facts = this.#facts.finish(facts);
    return facts;
  }

  inForeignContent(): boolean {
    return this.#tree.foreign;
  }

  get scanMode(): number {
    const facts = this.#facts;
    if (this.#tree.foreign) return MODE.foreign;
    if (facts === null || !this.#tree.isPlain || !facts.mayPass) return 0;
    return MODE.passes | (this.#visible.collects ? MODE.collects : 0) | (facts.controls.hasOpenButton ? MODE.names : 0);
  }

  passed(wordBreak: boolean, content: boolean): void {
    if (wordBreak) this.#visible.breakCollected();
    if (content) this.#facts?.passed();
  }

  openedTag(tag: Tag, opened: Opened): void {
    if (tag.has(ATTR.ariaLabel)) this.#links.labelledBy(tag);
    this.#facts?.openedTag(tag, opened);
    this.#element(tag);
  }

  closedTag(id: number): void {
    this.#facts?.closedTag(id);
    this.#closed(id);
  }

  countedText(start: number, end: number, is: number): void {
    this.#visible.addCounted(start, end, is);
    if ((is & TEXT.hasWords) === 0) return;
    this.#facts?.controls.named();
    this.#links.named();
  }

  text(start: number, end: number): void {
    const needsLook = this.#facts !== null || this.#tree.inHead;
    const hasWords = needsLook && this.#hasMoreThanSpace(start, end);
    if (hasWords && this.#tree.inHead) this.#tree.shownText(start, end);
    if (!this.#tree.textVisible) {
      if (hasWords && this.#tree.inImageTitle) {
        this.#links.labelled();
        this.#facts?.controls.named();
      }
      return;
    }
    this.#visible.add(start, end, 'with-references');
    if (this.#facts === null) return;
    this.#facts.text(start, end, hasWords);
    if (hasWords) this.#links.named();
  }

  rawText(start: number, end: number): void {
    const element = this.#rawElement;
    this.#rawElement = 0;
    if (this.#facts !== null) {
      if (end === this.#text.length) this.#unclosed(element);
      if (!this.#tree.inTemplate) this.#facts.rawText(start, end);
    }
    if (element === TAG.title) {
      if (this.#head.title === null) this.#head.titleText(this.#page.slice(start, end));
      this.#facts?.titleText(this.#page.slice(start, Math.min(end, start + longestTitle)));
    } else if (element === TAG.xmp) this.#visible.add(start, end, 'raw');
  }

  startTag(tag: Tag): ContentModel {
    const foreign = this.#tree.startTag(tag);
    const id = tag.id;
    const isInline = INLINE[id] === 1;
    if (!isInline) this.#visible.breakWords();
    if (this.#facts !== null && !this.#tree.inTemplate) {
      if (tag.has(ATTR.ariaLabel)) this.#links.labelledBy(tag);
      this.#facts.startTag(tag, { isForeign: foreign, inHead: this.#tree.inHead, isInline });
    }
    if (foreign) {
      if (id === TAG.a && !this.#tree.inTemplate) this.#links.openAnchor(tag, tag.has(ATTR.href) ? ATTR.href : ATTR.xlinkHref);
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
    const isInline = INLINE[id] === 1;
    if (!isInline) this.#visible.breakWords();
    if (this.#tree.inTemplate) return;
    this.#facts?.endTag(tag, isInline);
    this.#closed(id);
  }

  #closed(id: number): void {
    if (id === TAG.a) this.#links.closeAnchor();
    else if (HEADINGS[id]) this.#heading.close();
  }

  #element(tag: Tag): void {
    if (HEADINGS[tag.id]) this.#heading.open(tag);
    switch (tag.id) {
      case TAG.a:
        this.#links.openAnchor(tag, ATTR.href);
        break;
      case TAG.area:
        this.#links.area(tag);
        break;
      case TAG.link:
        this.#head.linkElement(tag, this.#tree.inHead);
        break;
      case TAG.img:
      case TAG.image:
        this.#links.image(tag);
        break;
      case TAG.meta:
        this.#head.metaElement(tag, this.#tree.inHead);
        break;
      case TAG.base:
        this.#head.baseElement(tag);
        break;
      case TAG.html:
        this.#head.htmlElement(tag);
        break;
      case TAG.title:
        this.#head.titleElement(tag);
        this.#rawElement = TAG.title;
        break;
      case TAG.xmp:
      case TAG.style:
      case TAG.textarea:
        this.#rawElement = tag.id;
        break;
      case TAG.script:
        this.#rawElement = TAG.script;
        this.#links.source(tag, 'script', ATTR.src);
        break;
      default:
        this.#loaded(tag);
    }
  }

  /** Elements with an address that a browser loads or sends a form to. */
  #loaded(tag: Tag): void {
    switch (tag.id) {
      case TAG.frame:
        this.#links.source(tag, 'frame', ATTR.src);
        break;
      case TAG.iframe:
        this.#links.source(tag, 'iframe', ATTR.src);
        break;
      case TAG.form:
        this.#links.source(tag, 'form', ATTR.action);
        break;
      case TAG.object:
        this.#links.source(tag, 'media', ATTR.data);
        break;
      case TAG.video:
        this.#links.source(tag, 'media', ATTR.src);
        this.#links.source(tag, 'image', ATTR.poster);
        break;
      case TAG.source:
        this.#links.mediaSource(tag);
        break;
      case TAG.audio:
      case TAG.track:
      case TAG.embed:
        this.#links.source(tag, 'media', ATTR.src);
        break;
    }
  }

  unclosedComment(): void {
    this.#facts?.unclosed('comment');
  }

  #unclosed(element: number): void {
    if (element === TAG.title) this.#facts?.unclosed('title');
    else if (element === TAG.script) this.#facts?.unclosed('script');
    else if (element === TAG.style) this.#facts?.unclosed('style');
    else if (element === TAG.textarea) this.#facts?.unclosed('textarea');
  }

  #headEndedBy(): Located | null {
    const ender = this.#tree.headEnder;
    if (ender === null) return null;
    const at = { start: this.#page.byteAt(ender.start), end: this.#page.byteAt(ender.end) };
    return { value: ender.name === '' ? 'text' : `<${ender.name}>`, at };
  }

  /** Whether there is a character that cannot be in the head. NUL is ignored, as in the standard. */
  #hasMoreThanSpace(start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      const c = this.#text.charCodeAt(i);
      if (c > 32 || (c !== 32 && c !== 10 && c !== 9 && c !== 13 && c !== 12 && c !== 0)) return true;
    }
    return false;
  }
}
