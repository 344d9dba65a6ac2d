// A part of the sequences of scheduler-model.mjs, on a thread of its own: the clock of the test is that of the whole thread.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { runSequence, sequenceFrom } from '../../test/support/proof/scheduler-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'crawlscope-model-'));
const result = { commands: 0, comparisons: 0, sequences: 0, failed: [] };
try {
  for (let seed = workerData.first; result.commands < workerData.commands; seed += workerData.step) {
    const run = await runSequence(sequenceFrom(seed), folder);
    result.commands += run.commands;
    result.comparisons += run.comparisons;
    result.sequences += 1;
    if (run.mismatch !== null) result.failed.push(seed);
    if (result.failed.length >= 20) break;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
parentPort.postMessage(result);
