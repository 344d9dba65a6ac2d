// Reads every page under some folders twice, with the machine (electron/wasm/) and in JavaScript, and compares all facts. Knows HTML files, packed
// with gzip or not, and the inputs of html5lib's tokenizer and encoding tests (.test, .dat). Exit 1 at a difference.
//
//   node_modules/.bin/node scripts/proofs/readers.mjs DIR… [--most N]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { extractHtml } from '../../electron/core/html/extract.ts';
import { loadLanguageDetector } from '../../electron/core/text/language.ts';
import { nodeOctets } from '../../electron/engine/crawl/node-octets.ts';
import { startScores } from '../../electron/engine/wasm/score-machine.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { most: { type: 'string', default: '1000000' } } });
if (positionals.length === 0) {
  console.error('usage: readers.mjs DIR… [--most N]');
  process.exit(2);
}
const detectLanguage = await loadLanguageDetector();
const detectByMachine = await loadLanguageDetector(async () => startScores());
const inJavaScript = { text: nodeOctets.text, isUtf8: nodeOctets.isUtf8, wideSpaces: nodeOctets.wideSpaces, machine: null };
const counts = { pages: 0, bytes: 0, opened: 0, openedBytes: 0, areas: 0, givenUp: 0, givenUpUnits: 0, units: 0, different: 0 };

// Counts what the machine reads, and what it leaves to JavaScript.
const { machine } = nodeOctets;
const { open, read } = machine;
machine.open = length => {
  counts.opened += 1;
  counts.openedBytes += length;
  open(length);
};
machine.read = (area, most) => {
  const length = machine.lengthOf(area);
  const isRead = read(area, most);
  if (length === 0) return isRead;
  counts.areas += 1;
  counts.units += length;
  if (isRead === 0) {
    counts.givenUp += 1;
    counts.givenUpUnits += length;
  }
  return isRead;
};

/** The names of the facts that differ. */
const differing = (a, b) =>
  [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].filter(name => !isDeepStrictEqual(a?.[name], b?.[name]));

function compare(name, bytes, contentType) {
  const options = { contentType, maxLinks: 50_000, robotNames: ['crawlscope'] };
  const byMachine = extractHtml(bytes, { ...options, octets: nodeOctets, facts: { detectLanguage: detectByMachine } });
  const plain = extractHtml(bytes, { ...options, octets: inJavaScript, facts: { detectLanguage } });
  counts.pages += 1;
  counts.bytes += bytes.length;
  if (isDeepStrictEqual(byMachine, plain)) return;
  counts.different += 1;
  if (counts.different <= 20)
    console.log(`${name}: ${[...differing(byMachine, plain), ...differing(byMachine.facts, plain.facts)].join(', ')}`);
}

const unescaped = text => text.replace(/\\u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

function* inputsOf(path) {
  if (path.endsWith('.test')) {
    const { tests = [], xmlViolationTests = [] } = JSON.parse(readFileSync(path, 'utf8'));
    for (const { input, doubleEscaped } of [...tests, ...xmlViolationTests]) {
      const text = doubleEscaped ? unescaped(input) : input;
      yield Buffer.from(text);
      // Between words, and twice: within a text, and at its end.
      yield Buffer.from(`<p>one ${text} two${text} Three. ${text}`);
    }
  } else if (path.endsWith('.dat')) {
    for (const part of readFileSync(path, 'latin1').split('#data\n').slice(1))
      yield Buffer.from(part.split('\n#encoding\n')[0], 'latin1');
  } else {
    const bytes = readFileSync(path);
    yield path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  }
}

const isPage = name => /\.(x?html?(\.gz)?|test|dat)$/i.test(name) || /\.html\.[a-z.-]+$/i.test(name);
const began = performance.now();
for (const folder of positionals) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !isPage(entry.name) || counts.pages >= Number(values.most)) continue;
    const path = join(entry.parentPath, entry.name);
    for (const bytes of inputsOf(path)) {
      compare(path, bytes, null);
      if (/\.(test|dat)$/.test(path)) compare(path, bytes, 'text/html; charset=utf-8');
    }
  }
}
const share = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
console.log(`${counts.pages} pages, ${counts.bytes} bytes, ${Math.round((performance.now() - began) / 1000)} s`);
console.log(
  `the machine had ${share(counts.opened, counts.pages)} of the pages, ${share(counts.openedBytes, counts.bytes)} of the bytes`,
);
console.log(
  `of its ${counts.areas} texts it left ${counts.givenUp} to JavaScript, ${share(counts.givenUpUnits, counts.units)} of the units`,
);
console.log(`${counts.different} pages with other facts`);
process.exitCode = counts.different === 0 ? 0 : 1;
