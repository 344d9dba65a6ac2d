import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchLoading } from '#main/stuck-load.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A load with a limit of ten seconds. `used`: processor time of each five seconds, the last one for all that follow. */
function watched(...used: readonly (number | null)[]) {
  let ends = 0;
  let looks = 0;
  const usedMs = (): number | null => used[Math.min(looks++, used.length - 1)] ?? null;
  const watch = watchLoading({ usedMs, end: () => void (ends += 1) }, 10_000);
  watch.begun();
  return { ...watch, ends: () => ends };
}

test('a page whose process hangs is ended after the limit, the next one after twice the limit', () => {
  const page = watched(900, 0);
  vi.advanceTimersByTime(9_999);
  expect(page.ends()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(page.ends()).toBe(1);
  page.begun();
  vi.advanceTimersByTime(19_999);
  expect(page.ends()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(page.ends()).toBe(2);
});

test('a page that a busy machine keeps from the processor gets more time, until it hangs', () => {
  const page = watched(40, 40, 40, 40, 3);
  vi.advanceTimersByTime(20_000);
  expect(page.ends()).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(page.ends()).toBe(1);
});

test('a page that works without end is ended after a minute', () => {
  const page = watched(5_000);
  vi.advanceTimersByTime(59_999);
  expect(page.ends()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(page.ends()).toBe(1);
});

test('nothing is ended before there is a process, and nothing when the page is ready', () => {
  const early = watched(null);
  vi.advanceTimersByTime(200_000);
  expect(early.ends()).toBe(0);
  const ready = watched(0);
  vi.advanceTimersByTime(9_000);
  ready.ended();
  vi.advanceTimersByTime(200_000);
  expect(ready.ends()).toBe(0);
});
