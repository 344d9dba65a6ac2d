import type { SlidingText } from './sliding-text.ts';
import type { XmlSink } from './xml-scanner.ts';

/** Characters of a name that are kept as they are; of the rest, length and a hash. No name that counts is so long. */
const longestName = 4_096;
/** Characters of a start tag in which attributes are looked for. */
const longestAttributes = 8_192;

/** Reads one construct that is too long to be at hand, from its `<` on. */
export class LongConstruct {
  readonly #source: SlidingText;
  readonly #sink: XmlSink;
  readonly #offset: number;
  /** Index in the part at hand. */
  #at: number;

  constructor(source: SlidingText, lt: number, sink: XmlSink) {
    this.#source = source;
    this.#sink = sink;
    this.#at = lt;
    this.#offset = source.base + lt;
    source.mark(this.#offset);
  }

  /** The index behind it in the part at hand, -1 where the text ends before. */
  read(): number {
    const { text } = this.#source;
    const lt = this.#at;
    if (text.startsWith('<!--', lt)) return this.#skip('-->', 4);
    if (text.startsWith('<![CDATA[', lt)) return this.#cdata();
    if (text.startsWith('<?', lt)) return this.#skip('?>', 2);
    return text.startsWith('<!', lt) ? this.#doctype() : this.#tag();
  }

  #skip(what: string, from: number): number {
    const source = this.#source;
    this.#at += from;
    for (;;) {
      const at = source.text.indexOf(what, this.#at);
      if (at >= 0) return at + what.length;
      if (!source.hasMore) return -1;
      source.slide(Math.max(this.#at, source.text.length - what.length + 1));
      this.#at = 0;
    }
  }

  #cdata(): number {
    const source = this.#source;
    this.#at += 9;
    const offset = this.#offset + 9;
    source.mark(offset);
    for (;;) {
      const { text } = source;
      const at = text.indexOf(']]>', this.#at);
      const end = at < 0 ? Math.max(this.#at, text.length - 2) : at;
      if (at < 0 && !source.hasMore) return -1;
      this.#sink.text(text.slice(this.#at, end), offset, null, at >= 0);
      if (at >= 0) return at + 3;
      source.slide(end);
      this.#at = 0;
    }
  }

  /** The next character, '' at the end of the text. */
  #character(): string {
    const source = this.#source;
    if (this.#at === source.text.length) {
      if (!source.hasMore) return '';
      source.slide(this.#at);
      this.#at = 0;
    }
    return source.text[this.#at++] as string;
  }

  #doctype(): number {
    const start = this.#source.text.slice(this.#at, this.#at + 200);
    this.#at += 2;
    let quote = '';
    let depth = 0;
    for (let c = this.#character(); c !== ''; c = this.#character()) {
      if (quote !== '') {
        if (c === quote) quote = '';
      } else if (c === '"' || c === "'") quote = c;
      else if (c === '[') depth++;
      else if (c === ']') depth--;
      else if (c === '>' && depth <= 0) {
        this.#sink.doctype(start, this.#offset);
        return this.#at;
      }
    }
    return -1;
  }

  #tag(): number {
    const isEnd = this.#source.text[this.#at + 1] === '/';
    this.#at += isEnd ? 2 : 1;
    const name = new LocalName();
    let c = this.#character();
    for (; c !== '' && !' \t\r\n/><'.includes(c); c = this.#character()) name.add(c);
    let attributes = '';
    let quote = '';
    let before = '';
    for (; c !== ''; c = this.#character()) {
      if (quote === '' && (c === '>' || c === '<')) {
        if (c === '<') this.#at--;
        if (!name.isEmpty) {
          if (isEnd) this.#sink.close(name.value, this.#offset);
          else this.#sink.open(name.value, attributes, before === '/', this.#offset);
        }
        return this.#at;
      }
      if (quote !== '') quote = c === quote ? '' : quote;
      else if (c === '"' || c === "'") quote = c;
      if (attributes.length < longestAttributes) attributes += c;
      before = c;
    }
    return -1;
  }
}

/** The local part of a name, in lower case. */
class LocalName {
  #start = '';
  #length = 0;
  #hash = 0;

  add(c: string): void {
    if (c === ':') {
      this.#start = '';
      this.#length = 0;
      this.#hash = 0;
      return;
    }
    this.#length++;
    if (this.#length <= longestName) this.#start += c;
    else for (const unit of c.toLowerCase()) this.#hash = (Math.imul(this.#hash, 31) + unit.charCodeAt(0)) | 0;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get value(): string {
    const start = this.#start.toLowerCase();
    return this.#length <= longestName ? start : `${start} ${this.#length} ${this.#hash}`;
  }
}
