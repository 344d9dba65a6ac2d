/** Which rows of a long list are drawn, and which element draws each. An element is used again for another row. */

/** Rows above and below the visible ones that are drawn as well. */
const overscan = 8;

export interface Drawn {
  /** Rows to draw: those on screen and those around them, except just after a jump. */
  readonly first: number;
  readonly last: number;
  /** The row of each element, in the order of the elements. After a jump some rows are far away until the next pause. */
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

/** Key of the element that draws a row. Rows `slots.length` apart share an element, and only one of them is in view. */
export const keyOfRow = (row: number, drawn: Drawn): number => row % drawn.slots.length;

/**
 * The rows to draw next. During scrolling the elements keep their order in the page, so that none moves. In a pause they are sorted
 * by row, because screen readers follow the order in the page. Just after a jump, only the visible rows are drawn.
 */
export function drawnRows(old: Drawn, { top, shown, count, isPause }: View): Drawn {
  const most = Math.min(count, shown + 2 * overscan);
  // As many rows at the ends of the list as in its middle.
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
