import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { node, start } from '../../support/child.ts';
import { tempFolder } from '../../support/temp.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}
const { ofPlaywright, ofVitest } = (await import(resolve('scripts/run/test-reports.mjs'))) as {
  ofPlaywright(report: unknown): Counts;
  ofVitest(report: unknown, root: string): Counts;
};

test('Vitest: each test that failed is named, and so are those that a dying process took along', async () => {
  const folder = tempFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.test.mjs`), text);
  write('fails', `test('good', () => {}); test('bad', () => { throw new Error('no'); }); test.skip('left out', () => {});`);
  write('dies', `test('last', () => process.kill(process.pid, 'SIGKILL')); test('next', () => {});`);
  write('clears', `afterAll(() => { throw new Error('left behind'); }); test('good', () => {});`);
  write('broken', `throw new Error('cannot be loaded'); test('never', () => {});`);
  const report = join(folder, 'report.json');
  const argv = ['run', '--root', folder, '--globals', '--reporter=json', `--outputFile=${report}`];
  const { code } = await start(node, [resolve('node_modules/vitest/vitest.mjs'), ...argv], { cwd: folder }).ended;
  expect(code).toBe(1);
  const { failures, ...counts } = ofVitest(JSON.parse(readFileSync(report, 'utf8')), folder);
  expect([...failures].sort()).toEqual([
    'broken.test.mjs (the file itself: cannot be loaded)',
    expect.stringMatching(/^clears\.test\.mjs \(the file itself: .+\)$/),
    'dies.test.mjs > last (did not end: its process died)',
    'dies.test.mjs > next (did not end: its process died)',
    'fails.test.mjs > bad',
  ]);
  expect(counts).toEqual({ passed: 2, failed: 5, skipped: 1 });
});

test('Playwright: each test that failed is named, and so is a failure outside the tests', () => {
  const spec = (title: string, line: number, status: string) => ({ title, file: 'a.spec.ts', line, tests: [{ status }] });
  const inner = { specs: [spec('deep', 9, 'unexpected')] };
  const report = {
    suites: [{ specs: [spec('good', 3, 'expected'), spec('bad', 5, 'unexpected'), spec('odd', 7, 'flaky')], suites: [inner] }],
    errors: [{ message: 'left behind\n  at the end' }],
    stats: { expected: 1, unexpected: 2, flaky: 1, skipped: 4 },
  };
  expect(ofPlaywright(report)).toEqual({
    ...{ passed: 2, failed: 3, skipped: 4, remark: '1 passed on a second try' },
    failures: ['test/e2e/a.spec.ts:5 bad', 'test/e2e/a.spec.ts:9 deep', 'left behind'],
  });
});
