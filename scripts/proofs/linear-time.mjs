// Doubles hostile inputs and measures processor time: twice the input may take 2.5 times as long, no more. Exit 1 otherwise.
//
//   node_modules/.bin/node --expose-gc --max-old-space-size=6000 scripts/proofs/linear-time.mjs [--only WORDS|WORDS] [--all]
import { parseArgs } from 'node:util';
import { measureGrowth, shapes } from '../../test/support/proof/linear.ts';
import { printFigures } from './figures.mjs';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, all: { type: 'boolean', default: false } } });
// The CPU time of this thread, without other programs and the garbage collector's own threads.
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const mib = size => (size >= 1024 * 1024 ? `${size / 1024 / 1024} MiB` : `${size / 1024} KiB`);
const words = values.only.split('|');
const chosen = shapes.filter(shape => words.some(each => shape.name.includes(each)));
const bad = [];
let largest = 0;
let measured = 0;
for (const shape of chosen) {
  const growth = measureGrowth(shape, cpuMs, globalThis.gc);
  largest = Math.max(largest, growth.worst);
  if (growth.worst > 0) measured += 1;
  if (!growth.linear) bad.push(growth.name);
  const [size, ms] = growth.times.at(-1);
  const verdict = growth.worst === 0 ? 'noise ' : growth.linear ? 'linear' : 'GROWS ';
  if (values.all || !growth.linear || ms > 2000)
    console.log(
      `${verdict} ${growth.name.padEnd(52)} ${growth.times.map(([, each]) => Math.round(each)).join(' ')} ms, the last for ${mib(size)}`,
    );
}
console.log(
  `${chosen.length} shapes, ${measured} above the noise, largest growth ${largest.toFixed(2)} for twice the input, ${bad.length} not linear`,
);
printFigures(chosen.length, bad.length, { 'largest growth': Number(largest.toFixed(2)) });
