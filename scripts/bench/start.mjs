// node scripts/bench/start.mjs [ROUNDS]: what starting costs, as a crawl of two pages. Prints medians of user and system time of all processes
// in milliseconds, launcher included. Needs sh. The ways take turns; each runs five times per turn.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, node24, ROOT, runMain, Stop } from '../run/bootstrap.mjs';
import { cliWords, ENGINE_FLAGS } from '../run/checkout.cjs';
import { median } from './median.mjs';
import { shellSeconds } from './shell-times.mjs';

const page = (title, link) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${'Plain words of a page. '.repeat(30)}<a href="${link}">more</a>`;
const answers = { '/robots.txt': 'User-agent: *\nDisallow: /private/\n', '/': page('One', '/two'), '/two': page('Two', '/') };

function startSite() {
  const server = createServer((request, response) => {
    const body = answers[request.url];
    const type = request.url === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8';
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': type });
    response.end(body);
  });
  return new Promise(done => server.listen(0, '127.0.0.1', () => done(server)));
}

/** A command runs in each of these folders, one after the other: one run is too short for the shell, which counts in steps of 10 ms. */
const RUNS = ['1', '2', '3', '4', '5'];

/** Milliseconds of processor time of a command and all its processes: the mean of a few runs. */
async function cpuOf(words, folder) {
  const runs = mkdtempSync(join(folder, 'runs-'));
  for (const run of RUNS) mkdirSync(join(runs, run));
  const script = `for run in ${RUNS.join(' ')}; do cd $run; "$@" >/dev/null || exit 1; cd ..; done`;
  return ((await shellSeconds(script, words, { what: words.join(' '), cwd: runs })) * 1000) / RUNS.length;
}

await runMain(async () => {
  ensureInstalled();
  ensureBuilt();
  const rounds = Number(process.argv[2] ?? 10);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Stop(`ROUNDS is a whole number from 1, not ${process.argv[2]}. Usage: node scripts/bench/start.mjs [ROUNDS]`);
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-start-'));
  const site = await startSite();
  const crawl = () => ['crawl', `http://127.0.0.1:${site.address().port}/`, '--delay', '0', '--out', 'site.crawl'];
  const node = node24();
  const launcher = join(ROOT, 'scripts/run/crawlscope.cjs');
  const program = join(ROOT, 'out/engine/cli.cjs');
  const withoutBundle = words => words.map(word => (word.endsWith('crawl.cjs') ? program : word));
  const ways = {
    'an empty program': () => [node, '-e', '0'],
    'crawlscope --version': () => [node, ...ENGINE_FLAGS, launcher, '--version'],
    'a crawl of two pages, as npm starts it': () => [node, ...ENGINE_FLAGS, launcher, ...crawl()],
    'the same, without launcher': () => cliWords(crawl()),
    'the same, without launcher and stored code': () => withoutBundle(cliWords(crawl())),
  };
  const found = Object.fromEntries(Object.keys(ways).map(name => [name, []]));
  try {
    for (let round = 0; round < rounds; round++)
      for (const [name, words] of Object.entries(ways)) found[name].push(await cpuOf(words(), folder));
  } finally {
    site.close();
    rmSync(folder, { recursive: true });
  }
  for (const [name, times] of Object.entries(found)) {
    const text = `${Math.round(median(times))} ms (least ${Math.round(Math.min(...times))})`;
    process.stdout.write(`${name.padEnd(42)}${text}\n`);
  }
});
