import { parentPort, workerData } from 'node:worker_threads';
import { RpcError } from '#shared/rpc/errors.ts';
import { siteReport } from '../../reports/site/site-report.ts';
import type { SiteReportMessage, SiteReportWork } from './messages.ts';

/** The thread that makes a report on the whole crawl, over its own connections, and ends. */

/** Milliseconds between two messages about progress. */
const reportMs = 100;

if (!parentPort) throw new Error('The engine starts the thread of a report.');
const port = parentPort;
const send = (message: SiteReportMessage): void => port.postMessage(message);
const { path, wish, made, settings } = workerData as SiteReportWork;
let saidAt = 0;

void make();

async function make(): Promise<void> {
  try {
    const html = await siteReport(path, wish, made, {
      settings,
      report({ step, share }) {
        const now = performance.now();
        if (now - saidAt >= reportMs) {
          saidAt = now;
          send({ kind: 'progress', step, share });
        }
        return 'go-on';
      },
    });
    if (html !== null) send({ kind: 'done', html });
  } catch (error) {
    const code = error instanceof RpcError ? error.code : 'internal';
    if (code === 'internal') console.error(error);
    send({ kind: 'error', code, message: error instanceof Error ? error.message : String(error) });
  }
}
