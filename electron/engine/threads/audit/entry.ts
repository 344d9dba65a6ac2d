import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls, progressTo } from '../answering.ts';
import { AuditedCrawl } from './audited-crawl.ts';

/**
 * The audit thread: audits the open crawl file on a read-only connection of its own, and computes evidence when the
 * reader requests it.
 */

if (!parentPort) throw new Error('The reader starts the audit thread.');
const { path } = workerData as { readonly path: string };
answerCalls(parentPort, new AuditedCrawl(path, progressTo(parentPort)));
