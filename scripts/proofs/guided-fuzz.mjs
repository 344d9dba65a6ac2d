// Fuzzing guided by V8's own coverage: an input that executes a part of our sources for the first time is kept, and later inputs are made from
// the kept ones. It begins with test/corpus/regress.jsonl. No input may make a reader throw or break what fuzz.mjs asserts. Exit 1 at a failure.
//
//   node_modules/.bin/node scripts/proofs/guided-fuzz.mjs [--inputs N] [--seed S] [--only WORDS] [--write]
//
// --write adds what it kept, and what failed, to the corpus. The unit tests give every input of the corpus to its reader.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { guidedFuzz, guidedTargets } from '../../test/support/proof/guided-fuzz.ts';
import { printFigures, wholeNumber } from './figures.mjs';

const corpus = join(import.meta.dirname, '../../test/corpus/regress.jsonl');
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '300000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const kept = readFileSync(corpus, 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line));
const seed = wholeNumber('seed', values.seed);
const inputs = wholeNumber('inputs', values.inputs);
const targets = guidedTargets.filter(({ name }) => name.includes(values.only));
const began = performance.now();
let said = began;
const { tried, found, failures, covered } = guidedFuzz({ inputs, seed, targets, kept }, done => {
  const now = performance.now();
  if (now - said < 15_000) return;
  said = now;
  const leftS = Math.round(((now - began) / done) * ((inputs - done) / 1_000));
  console.log(`${done.toLocaleString('en')} of ${inputs.toLocaleString('en')} inputs, about ${leftS} s left`);
});
const seconds = Math.round((performance.now() - began) / 1000);
console.log(
  `${tried.toLocaleString('en')} inputs from ${kept.length} kept ones, seed ${seed}, ${seconds} s: ${found.length} reached something new`,
);
console.log(
  `executed characters of our functions (inner ones count for the outer ones, too): ${covered.before.toLocaleString('en')} before, ${covered.after.toLocaleString('en')} after`,
);
for (const { target, text, message } of failures) console.log(`\n${target}: ${JSON.stringify(text)}\n${message}`);
if (failures.length > 0)
  console.log(`\nAgain: node_modules/.bin/node scripts/proofs/guided-fuzz.mjs --seed ${seed} --inputs ${inputs}`);
if (values.write)
  for (const { target, seed: own, text } of [...found, ...failures])
    appendFileSync(corpus, `${JSON.stringify({ target, seed: own, text })}\n`);
printFigures(tried, failures.length, { found: found.length, before: covered.before, after: covered.after });
