import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Columns so many pixels outside the view are drawn too, once the table was scrolled sideways. Before, they would only cost time in each frame with new
 * rows. The first step sideways may show an empty strip for a frame.
 */
export const overscan = 240;

interface Width {
  /** Pixels. */
  readonly width: number;
  readonly pinned?: boolean;
}

/** The columns to draw of those that scroll: from `from` up to, but not including, `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The columns to draw: those in view or close to it. Pinned ones come first and are drawn always, so they are not counted.
 * `left`, `shown`: pixels that are scrolled away, and pixels of the scroller. `around`: pixels beside them that count as in view. A table that fits
 * is drawn whole. Only in such a table can a column be wider than its `width`.
 */
export function rangeInView(columns: readonly Width[], left: number, shown: number, around: number): Range {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const pinned = columns.filter(column => column.pinned).length;
  if (total <= shown) return { from: pinned, to: columns.length };
  let [from, to, edge] = [pinned, pinned, 0];
  for (const [at, { width }] of columns.entries()) {
    const start = edge;
    edge += width;
    if (at < pinned) continue;
    if (edge < left - around) from = at + 1;
    if (start <= left + shown + around) to = at + 1;
  }
  return { from, to: Math.max(from, to) };
}

/**
 * The numbers of the columns that a scroller draws now. The same list until another column comes into view.
 * `data-sideways` says that the scroller is scrolled sideways: only then do pinned cells need their own layers.
 */
export function useColumnsInView(scroller: RefObject<HTMLElement | null>, columns: readonly Width[]): readonly number[] {
  const [range, setRange] = useState<Range | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let left = 0;
    let around = 0;
    const measure = (): void => {
      left = element.scrollLeft;
      if (left !== 0) around = overscan;
      element.toggleAttribute('data-sideways', left !== 0);
      const next = rangeInView(columns, Math.abs(left), element.clientWidth, around);
      setRange(old => (old !== null && old.from === next.from && old.to === next.to ? old : next));
    };
    measure();
    const scrolled = (): void => {
      if (element.scrollLeft !== left) measure();
    };
    // At once: a column that comes into view while the table grows would otherwise come a frame late.
    const resized = new ResizeObserver(() => flushSync(measure));
    resized.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [scroller, columns]);
  return useMemo(() => {
    const { from, to } = range ?? { from: 0, to: columns.length };
    return [...columns.keys()].filter(at => columns[at]?.pinned === true || (at >= from && at < to));
  }, [columns, range]);
}
