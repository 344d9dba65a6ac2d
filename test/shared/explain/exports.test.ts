import { expect, test } from 'vitest';
import { writeProblem, writtenWords } from '#shared/explain/exports.ts';

test('what was written is a count, and cells that were cut are said', () => {
  expect(writtenWords({ rows: 1, cutCells: 0 })).toBe('1 row.');
  expect(writtenWords({ rows: 1_234, cutCells: 1 })).toBe('1,234 rows. 1 cell was longer than 32,767 characters and was cut.');
  expect(writtenWords({ rows: 0, cutCells: 2 })).toBe('0 rows. 2 cells were longer than 32,767 characters and were cut.');
});

test.each([
  ['EACCES', 'you may not write there. Choose another folder.'],
  ['ENOSPC', 'the disk is full. Free some space, or choose another folder.'],
  ['EWEIRD', 'the system reports EWEIRD. Choose another place.'],
])('%s is said in words', (code, words) => {
  expect(writeProblem('list.csv', code)).toBe(`“list.csv” could not be written: ${words}`);
});

test('a fault of our own is said to be one', () => {
  expect(writeProblem('list.csv', '')).toContain('because of a fault inside Crawlscope');
});
