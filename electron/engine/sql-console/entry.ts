import { createServer } from '#shared/rpc/server.ts';
import type { FromHost, ToHost } from '#shared/rpc/types.ts';
import { startThread } from '../threads/start-thread.ts';
import { type ConsoleRun, SqlConsole } from './console.ts';

/**
 * The process that runs a statement of the SQL console on a read-only connection of its own, and keeps the rows. The shell starts one for
 * each statement and kills it on Stop and at the time limit, because SQLite cannot be interrupted from its own thread. At the memory
 * limit it ends itself: a thread watches, as this one is busy in SQLite.
 */

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}
const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;
const post = (message: FromHost | { readonly kind: 'started' }): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};

/** Beyond the time limit, at which the shell ends the process. */
const graceMs = 5_000;

const results = new SqlConsole();
const handlers = new Map<string, (input: never) => unknown>([
  [
    'sql.run',
    async ({ id, memoryBytes, ...run }: ConsoleRun & { readonly id: number; readonly memoryBytes: number }) => {
      // Without the thread there would be no memory limit.
      const workerData = { mostMs: run.timeMs + graceMs, memoryBytes };
      const watchdog = startThread('../sql-console/watchdog.ts', 'sql-watchdog.cjs', { name: 'watchdog', workerData });
      await new Promise((resolve, reject) => watchdog.once('online', resolve).once('error', reject));
      watchdog.unref();
      post({ kind: 'started' });
      const outcome = results.run(id, run);
      watchdog.postMessage('done');
      return outcome;
    },
  ],
  ['sql.rows', ({ from, limit }: { readonly from: number; readonly limit: number }) => results.rows(from, limit)],
  ['sql.save', ({ path, format }: { readonly path: string; readonly format: 'csv' | 'jsonl' }) => results.save(path, format)],
]);
const serve = createServer(handlers, post, error => console.error(error));

if (parentPort) parentPort.on('message', event => void serve(event.data as ToHost));
else {
  process.on('message', message => void serve(message as ToHost));
  process.on('disconnect', () => process.exit(0));
}
