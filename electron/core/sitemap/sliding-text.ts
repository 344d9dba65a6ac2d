/** The text of a file in pieces, from its beginning with each call. */
export type TextPieces = () => Iterable<string>;

const longestAtHand = 1024 * 1024;

/** A text that is read from its beginning to its end, of which only a part is at hand: a sitemap file may have 50 MiB. */
export class SlidingText {
  /** The part at hand. */
  text = '';
  /** Where it begins in the whole text. */
  base = 0;
  /** Characters of one construct that are looked at together. What is longer is read piece by piece. */
  readonly longestAtHand: number;
  readonly #pieces: Iterator<string>;
  #next: string | null;
  #counted = 0;
  #line = 1;
  #mark = { offset: -1, line: 0, start: '' };

  constructor(pieces: Iterable<string>, longest = longestAtHand) {
    this.longestAtHand = longest;
    this.#pieces = pieces[Symbol.iterator]();
    this.#next = this.#pull();
    if (this.#next !== null) this.slide(0);
  }

  /** More follows the part at hand. */
  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Offset of the end of the part at hand. */
  get end(): number {
    return this.base + this.text.length;
  }

  /** Forgets the part at hand up to the index `from` of it, and takes more. */
  slide(from: number): void {
    const next = this.#next ?? '';
    this.#count(from, next);
    this.text = from === this.text.length ? next : this.text.slice(from) + next;
    this.base += from;
    this.#next = this.#pull();
  }

  /** Takes more until so many characters are at hand, or all. */
  fill(characters: number): void {
    while (this.text.length < characters && this.hasMore) this.slide(0);
  }

  /**
   * For a construct that begins at `from` and does not end in the part at hand. Forgets the text before `from` and doubles what is at hand.
   * So a caller that scans the construct again after each call takes linear time. `most`: hardly more characters than this are then at hand.
   */
  grow(from: number, most = Number.POSITIVE_INFINITY): void {
    const wanted = Math.min(2 * (this.text.length - from), most);
    this.slide(from);
    this.fill(wanted);
  }

  /** Keeps what `lineAt` and `startAt` say of this offset, which will be forgotten. */
  mark(offset: number): void {
    this.#mark = { offset, line: this.lineAt(offset), start: this.startAt(offset) };
  }

  /** The number of the line of an offset that is at hand or marked, from 1. LF, CR LF and CR end a line. Offsets must grow. */
  lineAt(offset: number): number {
    if (offset === this.#mark.offset) return this.#mark.line;
    this.#count(offset - this.base, '');
    return this.#line;
  }

  /** The characters from an offset that is at hand or marked. */
  startAt(offset: number): string {
    return offset === this.#mark.offset ? this.#mark.start : this.text.slice(offset - this.base, offset - this.base + 64);
  }

  /** Counts the lines up to an index of the part at hand. `after`: what follows that part. */
  #count(to: number, after: string): void {
    const { text, base } = this;
    let at = this.#counted - base;
    for (; at < to; at++) {
      const c = text.charCodeAt(at);
      if (c !== 10 && c !== 13) continue;
      const next = at + 1 < text.length ? text.charCodeAt(at + 1) : after.charCodeAt(0);
      if (c === 10 || next !== 10) this.#line++;
    }
    this.#counted = base + at;
  }

  #pull(): string | null {
    for (let next = this.#pieces.next(); next.done !== true; next = this.#pieces.next()) if (next.value !== '') return next.value;
    return null;
  }
}

/** The number of the line of an offset. */
export function lineOf(offset: number, whole: string | TextPieces): number {
  const text = new SlidingText(typeof whole === 'string' ? [whole] : whole());
  while (text.end <= offset && text.hasMore) text.slide(text.text.length);
  return text.lineAt(offset);
}
