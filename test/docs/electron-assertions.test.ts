import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/**
 * The 76 assertions of the security checklist for Electron apps: how each is shown, or why not. `test`: a test that is named there;
 * `package`: the test of the package; `campaign`: a campaign of `npm run trust`; `reading`: the source shows it and no test does; `open`: not shown or not true.
 */
const [head, ...rows] = readFileSync(join(root, 'test/electron-assertions.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => line.split('\t'));
const states = ['test', 'campaign', 'package', 'reading', 'not applicable', 'open'];

/** First and last number of each group of the checklist. */
const groups = [[1, 6], [10, 15], [20, 24], [30, 33], [40, 46], [50, 61], [70, 76], [80, 86], [90, 94], [100, 103], [110, 112], [120, 129]]; // biome-ignore format: one list
const all = groups.flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, at) => `E${String(first + at).padStart(2, '0')}`),
);

test('each assertion has one row, in order, with a state and a sentence', () => {
  expect(head).toEqual(['id', 'state', 'where', 'what']);
  expect(all).toHaveLength(76);
  expect(rows.map(([id]) => id)).toEqual(all);
  expect(rows.filter(row => row.length !== 4 || !states.includes(row[1] ?? '') || !/^\S.*\.$/.test(row[3] ?? ''))).toEqual([]);
});

test('what is shown names a file that is there, and a test file that names the assertion', () => {
  const wrong = rows.filter(([id = '', state = '', where = '']) => {
    if (state === 'open' || state === 'not applicable') return where !== '';
    const path = join(root, state === 'test' ? 'test' : '', where);
    if (where === '' || !existsSync(path)) return true;
    return state === 'test' && !new RegExp(`\\b${id}\\b`).test(readFileSync(path, 'utf8'));
  });
  expect(wrong).toEqual([]);
});

test('what is open is counted: mend one, and lower the number', () => {
  expect(rows.filter(([, state]) => state === 'open').map(([id]) => id)).toHaveLength(2);
});
