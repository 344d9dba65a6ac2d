import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs `work` and gives the longest time, in milliseconds of CPU, for which it held this thread between two turns of the event loop.
 * CPU time, because a busy machine makes every pause long.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longest = 0;
  const watch = (async () => {
    let before = process.threadCpuUsage();
    while (!isDone) {
      await nextTurn();
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
