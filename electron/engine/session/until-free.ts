import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from '#storage/file/database.ts';

const retryMs = 100;
const patienceMs = 30_000;

/**
 * Runs work that writes to the file, again and again while another program writes to it, at most half a minute. The thread is free
 * between two attempts. Throws SQLite's "busy" after that, and any other error at once. Nothing of the work is done while busy.
 */
export async function untilFree<T>(work: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
      await delay(retryMs);
    }
  }
}
