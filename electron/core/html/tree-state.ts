import { breakoutNames } from './element-names.ts';
import { ATTR, TAG, tagSet } from './names.ts';
import type { PageText } from './page-text.ts';
import type { Tag } from './scanner.ts';

/** Elements that are allowed in the head (HTML standard, "The in head insertion mode"). */
const HEAD_ELEMENTS = tagSet([
  'base',
  'basefont',
  'bgsound',
  'link',
  'meta',
  'title',
  'noscript',
  'noframes',
  'style',
  'script',
  'template',
  'head',
  'html',
]);
/** Elements that are allowed in a noscript of the head, for a reader without scripts. */
const HEAD_NOSCRIPT_ELEMENTS = tagSet(['basefont', 'bgsound', 'link', 'meta', 'noframes', 'style', 'head', 'noscript', 'html']);
const BREAKOUT = tagSet(breakoutNames);
const SVG_POINTS = tagSet(['foreignobject', 'desc', 'title']);
const MATH_POINTS = tagSet(['mi', 'mo', 'mn', 'ms', 'mtext']);
/** Elements of SVG whose characters are not shown. */
const HIDDEN_IN_FOREIGN = tagSet(['title', 'desc', 'metadata', 'style', 'script']);

const SVG = 1;
const MATH = 2;
/** Inside an integration point, where HTML is read again. */
const SVG_POINT = 3;
const MATH_POINT = 4;
const TEMPLATE = 5;

/** Open elements beyond this depth are not remembered, as browsers limit theirs. */
const DEEPEST = 512;
const LONGEST_NAME = 40;

/** Offsets into the text; no name for characters. */
export interface HeadEnder {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const BEFORE_OR_IN_HEAD = 0;
const AFTER_HEAD = 1;
const IN_BODY = 2;

/**
 * As much of the HTML standard's tree construction as link extraction needs: whether the head has ended, whether the
 * current place is inside a template, and whether it is in SVG or MathML. It keeps no tree, only the open templates
 * and foreign elements. Scripting counts as disabled, as for a robot that does not render.
 *
 * Our simplification: inside an integration point (HTML within SVG), it does not track open HTML elements. So an end
 * tag of the SVG closes it even where a browser would ignore that tag.
 */
export class TreeState {
  #head = BEFORE_OR_IN_HEAD;
  #headNoscript = false;
  #foreign = false;
  #ender: HeadEnder | null = null;
  readonly #page: PageText;
  readonly #names: string[] = [];
  readonly #ids: number[] = [];
  readonly #kinds: number[] = [];
  /** Of each open element, the depth of the open element around it with the same name; -1 for none. */
  readonly #sameBefore: number[] = [];
  /** The depth of the innermost open element of each name; null before the first one. Most pages have none, and need no map. */
  #innermost: Map<string, number> | null = null;
  /** The depths of the open templates. */
  readonly #templates: number[] = [];

  constructor(page: PageText) {
    this.#page = page;
  }

  /** What ended the head where neither `</head>` nor `<body>` did; null while it is open, or where one of them did. */
  get headEnder(): HeadEnder | null {
    return this.#ender;
  }

  get inHead(): boolean {
    return this.#head !== IN_BODY;
  }

  /** In the body, outside of templates, SVG and MathML: only their start tags change what the other questions answer. */
  get isPlain(): boolean {
    return this.#head === IN_BODY && this.#kinds.length === 0;
  }

  /** Whether the current node is an element of SVG or MathML. */
  get foreign(): boolean {
    return this.#foreign;
  }

  get inTemplate(): boolean {
    return this.#templates.length > 0;
  }

  /** Whether the current node is the title of an SVG image, which names it. */
  get inImageTitle(): boolean {
    return !this.inTemplate && this.#ids.at(-1) === TAG.title;
  }

  /** Whether characters here are shown to a reader. */
  get textVisible(): boolean {
    if (this.inTemplate) return false;
    const depth = this.#ids.length;
    return depth === 0 || HIDDEN_IN_FOREIGN[this.#ids[depth - 1] as number] === 0;
  }

  /** Called for characters other than white space, which are not allowed in the head. */
  shownText(start: number, end: number): void {
    if (this.#head === IN_BODY || this.#kinds.length > 0) return;
    if (this.#head === BEFORE_OR_IN_HEAD) this.#ender = { name: '', start, end };
    this.#toBody();
  }

  /** Takes a start tag into account. Returns whether it is an element of SVG or MathML rather than of HTML. */
  startTag(tag: Tag): boolean {
    if (this.#foreign) {
      if (!this.#staysForeign(tag)) {
        while (this.#foreign) this.#pop();
      } else {
        if (!tag.selfClosing) this.#pushForeign(tag);
        return true;
      }
    } else if (this.#kinds.length > 0 && (tag.id === TAG.mglyph || tag.id === TAG.malignmark)) {
      if (this.#kinds[this.#kinds.length - 1] === MATH_POINT) {
        if (!tag.selfClosing) this.#push(tag, MATH);
        return true;
      }
    }
    if (this.#head !== IN_BODY && !this.inTemplate) {
      const open = this.#head === BEFORE_OR_IN_HEAD;
      this.#headStart(tag.id);
      if (open && !this.inHead && tag.id !== TAG.body) this.#ender = { name: this.#nameOf(tag), start: tag.start, end: tag.end };
    }
    if (tag.id === TAG.template) {
      this.#push(tag, TEMPLATE);
    } else if (tag.id === TAG.svg || tag.id === TAG.math) {
      if (!tag.selfClosing) this.#push(tag, tag.id === TAG.svg ? SVG : MATH);
      return true;
    }
    return false;
  }

  /** Takes an end tag into account. */
  endTag(tag: Tag): void {
    const depth = this.#kinds.length;
    if (depth === 0) {
      if (this.#head !== IN_BODY) this.#headEnd(tag.id);
      return;
    }
    const template = this.#templates.at(-1) ?? -1;
    if (tag.id === TAG.template && template >= 0 && !(this.#foreign && this.#ids[depth - 1] === TAG.template)) {
      this.#popTo(template);
      return;
    }
    if (this.#kinds[depth - 1] === TEMPLATE) return;
    if (this.#foreign && (tag.id === TAG.br || tag.id === TAG.p)) {
      while (this.#foreign) this.#pop();
      return;
    }
    const name = this.#nameOf(tag);
    if (!this.#foreign && name !== this.#names[depth - 1] && tag.id !== TAG.svg && tag.id !== TAG.math) return;
    // An end tag closes nothing outside the template that it is in.
    const at = this.#innermost?.get(name) ?? -1;
    if (at > template) this.#popTo(at);
  }

  #headStart(id: number): void {
    if (this.#headNoscript) {
      if (HEAD_NOSCRIPT_ELEMENTS[id]) return;
      this.#headNoscript = false;
    }
    if (!HEAD_ELEMENTS[id]) this.#toBody();
    else if (id === TAG.noscript) {
      // After </head> a noscript starts the body; the other head elements still go into the head.
      if (this.#head === AFTER_HEAD) this.#toBody();
      else this.#headNoscript = true;
    }
  }

  #headEnd(id: number): void {
    if (id === TAG.br) this.#toBody();
    else if (this.#headNoscript) {
      if (id === TAG.noscript) this.#headNoscript = false;
    } else if (id === TAG.head) this.#head = AFTER_HEAD;
    else if (id === TAG.body || id === TAG.html) this.#toBody();
  }

  #toBody(): void {
    this.#head = IN_BODY;
    this.#headNoscript = false;
  }

  #staysForeign(tag: Tag): boolean {
    const top = this.#kinds.length - 1;
    // MathML's annotation-xml is a place where svg starts SVG, not MathML.
    if (tag.id === TAG.svg && this.#ids[top] === TAG.annotationXml && this.#kinds[top] === MATH) {
      this.#kinds[top] = MATH_POINT;
      this.#foreign = false;
      return false;
    }
    if (tag.id === TAG.font) return !(tag.has(ATTR.color) || tag.has(ATTR.face) || tag.has(ATTR.size));
    return BREAKOUT[tag.id] === 0;
  }

  #pushForeign(tag: Tag): void {
    const svg = this.#kinds[this.#kinds.length - 1] === SVG;
    if (svg) this.#push(tag, SVG_POINTS[tag.id] ? SVG_POINT : SVG);
    else if (MATH_POINTS[tag.id]) this.#push(tag, MATH_POINT);
    else if (tag.id === TAG.annotationXml && tag.has(ATTR.encoding)) {
      const encoding = this.#page.text.slice(tag.valueStart[ATTR.encoding], tag.valueEnd[ATTR.encoding]).toLowerCase();
      this.#push(tag, encoding === 'text/html' || encoding === 'application/xhtml+xml' ? SVG_POINT : MATH);
    } else this.#push(tag, MATH);
  }

  #nameOf(tag: Tag): string {
    // A character takes at most four units of `text`.
    const end = Math.min(tag.nameEnd, tag.nameStart + 4 * LONGEST_NAME);
    return this.#page.slice(tag.nameStart, end).slice(0, LONGEST_NAME).toLowerCase();
  }

  #push(tag: Tag, kind: number): void {
    const depth = this.#kinds.length;
    if (depth >= DEEPEST) return;
    const name = this.#nameOf(tag);
    this.#names.push(name);
    this.#ids.push(tag.id);
    this.#kinds.push(kind);
    this.#innermost ??= new Map();
    this.#sameBefore.push(this.#innermost.get(name) ?? -1);
    this.#innermost.set(name, depth);
    if (kind === TEMPLATE) this.#templates.push(depth);
    this.#foreign = kind === SVG || kind === MATH;
  }

  /** Closes the open elements from the innermost one to the one at `depth`. */
  #popTo(depth: number): void {
    while (this.#kinds.length > depth) this.#pop();
  }

  #pop(): void {
    const name = this.#names.pop() as string;
    const before = this.#sameBefore.pop() as number;
    if (before >= 0) this.#innermost?.set(name, before);
    else this.#innermost?.delete(name);
    this.#ids.pop();
    if (this.#kinds.pop() === TEMPLATE) this.#templates.pop();
    const top = this.#kinds.length - 1;
    this.#foreign = top >= 0 && (this.#kinds[top] === SVG || this.#kinds[top] === MATH);
  }
}
