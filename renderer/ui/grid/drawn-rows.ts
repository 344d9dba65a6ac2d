/** Which rows of a long list are drawn, and which element draws each. An element is used again for another row. */

/** Rows above and below the visible ones that are drawn as well. */
const overscan = 8;

export interface Drawn {
  /** Rows to draw: those on screen and those around them, except just after a jump. */
  readonly first: number;
  readonly last: number;
  /** The row of each element, in the order of the elements. After a jump some rows are far away until the next pause. */
  readonly slots: readonly number[];
  /** The React key of each element, in the same order as `slots`. */
  readonly keys: readonly number[];
}

export const nothingDrawn: Drawn = { first: 0, last: 0, slots: [], keys: [] };

export interface View {
  /** First row on screen. */
  readonly top: number;
  /** Rows on screen, those in part included. */
  readonly shown: number;
  readonly count: number;
  /** The list does not move, or is another one. */
  readonly isPause: boolean;
}

const isWithin = (row: number, first: number, last: number): boolean => row >= first && row <= last;

/** The elements of these rows stay. The others get the missing rows, in their order. */
function withRows(old: readonly number[], first: number, last: number): number[] {
  const here = new Set(old);
  let next = first;
  return old.map(row => {
    if (isWithin(row, first, last)) return row;
    while (next <= last && here.has(next)) next += 1;
    return next <= last ? next++ : row;
  });
}

/** The drawn rows in the order of the list. Only elements that are out of this order move in the page. */
function inOrder({ slots, keys }: Drawn, first: number, last: number): Drawn {
  const sorted = withRows(slots, first, last)
    .map((row, at) => ({ row, key: keys[at] ?? at }))
    .sort((a, b) => a.row - b.row);
  return { first, last, slots: sorted.map(({ row }) => row), keys: sorted.map(({ key }) => key) };
}

/**
 * The rows to draw next. During scrolling the elements keep their order in the page, so that none moves. In a pause they are sorted
 * by row, because screen readers follow the order in the page. Just after a jump, only the visible rows are drawn. If nearly all of
 * them are new, they come in their order at once: moving elements in the pause would cost more than new rows.
 */
export function drawnRows(old: Drawn, { top, shown, count, isPause }: View): Drawn {
  const most = Math.min(count, shown + 2 * overscan);
  // As many rows at the ends of the list as in its middle.
  const first = Math.max(0, Math.min(top - overscan, count - most));
  const last = Math.max(0, first + most - 1);
  if (old.slots.length !== most || old.last >= count || old.slots.some(row => row >= count)) {
    const places = Array.from({ length: most }, (_, at) => at);
    return { first, last, slots: places.map(at => first + at), keys: places };
  }
  if (isPause) {
    const isSame = old.first === first && old.last === last && old.slots.every((row, at) => row === first + at);
    return isSame ? old : inOrder(old, first, last);
  }
  const [upper, lower] = [Math.max(0, Math.min(top, count - shown)), Math.min(count, Math.max(top, 0) + shown) - 1];
  // Half of the rows on screen are new.
  const isJump = Math.min(lower, old.last - overscan) - Math.max(upper, old.first + overscan) < shown / 2;
  const [from, to] = isJump ? [upper, lower] : [first, last];
  if (old.first === from && old.last === to) return old;
  const kept = old.slots.filter(row => isWithin(row, from, to)).length;
  const slots =
    isJump && kept < shown / 4
      ? old.slots.map((row, at) => (isWithin(first + at, from, to) || isWithin(row, first, last) ? first + at : row))
      : withRows(old.slots, from, to);
  return { first: from, last: to, slots, keys: old.keys };
}
