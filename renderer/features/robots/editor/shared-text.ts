/**
 * The text that editor and owner agree on. The owner hands every text back as its value, a moment later: one that the editor
 * told itself is no news, even if more was typed since. Writing it back would scramble what is being typed.
 */
export class SharedText {
  #told: string[] = [];
  #last: string;

  constructor(text: string) {
    this.#last = text;
  }

  /** The editor begins with this text. */
  set(text: string): void {
    this.#told = [];
    this.#last = text;
  }

  /** The editor has this text now. Whether the owner does not know it yet. */
  tell(text: string): boolean {
    if (text === this.#last) return false;
    this.#told.push(text);
    this.#last = text;
    return true;
  }

  /** The owner hands over a text. Whether it is another one than the editor told, so that the editor must take it. */
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
