// Compares a crawl file with the truth about a site: exit 1 on a difference that the truth does not explain.
//
//   node scripts/proofs/compare-truth.mjs <truth-dir> <file.crawl> <site>
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '../..');

// The comparison is TypeScript, which only Node 24 runs as it is.
if (Number.parseInt(process.versions.node, 10) < 24) {
  const node = join(root, 'node_modules/.bin/node');
  const again = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}

const { compareTruth, comparisonTable, parseTruth } = await import('../../test/support/truth.ts');

const [folder, file, site] = process.argv.slice(2);
const cli = process.env.CRAWLSCOPE_CLI ?? join(root, 'out/engine/cli.cjs');
const stop = message => {
  console.error(message);
  process.exit(2);
};
if (!folder || !file || !site) stop('usage: compare-truth.mjs <truth-dir> <file.crawl> <site>');
if (!existsSync(cli)) stop(`No command line at ${cli}: run "npm run build" first.`);
if (!existsSync(file)) stop(`No crawl file at ${file}.`);

const readTruth = () => {
  const plain = join(folder, `${site}.tsv`);
  if (existsSync(plain)) return readFileSync(plain, 'utf8');
  if (existsSync(`${plain}.gz`)) return gunzipSync(readFileSync(`${plain}.gz`)).toString('utf8');
  return stop(`No truth about ${site} in ${folder}.`);
};

/** The crawl's URLs, read line by line from the command line. */
const readCrawl = async () => {
  const columns = ['--format', 'jsonl', '--columns', 'url,status,content_type,state,reason'];
  const child = spawn(process.execPath, [cli, 'urls', file, ...columns], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', code => done(code));
  });
  const rows = [];
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') rows.push(JSON.parse(line));
  }
  const code = await ended;
  if (code !== 0) stop(`The command line ended with ${code}.`);
  return rows;
};

const comparison = compareTruth(parseTruth(readTruth()), await readCrawl());
console.log(comparisonTable(site, comparison));
process.exit(comparison.differences.every(item => item.explained) ? 0 : 1);
