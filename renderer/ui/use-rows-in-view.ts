import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { type Drawn, drawnRows, nothingDrawn } from './drawn-rows.ts';

/** Rows around the visible ones are drawn when the list was still for so long, where a jump left them out. */
const pauseMs = 120;

/**
 * The rows of a scroller that are on screen, all of one height: nothing is kept for a row, so a million cost what a hundred do.
 * Scrolling draws anew only when another row comes into view.
 */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headHeight: number,
): Drawn {
  const [drawn, setDrawn] = useState(nothingDrawn);
  const measure = (isPause: boolean): void => {
    const element = scroller.current;
    if (!element) return;
    const top = Math.floor(element.scrollTop / rowHeight);
    const shown = 1 + Math.ceil(Math.max(0, element.clientHeight - headHeight) / rowHeight);
    setDrawn(old => drawnRows(old, { top, shown, count, isPause }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is another span
  useLayoutEffect(() => measure(true), [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measure` of this count
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = (): void => {
      clearTimeout(timer);
      timer = setTimeout(measure, pauseMs, true);
      measure(false);
    };
    const resized = new ResizeObserver(() => measure(true));
    resized.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      resized.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [count]);
  // Until the layout effect has run for a shorter list.
  return drawn.last < count ? drawn : drawnRows(drawn, { top: drawn.first, shown: 1, count, isPause: true });
}
