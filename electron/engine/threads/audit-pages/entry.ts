import { parentPort, workerData } from 'node:worker_threads';
import { allChecks } from '#core/audit/checks.ts';
import { PagePass, type SharedPass } from '#core/audit/page-pass.ts';
import { finish } from '#core/steps.ts';
import { openAuditedWith } from '../../audit/audit-file.ts';
import type { AuditPaths } from './messages.ts';

/**
 * A thread that reads pages for an audit, on a read-only connection of its own: it takes blocks of pages in turns with the audit thread, runs
 * the checks of pages on them, and posts what it found. It does this once. The audit thread ends it to cancel it.
 */

if (!parentPort) throw new Error('The audit starts this thread.');
const port = parentPort;
const { path, baseline } = workerData as AuditPaths;
const file = openAuditedWith(path, baseline);

port.once('message', (work: SharedPass) => {
  const pass = PagePass.shared(work, { source: file.source, baseline: file.baseline, checks: allChecks });
  finish(pass.run());
  port.postMessage(pass.state());
  file.close();
});
