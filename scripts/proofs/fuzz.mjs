// Runs every reader of hostile text on mutated inputs, on all cores. Requires: no exception, the deciding line of every verdict is
// in the file, and two ways to decide agree. Exit 1 at the first failures, printed with the input that caused them.
//
//   node_modules/.bin/node scripts/proofs/fuzz.mjs [--inputs N] [--seed S] [--only WORDS] [--threads N] [--input SEED]
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { fuzzAgain } from '../../test/support/proof/fuzz.ts';
import { printFigures, wholeNumber } from './figures.mjs';

const text = { type: 'string', default: '' };
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    only: text,
    input: text,
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});
const { only } = values;
const seed = wholeNumber('seed', values.seed);

/** Runs a range on a thread; resolves with its counts and failures. */
const onThread = (range, progress) =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./fuzz-thread.mjs', import.meta.url), { workerData: range });
    thread.on('message', ({ done, result }) => (result ? resolve(result) : progress(done)));
    thread.once('error', reject);
    thread.once('exit', code => reject(new Error(`a thread ended with ${code}`)));
  });

async function runAll(inputs, threads) {
  const done = Array.from({ length: threads }, () => 0);
  const part = Math.ceil(inputs / threads);
  const results = await Promise.all(
    done.map((_, index) => {
      const range = { from: index * part, to: Math.min(inputs, (index + 1) * part), seed, only };
      return onThread(range, count => {
        done[index] = count;
        if (process.stderr.isTTY) process.stderr.write(`\r${done.reduce((sum, each) => sum + each).toLocaleString('en')}`);
      });
    }),
  );
  if (process.stderr.isTTY) process.stderr.write('\r');
  const counts = new Map();
  for (const result of results) for (const [name, count] of result.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  return { counts, failures: results.flatMap(({ failures }) => failures) };
}

const tell = ({ target, seed: own, text: input, message }) =>
  console.log(
    `\n${target}: ${JSON.stringify(input)}\n${message}\nAgain: node_modules/.bin/node scripts/proofs/fuzz.mjs --input ${own}${only === '' ? '' : ` --only ${JSON.stringify(only)}`}`,
  );

if (values.input !== '') {
  const failure = fuzzAgain(wholeNumber('input', values.input, 0), only);
  if (failure !== null) tell(failure);
  printFigures(1, failure === null ? 0 : 1);
} else {
  const began = performance.now();
  const threads = wholeNumber('threads', values.threads);
  const { counts, failures } = await runAll(wholeNumber('inputs', values.inputs), threads);
  let total = 0;
  for (const [name, count] of counts) {
    total += count;
    console.log(`${name.padEnd(44)} ${count.toLocaleString('en').padStart(12)}`);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${total.toLocaleString('en')} inputs, seed ${seed}, ${threads} threads, ${seconds} s, ${failures.length} failures`,
  );
  for (const failure of failures) tell(failure);
  printFigures(total, failures.length);
}
