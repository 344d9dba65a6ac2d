import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { processorMs, timeForStarved } from '#browser/processor-time.ts';
import { node } from '../support/child.ts';

describe.runIf(process.platform === 'linux')('a page that a busy machine kept from working', () => {
  it('gets a third of its time more, while it used less than three quarters of it', async () => {
    const used = (await processorMs(process.pid)) ?? 0;
    expect(used).toBeGreaterThan(0);
    expect(await timeForStarved(process.pid, used * 3)()).toBe(used);
    expect(await timeForStarved(process.pid, used)()).toBe(0);
  });

  it('gets no more when it hangs, has ended, or is not known', async () => {
    const child = spawn(node, ['-e', 'process.stdin.resume(); console.log(1)'], { stdio: ['pipe', 'pipe', 'ignore'] });
    await new Promise(resolve => child.stdout.once('data', resolve));
    const ended = new Promise(resolve => child.once('close', resolve));
    expect(await timeForStarved(child.pid ?? null, 3_600_000)()).toBe(0);
    child.stdin.end();
    await ended;
    expect(await timeForStarved(child.pid ?? null, 1_000)()).toBe(0);
    expect(await timeForStarved(null, 1_000)()).toBe(0);
  });
});
