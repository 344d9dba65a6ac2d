import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from '#storage/file/database.ts';

const retryMs = 100;
const patienceMs = 30_000;

/**
 * Runs work that writes to the file, again and again while another program writes to it, at most half a minute. The thread is free
 * between two attempts. Throws SQLite's "busy" after that, and any other error at once. Nothing of the work is done while busy. Work that
 * succeeds at once gives its result at once.
 */
export function untilFree<T>(work: () => T): T | Promise<Awaited<T>> {
  try {
    const result = work();
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => again(work, error)) as Promise<Awaited<T>>;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return again(work, error);
  }
}

async function again<T>(work: () => T, first: unknown): Promise<Awaited<T>> {
  const end = performance.now() + patienceMs;
  for (let error = first; ; ) {
    if (!isBusy(error) || performance.now() > end) throw error;
    await delay(retryMs);
    try {
      return await work();
    } catch (next) {
      error = next;
    }
  }
}
