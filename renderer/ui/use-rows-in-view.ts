import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Rows above and below the visible ones that are drawn as well. */
const overscan = 8;

/** A list that was still for so long is put in the order of its rows, which those who have it read to them follow. */
const restMs = 250;

/**
 * The rows from `first` to `last` in the order of the elements that show them. A row that leaves one end of the screen gives its
 * element to one that comes at the other, and no element moves among the others: `front` is the place of the one that stands first.
 */
export function rowsInSlots(first: number, last: number, front: number): number[] {
  const slots = last - first + 1;
  return Array.from({ length: slots }, (_, at) => first + ((((front + at - first) % slots) + slots) % slots));
}

/**
 * The rows of a scroller that are on screen, all of one height: nothing is kept for a row, so a million cost what a hundred do.
 * Scrolling draws anew only when another row comes into view.
 */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headHeight: number,
): Span & { readonly front: number } {
  const [front, setFront] = useState(0);
  const [span, setSpan] = useState<Span>({ first: 0, last: 0 });
  const measure = (): void => {
    const element = scroller.current;
    if (!element) return;
    const top = Math.floor(element.scrollTop / rowHeight);
    const shown = Math.ceil(Math.max(0, element.clientHeight - headHeight) / rowHeight);
    // As many at the ends of the list as amid it: elements are neither made nor removed by scrolling.
    const most = Math.min(count, shown + 1 + 2 * overscan);
    const first = Math.max(0, Math.min(top - overscan, count - most));
    const last = Math.max(0, first + most - 1);
    setSpan(old => (old.first === first && old.last === last ? old : { first, last }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is another span
  useLayoutEffect(measure, [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measure` of this count
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [count]);
  useEffect(() => {
    const timer = setTimeout(() => setFront(span.first), restMs);
    return () => clearTimeout(timer);
  }, [span]);
  // Until the layout effect has run for a shorter list.
  const end = Math.max(0, count - 1);
  return { first: Math.min(span.first, end), last: Math.min(span.last, end), front };
}
