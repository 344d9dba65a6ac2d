// Reads and checks the structured data of every page (*.html, *.html.gz) under a folder, and compares each JSON-LD
// block with JSON.parse. Prints the findings and the time. Fails on an exception, or if the parsers disagree.
//
//   node_modules/.bin/node scripts/proofs/structured-data.mjs DIR [--findings] [--json FILE] (FILE: one line of JSON a page)
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { sniffCharset } from '../../electron/core/html/charset.ts';
import { plainOctets } from '../../electron/core/html/octets.ts';
import { googleRules } from '../../electron/core/structured/google/rules.ts';
import { validateStructuredData } from '../../electron/core/structured/validate.ts';
import { bundledVocabulary } from '../../electron/core/structured/vocabulary.ts';
import { explainStructuredFinding } from '../../shared/explain/structured-data.ts';
import { structuredDataOf, tree } from '../../test/support/structured-page.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { findings: { type: 'boolean', default: false }, json: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('usage: structured-data.mjs DIR [--findings] [--json FILE]');
  process.exit(2);
}
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.html?(\.gz)?$/.test(entry.name))
  .map(entry => join(entry.parentPath, entry.name))
  .sort();

const vocabulary = bundledVocabulary();
const counts = { pages: 0, withData: 0, 'json-ld': 0, microdata: 0, rdfa: 0, items: 0, errors: 0, dropped: 0, stored: 0 };
const checks = new Map();
const types = new Map();
const failures = [];
const lines = [];
let validateMs = 0;

/** Whether JSON.parse agrees with us about a block without a wrapper. */
function agrees(bytes, charset, block) {
  if (block.format !== 'json-ld' || block.wrapped) return true;
  const text = new TextDecoder(charset).decode(bytes.subarray(block.at.start, block.at.end));
  try {
    JSON.parse(text);
    return block.error === undefined;
  } catch {
    // The verdict of JSON.parse is the exception itself.
    return block.error !== undefined;
  }
}

for (const path of files) {
  const name = relative(folder, path);
  const raw = readFileSync(path);
  const bytes = new Uint8Array(path.endsWith('.gz') ? gunzipSync(raw) : raw);
  counts.pages += 1;
  try {
    const { charset } = sniffCharset(bytes, null, plainOctets);
    const data = structuredDataOf(bytes, { charset, wholePage: true });
    if (!data) continue;
    counts.withData += 1;
    counts.items += data.items.length;
    counts.stored += JSON.stringify(data).length;
    counts.dropped += data.dropped.blocks + data.dropped.items + data.dropped.values;
    for (const block of data.blocks) {
      counts[block.format] += 1;
      if (block.error) counts.errors += 1;
      if (!agrees(bytes, charset, block)) failures.push(`${name}: JSON.parse disagrees about the block at ${block.at.start}`);
    }
    for (const type of data.items.flatMap(item => item.types)) types.set(type, (types.get(type) ?? 0) + 1);
    const began = performance.now();
    const { findings } = validateStructuredData(data, vocabulary, googleRules);
    validateMs += performance.now() - began;
    for (const { check } of findings) checks.set(check, (checks.get(check) ?? 0) + 1);
    if (values.findings) {
      console.log(`\n${name}`);
      for (const finding of findings)
        console.log(`  ${finding.check} ${finding.at.start} ${finding.rule ?? ''} ${explainStructuredFinding(finding)}`);
    }
    lines.push(JSON.stringify({ name, blocks: data.blocks, items: data.items, trees: tree(data) }));
  } catch (error) {
    failures.push(`${name}: ${error.stack}`);
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${lines.join('\n')}\n`);

const number = value => value.toLocaleString('en');
console.log(`\n${number(counts.pages)} pages, ${number(counts.withData)} with structured data`);
console.log(
  `JSON-LD blocks ${counts['json-ld']} (${counts.errors} with errors), microdata ${counts.microdata}, RDFa ${counts.rdfa}`,
);
console.log(`${number(counts.items)} items, ${counts.dropped} dropped; ${number(counts.stored)} characters of JSON to store`);
console.log(`judged in ${validateMs.toFixed(1)} ms`);
for (const [what, map] of [
  ['findings', checks],
  ['types', types],
])
  console.log(
    `${what}: ${[...map]
      .sort(([, a], [, b]) => b - a)
      .map(([key, count]) => `${key} ${count}`)
      .join(', ')}`,
  );
for (const failure of failures) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
