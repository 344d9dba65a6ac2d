// Crawls a site of thousands of real pages and thirteen spaces of addresses without an end, one of them of hosts. Each space may take at most one hundredth of
// the budget; every real page must be read; each stopped URL must have a reason with its pattern; and releasing a pattern must let the crawl go on.
//
//   node_modules/.bin/node scripts/proofs/traps.mjs [--pages N]
//
// The site answers inside the process, so that any number of hosts exists. Exit 1 if anything is wrong.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { createSession } from '../../electron/engine/session/session.ts';
import { defaultSettings } from '../../shared/model/crawl.ts';
import { manyHosts } from '../../test/support/many-hosts.ts';
import { prose, trapSite, traps } from '../../test/support/trap-site.ts';
import { printFigures, wholeNumber } from './figures.mjs';

const { values } = parseArgs({ options: { pages: { type: 'string' } } });
const wanted = wholeNumber('pages', values.pages ?? 5_000, 500);
/** The site has about six pages for each of its size. */
let size = Math.ceil(wanted / 6);
while (trapSite(size).pages.size < wanted) size += 5;
const site = trapSite(size);
const budget = 2 * Math.max(wanted, 5_000);
const wild = 'hosts without an end';
const origin = 'http://www.real.test';
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-traps-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const wildHost = /^(\w+)\.wild\.real\.test$/;
const { clock, wrapFetcher } = manyHosts(({ hostname, pathname, search }) => {
  const nothing = { status: 404, headers: [['content-type', 'text/plain']], body: 'Not here' };
  if (pathname === '/robots.txt') return nothing;
  const [, name] = wildHost.exec(hostname) ?? [];
  if (name !== undefined) {
    const links = Array.from({ length: 5 }, (_, n) => `<a href="http://${name.slice(-12)}${n}.wild.real.test/">${n}</a>`);
    return { body: `<title>Home</title><p>${prose('home', 40)}</p>${links.join('')}` };
  }
  const body = site.page(`${pathname}${search}`);
  if (body === null) return nothing;
  return { body: pathname === '/' ? `${body}<a href="http://w.wild.real.test/">wild</a>` : body };
});
const settings = { ...defaultSettings, delayMs: 0, scope: 'domain', sitemaps: false, maxPages: budget, seeds: [`${origin}/`] };
const path = join(folder, 'traps.crawl');
const session = createSession(path, settings, { clock, wrapFetcher });
const wrong = [];
const ask = (statement, ...of) => {
  const db = new BetterSqlite3(path, { readonly: true });
  try {
    return db
      .prepare(statement)
      .raw()
      .all(...of);
  } finally {
    db.close();
  }
};
const trapOf = url => {
  const { hostname, pathname, search } = new URL(url);
  if (wildHost.test(hostname)) return wild;
  return site.trapOf(`${pathname}${search}`);
};

const teller = setInterval(() => process.stdout.write(`${session.status().fetched} pages read, of ${budget} at most\n`), 10_000);
await session.run();
clearInterval(teller);

const read = ask('SELECT url FROM urls WHERE status = 200').map(([url]) => url);
const known = new Set(read);
const missing = [...site.pages.keys()].filter(each => !known.has(`${origin}${each}`));
if (missing.length > 0) wrong.push(`${missing.length} real pages were not read, such as ${missing[0]}`);
if (session.status().state !== 'finished') wrong.push(`the crawl ended as ${session.status().state}`);

const shares = new Map([...traps.map(({ name }) => [name, 0]), [wild, 0]]);
for (const url of read) if (trapOf(url) !== '') shares.set(trapOf(url), shares.get(trapOf(url)) + 1);
for (const [name, count] of shares) {
  process.stdout.write(
    `${name.padEnd(24)}${String(count).padStart(5)} pages, ${((100 * count) / budget).toFixed(2)} % of the budget\n`,
  );
  if (count === 0) wrong.push(`${name}: nothing was read, so it proves nothing`);
  if (count > budget / 100) wrong.push(`${name}: ${count} pages, more than ${budget / 100}`);
}

/** Patterns of stopped URLs, by the trap that they came from. */
const patterns = new Map();
const told = new Map();
const stopped = ask("SELECT url, reason FROM url WHERE reason LIKE 'trap-%' ORDER BY id");
for (const [url, reason] of stopped) {
  const trap = trapOf(url);
  if (trap === '') wrong.push(`${url} is a real page, and was stopped as ${reason}`);
  // What is shown to the user of the first ones of each kind: the pattern, and the control in the advice.
  const key = `${trap} ${reason}`;
  const count = told.get(key) ?? 0;
  told.set(key, count + 1);
  if (count >= 5) continue;
  const { decisions } = await session.handlers['url.explain']({ url });
  const { evidence = [], advice = '' } = decisions.find(each => each.reason === reason) ?? {};
  const pattern = evidence.find(({ kind }) => kind === 'pattern')?.text;
  if (pattern === undefined) wrong.push(`${url}, ${reason}: its explanation has no pattern`);
  else {
    if (count === 0) process.stdout.write(`${trap.padEnd(24)}${reason}: ${pattern}\n`);
    patterns.set(key, pattern);
  }
  if (!advice.includes(`--release-trap "${pattern}"`)) wrong.push(`${url}, ${reason}: its explanation names no control`);
}

const more = 30;
const limit = read.length + more;
session.changeSettings({ maxPages: limit, releasedTraps: [...patterns.values()] });
await session.run();
const [[after]] = ask('SELECT count(*) FROM urls WHERE status = 200');
if (after < limit) wrong.push(`after the release of all patterns, ${after - read.length} pages were read, not ${more}`);
await session.close();

for (const line of wrong.slice(0, 20)) process.stdout.write(`${line}\n`);
printFigures(read.length, wrong.length, {
  'real pages': site.pages.size - missing.length,
  traps: shares.size,
  'largest share, percent': Number(((100 * Math.max(...shares.values())) / budget).toFixed(2)),
  stopped: stopped.length,
});
