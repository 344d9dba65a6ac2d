/** Pixels of the tallest element used: beyond 33.5 million Chromium lays nothing out. */
const tallest = 30_000_000;

/** Height in pixels of the element for a list of this many pixels. */
export const heightOf = (whole: number): number => Math.min(whole, tallest);

/** Pixels from the top of the element at which a row is drawn. A row left far below by a jump must not make the element taller. */
export const drawnAt = (place: number, offset: number, height: number, rowHeight: number): number =>
  Math.min(place - offset, height - rowHeight);

/**
 * The scroll position of a list that may be taller than an element can be. The element has at most `tallest` pixels. Each row is
 * drawn `offset` pixels above its place in the list.
 * The wheel and the keys scroll the list by as many pixels as the element. A jump of the scroll bar goes to the same share of the
 * list. When scrolling pauses, the caller uses `goTo` to set the bar to the list's share. A list that fits has no offset.
 */
export class TallScroll {
  #whole = 0;
  #view = 0;
  /** `scrollTop` of the element as it was last seen or set. */
  #last = 0;
  offset = 0;

  /** Height of the element. */
  get height(): number {
    return heightOf(this.#whole);
  }

  /** Pixels of the list above the window. */
  get top(): number {
    return this.#last + this.offset;
  }

  /** Takes a new height of the list (`whole`) and of its visible part (`view`). The visible rows stay. Returns the `scrollTop` to set. */
  resize(whole: number, view: number, scrollTop: number): number {
    const { top, offset } = this;
    this.#whole = whole;
    this.#view = view;
    this.#last = scrollTop;
    // It was too tall and fits now: the element goes where the list is.
    if (this.#fits) return offset === 0 ? scrollTop : this.goTo(this.#within(top));
    this.offset = this.#within(top) - scrollTop;
    return scrollTop;
  }

  /** The element was scrolled. */
  scrolled(scrollTop: number): void {
    const by = scrollTop - this.#last;
    this.#last = scrollTop;
    if (this.#fits) return;
    const isJump = Math.abs(by) > 4 * this.#view;
    const top = isJump ? Math.round(scrollTop * this.#share) : scrollTop + this.offset;
    this.offset = this.#within(top) - scrollTop;
  }

  /** Whether the element cannot be scrolled on although the list can. */
  get isStuck(): boolean {
    if (this.#fits) return false;
    const [end, below] = [this.height - this.#view, this.#whole - this.#view - this.top];
    return (this.#last <= 0 && this.top > 0) || (this.#last >= end && below > 0);
  }

  /** Goes to a place of the list. Returns the `scrollTop` to set. */
  goTo(place: number): number {
    const top = this.#fits ? place : this.#within(place);
    // Rounded away from the nearer end, so that the element can still scroll to that end.
    const round = top < this.#whole / 2 ? Math.ceil : Math.floor;
    this.#last = this.#fits ? top : round(top / this.#share);
    this.offset = top - this.#last;
    return this.#last;
  }

  get #fits(): boolean {
    return this.#whole <= tallest;
  }

  /** Scrollable pixels of the list for each scrollable pixel of the element. */
  get #share(): number {
    return (this.#whole - this.#view) / (this.height - this.#view);
  }

  #within(top: number): number {
    return Math.max(0, Math.min(top, this.#whole - this.#view));
  }
}
