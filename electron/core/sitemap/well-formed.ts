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
/** Open elements that are remembered. Deeper documents are not judged. */
const DEEPEST = 10_000;

/**
 * The first place at which a document is not well-formed (XML 1.0, section 2.1), null if there is none. A strict parser stops
 * there. Namespaces, the internal subset of a DOCTYPE and entities of a document that has one are not checked. Linear in the length.
 */
export function firstXmlFault(text: string): XmlFault | null {
  const forbidden = FORBIDDEN.exec(text);
  const fault = new WellFormedness(text).check();
  if (forbidden === null || (fault !== null && fault.offset < forbidden.index)) return fault;
  return { offset: forbidden.index, says: 'A control character.' };
}

class WellFormedness {
  readonly #text: string;
  readonly #open: string[] = [];
  readonly #start: number;
  /** The last & that was looked for, -1 before the first. */
  #ampersand = -1;
  #hasRoot = false;
  #hasDoctype = false;

  constructor(text: string) {
    this.#text = text;
    this.#start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  check(): XmlFault | null {
    const text = this.#text;
    let at = this.#start;
    while (at < text.length) {
      const lt = text.indexOf('<', at);
      const end = lt < 0 ? text.length : lt;
      const fault = this.#characters(at, end);
      if (fault !== null) return fault;
      if (lt < 0) break;
      if (this.#open.length > DEEPEST) return null;
      const next = this.#markup(lt);
      if (typeof next !== 'number') return next;
      at = next;
    }
    const inner = this.#open.at(-1);
    if (inner !== undefined) return { offset: text.length, says: `The file ends inside <${inner.slice(0, 60)}>.` };
    return this.#hasRoot ? null : { offset: text.length, says: 'There is no element.' };
  }

  /** The text from `from` to the next tag. */
  #characters(from: number, end: number): XmlFault | null {
    if (end === from) return null;
    if (this.#open.length > 0) return this.#references(from, end);
    for (let at = from; at < end; at++)
      if (!' \t\r\n'.includes(this.#text[at] as string)) return { offset: at, says: 'Text outside the root element.' };
    return null;
  }

  #references(from: number, end: number): XmlFault | null {
    const text = this.#text;
    for (let at = this.#ampersandFrom(from); at < end; at = this.#ampersandFrom(at + 1)) {
      REFERENCE_HERE.lastIndex = at;
      const found = REFERENCE_HERE.exec(text);
      if (found === null) return { offset: at, says: 'An & that starts no reference; write &amp;.' };
      const name = found[1];
      if (name !== undefined && !PREDEFINED.has(name) && !this.#hasDoctype)
        return { offset: at, says: `The entity &${name.slice(0, 60)}; is not defined.` };
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
  #markup(lt: number): number | XmlFault {
    const text = this.#text;
    if (text.startsWith('<!--', lt)) return this.#comment(lt);
    if (text.startsWith('<![CDATA[', lt)) {
      if (this.#open.length === 0) return { offset: lt, says: 'A CDATA section outside the root element.' };
      return this.#after(']]>', lt + 9, lt);
    }
    if (text.startsWith('<?', lt)) {
      if (/^<\?xml[ \t\r\n]/i.test(text.slice(lt, lt + 6)) && lt > this.#start)
        return { offset: lt, says: 'The XML declaration is not at the very start.' };
      return this.#after('?>', lt + 2, lt);
    }
    if (text.startsWith('<!DOCTYPE', lt) && !this.#hasRoot) return this.#doctype(lt);
    if (text.startsWith('</', lt)) return this.#endTag(lt);
    return this.#startTag(lt);
  }

  #comment(lt: number): number | XmlFault {
    const dashes = this.#text.indexOf('--', lt + 4);
    if (dashes < 0) return { offset: lt, says: 'A comment is not closed.' };
    return this.#text[dashes + 2] === '>' ? dashes + 3 : { offset: dashes, says: 'Two dashes inside a comment.' };
  }

  #after(what: string, from: number, lt: number): number | XmlFault {
    const at = this.#text.indexOf(what, from);
    return at < 0 ? { offset: lt, says: `${what} is missing.` } : at + what.length;
  }

  #doctype(lt: number): number | XmlFault {
    this.#hasDoctype = true;
    const text = this.#text;
    let depth = 0;
    for (let at = lt + 9; at < text.length; at++) {
      const c = text[at];
      if (c === '"' || c === "'") {
        const close = text.indexOf(c, at + 1);
        if (close < 0) break;
        at = close;
      } else if (c === '[') depth++;
      else if (c === ']') depth--;
      else if (c === '>' && depth <= 0) return at + 1;
    }
    return { offset: lt, says: 'The DOCTYPE is not closed.' };
  }

  #name(at: number): string | null {
    NAME_HERE.lastIndex = at;
    return NAME_HERE.exec(this.#text)?.[0] ?? null;
  }

  #endTag(lt: number): number | XmlFault {
    const name = this.#name(lt + 2);
    const open = this.#open.pop();
    const shown = `</${(name ?? '').slice(0, 60)}>`;
    if (open === undefined) return { offset: lt, says: `${shown} without a start tag.` };
    if (name !== open) return { offset: lt, says: `${shown} where </${open.slice(0, 60)}> is expected.` };
    TAG_END_HERE.lastIndex = lt + 2 + name.length;
    const end = TAG_END_HERE.exec(this.#text);
    return end?.[1] === '>' ? TAG_END_HERE.lastIndex : { offset: lt, says: `${shown} is not closed.` };
  }

  #startTag(lt: number): number | XmlFault {
    const text = this.#text;
    const name = this.#name(lt + 1);
    if (name === null) return { offset: lt, says: 'A < that starts no tag; write &lt;.' };
    const shown = `<${name.slice(0, 60)}>`;
    if (this.#open.length === 0 && this.#hasRoot) return { offset: lt, says: `A second root element, ${shown}.` };
    this.#hasRoot = true;
    let at = lt + 1 + name.length;
    const seen = new Set<string>();
    for (;;) {
      ATTRIBUTE_HERE.lastIndex = at;
      const attribute = ATTRIBUTE_HERE.exec(text);
      if (attribute === null) break;
      const fault = this.#references(at, ATTRIBUTE_HERE.lastIndex);
      if (fault !== null) return fault;
      const key = attribute[1] as string;
      if (seen.has(key)) return { offset: at, says: `${shown} has the attribute ${key.slice(0, 60)} twice.` };
      seen.add(key);
      at = ATTRIBUTE_HERE.lastIndex;
    }
    TAG_END_HERE.lastIndex = at;
    const end = TAG_END_HERE.exec(text);
    if (end === null) return { offset: lt, says: `The tag ${shown} is not well-formed.` };
    if (end[1] === '>') this.#open.push(name);
    return TAG_END_HERE.lastIndex;
  }
}
