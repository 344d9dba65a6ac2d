import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Drawn, drawnRows, nothingDrawn } from './drawn-rows.ts';
import { heightOf, TallScroll } from './tall-scroll.ts';

/** Rows around the visible ones are drawn when the list was still for so long, where a jump left them out. */
const pauseMs = 120;
/** After a jump the table waits this long for the rows, so that it need not draw each twice: first without its values, then with them. */
const rowsMs = 40;

/** Whether fewer than a quarter of the drawn rows stay. */
const isElsewhere = (old: Drawn, next: Drawn): boolean =>
  Math.min(old.last, next.last) - Math.max(old.first, next.first) + 1 < (next.last - next.first) / 4;

interface RowsInView {
  readonly drawn: Drawn;
  /** Height of the element that contains the rows, in pixels. */
  readonly height: number;
  /** Rows are drawn so many pixels above their place in the list: 0 unless it is taller than an element can be. */
  readonly offset: number;
  /** Pixels of the list above the window. */
  readonly top: () => number;
  readonly goTo: (top: number) => void;
  /** Draws what waited for rows, if they are here. Returns false where nothing waits. */
  readonly rowsCame: () => boolean;
}

/**
 * The rows of a scroller that are on screen. All rows have one height and none has state, so a million rows cost as much as a
 * hundred. Scrolling renders again only when another row comes into view.
 * `areHere` asks for rows and says whether all of them are here.
 */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headHeight: number,
  areHere: (first: number, last: number) => boolean,
): RowsInView {
  const [drawn, setDrawn] = useState(nothingDrawn);
  // `view`: height of the element in pixels. It is stored because reading it while scrolling would force a layout.
  const now = useRef({ drawn, areHere, view: 0, waitsSince: 0, timer: 0 }).current;
  now.areHere = areHere;
  const tall = useRef<TallScroll>(null);
  tall.current ??= new TallScroll();
  const list = tall.current;
  const [offset, setOffset] = useState(0);
  const whole = count * rowHeight + headHeight;
  const measure = (isPause: boolean, mayWait = false): void => {
    const top = Math.floor(list.top / rowHeight);
    const shown = 1 + Math.ceil(Math.max(0, now.view - headHeight) / rowHeight);
    const next = drawnRows(now.drawn, { top, shown, count, isPause });
    clearTimeout(now.timer);
    if (mayWait && isElsewhere(now.drawn, next) && !now.areHere(next.first, next.last)) {
      now.waitsSince ||= performance.now();
      const left = now.waitsSince + rowsMs - performance.now();
      if (left > 0) {
        now.timer = window.setTimeout(measure, left, false);
        return;
      }
    }
    now.waitsSince = 0;
    now.drawn = next;
    setOffset(list.offset);
    setDrawn(next);
  };
  const scrollTo = (element: HTMLElement, scrollTop: number): void => {
    if (scrollTop === element.scrollTop) return;
    element.scrollTop = scrollTop;
    // The browser keeps it within the element.
    list.scrolled(element.scrollTop);
  };
  const resize = (): void => {
    const element = scroller.current;
    if (!element) return;
    now.view = element.clientHeight;
    scrollTo(element, list.resize(whole, now.view, element.scrollTop));
    measure(true);
  };
  /** Rows and bar move in one picture. */
  const goTo = (top: number, isPause: boolean): void => {
    const element = scroller.current;
    if (!element) return;
    const { offset: before } = list;
    const scrollTop = list.goTo(top);
    if (list.offset !== before) flushSync(() => measure(isPause));
    scrollTo(element, scrollTop);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is another height
  useLayoutEffect(resize, [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measure` of this count
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const paused = (): void => {
      if (list.offset !== 0) goTo(list.top, true);
      measure(true);
    };
    const scrolled = (): void => {
      list.scrolled(element.scrollTop);
      clearTimeout(timer);
      timer = setTimeout(paused, pauseMs);
      if (list.isStuck) goTo(list.top, false);
      measure(false, true);
    };
    const resized = new ResizeObserver(resize);
    resized.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      clearTimeout(now.timer);
      resized.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [count]);
  return {
    // Until the layout effect has run for a shorter list.
    drawn: drawn.last < count ? drawn : drawnRows(drawn, { top: drawn.first, shown: 1, count, isPause: true }),
    height: heightOf(whole),
    offset,
    top: () => list.top,
    goTo: top => goTo(top, false),
    rowsCame: () => {
      if (now.waitsSince === 0) return false;
      measure(false, true);
      return true;
    },
  };
}
