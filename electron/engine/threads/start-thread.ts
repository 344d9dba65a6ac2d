import { setFlagsFromString } from 'node:v8';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { shareSchemas } from '#storage/file/schema-check.ts';
import { threadFile } from './thread-file.ts';

/** Loaded with the first thread: a short crawl starts none. */
export const threads = (): typeof import('node:worker_threads') => process.getBuiltinModule('node:worker_threads');

/** Starts a thread's program. It knows the schemas that this thread knows. `source` and `built`: see `threadFile`. */
export function startThread(source: string, built: string, options: Omit<WorkerOptions, 'execArgv'>): Worker {
  shareSchemas();
  const { Worker } = threads();
  return new Worker(threadFile(source, built), { ...options, execArgv: [] });
}

const semiSpace = ['--min-semi-space-size=', '--max-semi-space-size='];
/** Of a small thread, in MiB. Its young objects take three times as much. */
const smallSemiSpace = 1;

/**
 * Starts a thread whose young objects take little memory: it works seldom, on long texts. The limits of the process hold for every thread, whatever
 * the options of the thread say, so they are others until it has started. Threads of the program that start meanwhile are small too.
 */
export function startSmallThread(...args: Parameters<typeof startThread>): Worker {
  const set = (value: (flag: string) => string): void => {
    for (const flag of semiSpace) setFlagsFromString(flag + value(flag));
  };
  let isSet = true;
  const restore = (): void => {
    if (!isSet) return;
    isSet = false;
    set(flag => process.execArgv.find(each => each.startsWith(flag))?.slice(flag.length) ?? '0');
  };
  set(() => String(smallSemiSpace));
  let worker: Worker;
  try {
    worker = startThread(...args);
  } catch (error) {
    // The system gives no more threads.
    restore();
    throw error;
  }
  worker.once('online', restore);
  worker.once('exit', restore);
  return worker;
}
