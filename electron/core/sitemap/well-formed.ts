import { afterPlainEntries } from './plain-entry.ts';
import { SlidingText, type TextPieces } from './sliding-text.ts';

/** Where a document breaks a rule of XML, and which. */
export interface XmlFault {
  readonly offset: number;
  readonly says: string;
}

const NAME = '[A-Za-z_:\\u0080-\\uffff][\\w:.\\u0080-\\uffff-]*';
const NAME_HERE = new RegExp(NAME, 'y');
const ATTRIBUTE_HERE = new RegExp(`[ \\t\\r\\n]+(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*("[^<"]*"|'[^<']*')`, 'y');
const TAG_END_HERE = /[ \t\r\n]*(\/?>)/y;
/** Characters that XML 1.0 forbids everywhere (section 2.2). */
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const REFERENCE_HERE = /&(?:#\d{1,8}|#x[\da-fA-F]{1,6}|([A-Za-z_:][\w:.-]{0,99}));/y;
const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
/** Characters that a reference may have, and some more; and those that tell what begins with a <. */
const LONGEST_REFERENCE = 110;
const LONGEST_START = 9;
/** Open elements that are remembered. Deeper documents are not judged. */
const DEEPEST = 10_000;

/** The part of a tag that is at hand, behind its name or an attribute, where the tag may go on. */
const PART_OF_END_HERE = /[ \t\r\n]*\/?$/y;
const PART_OF_TAG_HERE = new RegExp(`[ \\t\\r\\n]*(?:${NAME}[ \\t\\r\\n]*(?:=[ \\t\\r\\n]*(?:"[^<"]*|'[^<']*)?)?)?/?$`, 'y');

/**
 * The first place at which a document is not well-formed (XML 1.0, section 2.1), null if there is none. A strict parser stops
 * there. Namespaces, the internal subset of a DOCTYPE and entities of a document that has one are not checked. Linear in the length.
 */
export function firstXmlFault(whole: string | TextPieces): XmlFault | null {
  let forbidden = -1;
  const watched = function* (): Generator<string> {
    let base = 0;
    for (const piece of typeof whole === 'string' ? [whole] : whole()) {
      const found = forbidden < 0 ? piece.search(FORBIDDEN) : -1;
      if (found >= 0) forbidden = base + found;
      base += piece.length;
      yield piece;
    }
  };
  const text = new SlidingText(watched());
  const fault = new WellFormedness(text).check();
  // Deeper documents are not judged, but all their characters are.
  while (fault === null && text.hasMore) text.slide(text.text.length);
  if (forbidden < 0 || (fault !== null && fault.offset < forbidden)) return fault;
  return { offset: forbidden, says: 'A control character.' };
}

/** A construct that goes on behind the part at hand. */
const more = Symbol('more');
type Read = number | XmlFault | typeof more;

class WellFormedness {
  readonly #source: SlidingText;
  readonly #open: string[] = [];
  readonly #start: number;
  /** Index of the last & that was looked for, -1 before the first. */
  #ampersand = -1;
  #hasRoot = false;
  #hasDoctype = false;

  constructor(source: SlidingText) {
    this.#source = source;
    this.#start = source.text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  /** The part at hand. */
  get #text(): string {
    return this.#source.text;
  }

  #slide(from: number): void {
    this.#source.slide(from);
    this.#ampersand = -1;
  }

  #fault(at: number, says: string): XmlFault {
    return { offset: this.#source.base + at, says };
  }

  check(): XmlFault | null {
    const source = this.#source;
    for (let at = this.#start; at < this.#text.length || source.hasMore; ) {
      if (this.#open.length === 1) at = afterPlainEntries(this.#text, at);
      const lt = this.#text.indexOf('<', at);
      // A reference may go on behind the part at hand.
      const end = lt >= 0 ? lt : source.hasMore ? Math.max(at, this.#text.length - LONGEST_REFERENCE) : this.#text.length;
      const fault = this.#characters(at, end);
      if (fault !== null) return fault;
      if (lt < 0) {
        if (!source.hasMore) break;
        this.#slide(end);
        at = 0;
        continue;
      }
      if (this.#open.length > DEEPEST) return null;
      const next = lt + LONGEST_START <= this.#text.length || !source.hasMore ? this.#markup(lt) : more;
      if (next === more) {
        source.grow(lt);
        this.#ampersand = -1;
        at = 0;
      } else if (typeof next === 'number') at = next;
      else return next;
    }
    const inner = this.#open.at(-1);
    const { end } = source;
    if (inner !== undefined) return { offset: end, says: `The file ends inside <${inner.slice(0, 60)}>.` };
    return this.#hasRoot ? null : { offset: end, says: 'There is no element.' };
  }

  /** The text from `from` to `end`. */
  #characters(from: number, end: number): XmlFault | null {
    if (end === from) return null;
    if (this.#open.length > 0) return this.#references(from, end);
    for (let at = from; at < end; at++)
      if (!' \t\r\n'.includes(this.#text[at] as string)) return this.#fault(at, 'Text outside the root element.');
    return null;
  }

  #references(from: number, end: number): XmlFault | null {
    const text = this.#text;
    for (let at = this.#ampersandFrom(from); at < end; at = this.#ampersandFrom(at + 1)) {
      REFERENCE_HERE.lastIndex = at;
      const found = REFERENCE_HERE.exec(text);
      if (found === null) return this.#fault(at, 'An & that starts no reference; write &amp;.');
      const name = found[1];
      if (name !== undefined && !PREDEFINED.has(name) && !this.#hasDoctype)
        return this.#fault(at, `The entity &${name.slice(0, 60)}; is not defined.`);
    }
    return null;
  }

  /** The first & at `from` or later, else infinity. It is kept: looking to the end for every text would take quadratic time. */
  #ampersandFrom(from: number): number {
    if (this.#ampersand < from) {
      const at = this.#text.indexOf('&', from);
      this.#ampersand = at < 0 ? Number.POSITIVE_INFINITY : at;
    }
    return this.#ampersand;
  }

  /** Reads a construct that starts with <. Returns its end. */
  #markup(lt: number): Read {
    const text = this.#text;
    if (text.startsWith('<!--', lt)) return this.#comment(lt);
    if (text.startsWith('<![CDATA[', lt)) {
      if (this.#open.length === 0) return this.#fault(lt, 'A CDATA section outside the root element.');
      return this.#after(']]>', lt + 9, lt);
    }
    if (text.startsWith('<?', lt)) {
      if (/^<\?xml[ \t\r\n]/i.test(text.slice(lt, lt + 6)) && this.#source.base + lt > this.#start)
        return this.#fault(lt, 'The XML declaration is not at the very start.');
      return this.#after('?>', lt + 2, lt);
    }
    if (text.startsWith('<!DOCTYPE', lt) && !this.#hasRoot) return this.#doctype(lt);
    if (text.startsWith('</', lt)) return this.#endTag(lt);
    return this.#startTag(lt);
  }

  #comment(lt: number): Read {
    const { base } = this.#source;
    const at = this.#find('--', lt + 4);
    if (at < 0) return { offset: base + lt, says: 'A comment is not closed.' };
    return this.#text[at + 2] === '>' ? at + 3 : this.#fault(at, 'Two dashes inside a comment.');
  }

  #after(what: string, from: number, lt: number): Read {
    const { base } = this.#source;
    const at = this.#find(what, from);
    return at < 0 ? { offset: base + lt, says: `${what} is missing.` } : at + what.length;
  }

  /** Looks for what is at `from` or later, and has the character behind it at hand too. What is before it may be forgotten. -1: it does not come. */
  #find(what: string, from: number): number {
    const source = this.#source;
    for (let start = from; ; start = 0) {
      const at = this.#text.indexOf(what, start);
      if (at >= 0 && (at + what.length < this.#text.length || !source.hasMore)) return at;
      if (!source.hasMore) return -1;
      this.#slide(at >= 0 ? at : Math.max(start, this.#text.length - what.length + 1));
    }
  }

  #doctype(lt: number): Read {
    const source = this.#source;
    const offset = source.base + lt;
    this.#hasDoctype = true;
    let depth = 0;
    let quote = '';
    for (let at = lt + 9; ; at++) {
      if (at >= this.#text.length) {
        if (!source.hasMore) return { offset, says: 'The DOCTYPE is not closed.' };
        this.#slide(this.#text.length);
        at = 0;
      }
      const c = this.#text[at] as string;
      if (quote !== '') quote = c === quote ? '' : quote;
      else if (c === '"' || c === "'") quote = c;
      else if (c === '[') depth++;
      else if (c === ']') depth--;
      else if (c === '>' && depth <= 0) return at + 1;
    }
  }

  #name(at: number): string | null {
    NAME_HERE.lastIndex = at;
    return NAME_HERE.exec(this.#text)?.[0] ?? null;
  }

  /** Whether a tag may go on behind the part at hand: from `at` on, all that is at hand looks like this. */
  #goesOn(part: RegExp, at: number): boolean {
    part.lastIndex = at;
    return this.#source.hasMore && part.test(this.#text);
  }

  #endTag(lt: number): Read {
    const name = this.#name(lt + 2);
    const after = lt + 2 + (name ?? '').length;
    if (this.#goesOn(PART_OF_END_HERE, after)) return more;
    const open = this.#open.pop();
    const shown = `</${(name ?? '').slice(0, 60)}>`;
    if (open === undefined) return this.#fault(lt, `${shown} without a start tag.`);
    if (name !== open) return this.#fault(lt, `${shown} where </${open.slice(0, 60)}> is expected.`);
    TAG_END_HERE.lastIndex = after;
    const end = TAG_END_HERE.exec(this.#text);
    return end?.[1] === '>' ? TAG_END_HERE.lastIndex : this.#fault(lt, `${shown} is not closed.`);
  }

  #startTag(lt: number): Read {
    const text = this.#text;
    const name = this.#name(lt + 1);
    if (name === null) return this.#fault(lt, 'A < that starts no tag; write &lt;.');
    let at = lt + 1 + name.length;
    if (at === text.length && this.#source.hasMore) return more;
    const shown = `<${name.slice(0, 60)}>`;
    if (this.#open.length === 0 && this.#hasRoot) return this.#fault(lt, `A second root element, ${shown}.`);
    const seen = new Set<string>();
    for (;;) {
      ATTRIBUTE_HERE.lastIndex = at;
      const attribute = ATTRIBUTE_HERE.exec(text);
      if (attribute === null) break;
      const fault = this.#references(at, ATTRIBUTE_HERE.lastIndex);
      if (fault !== null) return fault;
      const key = attribute[1] as string;
      if (seen.has(key)) return this.#fault(at, `${shown} has the attribute ${key.slice(0, 60)} twice.`);
      seen.add(key);
      at = ATTRIBUTE_HERE.lastIndex;
    }
    TAG_END_HERE.lastIndex = at;
    const end = TAG_END_HERE.exec(text);
    if (end === null) return this.#goesOn(PART_OF_TAG_HERE, at) ? more : this.#fault(lt, `The tag ${shown} is not well-formed.`);
    this.#hasRoot = true;
    if (end[1] === '>') this.#open.push(name);
    return TAG_END_HERE.lastIndex;
  }
}
