// Runs every parser of hostile text on mutated inputs. Requires: no exception, the deciding line of every verdict is
// in the file, and two ways to decide agree. Exit 1 at the first failures, printed with the input that caused them.
//
//   node_modules/.bin/node scripts/proofs/fuzz.mjs [--inputs N] [--seed S] [--only WORDS]
import { parseArgs } from 'node:util';
import { runFuzz } from '../../test/support/proof/fuzz.ts';
import { printFigures } from './figures.mjs';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const began = performance.now();
const { counts, failures } = runFuzz(
  Number(values.inputs),
  Number(values.seed),
  done => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done.toLocaleString('en')}`);
  },
  values.only,
);
if (process.stderr.isTTY) process.stderr.write('\r');
let total = 0;
for (const [name, count] of counts) {
  total += count;
  console.log(`${name.padEnd(44)} ${count.toLocaleString('en').padStart(12)}`);
}
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${total.toLocaleString('en')} inputs, seed ${values.seed}, ${seconds} s, ${failures.length} failures`);
for (const { target, seed, text, message } of failures)
  console.log(`\n${target}, input ${seed}: ${JSON.stringify(text)}\n${message}`);
printFigures(total, failures.length);
