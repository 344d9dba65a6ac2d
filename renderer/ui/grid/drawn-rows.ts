/** Which rows of a long list are drawn, and by which of the elements that go round among them. */

/** Rows above and below the visible ones that are drawn as well. */
const overscan = 8;

export interface Drawn {
  /** Rows to draw: those on screen and those around them, except just after a jump. */
  readonly first: number;
  readonly last: number;
  /** The row of each element in the order of the elements; rows left far behind by a jump are among them until the next pause. */
  readonly slots: readonly number[];
}

export const nothingDrawn: Drawn = { first: 0, last: 0, slots: [] };

export interface View {
  /** First row on screen. */
  readonly top: number;
  /** Rows on screen, those in part included. */
  readonly shown: number;
  readonly count: number;
  /** The list does not move, or is another one. */
  readonly isPause: boolean;
}

/** Key of the element that shows a row: rows `slots.length` apart share one, so that no row takes the element of another in view. */
export const keyOfRow = (row: number, drawn: Drawn): number => row % drawn.slots.length;

/**
 * What is drawn next. While a list is scrolled its elements keep their order, so none is taken out and put back; in a pause they are
 * put in the order of their rows, which those follow who have the list read to them. A jump draws first what is on screen.
 */
export function drawnRows(old: Drawn, { top, shown, count, isPause }: View): Drawn {
  const most = Math.min(count, shown + 2 * overscan);
  // As many at the ends of the list as amid it.
  const first = Math.max(0, Math.min(top - overscan, count - most));
  const last = Math.max(0, first + most - 1);
  const isNew = old.slots.length !== most || old.last >= count;
  if (isNew || isPause) {
    const slots = Array.from({ length: most }, (_, at) => first + at);
    return slots.every((row, at) => row === old.slots[at]) &&
      slots.length === old.slots.length &&
      first === old.first &&
      last === old.last
      ? old
      : { first, last, slots };
  }
  const [upper, lower] = [Math.max(0, Math.min(top, count - shown)), Math.min(count, Math.max(top, 0) + shown) - 1];
  // Half of the rows on screen are new.
  const isJump = Math.min(lower, old.last - overscan) - Math.max(upper, old.first + overscan) < shown / 2;
  const [from, to] = isJump ? [upper, lower] : [first, last];
  if (old.first === from && old.last === to) return old;
  const slots = old.slots.map(row => {
    const next = from + ((((row - from) % most) + most) % most);
    return next <= to ? next : row;
  });
  return { first: from, last: to, slots };
}
