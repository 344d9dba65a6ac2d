import { decodeReferences } from '../html/references.ts';
import type { ElementAttributes } from './element-attributes.ts';
import type { JsonText } from './json-text.ts';

/** Attributes of a tag beyond this number are not looked at. */
const MOST = 200;
/** The tokenizer states of the HTML standard (section 13.2.5.32 and following) in one expression: name, then value in any quotes. */
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]+))?)?/y;
/** Parts of all attribute names of microdata and RDFa Lite. */
const STRUCTURED = /item(?:scope|prop)|typeof|property|vocab|prefix|resource|about/i;

/**
 * Reads attributes straight from the text of a start tag, for names that the scanner has no number for. Nothing is read before the
 * first question.
 */
export class TagAttributes implements ElementAttributes {
  readonly #page: JsonText;
  readonly #from: number;
  readonly #to: number;
  #found: Map<string, { start: number; end: number }> | null = null;

  /** `from` is the end of the element's name, `to` the end of the tag. */
  constructor(page: JsonText, from: number, to: number) {
    this.#page = page;
    this.#from = from;
    this.#to = to;
  }

  get(name: string): string | null {
    this.#found ??= this.#read();
    const range = this.#found.get(name);
    if (!range) return null;
    const value = decodeReferences(this.#page.slice(range.start, range.end), true);
    return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  }

  mayBeStructured(): boolean {
    return this.#to - this.#from > 5 && STRUCTURED.test(this.#page.text.slice(this.#from, this.#to));
  }

  #read(): Map<string, { start: number; end: number }> {
    const found = new Map<string, { start: number; end: number }>();
    const text = this.#page.text;
    let at = this.#from;
    while (found.size < MOST) {
      ATTRIBUTE.lastIndex = at;
      const match = ATTRIBUTE.exec(text);
      if (!match || ATTRIBUTE.lastIndex > this.#to) break;
      at = ATTRIBUTE.lastIndex;
      const quoted = match[2] ?? match[3];
      const value = quoted ?? match[4] ?? '';
      const end = quoted === undefined ? at : at - 1;
      const name = (match[1] as string).toLowerCase();
      // The first of a name wins.
      if (!found.has(name)) found.set(name, { start: end - value.length, end });
    }
    return found;
  }
}
