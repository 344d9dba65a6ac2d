// Reads every robots.txt under a folder in every dialect and lints it. No exception may escape. Prints what each dialect made of
// the files, how often each diagnostic was found, and how many files are malformed or hopeless.
//
//   node_modules/.bin/node scripts/proofs/parse-corpus.mjs DIR [--bad] (names the malformed and hopeless files)
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogue } from '../../electron/core/lint/catalogue.ts';
import { crawlDelayFor, decideRobots, quickVerdict } from '../../electron/core/robots/decide.ts';
import { dialectById, dialectIds } from '../../electron/core/robots/dialects/registry.ts';
import { parseRobots } from '../../electron/core/robots/parse/parse.ts';
import { diagnosticsOf } from '../../test/support/proof/diagnostics.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { bad: { type: 'boolean', default: false } } });
const [folder] = positionals;
if (folder === undefined) {
  console.error('usage: parse-corpus.mjs DIR [--bad]');
  process.exit(2);
}
/** What accompanies the files of a collection and is none. */
const isCompanion = name => /\.(tsv|map|json)$/.test(name);
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && !isCompanion(entry.name))
  .map(entry => join(entry.parentPath, entry.name))
  .sort();
const AGENTS = ['Googlebot', 'Bot'];
const URLS = ['http://e.com/', 'http://e.com/search?q=1', 'http://e.com/robots.txt'];

const dialects = dialectIds().map(id => ({
  dialect: dialectById(id),
  files: 0,
  groups: 0,
  rules: 0,
  dropped: 0,
  overrides: new Map(),
  ms: 0,
}));
const counts = new Map(catalogue.map(({ id, severity }) => [id, { severity, found: 0, files: 0, example: '' }]));
/** Findings of level E although the file follows the standard, because some crawler interprets it differently. */
const ABOUT_READING = new Set(['G-TOKEN-CHARS', 'G-RUN-BROKEN', 'G-DELAY-ONLY', 'X-DELAY-LARGE', 'P-REGEX', 'P-EMPTY-ALLOW']);
const failures = [];
let withErrors = 0;
const malformed = [];
const hopeless = [];
const slowest = { ms: 0, name: '' };
let bytesRead = 0;
let empty = 0;
let lintMs = 0;

/** Lines that say something the dialect made nothing of. */
const isDropped = ({ kind, notes }) =>
  kind === 'unparsed' || kind === 'other' || notes.includes('orphan') || notes.includes('past-size-limit');

for (const path of files) {
  const name = relative(folder, path);
  const body = new Uint8Array(readFileSync(path));
  bytesRead += body.length;
  if (body.length === 0) empty += 1;
  let usable = false;
  for (const row of dialects) {
    const { dialect } = row;
    try {
      const began = performance.now();
      const file = parseRobots(body, dialect);
      row.ms += performance.now() - began;
      row.files += 1;
      row.groups += file.groups.length;
      for (const group of file.groups) row.rules += group.rules.length;
      for (const line of file.lines) if (isDropped(line)) row.dropped += 1;
      if (file.override !== undefined) row.overrides.set(file.override.why, (row.overrides.get(file.override.why) ?? 0) + 1);
      if (
        file.groups.some(group => group.rules.length > 0 || group.agents.some(each => each.line > 0)) ||
        file.sitemaps.length > 0
      )
        usable = true;
      for (const agent of AGENTS)
        for (const url of URLS) {
          const [full, quick] = [decideRobots(file, dialect, agent, url), quickVerdict(file, dialect, agent, url)];
          if (full.allowed !== quick.allowed || full.line !== quick.line) throw new Error('quickVerdict is not decideRobots');
          if (full.line > file.lines.length) throw new Error('the deciding line is not in the file');
        }
      crawlDelayFor(file, dialect, 'Bot');
    } catch (error) {
      failures.push(`${name}, ${dialect.id}: ${error.stack}`);
    }
  }
  const began = performance.now();
  const found = diagnosticsOf(body);
  const ms = performance.now() - began;
  lintMs += ms;
  if (ms > slowest.ms) Object.assign(slowest, { ms, name });
  const errors = found.filter(({ severity }) => severity === 'E');
  if (errors.length > 0) withErrors += 1;
  const faults = errors.filter(({ id }) => !ABOUT_READING.has(id));
  if (faults.length > 0) malformed.push([name, [...new Set(faults.map(({ id }) => id))]]);
  // The file must have more than comments: an empty file is not hopeless.
  const says = new TextDecoder()
    .decode(body)
    .split(/\r\n|\r|\n/)
    .some(line => /^[^#\s]/.test(line.trim()));
  if (!usable && says) hopeless.push([name, errors.map(({ id }) => id)]);
  for (const id of new Set(found.map(each => each.id))) if (counts.has(id)) counts.get(id).files += 1;
  for (const { id, line, message } of found) {
    const count = counts.get(id);
    if (count === undefined) continue;
    count.found += 1;
    if (count.example === '') count.example = `${name}:${line} ${message.slice(0, 90)}`;
  }
}

const number = value => value.toLocaleString('en');
console.log(`${number(files.length)} files, ${number(bytesRead)} bytes, ${empty} of them empty; ${failures.length} exceptions\n`);
console.log('dialect              groups       rules     dropped      ms   read otherwise');
for (const { dialect, groups, rules, dropped, overrides, ms } of dialects)
  console.log(
    [
      dialect.id.padEnd(16),
      number(groups).padStart(10),
      number(rules).padStart(11),
      number(dropped).padStart(11),
      number(Math.round(ms)).padStart(7),
      `  ${[...overrides].map(([why, count]) => `${why} ${count}`).join(', ')}`,
    ].join(' '),
  );
console.log('\ndiagnostic             level  files  times   share');
for (const [id, { severity, found, files: of, example }] of [...counts].sort(([, a], [, b]) => b.files - a.files))
  console.log(
    `${id.padEnd(24)} ${severity} ${number(of).padStart(7)} ${number(found).padStart(7)} ${((100 * of) / files.length).toFixed(1).padStart(5)} %  ${example}`,
  );
const share = list => `${list.length} of ${files.length} files, ${((100 * list.length) / files.length).toFixed(1)} %`;
console.log(`\nlint: ${Math.round(lintMs)} ms, slowest ${slowest.name} with ${Math.round(slowest.ms)} ms`);
console.log(
  `a diagnostic of level E: ${withErrors} of ${files.length} files, ${((100 * withErrors) / files.length).toFixed(1)} %`,
);
console.log(`malformed (of level E, and about the form of the file): ${share(malformed)}; a checker counted “more than 5 %”`);
console.log(`hopeless (no dialect finds a name, a rule or a sitemap): ${share(hopeless)}; a checker counted “more than 2 %”`);
if (values.bad) {
  for (const [name, ids] of malformed) console.log(`malformed ${name}: ${ids.join(' ')}`);
  for (const [name, ids] of hopeless) console.log(`hopeless ${name}: ${ids.join(' ')}`);
}
for (const failure of failures) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
