/**
 * Tracks the text shared by editor and owner. The owner returns every text as its value, a moment later. A text that the editor
 * reported itself is not new, even if the user typed more since. Writing it back would scramble the typing.
 */
export class SharedText {
  #told: string[] = [];
  #last: string;

  constructor(text: string) {
    this.#last = text;
  }

  /** The editor starts with this text. */
  set(text: string): void {
    this.#told = [];
    this.#last = text;
  }

  /** The editor has this text now. Returns whether the owner does not know it yet. */
  tell(text: string): boolean {
    if (text === this.#last) return false;
    this.#told.push(text);
    this.#last = text;
    return true;
  }

  /** The owner passes a text. Returns whether it differs from the editor's, so that the editor must take it. */
  isNews(text: string): boolean {
    const at = this.#told.indexOf(text);
    if (at >= 0) {
      this.#told.splice(0, at + 1);
      return false;
    }
    if (text === this.#last && this.#told.length === 0) return false;
    this.set(text);
    return true;
  }
}
