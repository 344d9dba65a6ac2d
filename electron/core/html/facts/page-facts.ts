import type { ByteRange, HtmlFacts } from '#shared/model/page.ts';
import type { NamedMeta, PageFacts, Place } from '#shared/model/page-facts.ts';
import type { LanguageDetector } from '../../text/language.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { stacksOf } from '../machine-scanner.ts';
import { ATTR, TAG } from '../names.ts';
import type { PageMachine } from '../page-machine.ts';
import type { PageText } from '../page-text.ts';
import type { Tag } from '../scanner.ts';
import { type AreaText, PlainAreaText } from './area-text.ts';
import { type ContentArea, ContentRules } from './content-area.ts';
import { DocumentFacts, doctypeOf } from './document-facts.ts';
import { ElementChecks, mayBeChecked } from './element-checks.ts';
import { ITEM_LISTS } from './element-kinds.ts';
import { FormControls } from './form-controls.ts';
import { HeadLists } from './head-lists.ts';
import { Headings } from './headings.ts';
import { Images } from './images.ts';
import { LinkFactsCollector } from './link-facts.ts';
import { Kept, type Writable } from './lists.ts';
import { MachineAreaText } from './machine-text.ts';
import { Notes } from './notes.ts';
import { AREA, OpenElements, type Opened } from './open-elements.ts';
import { StructuredReader } from './structured.ts';
import { withReferences } from './structured-page.ts';
import { Tables } from './tables.ts';
import { textFacts } from './text-facts.ts';

/** From this size in bytes, an inline SVG should be a separate file. */
const largeSvg = 5_120;
const mostRobots = 50;

export interface FactsOptions {
  /** Null: the page's language stays unknown. */
  readonly detectLanguage: LanguageDetector | null;
  /** The user's choice of main content. Absent: landmarks decide. */
  readonly content?: ContentArea | undefined;
}

interface CollectorOptions extends FactsOptions {
  /** The encoding that the page was decoded from, as TextDecoder names it. */
  readonly charset: string;
  /** Null: JavaScript reads the text. */
  readonly machine: PageMachine | null;
}

/**
 * Collects the facts of the audit while the page parser reads a page. The parser calls it for each tag and text; it
 * keeps its own stack.
 */
export class PageFactsCollector {
  readonly links: LinkFactsCollector;
  readonly headings: Headings;
  readonly images: Images;
  readonly controls: FormControls;
  /** Has the page; null where JavaScript reads it. */
  readonly machine: PageMachine | null;
  readonly #page: PageText;
  readonly #detectLanguage: LanguageDetector | null;
  readonly #attributes: AttributeReader;
  readonly #open: OpenElements;
  readonly #text: AreaText;
  readonly #rules: ContentRules | null;
  readonly #kept = new Kept();
  readonly #notes = new Notes(this.#kept);
  readonly #head: HeadLists;
  readonly #elements: ElementChecks;
  readonly #document = new DocumentFacts();
  readonly #tables = new Tables(this.#notes);
  readonly #structured: StructuredReader;
  readonly #charset: string;
  #isAmp = false;
  #hasFrames = false;
  #hasTitleInArticle = false;
  #hasTitleElsewhere = false;
  #ampMarks = 0;

  constructor(page: PageText, attributes: AttributeReader, { charset, detectLanguage, content, machine }: CollectorOptions) {
    this.#page = page;
    this.#charset = charset;
    this.#detectLanguage = detectLanguage;
    this.#attributes = attributes;
    const machineText = machine === null ? null : MachineAreaText.of(page, machine);
    this.machine = machineText === null ? null : machine;
    this.#text = machineText ?? new PlainAreaText(page);
    const closed = (id: number, start: number, end: number): void => this.#closed(id, start, end);
    this.#open = new OpenElements(closed, this.machine === null ? undefined : stacksOf(this.machine, closed));
    this.links = new LinkFactsCollector(page.text, attributes, this.#open, this.#kept);
    this.headings = new Headings(this.#kept);
    this.images = new Images(attributes, this.#kept, this.#notes);
    this.controls = new FormControls(attributes, this.#open, this.#kept, this.#notes);
    this.#head = new HeadLists(attributes, this.#kept);
    this.#elements = new ElementChecks(page, attributes, this.#notes, this.#kept);
    const isChosen = content !== undefined && content.include.length + content.exclude.length > 0;
    this.#rules = isChosen ? new ContentRules(content, page.text, attributes) : null;
    this.#structured = new StructuredReader({ page, attributes, open: this.#open, charset });
  }

  /** A start tag that is not in a template. `isForeign`: of SVG or MathML. */
  startTag(tag: Tag, { isForeign, inHead, isInline }: { isForeign: boolean; inHead: boolean; isInline: boolean }): void {
    const open = this.#open;
    const parent = open.parent;
    const opened = open.open(
      tag,
      tag.has(ATTR.role) ? this.#attributes.value(tag, ATTR.role).trim().toLowerCase().slice(0, 40) : '',
      this.#rules?.markOf(tag),
    );
    if (!isInline) this.#text.addBreak(open.area);
    this.#attributesOf(tag, opened);
    if (isForeign) return;
    this.#document.tag(tag);
    if (ITEM_LISTS[parent] && tag.id !== TAG.li && tag.id !== TAG.script && tag.id !== TAG.template)
      this.#notes.add('list-child', this.#nameOf(tag), this.#at(tag));
    this.#element(tag, inHead);
  }

  /** A start tag of the body that the machine has opened. */
  openedTag(tag: Tag, opened: Opened): void {
    this.#attributesOf(tag, opened);
    this.#document.tag(tag);
    this.#element(tag, false);
  }

  endTag(tag: Tag, isInline: boolean): void {
    if (!isInline) this.#text.addBreak(this.#open.area);
    this.#open.close(tag);
    this.closedTag(tag.id);
  }

  /** An end tag of which the open elements know. */
  closedTag(id: number): void {
    if (id === TAG.head) this.#document.headEnd();
  }

  /** Tags or words that the machine passed over. */
  passed(): void {
    this.#document.text();
  }

  /** Whether it needs no tag in the body but those with a kind or attribute that `MachineScanner` asks for. */
  get mayPass(): boolean {
    return this.#rules === null && this.#structured.isIdle;
  }

  /** Characters that a reader sees. `hasWords`: they are not only white space. */
  text(start: number, end: number, hasWords: boolean): void {
    this.#text.add(this.#open.area, start, end);
    this.#structured.text(start, end);
    if (!hasWords) return;
    this.#document.text();
    this.controls.named();
  }

  /** An h1 element begins. */
  topHeading(): void {
    const { area } = this.#open;
    if (area === AREA.article) this.#hasTitleInArticle = true;
    else if (area === AREA.rest) this.#hasTitleElsewhere = true;
  }

  titleText(text: string): void {
    this.#head.titleText(text);
  }

  /** The contents of a script, style, title or the like. */
  rawText(start: number, end: number): void {
    this.#structured.rawText(start, end);
  }

  /** The alternative text of an image inside an open button or heading is its name. */
  named(alt: string): void {
    if (alt === '') return;
    this.controls.named();
    this.headings.image(alt);
  }

  /** A link without a name to an address that the crawl does not keep. */
  namelessLink(href: string, { start, end }: ByteRange): void {
    this.#notes.add('link-without-name', href.slice(0, 100), [start, end]);
  }

  /** The input ended inside an element or comment. */
  unclosed(what: 'comment' | 'script' | 'style' | 'title' | 'textarea'): void {
    this.#document.note(`unclosed-${what}`);
  }

  finish(facts: HtmlFacts): PageFacts {
    this.#open.end(this.#page.text.length);
    this.controls.finish();
    if (this.#isAmp && this.#ampMarks < 2) this.#document.note('amp-boilerplate');
    const doctype = doctypeOf(this.#page);
    const document = this.#document.finish(this.#hasFrames);
    const text = this.#text.finish(this.#hasTitleElsewhere && !this.#hasTitleInArticle);
    const title = this.#head.titles[0]?.text ?? '';
    const said = textFacts(text, {
      title,
      heading: facts.h1?.value ?? '',
      lang: facts.lang,
      detectLanguage: this.#detectLanguage,
    });
    this.#text.release();
    const ids = this.#elements.idHashes();
    const { dropped } = this.#kept;
    const structured = withReferences(this.#page, this.#charset, this.#structured.finish());
    // One by one: V8 makes a literal of many spreads in the slow way.
    const made: Writable<PageFacts> = { v: 1, elements: this.#open.count, deepest: this.#open.deepest, text: said.text };
    if (doctype !== undefined) made.doctype = doctype;
    if (facts.lang !== '') made.lang = facts.lang;
    if (facts.charsetSource === 'bom') made.hasMark = true;
    if (this.#isAmp) made.isAmp = true;
    if (document !== undefined) made.document = document;
    if (facts.headEndedBy) {
      const { value, at } = facts.headEndedBy;
      made.headEndedBy = { text: value, at: [at.start, at.end] };
    }
    this.#head.addTo(made);
    addDirectives(made, facts);
    if (this.headings.list.length > 0) made.headings = this.headings.list;
    if (this.images.list.length > 0) made.images = this.images.list;
    if (this.controls.forms.length > 0) made.forms = this.controls.forms;
    if (this.#notes.list.length > 0) made.notes = this.#notes.list;
    if (this.links.odd.length > 0) made.oddLinks = this.links.odd;
    if (this.links.paths.length > 0) made.paths = this.links.paths;
    if (said.textHash !== undefined) made.textHash = said.textHash;
    if (said.signature !== undefined) made.signature = said.signature;
    if (ids !== undefined) made.ids = ids;
    if (structured !== null) made.structured = structured;
    if (dropped !== undefined) made.dropped = dropped;
    return made;
  }

  #attributesOf(tag: Tag, opened: Opened): void {
    this.#structured.startTag(tag, opened);
    if (mayBeChecked(tag)) this.#elements.element(tag);
    if (tag.has(ATTR.ariaLabel)) this.controls.labelled(tag);
  }

  #element(tag: Tag, inHead: boolean): void {
    switch (tag.id) {
      case TAG.html:
        if (tag.has(ATTR.amp) || this.#page.text.slice(tag.start, tag.end).includes('\u00e2\u009a\u00a1')) this.#isAmp = true;
        break;
      case TAG.title:
        this.#head.titleTag(tag, inHead);
        break;
      case TAG.meta:
        if (this.#head.meta(tag, inHead))
          this.#notes.add('meta-in-body', this.#attributes.value(tag, ATTR.name).slice(0, 60), this.#at(tag));
        break;
      case TAG.base:
        this.#head.base(tag);
        break;
      case TAG.link:
        this.#link(tag, inHead, this.#at(tag));
        break;
      case TAG.script:
        this.#script(tag, inHead, this.#at(tag));
        break;
      case TAG.style:
        this.#ampMark(tag);
        break;
      case TAG.img:
      case TAG.image:
        this.images.image(tag, this.#at(tag));
        break;
      case TAG.picture:
        this.images.openPicture(this.#at(tag));
        break;
      case TAG.source:
        this.images.source(tag);
        break;
      case TAG.main:
        this.#document.main();
        break;
      case TAG.frame:
      case TAG.frameset:
        this.#hasFrames = true;
        this.#notes.add('frame', this.#nameOf(tag), this.#at(tag));
        break;
      case TAG.iframe:
        this.#elements.frame(tag, this.#at(tag));
        break;
      case TAG.video:
      case TAG.audio:
        this.#elements.media(tag, this.#at(tag));
        break;
      case TAG.object:
      case TAG.embed:
      case TAG.applet:
        this.#elements.plugin(tag, this.#at(tag));
        if (this.#isAmp) this.#notes.add('amp-disallowed', this.#nameOf(tag), this.#at(tag));
        break;
      default:
        this.#control(tag);
    }
    if (tag.has(ATTR.role) && this.#attributes.value(tag, ATTR.role).trim().toLowerCase() === 'main') this.#document.main();
  }

  #control(tag: Tag): void {
    switch (tag.id) {
      case TAG.form:
        this.controls.form(tag, this.#at(tag));
        break;
      case TAG.label:
        this.controls.label(tag);
        break;
      case TAG.input:
      case TAG.select:
      case TAG.textarea:
        this.controls.field(tag, this.#at(tag));
        break;
      case TAG.button:
        this.controls.openButton(tag, this.#at(tag));
        break;
      case TAG.table:
        this.#tables.open(this.#at(tag), /^(presentation|none)$/i.test(this.#attributes.value(tag, ATTR.role).trim()));
        this.#elements.width(tag, 'table', this.#at(tag));
        break;
      case TAG.tr:
        this.#tables.row();
        break;
      case TAG.td:
      case TAG.th:
        this.#tables.cell(tag.id === TAG.th);
        break;
    }
  }

  #link(tag: Tag, inHead: boolean, at: Place): void {
    const rel = this.#attributes.rel(tag);
    this.#head.link(tag, rel, inHead);
    if (!inHead || !tag.has(ATTR.href) || !rel.split(' ').includes('stylesheet') || rel.includes('alternate')) return;
    const media = this.#attributes.value(tag, ATTR.media).trim().toLowerCase();
    if (media === '' || media === 'all' || media === 'screen')
      this.#notes.add('blocking-stylesheet', this.#attributes.href(tag, ATTR.href), at);
  }

  #script(tag: Tag, inHead: boolean, at: Place): void {
    const type = tag.has(ATTR.type) ? this.#attributes.value(tag, ATTR.type).trim().toLowerCase() : '';
    const isProgram = type === '' || type.endsWith('javascript') || type.endsWith('ecmascript');
    if (inHead && isProgram && tag.has(ATTR.src) && !tag.has(ATTR.async) && !tag.has(ATTR.defer))
      this.#notes.add('blocking-script', this.#attributes.href(tag, ATTR.src), at);
    if (!this.#isAmp) return;
    if (/cdn\.ampproject\.org\/v0\.js/i.test(this.#attributes.value(tag, ATTR.src))) this.#ampMarks += 1;
    else if (isProgram && !/cdn\.ampproject\.org/i.test(this.#attributes.value(tag, ATTR.src)))
      this.#notes.add('amp-disallowed', 'script', at);
  }

  #ampMark(tag: Tag): void {
    if (this.#isAmp && /\samp4?-?(ads)?-boilerplate\b/i.test(this.#page.text.slice(tag.start, tag.end))) this.#ampMarks += 1;
  }

  #closed(id: number, start: number, end: number): void {
    this.#structured.closed(this.#open.depth);
    switch (id) {
      case TAG.table:
        this.#tables.close();
        break;
      case TAG.picture:
        this.images.closePicture();
        break;
      case TAG.button:
        this.controls.closeButton();
        break;
      case TAG.svg:
        if (end - start > largeSvg)
          this.#notes.add('large-svg', String(end - start), [this.#page.byteAt(start), this.#page.byteAt(end)]);
        break;
    }
  }

  #nameOf(tag: Tag): string {
    return this.#page.text.slice(tag.nameStart, Math.min(tag.nameEnd, tag.nameStart + 30)).toLowerCase();
  }

  #at(tag: Tag): Place {
    const { start, end } = this.#attributes.place(tag);
    return [start, end];
  }
}

/** The robots meta elements and the refresh. */
function addDirectives(made: Writable<PageFacts>, { metaRobots, refresh }: HtmlFacts): void {
  if (metaRobots.length > 0) made.robots = metaRobots.slice(0, mostRobots).map(robotsOf);
  if (refresh !== null)
    made.refresh = { href: refresh.href.slice(0, 2_100), at: [refresh.at.start, refresh.at.end], seconds: refresh.seconds };
}

function robotsOf({ name, content, at, inHead }: HtmlFacts['metaRobots'][number]): NamedMeta {
  const meta: NamedMeta = { name, content: content.slice(0, 1_000), at: [at.start, at.end] };
  return inHead ? meta : { ...meta, inBody: true };
}
