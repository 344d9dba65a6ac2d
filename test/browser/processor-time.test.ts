import { type ChildProcess, spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pageTime, processorTime, timeForStarved, timeFromNow } from '#browser/processor-time.ts';
import { node } from '../support/child.ts';

describe.runIf(process.platform === 'linux')('the processor time of a page', () => {
  const ended = (child: ChildProcess): Promise<unknown> => new Promise(resolve => child.once('close', resolve));

  it('is what its process used', async () => {
    const time = await processorTime(process.pid);
    expect(time?.usedMs).toBeGreaterThan(0);
    expect(time?.waitedMs).toBeGreaterThanOrEqual(0);
  });

  it('says how long it waited while another program had the processor', async () => {
    // Both on one processor; what runs without a break takes nearly all of it from what steps back.
    const loop = ['-e', 'console.log(1); for (;;);'];
    const start = (nice: number): ChildProcess => {
      const words = ['-c', '0', 'nice', '-n', String(nice), node, ...loop];
      const child = spawn('taskset', words, { stdio: ['ignore', 'pipe', 'ignore'] });
      // Also when the test fails or takes too long: nothing else would end them.
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    const starved = start(19);
    await new Promise(resolve => starved.stdout?.once('data', resolve));
    const other = start(0);
    await new Promise(resolve => other.stdout?.once('data', resolve));
    const before = await processorTime(starved.pid ?? 0);
    let after = before;
    while ((after?.waitedMs ?? 0) - (before?.waitedMs ?? 0) < 300) {
      await new Promise(resolve => setTimeout(resolve, 50));
      after = await processorTime(starved.pid ?? 0);
    }
    const shared = await pageTime(process.pid, async () => [starved.pid ?? 0]);
    expect(shared?.waitedMs).toBeGreaterThanOrEqual(after?.waitedMs ?? Number.POSITIVE_INFINITY);
    starved.kill('SIGKILL');
    other.kill('SIGKILL');
    await Promise.all([ended(starved), ended(other)]);
    expect(await processorTime(starved.pid ?? 0)).toBeNull();
  });

  it('is unknown without its process', async () => {
    expect(await pageTime(null, async () => [process.pid])).toBeNull();
  });
});

describe('a page that a busy machine kept from working', () => {
  const seen = (...times: readonly (readonly [used: number, waited: number])[]) => {
    const left = [...times];
    return async () => {
      const next = left.shift();
      return next ? { usedMs: next[0], waitedMs: next[1] } : null;
    };
  };

  it('gets a third of its time more, while it used less than three quarters of it', async () => {
    const more = timeForStarved(seen([300, 0], [700, 0], [750, 0]), 1_000);
    expect(await more()).toBeCloseTo(333, 0);
    expect(await more()).toBeCloseTo(333, 0);
    expect(await more()).toBe(0);
  });

  it('gets more while it only waits for the processor', async () => {
    const more = timeForStarved(seen([10, 500], [10, 800], [10, 800]), 1_000);
    expect(await more()).toBeGreaterThan(0);
    expect(await more()).toBeGreaterThan(0);
    // Now it neither works nor wants to.
    expect(await more()).toBe(0);
  });

  it('gets no more than four times its time', async () => {
    let used = 0;
    const more = timeForStarved(async () => ({ usedMs: 0, waitedMs: (used += 500) }), 900);
    let given = 900;
    for (let step = await more(); step > 0; step = await more()) given += step;
    expect(given).toBe(3_600);
  });

  it('gets as much as its pictures may have, counted from their start', async () => {
    const look = await timeFromNow(seen([900, 70_000], [910, 70_500], [920, 71_000], [930, 71_500], [940, 72_000]));
    const more = timeForStarved(look, 300, 600);
    expect([await more(), await more(), await more()]).toEqual([100, 100, 100]);
    expect(await more()).toBe(0);
    const unknown = await timeFromNow(seen());
    expect(await timeForStarved(unknown, 300)()).toBe(0);
    const hanging = await timeFromNow(seen([900, 70_000], [901, 70_000]));
    expect(await timeForStarved(hanging, 300)()).toBe(0);
  });

  it('gets no more when it hangs, or is not known', async () => {
    expect(await timeForStarved(seen([3, 3]), 1_000)()).toBe(0);
    expect(await timeForStarved(seen(), 1_000)()).toBe(0);
  });
});
