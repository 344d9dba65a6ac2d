import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { startSmallThread } from '#engine/threads/start-thread.ts';

const source = `
const { getHeapSpaceStatistics } = require('node:v8');
const kept = Array.from({ length: 300_000 }, (_, each) => ({ each }));
const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
require('node:worker_threads').parentPort.postMessage([young.space_size / 1_048_576, kept.length]);
`;

/** MiB of young objects of a thread that makes many. */
async function youngMib(): Promise<number> {
  const [[mib]] = await once(new Worker(source, { eval: true, execArgv: [] }), 'message');
  return mib;
}

it('a small thread that cannot start leaves others as large as before', async () => {
  expect(await youngMib()).toBeGreaterThan(2);
  expect(() => startSmallThread('bodies/entry.ts', 'bodies.cjs', { name: 'bodies', env: 1 as never })).toThrow();
  expect(await youngMib()).toBeGreaterThan(2);
});
