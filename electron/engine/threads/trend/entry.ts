import { parentPort, workerData } from 'node:worker_threads';
import { trendChecks, trendOfFiles } from '../../compare/trend-files.ts';
import type { TrendMessage, TrendWork } from './messages.ts';

/** The thread that counts and audits several crawls, one after the other. */

const reportMs = 200;

if (!parentPort) throw new Error('The reader starts this thread.');
const port = parentPort;
const send = (message: TrendMessage): void => port.postMessage(message);

async function run(): Promise<void> {
  let said = 0;
  const { paths, siteOf, unreadable } = workerData as TrendWork;
  const trend = await trendOfFiles(paths, {
    checks: trendChecks,
    siteOf,
    report({ crawl, crawls, share }) {
      if (performance.now() - said >= reportMs) {
        said = performance.now();
        send({ kind: 'progress', done: Math.round((crawl + share) * 1_000), total: crawls * 1_000 });
      }
      return 'go-on';
    },
  });
  if (!trend) return;
  const broken = unreadable.map(file => ({ file, why: 'unreadable' as const }));
  send({ kind: 'done', trend: trend.leftOut ? { ...trend, leftOut: [...trend.leftOut, ...broken] } : trend });
}
// A rejection ends the thread with its error.
void run();
