// Crawls the real documentation sites that the corpora's server offers, to the end, and compares each with its truth.
//
//   node scripts/proofs/real-sites.mjs [--corpora DIR] [--keep] [site…]      without names: every site that is served
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpora: { type: 'string', default: join(root, '../shared/corpora') },
    /** Compares the crawl files that are there instead of crawling again. */
    keep: { type: 'boolean', default: false },
  },
});
const stop = message => {
  console.error(message);
  process.exit(2);
};
const corpora = resolve(values.corpora);
const node = join(root, 'node_modules/.bin/node');
const cli = process.env.CRAWLSCOPE_CLI ?? join(root, 'out/engine/cli.cjs');
const server = join(corpora, 'serve-real-sites.sh');
if (!existsSync(server)) stop(`No corpora at ${corpora}: name them with --corpora.`);
if (!existsSync(cli)) stop(`No command line at ${cli}: run "npm run build" first.`);

const listed = spawnSync('bash', [server, 'list'], { encoding: 'utf8' });
if (listed.status !== 0) stop(`The list of sites failed: ${listed.stderr}`);
const sites = listed.stdout
  .split('\n')
  .filter(line => line !== '')
  .map(line => line.split('\t'))
  .map(([name = '', , url = '']) => ({ name, url }));
const unknown = positionals.filter(name => !sites.some(site => site.name === name));
if (unknown.length > 0) stop(`Not served: ${unknown.join(', ')}. Served: ${sites.map(site => site.name).join(', ')}.`);
const chosen = sites.filter(site => positionals.length === 0 || positionals.includes(site.name));

const ask = args => spawnSync(node, [cli, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** The one number a query gives; NaN when it fails. */
const count = (file, query) => {
  const answer = ask(['sql', file, query, '--format', 'jsonl']);
  if (answer.status !== 0) {
    console.error(answer.stderr.trim());
    return Number.NaN;
  }
  return Number(Object.values(JSON.parse(answer.stdout.trim().split('\n')[0] ?? '{}'))[0]);
};

const isServed = async url => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch (error) {
    console.error(`${url}: ${error.message}`);
    return false;
  }
};

const folder = join(root, '.cache/real');
mkdirSync(folder, { recursive: true });
const results = [];
for (const { name, url } of chosen) {
  if (!(await isServed(url))) {
    results.push({ name, note: 'not served' });
    continue;
  }
  const file = join(folder, `${name}.crawl`);
  let seconds = 0;
  if (!values.keep || !existsSync(file)) {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    const began = performance.now();
    const crawl = ask(['crawl', url, '--out', file, '--delay', '0', '--connections', '8']);
    seconds = (performance.now() - began) / 1_000;
    if (crawl.status !== 0) {
      console.error(crawl.stderr.trim());
      results.push({ name, seconds, note: `crawl ended with ${crawl.signal ?? crawl.status}` });
      continue;
    }
  }
  const compare = spawnSync(node, [join(root, 'scripts/proofs/compare-truth.mjs'), join(corpora, 'truth'), file, name], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  console.log(compare.stdout + compare.stderr);
  const urls = count(file, 'select count(*) as n from urls');
  const decisions = count(file, 'select count(*) as n from current_decisions');
  const fetches = count(file, 'select count(*) as n from fetches');
  const notes = [];
  if (compare.status === 1) notes.push('differs from the truth');
  else if (compare.status !== 0) notes.push('could not be compared');
  if (urls !== decisions || Number.isNaN(urls)) notes.push('URLs without a current decision');
  results.push({ name, seconds, urls, decisions, fetches, note: notes.join(', ') });
}

const cell = (value, width) => String(value ?? '-').padStart(width);
console.log(
  `${'site'.padEnd(12)}${cell('urls', 9)}${cell('decisions', 11)}${cell('fetches', 9)}${cell('seconds', 9)}${cell('per s', 8)}  result`,
);
for (const { name, urls, decisions, fetches, seconds, note } of results) {
  const rate = seconds > 0 && fetches !== undefined ? (fetches / seconds).toFixed(0) : '-';
  const time = seconds > 0 ? seconds.toFixed(1) : '-';
  console.log(
    `${name.padEnd(12)}${cell(urls, 9)}${cell(decisions, 11)}${cell(fetches, 9)}${cell(time, 9)}${cell(rate, 8)}  ${note || 'same'}`,
  );
}
process.exit(results.every(item => item.note === '') ? 0 : 1);
