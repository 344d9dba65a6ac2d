// Kills a crawl with SIGKILL at seeded instants and resumes it, again and again. After each kill the file must be sound and must hold an
// attempt for each request that the server has seen. At the end no URL is lost, and only what was in flight was requested twice.
//
//   node_modules/.bin/node scripts/proofs/kills.mjs [--kills N] [--seed S] [--pages N]
//
// The build must be there (`npm run build`). Exit 1 if anything is wrong.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { linksTo, startSite } from '../../test/support/site.ts';
import { printFigures, randomOf, wholeNumber } from './figures.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { kills: text, seed: text, pages: text } });
const kills = wholeNumber('kills', values.kills ?? 150);
const seed = wholeNumber('seed', values.seed ?? 1);
const pages = wholeNumber('pages', values.pages ?? 400);
const cli = resolve(import.meta.dirname, '../../out/engine/cli.cjs');
if (!existsSync(cli)) {
  process.stderr.write('kills: there is no build; run "npm run build" first.\n');
  process.exit(2);
}
const random = randomOf(seed);
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-kills-'));
const wrong = [];
const longestRunMs = 60_000;

/** A tree of pages whose answers take a moment each, so that some are in flight at any time. */
function startTree() {
  const answers = { '/': linksTo('/p1', '/p2') };
  for (let i = 1; i <= pages; i++)
    answers[`/p${i}`] = ({ response }) => {
      const next = [2 * i + 1, 2 * i + 2].filter(n => n <= pages).map(n => `/p${n}`);
      setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(linksTo(...next)), (i * 7) % 20);
      return undefined;
    };
  return startSite(answers);
}

/** Runs the command line; kills it `ms` after its first request. Resolves with its exit code (null: killed) and the time to that request. */
async function run(site, words, ms) {
  const before = site.log.length;
  const began = performance.now();
  const child = spawn(process.execPath, [cli, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', part => {
    complaint = (complaint + part).slice(-500);
  });
  const guard = setTimeout(() => child.kill('SIGKILL'), longestRunMs);
  let firstMs = 0;
  const watch = setInterval(() => {
    if (site.log.length === before) return;
    clearInterval(watch);
    firstMs = performance.now() - began;
    if (ms !== null) setTimeout(() => child.kill('SIGKILL'), ms);
  }, 1);
  const code = await new Promise(done => child.once('close', done));
  clearTimeout(guard);
  clearInterval(watch);
  return { code, firstMs, complaint: complaint.trim() };
}

/** What the file says right after a kill. Opened for writing: SQLite rolls the log in. */
function inspect(path) {
  const db = new BetterSqlite3(path);
  try {
    const one = sql => db.prepare(sql).pluck().get();
    const found = [];
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') found.push('integrity');
    if (db.prepare('SELECT count(*) FROM pragma_foreign_key_check').pluck().get() !== 0) found.push('foreign keys');
    if (one('SELECT count(*) FROM url') !== one('SELECT count(*) FROM current_decisions')) found.push('current decisions');
    if (one('SELECT count(*) FROM (SELECT url FROM url GROUP BY url HAVING count(*) > 1)') !== 0) found.push('URLs twice');
    const list = sql => db.prepare(sql).pluck().all();
    const open = list('SELECT target FROM fetches WHERE ended_at IS NULL');
    if (list("SELECT url FROM url WHERE state = 'leased'").some(url => !open.includes(url)))
      found.push('leases without an attempt');
    return { found, open, targets: list('SELECT target FROM fetches') };
  } finally {
    db.close();
  }
}

const countOf = list => {
  const counts = new Map();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};

let killed = 0;
let crawls = 0;
let repeated = 0;
let slowest = 0;
try {
  while (killed < kills) {
    const site = await startTree();
    const path = join(folder, `${crawls}.crawl`);
    const mayRepeat = new Map();
    let words = ['crawl', site.url('/'), '--out', path, '--delay', '0', '--connections', '8', '--no-sitemaps'];
    const name = `crawl ${crawls}`;
    for (let ended = false; !ended; ) {
      const ms = killed < kills ? Math.floor(random() * 250) : null;
      const { code, firstMs, complaint } = await run(site, words, ms);
      slowest = Math.max(slowest, firstMs);
      if (code !== null && code !== 0) {
        wrong.push(`${name}: exit ${code} after ${killed} kills: ${complaint}`);
        break;
      }
      ended = code === 0;
      if (!ended) killed += 1;
      if (!existsSync(path)) continue;
      words = ['resume', path];
      const { found, open, targets } = inspect(path);
      const attempts = countOf(targets);
      for (const [target, count] of countOf(site.paths()))
        if ((attempts.get(site.url(target)) ?? 0) < count) found.push(`${count} requests of ${target}, fewer attempts on disk`);
      for (const url of open) mayRepeat.set(url, (mayRepeat.get(url) ?? 0) + 1);
      for (const fault of found) wrong.push(`${name}, kill ${killed}: ${fault}`);
      if (!ended) continue;
      const done = new BetterSqlite3(path, { readonly: true });
      const fetched = done.prepare("SELECT count(*) FROM url WHERE state = 'done'").pluck().get();
      done.close();
      if (fetched !== pages + 1) wrong.push(`${name}: ${fetched} of ${pages + 1} pages at the end`);
      const audited = await run({ log: [] }, ['audit', path], null);
      if (audited.code !== 0) wrong.push(`${name}: audit exit ${audited.code}: ${audited.complaint}`);
      for (const [target, count] of countOf(site.paths())) {
        repeated += count - 1;
        const most = 1 + (mayRepeat.get(site.url(target)) ?? 0);
        if (count > most) wrong.push(`${name}: ${target} was requested ${count} times, at most ${most} are in flight at kills`);
      }
    }
    crawls += 1;
    await site.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    if (process.stderr.isTTY) process.stderr.write(`\r${killed} of ${kills} kills`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const line of wrong) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${killed} kills over ${crawls} crawls of ${pages + 1} pages, seed ${seed}: ${wrong.length} wrong; ${repeated} requests repeated, each was in flight; ${Math.round(slowest)} ms at most from start to first request\n`,
);
printFigures(killed, wrong.length, { crawls, repeated, 'start to first request at most, ms': Math.round(slowest) });
