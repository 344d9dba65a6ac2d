import { parentPort, workerData } from 'node:worker_threads';
import { RpcError } from '#shared/rpc/errors.ts';
import { AuditedCrawl } from './audited-crawl.ts';
import type { AuditMessage, AuditQuestion, AuditWork } from './messages.ts';

/**
 * The audit thread: audits the open crawl file on a read-only connection of its own, and computes evidence when the
 * reader requests it.
 */

/** Milliseconds between two messages about progress. */
const reportMs = 100;

if (!parentPort) throw new Error('The reader starts the audit thread.');
const port = parentPort;
const send = (message: AuditMessage): void => port.postMessage(message);
const { path } = workerData as AuditWork;
let saidAt = 0;
const crawl = new AuditedCrawl(path, (done, total) => {
  const now = performance.now();
  if (now - saidAt < reportMs) return;
  saidAt = now;
  send({ kind: 'progress', done, total });
});

port.on('message', (question: AuditQuestion) => void answer(question));

async function answer({ id, name, input }: AuditQuestion): Promise<void> {
  try {
    send({ kind: 'answer', id, value: await crawl[name](input as never) });
  } catch (error) {
    const code = error instanceof RpcError ? error.code : 'internal';
    if (code === 'internal') console.error(error);
    send({ kind: 'error', id, code, message: error instanceof Error ? error.message : String(error) });
  }
}
