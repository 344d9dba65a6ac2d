import { LongConstruct } from './long-construct.ts';
import { SlidingText } from './sliding-text.ts';

export interface XmlSink {
  /** A start tag; `attributes` is the unparsed text between its name and its end. Names are local: without prefix, lower case. */
  open(name: string, attributes: string, selfClosing: boolean, offset: number): void;
  close(name: string, offset: number): void;
  /**
   * Character data, references decoded, or the contents of a CDATA section. `raw`: as they are written, null for CDATA. A very long text comes in
   * parts, of which the last has `isEnd`.
   */
  text(text: string, offset: number, raw: string | null, isEnd: boolean): void;
  doctype(text: string, offset: number): void;
  /** Takes what it knows at sight at the index `at` of `text`, between two constructs. Returns the index behind that, or `at`. */
  takeAt?(text: string, at: number, base: number): number;
}

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const LONGEST_REFERENCE = 12;
/** Characters that tell what begins with a <: those of `<![CDATA[`. */
const LONGEST_START = 9;
/** Characters of a start tag in which attributes are looked for. */
const LONGEST_ATTRIBUTES = 4096;

/** Decodes the five predefined and all numeric references. Others stay as written: no entity of a document is ever expanded. */
export function decodeXmlReferences(text: string): string {
  if (!text.includes('&')) return text;
  let out = '';
  let kept = 0;
  for (let amp = text.indexOf('&'); amp >= 0; amp = text.indexOf('&', amp + 1)) {
    const name = /^([a-z]+|#\d+|#x[\da-f]+);/i.exec(text.slice(amp + 1, amp + 1 + LONGEST_REFERENCE))?.[1];
    if (name === undefined) continue;
    let decoded = PREDEFINED.get(name);
    if (name[0] === '#') {
      const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      decoded = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd';
    }
    if (decoded === undefined) continue;
    out += text.slice(kept, amp) + decoded;
    kept = amp + name.length + 2;
  }
  return out + text.slice(kept);
}

/** An attribute with its value. The look-behind keeps a long word without a value from being tried again at each of its characters. */
const ATTRIBUTE = /(?<![^\s=/"'<>])([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The value of one attribute in the `attributes` of a start tag, null when missing. */
export function xmlAttribute(attributes: string, name: string): string | null {
  for (const match of attributes.slice(0, LONGEST_ATTRIBUTES).matchAll(ATTRIBUTE)) {
    if (match[1] === name) return decodeXmlReferences(match[2] ?? match[3] ?? '');
  }
  return null;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

/**
 * Scans a document that should be XML and reports its parts, without checking that it is well-formed. Returns the
 * offset of a construct that the document does not finish, or -1. Linear in the length.
 */
export function scanXml(whole: string | SlidingText, sink: XmlSink): number {
  const source = typeof whole === 'string' ? new SlidingText([whole]) : whole;
  let pos = 0;
  let inText = false;
  const text = (end: number, isEnd: boolean): void => {
    const raw = source.text.slice(pos, end);
    sink.text(decodeXmlReferences(raw), source.base + pos, raw, isEnd);
    inText = !isEnd;
  };
  for (;;) {
    if (!inText && sink.takeAt) pos = sink.takeAt(source.text, pos, source.base);
    const found = source.text.indexOf('<', pos);
    if (found < 0 && source.hasMore) {
      if (source.text.length - pos >= source.longestAtHand) {
        const end = beforeReference(source.text, pos);
        text(end, false);
        source.slide(end);
      } else source.grow(pos, source.longestAtHand);
      pos = 0;
      continue;
    }
    const lt = found < 0 ? source.text.length : found;
    if (lt > pos || inText) text(lt, true);
    if (found < 0) return -1;
    const isAtHand = lt + LONGEST_START <= source.text.length || !source.hasMore;
    pos = isAtHand ? construct(source.text, lt, source.base, sink) : -1;
    if (pos >= 0) continue;
    const offset = source.base + lt;
    if (!source.hasMore) return offset;
    if (source.text.length - lt < source.longestAtHand) {
      source.grow(lt, source.longestAtHand);
      pos = 0;
    } else {
      pos = new LongConstruct(source, lt, sink).read();
      if (pos < 0) return offset;
    }
  }
}

/** Where the text at hand can be cut, so that no reference is cut. */
function beforeReference(text: string, from: number): number {
  const last = text.length - LONGEST_REFERENCE - 1;
  const amp = text.indexOf('&', Math.max(from + 1, last));
  return amp < 0 ? text.length : amp;
}

/** Reads what begins with the < at `lt`. Returns the index behind it, -1 where the text ends before; then nothing was reported. */
function construct(text: string, lt: number, base: number, sink: XmlSink): number {
  if (text.startsWith('<!--', lt)) return after(text, '-->', lt + 4);
  if (text.startsWith('<![CDATA[', lt)) {
    const close = text.indexOf(']]>', lt + 9);
    if (close < 0) return -1;
    sink.text(text.slice(lt + 9, close), base + lt + 9, null, true);
    return close + 3;
  }
  if (text.startsWith('<?', lt)) return after(text, '?>', lt + 2);
  if (!text.startsWith('<!', lt)) return tag(text, lt, base, sink);
  const end = afterDoctype(text, lt + 2);
  if (end >= 0) sink.doctype(text.slice(lt, Math.min(end, lt + 200)), base + lt);
  return end;
}

function after(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? -1 : at + what.length;
}

/** The end of a `<!…>` whose internal subset is in brackets. */
function afterDoctype(text: string, from: number): number {
  let depth = 0;
  for (let p = from; p < text.length; p++) {
    const c = text[p];
    if (c === '"' || c === "'") {
      const close = text.indexOf(c, p + 1);
      if (close < 0) return -1;
      p = close;
    } else if (c === '[') depth++;
    else if (c === ']') depth--;
    else if (c === '>' && depth <= 0) return p + 1;
  }
  return -1;
}

function tag(text: string, lt: number, base: number, sink: XmlSink): number {
  const closing = text.charCodeAt(lt + 1) === 47;
  const start = lt + (closing ? 2 : 1);
  let p = start;
  while (p < text.length && !' \t\r\n/><'.includes(text[p] as string)) p++;
  const name = localName(text.slice(start, p));
  const attributes = p;
  while (p < text.length && text[p] !== '>') {
    const c = text[p];
    if (c === '"' || c === "'") {
      p = text.indexOf(c, p + 1);
      if (p < 0) return -1;
    } else if (c === '<') break; // A tag that was never closed; go on with the next.
    p++;
  }
  if (p >= text.length) return -1;
  const selfClosing = text[p - 1] === '/';
  if (name !== '') {
    if (closing) sink.close(name, base + lt);
    else sink.open(name, text.slice(attributes, p), selfClosing, base + lt);
  }
  return text[p] === '<' ? p : p + 1;
}
