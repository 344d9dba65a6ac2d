import { expect, test } from 'vitest';
import { runInSlices, stopSlices } from '#engine/threads/slices.ts';

test('work that is stopped closes what it holds open, is refused and takes no further step', async () => {
  const seen: string[] = [];
  function* endless(): Generator<number, never> {
    try {
      for (let step = 0; ; step += 1) {
        seen.push('step');
        yield step;
      }
    } finally {
      seen.push('closed');
    }
  }
  const job = runInSlices(endless(), 10);
  const done = runInSlices(
    (function* () {
      yield 1;
      return 'result';
    })(),
    1,
  );
  await expect(done.finished).resolves.toBe('result');
  stopSlices();
  expect(seen.at(-1)).toBe('closed');
  const steps = seen.length;
  await expect(job.finished).rejects.toMatchObject({ code: 'refused' });
  expect(job.progress().state).toBe('cancelled');
  expect(done.progress().state).toBe('done');
  await new Promise(resolve => setImmediate(resolve));
  expect(seen.length).toBe(steps);
});
