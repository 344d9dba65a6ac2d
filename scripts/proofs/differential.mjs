// Compares three of our robots.txt dialects with independent matchers on generated files, robots and URLs: two of npm, and Protego, which
// needs Python (Debian: python3-protego). Every difference must be explained by a known class; exit 1 with a shrunk example otherwise.
// `--write` puts the table into docs/differential.md.
//
//   node_modules/.bin/node scripts/proofs/differential.mjs [--pairs N] [--seed S] [--write] [--python PATH] [--protego FOLDER VERSION]
//
// --protego takes the sources of another version than the installed one.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { opponents, runDifferential } from '../../test/support/proof/differential.ts';
import { startProtego } from '../../test/support/proof/protego.ts';
import { printFigures } from './figures.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '5000000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    python: { type: 'string', default: '/usr/bin/python3' },
    protego: { type: 'string' },
  },
});
const [pairs, seed] = [Number(values.pairs), Number(values.seed)];
const began = performance.now();
const protego = await startProtego(values.python, values.protego, positionals[0]);
const isThere = typeof protego !== 'string';
if (!isThere) process.stderr.write(`Protego is not compared: ${protego}. On Debian, install python3-protego.\n`);
const progress = done => {
  if (process.stderr.isTTY) process.stderr.write(`\r${done.toLocaleString('en')} pairs`);
};
const results = await runDifferential(pairs, seed, progress, isThere ? [...opponents, protego] : opponents);
if (isThere) protego.end();
const seconds = Math.round((performance.now() - began) / 1000);

const number = value => value.toLocaleString('en');
/** The bytes of a file as text. Bytes that are not UTF-8, and invisible spaces, are shown as escapes. */
const readable = octets => {
  const bytes = Uint8Array.from(octets, unit => unit.charCodeAt(0));
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const whole = text.includes('\ufffd') ? octets.replace(/[\x80-\xff]/g, unit => `\\x${unit.charCodeAt(0).toString(16)}`) : text;
  return JSON.stringify(whole)
    .slice(1, -1)
    .replaceAll('\\\\x', '\\x')
    .replace(/[\u00a0\u2028\u2029\u3000\ufeff\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
};
const code = text => `\`${text.replaceAll('\\"', '"').replaceAll('|', '\\|').replaceAll('`', '\u02cb')}\``;
const answer = ({ allowed, line }) =>
  `${allowed === null ? 'undecided' : allowed ? 'allowed' : 'forbidden'}${line ? `, line ${line}` : ''}`;
const shown = ({ octets, question, theirs, ours }) =>
  `${code(readable(octets))}, ${code(question.agent)} at ${code(question.url.slice('http://site.test'.length))}: theirs ${answer(theirs)}, ours ${answer(theirs.line === undefined ? { allowed: ours.allowed } : ours)}`;

const lines = [
  '# Our matcher against others',
  '',
  `Made by \`node_modules/.bin/node scripts/proofs/differential.mjs --pairs ${pairs} --seed ${seed}${values.protego === undefined ? '' : ` --protego FOLDER ${positionals[0]}`} --write\` on ${new Date().toISOString().slice(0, 10)} in ${seconds} s.`,
  '',
  'The command generates robots.txt files, robot names and URLs. It compares the verdicts of our engine with those of three matchers written',
  'by others: two of npm, and Protego, the matcher of Scrapy, through Python. `npm run trust` installs Protego on Debian (python3-protego, an older',
  'version); without it, the command says so and compares the other two. `--protego FOLDER VERSION` takes other sources. Each class of differences is a change that makes our engine decide as the matcher does',
  '(`test/support/proof/difference-steps.ts`). The command fails if the classes do not explain a difference. `alone`: the class explains the',
  'pair by itself. `together`: the class explains the pair only together with other classes.',
];
let unclassified = 0;
for (const result of results) {
  const { opponent, classes } = result;
  unclassified += result.unclassified;
  lines.push(
    '',
    `## ${opponent.id} ${opponent.version}, with our dialect \`${opponent.dialect.id}\``,
    '',
    `${number(result.pairs)} pairs, ${number(result.different)} different (${((100 * result.different) / result.pairs).toFixed(2)} %), ${number(result.unclassified)} unexplained.`,
    '',
    '| class | alone | together | what it is | who is right | smallest example |',
    '| --- | ---: | ---: | --- | --- | --- |',
  );
  for (const { id, says, right } of opponent.steps) {
    const count = classes.get(id) ?? { alone: 0, together: 0, example: null };
    lines.push(
      `| ${id} | ${number(count.alone)} | ${number(count.together)} | ${says} | ${right} | ${count.example ? shown(count.example) : '–'} |`,
    );
  }
  for (const example of result.unexplained) lines.push('', `UNEXPLAINED: ${shown(example)}`);
}
if (process.stderr.isTTY) process.stderr.write('\r');
console.log(lines.join('\n'));
if (values.write) writeFileSync(new URL('../../docs/differential.md', import.meta.url), `${lines.join('\n')}\n`);
printFigures(
  results.reduce((sum, result) => sum + result.pairs, 0),
  unclassified,
);
