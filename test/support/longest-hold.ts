import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs `work` and returns the longest time, in milliseconds of CPU, for which it blocked this thread between two
 * turns of the event loop. It uses CPU time, because a busy machine makes every pause long. It measures every
 * millisecond, so that watching costs little. Several short turns may count as one; a long turn never counts as
 * several.
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
