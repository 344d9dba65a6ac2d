import { expect, test } from 'vitest';
import { runStatement } from '#engine/threads/statement/run-statement.ts';
import { newSession } from '../../support/crawling.ts';

test('the time limit of a statement leaves out what its process needs to start', async () => {
  const { path } = newSession(['http://127.0.0.1:1/']);
  const ended = runStatement({ path, statement: 'SELECT 1 AS url', timeMs: 100, maxRows: 10 }, () => undefined);
  // Longer than the limit and its margin, as where the machine is busy: nothing of the process is heard meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
  expect(await ended).toEqual({ kind: 'done' });
});
