// A long crawl with accidents: slow and broken responses, kills at random instants between a fifth and four fifths of the pages. Each page must be
// requested; the file must pass its audit; memory must stay below a limit; and the last tenth of the pages may cost at most a ninth more than the first.
//
//   node scripts/proofs/soak.mjs [--pages N] [--kills N] [--seed N]
//
// Linux, after `npm run build`. Only 127.0.0.1. The cost of a page is processor time, because on a busy machine each page takes long. Exit 1 if anything
// is wrong.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { cliWords } from '../run/checkout.cjs';
import { costOf } from './app-processes.mjs';
import { printFigures, randomOf, wholeNumber } from './figures.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { pages: text, kills: text, seed: text } });
const pages = wholeNumber('pages', values.pages ?? 20_000, 1_000);
const kills = wholeNumber('kills', values.kills ?? 3, 0);
const random = randomOf(wholeNumber('seed', values.seed ?? 1));
const mebibyte = 1024 * 1024;
const mostMemory = 600 * mebibyte;
/** At the end, the crawl must have at least nine tenths of its speed at the beginning. */
const mostGrowth = 1 / 0.9;
const connections = 8;
const fanOut = 20;

const requested = new Uint8Array(pages);
let requests = 0;
let accidents = 0;
const answered = { slow: 0, broken: 0, cut: 0 };
const server = createServer((request, response) => {
  if (request.url === '/robots.txt') {
    response.end('User-agent: *\nDisallow: /private/\n');
    return;
  }
  const n = request.url === '/' ? 0 : Number(/^\/p(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
  if (!(n < pages)) {
    response.writeHead(404).end();
    return;
  }
  requests += 1;
  requested[n] += 1;
  const children = Array.from({ length: fanOut }, (_, k) => n * fanOut + k + 1).filter(child => child < pages);
  const links = [...children, (n * 7) % pages].map(to => `<a href="/p${to}">page ${to}</a>`).join('\n');
  const body = `<!doctype html><title>Page ${n}</title><h1>${n}</h1><a href="/private/${n % 50}">p</a>${links}<p>${`word${n} `.repeat(120)}`;
  const isFirst = requested[n] === 1;
  if (isFirst && n % 997 === 5) {
    answered.broken += 1;
    request.socket.destroy();
  } else if (isFirst && n % 1_499 === 6) {
    answered.cut += 1;
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': body.length + 100 });
    response.write(body.slice(0, 200), () => request.socket.destroy());
  } else if (n % 211 === 7) {
    answered.slow += 1;
    setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(body), 100);
  } else response.writeHead(200, { 'Content-Type': 'text/html' }).end(body);
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const origin = `http://127.0.0.1:${server.address().port}`;
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-soak-'));
const path = join(folder, 'soak.crawl');
const wrong = [];

/** Processor time when each tenth of the pages was requested, of all processes together. */
const tenths = [0];
let before = 0;
let memory = 0;
const killAt = Array.from({ length: kills }, () => Math.floor(pages * (0.2 + 0.6 * random()))).sort((a, b) => a - b);

/** Runs a command to its end, or kills it when the next accident is due. */
async function run(words) {
  const [program, ...rest] = cliWords(words);
  const child = spawn(program, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', part => {
    complaint = (complaint + part).slice(-500);
  });
  let last = 0;
  const watch = setInterval(() => {
    const cost = costOf(child.pid);
    if (cost === null) return;
    last = cost.ticks;
    memory = Math.max(memory, cost.peak);
    while (tenths.length <= 10 && requests >= (tenths.length * pages) / 10) tenths.push(before + last);
    if (accidents < kills && requests >= killAt[accidents]) {
      accidents += 1;
      child.kill('SIGKILL');
    }
  }, 10);
  const teller = setInterval(
    () => process.stdout.write(`${requests} of ${pages} requests, ${Math.round(memory / mebibyte)} MiB\n`),
    15_000,
  );
  const [code] = await new Promise(done => child.once('close', (...how) => done(how)));
  clearInterval(watch);
  clearInterval(teller);
  before += last;
  return { code, complaint: complaint.trim() };
}

/** Attempts that a kill left without an end. Only these may be requested again. */
function openAttempts() {
  const db = new BetterSqlite3(path);
  try {
    return db.prepare('SELECT count(*) FROM fetches WHERE ended_at IS NULL').pluck().get();
  } finally {
    db.close();
  }
}

let mayRepeat = 0;
const began = performance.now();
try {
  const settings = ['--delay', '0', '--connections', String(connections), '--no-sitemaps', '--max-pages', String(pages * 2)];
  let result = await run(['crawl', `${origin}/`, '--out', path, ...settings]);
  while (result.code === null && existsSync(path)) {
    mayRepeat += openAttempts();
    result = await run(['resume', path]);
  }
  if (result.code !== 0) wrong.push(`the crawl ended with ${result.code}: ${result.complaint}`);
  if (tenths.length <= 10) tenths.push(before);
  const seconds = (performance.now() - began) / 1_000;
  const missing = requested.indexOf(0);
  if (missing >= 0) wrong.push(`/p${missing} was never requested`);
  const mostRequests = pages + answered.broken + answered.cut + mayRepeat;
  if (requests > mostRequests) wrong.push(`${requests} requests, at most ${mostRequests} are explained`);
  if (memory > mostMemory) wrong.push(`${Math.round(memory / mebibyte)} MiB of memory`);
  const first = tenths[1] - tenths[0];
  const end = tenths[10] - tenths[9];
  if (end > first * mostGrowth) wrong.push(`the last tenth took ${end} ticks of processor time, the first ${first}`);
  const audit = await run(['audit', path]);
  if (audit.code !== 0) wrong.push(`the audit of the file ended with ${audit.code}: ${audit.complaint}`);
  for (const line of wrong) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${pages} pages in ${Math.round(seconds)} s, ${accidents} kills, ${answered.broken} connections reset, ${answered.cut} bodies cut, ${answered.slow} slow ones; file ${Math.round(statSync(path).size / mebibyte)} MiB\n`,
  );
  printFigures(
    requested.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0),
    wrong.length,
    {
      kills: accidents,
      requests,
      'memory, MiB': Math.round(memory / mebibyte),
      'processor time of the first tenth, ticks': first,
      'of the last tenth': end,
    },
  );
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
