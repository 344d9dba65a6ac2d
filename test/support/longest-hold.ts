import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs `work` and gives the longest time, in milliseconds of CPU, for which it held this thread between two turns of the event loop.
 * CPU time, because a busy machine makes every pause long. It looks each millisecond, so that watching costs nothing; several short
 * turns may count as one, a long turn never as several.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longest = 0;
  const watch = (async () => {
    let before = process.threadCpuUsage();
    while (!isDone) {
      await wait(1);
      const used = process.threadCpuUsage(before);
      longest = Math.max(longest, (used.user + used.system) / 1_000);
      before = process.threadCpuUsage();
    }
  })();
  try {
    await work();
  } finally {
    isDone = true;
    await watch;
  }
  return longest;
}
