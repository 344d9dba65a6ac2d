import { expect, it } from 'vitest';
import { rowsWith } from '../../../../renderer/features/urls/first-rows.ts';

const rows = [{ id: 1, url: 'http://a.test/', status: 200 }];

it('the first rows of a list are used while they have all columns that are shown', () => {
  expect(rowsWith(['status'], { rows }, ['status'])).toBe(rows);
  expect(rowsWith(['status'], { rows }, ['depth', 'status'])).toBe(rows);
  expect(rowsWith([], { rows }, [])).toBe(rows);
  // A column was shown while the list was on its way.
  expect(rowsWith(['status', 'depth'], { rows }, ['status'])).toBe(undefined);
  expect(rowsWith(['status'], {}, ['status'])).toBe(undefined);
});
