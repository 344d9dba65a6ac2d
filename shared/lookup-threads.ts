type Environment = Record<string, string | undefined>;

/** libuv, the library below Node, reads this variable when a process needs its first thread. */
const variable = 'UV_THREADPOOL_SIZE';
const wanted = '32';
const usual = 4;

/**
 * Lets a process look up more host names at once, unless its user chose a number of threads. A lookup keeps its thread until the system's resolver
 * gives up: 10 to 30 seconds if the name server is silent. Call this with the environment of the process before anything uses a thread.
 */
export function allowManyLookups(environment: Environment): void {
  environment[variable] ??= wanted;
}

/** How many of its threads libuv uses for lookups: half of them (`slow_work_thread_threshold`). */
export function mostLookups(environment: Environment): number {
  const threads = Number.parseInt(environment[variable] ?? '', 10) || usual;
  return Math.max(1, (threads + 1) >> 1);
}

let running = 0;

export const lookupBegan = (): void => void running++;
export const lookupEnded = (): void => void running--;

/** Whether a thread of this process waits for the resolver. Nothing can stop this thread, and libuv waits for it when the process ends. */
export const isLookingUp = (): boolean => running > 0;
