// Runs random sequences of commands in the scheduler of the crawl and in a small model of its own, by a clock that the commands move, and compares
// both after every command: which requests leave, when the next must come, the state of each page, one current decision each. Exit 1 at a difference,
// which is printed with the fewest commands that show it.
//
//   node_modules/.bin/node scripts/proofs/scheduler-model.mjs [--commands N] [--seed S] [--threads N] [--sequence SEED]
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { runSequence, sequenceFrom, shrunk } from '../../test/support/proof/scheduler-runs.ts';
import { printFigures, wholeNumber } from './figures.mjs';

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: String(availableParallelism()) },
    sequence: { type: 'string', default: '' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-model-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function show(seed) {
  const sequence = sequenceFrom(seed);
  const { mismatch } = await runSequence(sequence, folder);
  if (mismatch === null) return false;
  const least = await shrunk(sequence, folder);
  const { mismatch: again } = await runSequence(least, folder);
  console.log(`\nsequence ${seed}: ${mismatch.what} (after command ${mismatch.after})`);
  console.log(`the fewest commands: ${again?.what}\n${JSON.stringify(least.settings)}`);
  for (const command of least.commands) console.log(`  ${JSON.stringify(command)}`);
  console.log(`Again: node_modules/.bin/node scripts/proofs/scheduler-model.mjs --sequence ${seed}`);
  return true;
}

/** Runs every `threads`-th sequence on a thread until its share of the commands is run. */
const onThread = work =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./scheduler-thread.mjs', import.meta.url), { workerData: work });
    thread.once('message', resolve);
    thread.once('error', reject);
  });

if (values.sequence !== '') printFigures(1, (await show(wholeNumber('sequence', values.sequence, 0))) ? 1 : 0);
else {
  const wanted = wholeNumber('commands', values.commands);
  const threads = wholeNumber('threads', values.threads);
  const first = (wholeNumber('seed', values.seed) * 1_000_003) % 2 ** 31;
  const began = performance.now();
  const parts = await Promise.all(
    Array.from({ length: threads }, (_, index) =>
      onThread({ first: first + index, step: threads, commands: Math.ceil(wanted / threads) }),
    ),
  );
  const sum = name => parts.reduce((total, part) => total + part[name], 0);
  const failed = parts.flatMap(part => part.failed);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(
    `${sum('commands').toLocaleString('en')} commands in ${sum('sequences').toLocaleString('en')} sequences, ${sum('comparisons').toLocaleString('en')} comparisons, ${threads} threads, ${seconds} s, ${failed.length} sequences differ`,
  );
  for (const seed of failed.slice(0, 3)) await show(seed);
  printFigures(sum('commands'), failed.length, { sequences: sum('sequences'), comparisons: sum('comparisons') });
}
