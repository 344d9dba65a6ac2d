import { expect, test } from 'vitest';
import { textFits } from '../../../../renderer/ui/grid/text-fits.ts';

test('a text fits where even wide letters would', () => {
  for (const text of ['', '\u00a0', '–', '200', '1,234', '9,999']) expect(textFits(text, 72)).toBe(true);
  expect(textFits('Unknown', 84)).toBe(true);
  expect(textFits('WWWWWWW', 84)).toBe(false);
  expect(textFits('1,234,567', 48)).toBe(false);
  // What is no ASCII is not known.
  expect(textFits('ä', 400)).toBe(false);
  expect(textFits('\u2e3b', 400)).toBe(false);
});
