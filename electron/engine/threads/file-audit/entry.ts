import { parentPort, workerData } from 'node:worker_threads';
import { type FileDifference, mostShownDifferences } from '#shared/model/file-audit.ts';
import { openForAudit } from '../../file-audit/audit-file.ts';
import type { FileAuditMessage, FileAuditWork } from './messages.ts';

/** The thread that audits the open file by itself. SQLite checks a whole table in one statement, which takes seconds. */

const reportMs = 200;

if (!parentPort) throw new Error('The reader starts this thread.');
const port = parentPort;
const send = (message: FileAuditMessage): void => port.postMessage(message);
const file = openForAudit((workerData as FileAuditWork).path);
try {
  let waiting: FileDifference[] = [];
  let shown = 0;
  let found = 0;
  const tell = (): void => {
    if (found > 0) send({ kind: 'differences', differences: waiting, found });
    waiting = [];
  };
  const steps = file.run(difference => {
    found += 1;
    if (shown++ < mostShownDifferences) waiting.push(difference);
  });
  let told = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      tell();
      send({ kind: 'done', checks: step.value });
      break;
    }
    if (performance.now() - told < reportMs) continue;
    told = performance.now();
    tell();
    send({ kind: 'progress', done: Math.min(step.value, file.total), total: file.total });
  }
} finally {
  file.close();
}
