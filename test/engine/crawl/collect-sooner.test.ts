import { expect, test } from 'vitest';
import { growthOf } from '#engine/crawl/collect-sooner.ts';

const mebibyte = 1024 * 1024;

test.each([
  { used: 1, percent: 250 },
  { used: 35, percent: 250 },
  { used: 64, percent: 100 },
  { used: 90, percent: 50 },
  { used: 1_000, percent: 50 },
])('A heap with $used MiB in use grows by $percent %', ({ used, percent }) => {
  expect(
    growthOf(used * mebibyte),
    'whatever the size: half at least, and to 128 MiB in any case, but not by more than 250 %',
  ).toBe(percent);
});
