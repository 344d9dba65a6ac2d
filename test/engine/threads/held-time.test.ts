import { expect, test } from 'vitest';
import { HeldTime } from '#engine/threads/rules/held-time.ts';

test('work is held as long as looks find it, and anew for other work', () => {
  const held = new HeldTime(200);
  expect([0, 100, 250].map(now => held.look('1 1', now))).toEqual([0, 100, 250]);
  expect([300, 400].map(now => held.look('1 2', now))).toEqual([0, 100]);
});

test('an hour in which the computer slept is not time of the work', () => {
  const held = new HeldTime(200);
  held.look('1 1', 0);
  held.look('1 1', 100);
  expect(held.look('1 1', 3_600_100)).toBe(300);
  expect(held.look('1 1', 3_600_200)).toBe(400);
});
