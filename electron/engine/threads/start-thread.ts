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
