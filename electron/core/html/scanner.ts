import { ATTRIBUTE_COUNT, ATTRIBUTE_TABLE, hashStep, TAG_TABLE } from './names.ts';

/** How the characters after a start tag are read (the tokenizer states of the HTML standard that a tree builder can switch to). */
export const CONTENT = { data: 0, rcdata: 1, rawtext: 2, script: 3, plaintext: 4 } as const;
export type ContentModel = (typeof CONTENT)[keyof typeof CONTENT];

/** The tag that was just read. One object is reused for the whole scan: take what you need before returning. */
export class Tag {
  /** Number of the element name, 0 when unknown. */
  id = 0;
  /** Offsets of '<' and of the character after '>'. */
  start = 0;
  end = 0;
  nameStart = 0;
  nameEnd = 0;
  selfClosing = false;
  /** Bit n is set when attribute number n was given; from 32 on, bit n - 32 of `mask2`. */
  mask = 0;
  mask2 = 0;
  /** Hash of the lower-case name: tells elements apart that have no number. */
  hash = 0;
  /** Offsets of the first attribute that starts with `aria-` and has no number; 0, 0 for none. */
  ariaStart = 0;
  ariaEnd = 0;
  /** Like the masks: attributes whose value is known to be ASCII from '!' to '~' without '&'. Others may be too. */
  plain = 0;
  plain2 = 0;
  /** By attribute number; valid for the attributes that were given. */
  readonly valueStart: Int32Array;
  readonly valueEnd: Int32Array;

  constructor(valueStart = new Int32Array(ATTRIBUTE_COUNT), valueEnd = new Int32Array(ATTRIBUTE_COUNT)) {
    this.valueStart = valueStart;
    this.valueEnd = valueEnd;
  }

  has(attribute: number): boolean {
    return ((attribute < 32 ? this.mask : this.mask2) & (1 << attribute)) !== 0;
  }

  isPlain(attribute: number): boolean {
    return ((attribute < 32 ? this.plain : this.plain2) & (1 << attribute)) !== 0;
  }
}

export interface TagSink {
  /** Characters between tags, character references not yet decoded. Consecutive calls belong together. */
  text(start: number, end: number): void;
  /** Returns how the following characters are to be read. */
  startTag(tag: Tag): ContentModel;
  endTag(tag: Tag): void;
  /** The contents of an RCDATA, RAWTEXT or script element whose start tag was the last one reported. */
  rawText(start: number, end: number): void;
  /** The input ended inside a comment. */
  unclosedComment(): void;
  /** Whether the current node is in SVG or MathML, where `<![CDATA[` is not a comment. */
  inForeignContent(): boolean;
}

function isLetter(c: number): boolean {
  const lower = c | 32;
  return lower >= 97 && lower <= 122 && c < 128;
}

/** Tab, line feed, form feed, carriage return, space. */
function isSpace(c: number): boolean {
  return c === 32 || c === 10 || c === 9 || c === 13 || c === 12;
}

/**
 * The tokenizer of the HTML standard (section 13.2.5) over a whole document in one string, without building tokens or
 * a tree. Works for any string in which ASCII characters represent themselves. Every character is examined a bounded
 * number of times, so time is linear even for hostile input. An unfinished tag at the end of the input is dropped, as
 * in the standard.
 */
export class Scanner {
  readonly #text: string;
  readonly #sink: TagSink;
  readonly #tag = new Tag();

  constructor(text: string, sink: TagSink) {
    this.#text = text;
    this.#sink = sink;
  }

  run(): void {
    const text = this.#text;
    const length = text.length;
    const sink = this.#sink;
    let pos = 0;
    while (pos < length) {
      let lt = text.indexOf('<', pos);
      while (lt >= 0) {
        const c = text.charCodeAt(lt + 1);
        if (isLetter(c) || c === 47 || c === 33 || c === 63) break;
        lt = c === 60 ? lt + 1 : text.indexOf('<', lt + 1);
      }
      if (lt < 0) {
        sink.text(pos, length);
        return;
      }
      if (lt > pos) sink.text(pos, lt);
      const c = text.charCodeAt(lt + 1);
      if (c === 47) {
        const d = text.charCodeAt(lt + 2);
        if (isLetter(d)) {
          pos = this.#readTag(lt, lt + 2);
          if (pos < 0) return;
          sink.endTag(this.#tag);
        } else if (lt + 2 >= length) {
          sink.text(lt, length);
          return;
        } else pos = this.#after('>', lt + 2);
      } else if (c === 33) pos = this.#markup(lt);
      else if (c === 63) pos = this.#after('>', lt + 2);
      else {
        pos = this.#readTag(lt, lt + 1);
        if (pos < 0) return;
        const model = sink.startTag(this.#tag);
        if (model !== CONTENT.data) pos = this.#content(model, pos);
      }
    }
  }

  #after(what: string, from: number): number {
    const at = this.#text.indexOf(what, from);
    return at < 0 ? this.#text.length : at + what.length;
  }

  /** From `<!`: comment, DOCTYPE, CDATA section or bogus comment. Returns where to go on. */
  #markup(lt: number): number {
    const text = this.#text;
    if (text.startsWith('--', lt + 2)) return this.#comment(lt + 4);
    if (text.startsWith('[CDATA[', lt + 2) && this.#sink.inForeignContent()) {
      const end = text.indexOf(']]>', lt + 9);
      return end < 0 ? text.length : end + 3;
    }
    // A DOCTYPE ends at the first '>' too, even inside its quotes.
    return this.#after('>', lt + 2);
  }

  /** From after `<!--`. Ends at `-->`, `--!>`, or at once for `<!-->` and `<!--->`. */
  #comment(from: number): number {
    const text = this.#text;
    if (text.charCodeAt(from) === 62) return from + 1;
    if (text.startsWith('->', from)) return from + 2;
    let p = text.indexOf('--', from);
    while (p >= 0) {
      const c = text.charCodeAt(p + 2);
      if (c === 62) return p + 3;
      if (c === 33 && text.charCodeAt(p + 3) === 62) return p + 4;
      p = text.indexOf('--', p + 1);
    }
    this.#sink.unclosedComment();
    return text.length;
  }

  /** Reads a tag whose name starts at `nameStart`. Returns the offset after '>', or -1 when the input ends first. */
  #readTag(lt: number, nameStart: number): number {
    const text = this.#text;
    const length = text.length;
    const tag = this.#tag;
    let p = nameStart;
    let hash = 0;
    let c = text.charCodeAt(p);
    while (c !== 62 && c !== 47 && !isSpace(c)) {
      if (p >= length) return -1;
      hash = hashStep(hash, c);
      c = text.charCodeAt(++p);
    }
    const known = TAG_TABLE.find(text, nameStart, p, hash);
    tag.id = known < 0 ? 0 : known;
    tag.start = lt;
    tag.nameStart = nameStart;
    tag.nameEnd = p;
    tag.selfClosing = false;
    tag.mask = 0;
    tag.mask2 = 0;
    tag.hash = hash;
    tag.ariaEnd = 0;
    for (;;) {
      // Before an attribute name.
      while (isSpace(c)) c = text.charCodeAt(++p);
      if (c === 62) break;
      if (p >= length) return -1;
      if (c === 47) {
        c = text.charCodeAt(++p);
        if (c === 62) {
          tag.selfClosing = true;
          break;
        }
        continue;
      }
      p = this.#attribute(p);
      if (p < 0) return -1;
      c = text.charCodeAt(p);
    }
    tag.end = p + 1;
    return p + 1;
  }

  /** Reads one attribute at `start`. Returns the offset after it, or -1 when the input ends inside. The first of a name wins. */
  #attribute(start: number): number {
    const text = this.#text;
    const length = text.length;
    let p = start;
    let c = text.charCodeAt(p);
    let hash = 0;
    do {
      hash = hashStep(hash, c);
      c = text.charCodeAt(++p);
    } while (c !== 61 && c !== 62 && c !== 47 && !isSpace(c) && p < length);
    const nameEnd = p;
    const id = ATTRIBUTE_TABLE.find(text, start, nameEnd, hash);
    while (isSpace(c)) c = text.charCodeAt(++p);
    let valueStart = p;
    let valueEnd = p;
    if (c === 61) {
      c = text.charCodeAt(++p);
      while (isSpace(c)) c = text.charCodeAt(++p);
      valueStart = p;
      valueEnd = p;
      if (c === 34 || c === 39) {
        valueStart = p + 1;
        valueEnd = text.indexOf(c === 34 ? '"' : "'", valueStart);
        if (valueEnd < 0) return -1;
        p = valueEnd + 1;
      } else if (c !== 62) {
        while (c !== 62 && !isSpace(c)) {
          if (p >= length) return -1;
          c = text.charCodeAt(++p);
        }
        valueEnd = p;
      }
    }
    if (id >= 0) {
      const tag = this.#tag;
      const bit = 1 << id;
      if (id < 32) {
        if ((tag.mask & bit) !== 0) return p;
        tag.mask |= bit;
      } else {
        if ((tag.mask2 & bit) !== 0) return p;
        tag.mask2 |= bit;
      }
      tag.valueStart[id] = valueStart;
      tag.valueEnd[id] = valueEnd;
    } else if (nameEnd - start > 5 && text.charCodeAt(start + 4) === 45 && this.#tag.ariaEnd === 0) this.#aria(start, nameEnd);
    return p;
  }

  /** Keeps the first `aria-` attribute without a number. */
  #aria(start: number, end: number): void {
    if (this.#text.slice(start, start + 5).toLowerCase() !== 'aria-') return;
    this.#tag.ariaStart = start;
    this.#tag.ariaEnd = end;
  }

  /** Skips the contents of an element that contains no tags. Returns the offset of its end tag, or the end of the input. */
  #content(model: ContentModel, from: number): number {
    const text = this.#text;
    if (model === CONTENT.plaintext) {
      this.#sink.text(from, text.length);
      return text.length;
    }
    const name = text.slice(this.#tag.nameStart, this.#tag.nameEnd).toLowerCase();
    const end = model === CONTENT.script ? this.#scriptEnd(from) : this.#rawEnd(name, from);
    this.#sink.rawText(from, end);
    return end;
  }

  #rawEnd(name: string, from: number): number {
    let p = this.#text.indexOf('</', from);
    while (p >= 0) {
      if (this.#isName(name, p + 2)) return p;
      p = this.#text.indexOf('</', p + 2);
    }
    return this.#text.length;
  }

  /** Whether `name` is at `at` in any case, followed by white space, '/' or '>'. */
  #isName(name: string, at: number): boolean {
    const text = this.#text;
    for (let i = 0; i < name.length; i++) {
      const c = text.charCodeAt(at + i);
      if ((c >= 65 && c <= 90 ? c | 32 : c) !== name.charCodeAt(i)) return false;
    }
    const after = text.charCodeAt(at + name.length);
    return after === 62 || after === 47 || isSpace(after);
  }

  /**
   * Where a script ends, with the "escaped" states of the standard: after `<!--`, a `<script` hides the next `</script`
   * until `-->`.
   */
  #scriptEnd(from: number): number {
    const text = this.#text;
    const length = text.length;
    let p = text.indexOf('<', from);
    while (p >= 0) {
      if (this.#isName('/script', p + 1)) return p;
      if (text.startsWith('!--', p + 1)) {
        const inner = this.#escapedScript(p + 2);
        if (inner.closed) return inner.at;
        p = inner.at;
      } else p++;
      p = text.indexOf('<', p);
    }
    return length;
  }

  /** From the first dash of a script's `<!--`. Either the script is closed inside, or the escape ends at `at`. */
  #escapedScript(from: number): { closed: boolean; at: number } {
    const text = this.#text;
    const length = text.length;
    let double = false;
    let dashes = 0;
    for (let p = from; p < length; p++) {
      const c = text.charCodeAt(p);
      if (c === 45) dashes++;
      else {
        if (c === 62 && dashes >= 2) return { closed: false, at: p + 1 };
        dashes = 0;
        if (c === 60) {
          if (this.#isName('/script', p + 1)) {
            if (!double) return { closed: true, at: p };
            double = false;
          } else if (!double && this.#isName('script', p + 1)) double = true;
        }
      }
    }
    return { closed: false, at: length };
  }
}
