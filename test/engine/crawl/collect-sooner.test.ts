import { resolve } from 'node:path';
import { expect, it, test } from 'vitest';
import { growthOf } from '#engine/crawl/collect-sooner.ts';
import { node, start } from '../../support/child.ts';

const mebibyte = 1024 * 1024;

test.each([
  { used: 1, percent: 250 },
  { used: 35, percent: 250 },
  { used: 64, percent: 100 },
  { used: 90, percent: 50 },
  { used: 1_000, percent: 50 },
])('A heap with $used MiB in use grows by $percent %', ({ used, percent }) => {
  expect(growthOf(used * mebibyte)).toBe(percent);
});

it('follows what is in use after each collection of the whole heap', async () => {
  const program = `
    import { syncBuiltinESMExports } from 'node:module';
    import v8 from 'node:v8';
    const options = [];
    v8.setFlagsFromString = option => options.push(option);
    syncBuiltinESMExports();
    const { collectSooner } = await import(${JSON.stringify(resolve('electron/engine/crawl/collect-sooner.ts'))});
    collectSooner();
    const kept = Array.from({ length: 4_000_000 }, (_, i) => [i]);
    gc();
    while (!options.at(-1).endsWith('=50')) await new Promise(setImmediate);
    console.log(options[0], options.at(-1), kept.length);
  `;
  const { out, err } = await start(node, ['--expose-gc', '--input-type=module', '-e', program]).ended;
  expect([out, err]).toEqual(['--heap-growing-percent=250 --heap-growing-percent=50 4000000\n', '']);
});
