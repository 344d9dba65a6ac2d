// Lints every file under a folder and prints how often each diagnostic was found, in how many files.
// Run: node_modules/.bin/node scripts/lint-corpus.mjs DIR
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../electron/core/robots/lint/catalogue.ts';
import { lintRobots } from '../electron/core/robots/lint/lint-robots.ts';

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write('usage: lint-corpus.mjs DIR\n');
  process.exit(2);
}
const counts = new Map(catalogue.map(({ id, severity }) => [id, { severity, found: 0, files: 0, example: '' }]));
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
const slowest = { ms: 0, name: '' };
let bytes = 0;
let clean = 0;
let withErrors = 0;
const began = performance.now();
for (const entry of files) {
  const body = readFileSync(join(entry.parentPath, entry.name));
  bytes += body.length;
  const start = performance.now();
  const found = lintRobots(body).diagnostics;
  const ms = performance.now() - start;
  if (ms > slowest.ms) Object.assign(slowest, { ms, name: entry.name });
  if (found.length === 0) clean += 1;
  if (found.some(({ severity }) => severity === 'E')) withErrors += 1;
  for (const id of new Set(found.map(each => each.id))) counts.get(id).files += 1;
  for (const { id, line, message } of found) {
    const count = counts.get(id);
    count.found += 1;
    if (count.example === '') count.example = `${entry.name}:${line} ${message.slice(0, 90)}`;
  }
}
const ms = Math.round(performance.now() - began);
const rows = [...counts].sort(([, a], [, b]) => b.files - a.files);
for (const [id, { severity, found, files: of, example }] of rows)
  process.stdout.write(
    `${id.padEnd(22)} ${severity} ${String(of).padStart(6)} files ${String(found).padStart(8)} times  ${example}\n`,
  );
process.stdout.write(
  `${files.length} files, ${bytes} bytes, ${ms} ms; ${clean} without findings, ${withErrors} with errors; slowest ${slowest.name}: ${Math.round(slowest.ms)} ms\n`,
);
