import { parentPort, workerData } from 'node:worker_threads';
import { allChecks } from '#core/audit/checks.ts';
import { PagePass } from '#core/audit/page-pass.ts';
import { helpWithRest } from '#core/audit/rest.ts';
import { finish } from '#core/steps.ts';
import { openAuditedWith } from '../../audit/audit-file.ts';
import type { AuditPaths, HelperResult, HelperWork } from './messages.ts';

/**
 * A thread that helps with an audit, on a read-only connection of its own. First it takes blocks of pages in turns with the audit thread, runs
 * the checks of pages on them, and posts what it found. Then it does the same with URLs. The audit thread ends it.
 */

if (!parentPort) throw new Error('The audit starts this thread.');
const port = parentPort;
const { path, baseline } = workerData as AuditPaths;
const file = openAuditedWith(path, baseline);
let pass: PagePass | null = null;
const post = (result: HelperResult): void => port.postMessage(result);

port.on('message', (work: HelperWork) => {
  if (work.kind === 'pages') {
    pass = PagePass.shared(work.pages, { source: file.source, baseline: file.baseline, checks: allChecks });
    finish(pass.run());
    post({ kind: 'pages', pages: pass.state() });
  } else if (pass !== null) {
    post({ kind: 'rest', rest: finish(helpWithRest(pass, work.rest)) });
    file.close();
    port.close();
  }
});
