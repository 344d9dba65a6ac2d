import { longestValue } from './limits.ts';

/** Characters kept of a text from any place on: more than `longestValue`, so that cut text is known as such. */
const ROOM = longestValue + 1;

/**
 * The text of open elements, white space collapsed. Each element stores the start of its text. A text as long as the
 * page is cut to the length of a value, however many elements start in it.
 */
export class TextLog {
  #pieces: string[] = [];
  #open = 0;
  /** Characters since the last element started: each open element has that many or more. */
  #length = 0;

  /** Whether an open element has room for text. */
  get wanted(): boolean {
    return this.#open > 0 && this.#length < 2 * ROOM;
  }

  add(text: string): void {
    if (!this.wanted) return;
    const tidy = text.slice(0, 8 * ROOM).replace(/\s+/g, ' ');
    // Each piece except a leading space adds a character to the texts that contain it, so an end processes few pieces.
    if (tidy === '' || (tidy === ' ' && this.#pieces.at(-1)?.endsWith(' '))) return;
    const piece = tidy.slice(0, ROOM);
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** The start of the text of an element that starts now. */
  begin(): number {
    this.#open++;
    this.#length = 0;
    return this.#pieces.length;
  }

  /** The text since `mark`, of an element that ends now. */
  end(mark: number): string {
    this.#open--;
    let text = '';
    for (let i = mark; i < this.#pieces.length && text.length <= ROOM; i++) {
      const piece = this.#pieces[i] as string;
      text += text === '' ? piece.trimStart() : text.endsWith(' ') ? piece.trimStart() : piece;
    }
    if (this.#open === 0) this.#pieces = [];
    return text.trimEnd();
  }
}
