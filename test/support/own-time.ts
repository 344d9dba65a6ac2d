import { readFileSync } from 'node:fs';

/** What this thread spent on `work`, in milliseconds of processor time: what else runs on the machine does not count. */
export function ownMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * How long this process's main thread has waited for a CPU since its start, in milliseconds. Linux counts it;
 * elsewhere it is 0.
 */
function pushedAsideMs(): number {
  if (process.platform !== 'linux') return 0;
  const [, waitedNs = '0'] = readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'latin1').split(' ');
  return Number(waitedNs) / 1e6;
}

/**
 * Watches this thread until the result is called. That call gives the longest time between two turns of the event loop, in milliseconds.
 * The time in which other programs had the processor does not count. Unlike `longestHold`, it counts also where the thread only waits.
 */
export function watchTurns(): () => number {
  let longest = 0;
  let sinceTurn = stopWatch();
  const look = (): void => {
    longest = Math.max(longest, sinceTurn());
    sinceTurn = stopWatch();
  };
  const timer = setInterval(look, 5);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

/** A stop watch for what waits: milliseconds since it was started, without the time in which other programs had the processor. */
export function stopWatch(): () => number {
  const [begun, before] = [performance.now(), pushedAsideMs()];
  return () => performance.now() - begun - (pushedAsideMs() - before);
}
