import { ReferenceReader } from '../references.ts';
import { isWordSpace } from '../text-collector.ts';

/** UTF-16 units of text that are kept of each area: more than a book. */
const longestText = 1 << 20;
const roomAtFirst = 1 << 14;
/** Longer buffers, and more of them than a page has areas, are not kept for the next page. */
const longestKept = 1 << 17;
const mostKept = 4;

const LINE = 10;
const SPACE = 32;
const AMPERSAND = 38;
const REPLACEMENT = 0xfffd;

/** What a byte of UTF-8 is to a text: 0 a character that stays, 1 white space, 2 to be looked at. */
const BYTE_KIND = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === SPACE || (byte >= 9 && byte <= 13)) return 1;
  return byte > 127 || byte === AMPERSAND ? 2 : 0;
});
const AS_UNIT = BYTE_KIND.map((kind, byte) => (kind === 1 ? SPACE : byte));

const spare: Uint16Array<ArrayBuffer>[] = [];
const none = new Uint16Array(0);
const references = new ReferenceReader();

/**
 * A growing text in UTF-16 units: decoded, character references resolved, white space collapsed as it comes. White space is one space, or
 * one line feed where a block ends; none at the ends.
 */
export class GatheredText {
  /** Valid up to `length`. */
  units = none;
  #size = 0;
  /** Bytes that the text needs in UTF-8 beyond one for each unit. */
  #moreBytes = 0;
  #pairs = 0;

  /** Units, without white space at the end. */
  get length(): number {
    return this.#size > 0 && this.#endsWithSpace() ? this.#size - 1 : this.#size;
  }

  /** Bytes in UTF-8. */
  get bytes(): number {
    return this.length + this.#moreBytes;
  }

  /** Code points. */
  get characters(): number {
    return this.length - this.#pairs;
  }

  /** Gives the memory back: the next page uses it. */
  release(): void {
    if (this.units.length > 0 && this.units.length <= longestKept && spare.length < mostKept) spare.push(this.units);
    this.units = none;
    this.#size = 0;
  }

  /** Adds bytes[start, end) of UTF-8. `text` has one character a byte, text[i - skip] for bytes[i]. */
  addBytes(bytes: Uint8Array, [start, end]: readonly [number, number], text: string, skip: number): void {
    const last = Math.min(end, start + longestText - this.#size);
    if (last <= start) return;
    this.#makeRoom(last - start);
    for (let at = start; at < last; ) {
      at = this.#addPlain(bytes, at, last);
      if (at >= last) return;
      at = bytes[at] === AMPERSAND ? this.#addReference(text, at - skip) + skip : this.#addCharacter(bytes, at, end);
    }
  }

  /** Adds ASCII characters from `from` on, up to the first that is to be looked at or to `end`; returns its place. */
  #addPlain(bytes: Uint8Array, from: number, end: number): number {
    const target = this.units;
    const kinds = BYTE_KIND;
    const asUnit = AS_UNIT;
    let size = this.#size | 0;
    let space = this.#endsWithSpace() ? 1 : 0;
    let at = from;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      const kind = kinds[byte] as number;
      if (kind === 2) break;
      // No branch, as where words end cannot be predicted: what follows a second space is written over it.
      target[size] = asUnit[byte] as number;
      size += 1 - (kind & space);
      space = kind;
    }
    this.#size = size;
    return at;
  }

  /** Adds decoded characters with references. */
  addText(text: string): void {
    const last = Math.min(text.length, longestText - this.#size);
    if (last <= 0) return;
    this.#makeRoom(last);
    for (let i = 0; i < last; i++) {
      const unit = text.charCodeAt(i);
      if (unit === AMPERSAND) i = this.#addReference(text, i) - 1;
      else this.#add(unit === LINE ? SPACE : unit);
    }
  }

  /** The end of a block. */
  addBreak(): void {
    const last = this.#size - 1;
    if (last < 0) return;
    const before = this.units[last];
    if (before === LINE) return;
    if (before === SPACE) this.units[last] = LINE;
    else if (this.#size < longestText) {
      this.#makeRoom(1);
      this.units[this.#size++] = LINE;
    }
  }

  #endsWithSpace(): boolean {
    if (this.#size === 0) return true;
    const last = this.units[this.#size - 1];
    return last === SPACE || last === LINE;
  }

  #add(unit: number): void {
    if (unit <= SPACE) {
      if (unit === LINE) {
        this.addBreak();
        return;
      }
      if (unit === SPACE || (unit >= 9 && unit <= 13)) {
        if (!this.#endsWithSpace()) this.units[this.#size++] = SPACE;
        return;
      }
    } else if (unit > 127) {
      if (unit === 0xfeff || isWordSpace(unit)) {
        if (!this.#endsWithSpace()) this.units[this.#size++] = SPACE;
        return;
      }
      if (unit < 0x800) this.#moreBytes += 1;
      else if (unit < 0xdc00 || unit >= 0xe000) {
        // The second half of a pair adds nothing: both have four bytes.
        this.#moreBytes += 2;
        if (unit >= 0xd800 && unit < 0xdc00) this.#pairs += 1;
      }
    }
    this.units[this.#size++] = unit;
  }

  /** Adds the character of the reference at `amp`; returns the offset after it. */
  #addReference(text: string, amp: number): number {
    const decoded = references.read(text, amp, false);
    if (decoded === undefined) {
      this.#add(AMPERSAND);
      return amp + 1;
    }
    for (let i = 0; i < decoded.length; i++) this.#add(decoded.charCodeAt(i));
    return references.next;
  }

  /** Adds the character whose first byte, beyond ASCII, is at `at`, as the Encoding Standard decodes UTF-8; returns the place after it. */
  #addCharacter(bytes: Uint8Array, at: number, end: number): number {
    const first = bytes[at] as number;
    const more = first >= 0xc2 && first <= 0xdf ? 1 : first >= 0xe0 && first <= 0xef ? 2 : first >= 0xf0 && first <= 0xf4 ? 3 : 0;
    let code = first & (0x3f >> more);
    let lower = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    let upper = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    let next = at + 1;
    for (let i = 0; i < more; i++, next++) {
      const byte = next < end ? (bytes[next] as number) : 0;
      if (byte < lower || byte > upper) {
        this.#add(REPLACEMENT);
        return next;
      }
      code = (code << 6) | (byte & 0x3f);
      lower = 0x80;
      upper = 0xbf;
    }
    if (more === 0) this.#add(REPLACEMENT);
    else if (code < 0x10000) this.#add(code);
    else {
      this.#add(0xd7c0 + (code >> 10));
      this.#add(0xdc00 | (code & 0x3ff));
    }
    return next;
  }

  #makeRoom(more: number): void {
    // A surrogate pair may start in the last place.
    const needed = Math.min(this.#size + more, longestText) + 2;
    if (needed <= this.units.length) return;
    const found = this.units.length === 0 ? spare.pop() : undefined;
    if (found !== undefined && found.length >= needed) {
      this.units = found;
      return;
    }
    const larger = new Uint16Array(Math.max(roomAtFirst, this.units.length * 2, needed));
    larger.set(this.units.subarray(0, this.#size));
    this.units = larger;
  }
}
