import { parentPort, workerData } from 'node:worker_threads';

/** Ends its process when that uses too much memory, or when a statement runs on although nobody is left to end it. */

const everyMs = 50;
const { mostMs, memoryBytes } = workerData as { readonly mostMs: number; readonly memoryBytes: number };
// SIGKILL ends a process on every system, whatever its other threads do.
const end = (): void => void process.kill(process.pid, 'SIGKILL');
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) end();
}, everyMs);
const timer = setTimeout(end, mostMs);
parentPort?.once('message', () => clearTimeout(timer));
