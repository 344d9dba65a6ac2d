import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitMemory } from '../../electron/main/memory-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a process ends once when it has more memory than it may have', () => {
  let mib: number | null = null;
  const ended: number[] = [];
  limitMemory({ residentMib: () => mib, end: had => ended.push(had) }, 100);
  vi.advanceTimersByTime(10_000);
  mib = 100;
  vi.advanceTimersByTime(10_000);
  expect(ended).toEqual([]);
  mib = 101;
  vi.advanceTimersByTime(10_000);
  expect(ended).toEqual([101]);
});

test('a process that is gone is not looked at any more', () => {
  const residentMib = vi.fn(() => 1);
  const stop = limitMemory({ residentMib, end: () => undefined }, 100);
  vi.advanceTimersByTime(2_000);
  const looked = residentMib.mock.calls.length;
  expect(looked).toBeGreaterThan(0);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(residentMib).toHaveBeenCalledTimes(looked);
});
