import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnAt, TallScroll } from '../../../../renderer/ui/grid/tall-scroll.ts';

const view = 600;
const most = 30_000_000;

/** An element that is scrolled as the browser does it, and what the list makes of it. */
function scroller(whole: number) {
  const tall = new TallScroll();
  tall.resize(whole, view, 0);
  let scrollTop = 0;
  const clamp = (to: number): number => Math.max(0, Math.min(to, tall.height - view));
  const settle = (): void => {
    scrollTop = clamp(tall.goTo(tall.top));
    tall.scrolled(scrollTop);
  };
  return {
    tall,
    scrollBy(by: number): void {
      scrollTop = clamp(scrollTop + by);
      tall.scrolled(scrollTop);
      if (tall.isStuck) settle();
    },
    drag(to: number): void {
      scrollTop = clamp(to);
      tall.scrolled(scrollTop);
    },
    goTo(place: number): void {
      scrollTop = clamp(tall.goTo(place));
      tall.scrolled(scrollTop);
    },
    settle,
    at: () => scrollTop,
  };
}

describe('a list taller than an element can be', () => {
  it('is scrolled as any other where it fits', () => {
    const { tall, scrollBy, drag, goTo, at } = scroller(24_000_000);
    scrollBy(300);
    drag(20_000_000);
    expect([tall.top, tall.offset, tall.height]).toEqual([20_000_000, 0, 24_000_000]);
    goTo(120);
    expect([tall.top, tall.offset, at()]).toEqual([120, 0, 120]);
  });

  it('draws no row below its element, also one that a jump to the start left behind at the end', () => {
    const { tall, goTo } = scroller(60_000_026);
    goTo(60_000_000);
    const last = 60_000_026 - 24;
    expect(drawnAt(last, tall.offset, tall.height, 24)).toBe(tall.height - 24);
    goTo(0);
    expect(drawnAt(last, tall.offset, tall.height, 24)).toBe(tall.height - 24);
    expect(drawnAt(26, tall.offset, tall.height, 24)).toBe(26);
  });

  it('moves by the pixels of wheel and keys wherever it is, also after the bar was put in its place', () => {
    const { tall, scrollBy, goTo, settle } = scroller(96_000_000);
    goTo(50_000_000);
    for (const by of [100, -40, 1_200, 24]) {
      const before = tall.top;
      scrollBy(by);
      expect(tall.top - before).toBe(by);
      settle();
      expect(tall.top - before).toBe(by);
    }
  });

  it('goes to the share of the list that the bar is dragged to, ends included', () => {
    const { tall, drag } = scroller(96_000_000);
    drag(most - view);
    expect(tall.top).toBe(96_000_000 - view);
    drag((most - view) / 2);
    expect(tall.top).toBe((96_000_000 - view) / 2);
    drag(0);
    expect(tall.top).toBe(0);
  });

  it('reaches both ends by steps alone, without a pause', () => {
    const { tall, scrollBy, goTo } = scroller(96_000_000);
    goTo(400_000);
    for (let turn = 0; turn < 1_000; turn++) scrollBy(-500);
    expect(tall.top).toBe(0);
    goTo(95_600_000);
    for (let turn = 0; turn < 1_000; turn++) scrollBy(500);
    expect(tall.top).toBe(96_000_000 - view);
  });

  it('keeps what is on screen when it grows, also beyond what an element holds, and stays inside when it shrinks', () => {
    const { tall, at, goTo } = scroller(29_000_000);
    goTo(28_000_000);
    tall.resize(31_000_000, view, at());
    expect(tall.top).toBe(28_000_000);
    tall.resize(90_000_000, view, at());
    expect(tall.top).toBe(28_000_000);
    goTo(80_000_000);
    tall.resize(40_000_000, view, at());
    expect(tall.top).toBe(40_000_000 - view);
    goTo(20_000_000);
    expect(tall.resize(29_000_000, view, at())).toBe(20_000_000);
    expect([tall.top, tall.offset]).toEqual([20_000_000, 0]);
  });

  it('never leaves the list, and the element never its own height', () => {
    const step = fc.record({
      kind: fc.constantFrom('scroll', 'drag', 'go', 'settle'),
      by: fc.integer({ min: -2_000, max: 2_000 }),
      to: fc.integer({ min: 0, max: 120_000_000 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 120_000_000 }), fc.array(step, { maxLength: 40 }), (whole, steps) => {
        const list = scroller(whole);
        for (const { kind, by, to } of steps) {
          if (kind === 'scroll') list.scrollBy(by);
          else if (kind === 'drag') list.drag(to);
          else if (kind === 'go') list.goTo(Math.min(to, whole - view));
          else list.settle();
          expect(list.tall.top).toBeGreaterThanOrEqual(0);
          expect(list.tall.top).toBeLessThanOrEqual(whole - view);
          expect(list.at()).toBeLessThanOrEqual(list.tall.height - view);
        }
      }),
    );
  });
});
