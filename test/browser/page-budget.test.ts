import { afterEach, expect, test, vi } from 'vitest';
import { createPageBudget } from '#browser/page-budget.ts';
import type { Ask } from '#browser/page-capture.ts';

afterEach(() => void vi.useRealTimers());

/** A page without requests whose clock says what the test wants, when it wants. `waited`: milliseconds that it waited for the processor. */
function standing({ isLoaded = true, waited = () => 0 }: { readonly isLoaded?: boolean; readonly waited?: () => number } = {}) {
  vi.useFakeTimers();
  let grants = 0;
  const waiting: ((clock: number) => void)[] = [];
  const ask = (method: string) => {
    if (method === 'Performance.getMetrics')
      return new Promise(resolve => waiting.push(value => resolve({ metrics: [{ name: 'Timestamp', value }] })));
    grants += 1;
    return Promise.resolve({});
  };
  const budget = createPageBudget({
    ask: ask as Ask,
    orEarly: promise => promise,
    isHolding: () => isLoaded,
    waiting: () => 0,
    activity: () => 0,
    loaded: () => isLoaded,
    waitedMs: () => Promise.resolve(waited()),
  });
  const tick = () => vi.advanceTimersByTimeAsync(400);
  const says = async (clock: number) => {
    waiting.shift()?.(clock);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { budget, tick, says, grants: () => grants };
}

test('a page whose clock stands still is given its time again', async () => {
  const { budget, tick, says, grants } = standing();
  const run = budget.run(100);
  for (const clock of [1, 2, 2]) {
    await tick();
    await says(clock);
  }
  expect(grants()).toBe(2);
  budget.expired();
  await run;
});

test('a page whose time is over meanwhile is given no more', async () => {
  const { budget, tick, says, grants } = standing();
  const run = budget.run(100);
  await tick();
  await says(1);
  await tick();
  budget.expired();
  await run;
  await says(1);
  expect(grants()).toBe(1);
});

test('a page that waits for the processor is not taken for one that waits for nothing', async () => {
  let waited = 0;
  let isStarved = true;
  const { budget, tick, grants } = standing({ isLoaded: false, waited: () => waited });
  const run = budget.run(100);
  const rounds = async (count: number) => {
    for (let i = 0; i < count; i++) {
      if (isStarved) waited += 390;
      await tick();
    }
  };
  await rounds(12);
  expect(grants()).toBe(1);
  isStarved = false;
  await rounds(4);
  expect(grants()).toBe(2);
  budget.expired();
  await run;
});
