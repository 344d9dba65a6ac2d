// How soon a crawl that was killed sends again. A crawl with very many URLs waiting is killed with SIGKILL and resumed by the command line, again
// and again; the time runs from the start of the process to its first request at the server.
//
//   node scripts/proofs/restart.mjs [--urls N] [--restarts N] [--most MS] [--seed N]
//
// Linux, after `npm run build`. Only 127.0.0.1. Judged is the time without that in which the main thread was ready but other programs had the
// processor, because that depends on the machine's load (Linux counts it in schedstat); processor and wall time are printed beside it. Exit 1
// where a restart takes longer than --most, or the file lost a URL.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { cliWords } from '../run/checkout.cjs';
import { costOf, read } from './app-processes.mjs';
import { printFigures, randomOf, wholeNumber } from './figures.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { urls: text, restarts: text, most: text, seed: text } });
const urls = wholeNumber('urls', values.urls ?? 100_000, 2_000);
const restarts = wholeNumber('restarts', values.restarts ?? 5);
const most = wholeNumber('most', values.most ?? 2_000);
const random = randomOf(wholeNumber('seed', values.seed ?? 1));
const linksOfList = 1_000;
const mostPagesOfRun = 200;
/** Some more than must wait: each run requests pages, and the first kill interrupts some lists. */
const lists = Math.ceil((urls + (restarts + 1) * (mostPagesOfRun + 20)) / linksOfList) + 10;
/** A crawl that sends nothing for so long is ended. */
const longestMs = 120_000;

const page = links => `<!doctype html><title>Page</title>${links.map(to => `<a href="${to}">${to}</a>`).join('\n')}`;
const numbers = (count, toPath) => Array.from({ length: count }, (_, n) => toPath(n));
let pages = 0;
let onRequest = () => undefined;
// The home page leads to lists, and each list to a thousand pages. Lists go first: when pages are requested, nearly all are known.
const server = createServer((request, response) => {
  onRequest();
  const { url = '' } = request;
  if (url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private/\n');
  response.setHeader('Content-Type', 'text/html');
  const list = /^\/list(\d+)$/.exec(url)?.[1];
  if (url === '/') return void response.end(page(numbers(lists, n => `/list${n}`)));
  if (list !== undefined) return void response.end(page(numbers(linksOfList, n => `/page${Number(list) * linksOfList + n}`)));
  pages += 1;
  setTimeout(() => response.end(page(['/'])), 20);
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-restart-'));
const path = join(folder, 'restart.crawl');
const wrong = [];

/** Milliseconds of processor time of a process, and for how long its main thread was ready but had none. */
function usedBy(pid) {
  const [, waited] = read(`/proc/${pid}/task/${pid}/schedstat`).split(' ');
  return { processor: (costOf(pid)?.ticks ?? 0) * 10, waited: Number(waited ?? 0) / 1e6 };
}

/** Runs a command until `more` pages were requested, and kills it; gives the times up to its first request. */
async function runAndKill(words, more) {
  const [program, ...rest] = cliWords(words);
  const [before, began] = [pages, performance.now()];
  const child = spawn(program, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', part => {
    complaint = (complaint + part).slice(-500);
  });
  const guard = setTimeout(() => child.kill('SIGKILL'), longestMs);
  let first = null;
  onRequest = () => {
    guard.refresh();
    first ??= { wall: performance.now() - began, ...usedBy(child.pid) };
    if (pages - before >= more) child.kill('SIGKILL');
  };
  const [code] = await new Promise(done => child.once('close', (...how) => done(how)));
  clearTimeout(guard);
  onRequest = () => undefined;
  if (code !== null) wrong.push(`${words[0]} ended with ${code}: ${complaint.trim()}`);
  return first;
}

/** What a kill left, counted in a copy: opening the file itself would do a part of the next start's work. */
function leftBy() {
  const copy = join(folder, 'copy.crawl');
  for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  const db = new BetterSqlite3(copy);
  try {
    const count = where => db.prepare(`SELECT count(*) FROM url ${where}`).pluck().get();
    return { waiting: count("WHERE state IN ('queued', 'leased')"), known: count('') };
  } finally {
    db.close();
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  }
}

const ms = value => `${Math.round(value)} ms`;
const slowest = { own: 0, processor: 0, wall: 0 };
let done = 0;
let knownBefore = 0;
let least = Number.POSITIVE_INFINITY;
try {
  const settings = ['--delay', '0', '--connections', '8', '--no-sitemaps', '--no-bodies', '--max-pages', String(urls * 3)];
  await runAndKill(['crawl', `http://127.0.0.1:${server.address().port}/`, '--out', path, ...settings], mostPagesOfRun);
  for (; done < restarts && wrong.length === 0; done += 1) {
    const { waiting, known } = leftBy();
    least = Math.min(least, waiting);
    if (waiting < urls) wrong.push(`kill ${done}: only ${waiting} URLs wait`);
    if (known < knownBefore) wrong.push(`kill ${done}: ${known} URLs in the file, ${knownBefore} before`);
    knownBefore = known;
    const first = await runAndKill(['resume', path], 10 + Math.floor(random() * (mostPagesOfRun - 10)));
    if (first === null) {
      wrong.push(`restart ${done}: no request`);
      break;
    }
    const own = first.wall - first.waited;
    if (own > most) wrong.push(`restart ${done}: ${ms(own)}`);
    process.stdout.write(
      `${waiting} URLs waiting: ${ms(own)} of its own, ${ms(first.processor)} of processor time, ${ms(first.wall)} by the clock\n`,
    );
    for (const [name, value] of Object.entries({ own, processor: first.processor, wall: first.wall }))
      slowest[name] = Math.max(slowest[name], value);
  }
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
for (const line of wrong) process.stdout.write(`${line}\n`);
printFigures(done, wrong.length, {
  'URLs waiting, at least': least,
  'start to first request at most, ms': Math.round(slowest.own),
  'processor time, ms': slowest.processor,
  'by the clock, ms': Math.round(slowest.wall),
});
