import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Rows above and below the visible ones that are drawn as well. */
const overscan = 8;

/**
 * The rows of a scroller that are on screen, all of one height: nothing is kept for a row, so a million cost what a hundred do.
 * Scrolling draws anew only when another row comes into view.
 */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headHeight: number,
): Span {
  const [span, setSpan] = useState<Span>({ first: 0, last: 0 });
  const measure = (): void => {
    const element = scroller.current;
    if (!element) return;
    const top = Math.floor(element.scrollTop / rowHeight);
    const shown = Math.ceil(Math.max(0, element.clientHeight - headHeight) / rowHeight);
    const first = Math.max(0, Math.min(top, count - 1) - overscan);
    const last = Math.max(0, Math.min(count - 1, top + shown + overscan));
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
  // Until the layout effect has run for a shorter list.
  return { first: Math.min(span.first, Math.max(0, count - 1)), last: Math.min(span.last, Math.max(0, count - 1)) };
}
