// Twelve responses that are made to exhaust the crawl, in one crawl: pages of 15 MiB, codings that unpack to a GiB, a robots.txt and a sitemap as large as
// they may be. The crawl's thread must stay free, Stop must work in the middle, and the page behind each bomb must be read. Then a crawl of very many hosts
// with 1 MiB of robots.txt each must stay below a limit of memory.
//
//   node_modules/.bin/node scripts/proofs/bombs.mjs [--hosts N] [--stops N]
//
// Exit 1 if anything is wrong. Times that are judged are processor time of the crawl's thread, because a busy machine makes each pause long.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createSession } from '../../electron/engine/session/session.ts';
import { defaultSettings } from '../../shared/model/crawl.ts';
import { longestHold } from '../../test/support/longest-hold.ts';
import { hostileSites } from '../../test/support/proof/hostile-responses.ts';
import { linksTo, page, startSite } from '../../test/support/site.ts';
import { ensureBuilt } from '../run/bootstrap.mjs';
import { printFigures, wholeNumber } from './figures.mjs';
import { crawlRobotsHosts } from './robots-hosts.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { hosts: text, stops: text } });
const hosts = wholeNumber('hosts', values.hosts ?? 300);
const stops = wholeNumber('stops', values.stops ?? 3);
const mebibyte = 1024 * 1024;
const mostHoldMs = 1_000;
const mostStopMs = 1_000;
const mostMemory = 600 * mebibyte;

const folder = mkdtempSync(join(tmpdir(), 'crawlscope-bombs-'));
const wrong = [];
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const coded = (coding, body) => ({ headers: { 'Content-Type': 'text/html', 'Content-Encoding': coding }, body });
const nothing = Buffer.alloc(64 * mebibyte);
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const pages = hostileSites.filter(({ name }) => name.startsWith('a page of ')).slice(0, 8);
const bombs = [
  ...pages.map(({ name, answers }) => ({ name, path: '/', answer: answers()['/'] })),
  { name: 'gzip', path: '/', answer: coded('gzip', gzipSync(nothing)) },
  { name: 'brotli', path: '/', answer: coded('br', brotliCompressSync(nothing, quick)) },
];
const answersOf = name => hostileSites.find(each => each.name === name)?.answers() ?? {};
const named = bombs.flatMap((_, i) => [`/bomb${i}`, `/next${i}`]);
const site = await startSite({
  '/robots.txt': answersOf('a robots.txt of wildcards')['/robots.txt'],
  '/sitemap.xml': answersOf('a sitemap of entries')['/sitemap.xml'],
  '/': linksTo(...named),
  ...Object.fromEntries(
    bombs.flatMap(({ answer }, i) => [
      [`/bomb${i}`, answer],
      [`/next${i}`, page(`next ${i}`)],
    ]),
  ),
});
const settings = { ...defaultSettings, delayMs: 0, maxAttempts: 1, maxPages: 60, seeds: [site.url('/')] };

const whole = createSession(join(folder, 'whole.crawl'), settings);
const hold = await longestHold(() => whole.run());
const unread = bombs.map((_, i) => `/next${i}`).filter(path => !site.paths().includes(path));
if (hold > mostHoldMs) wrong.push(`the thread was held for ${Math.round(hold)} ms`);
if (unread.length > 0) wrong.push(`not read: ${unread.join(', ')}`);
if (whole.status().state !== 'finished') wrong.push(`the crawl ended as ${whole.status().state}: ${whole.status().detail}`);
await whole.close();
process.stdout.write(`12 bombs: the thread was held for ${Math.round(hold)} ms at most\n`);

let slowest = 0;
let slowestWall = 0;
for (let round = 0; round < stops; round++) {
  const session = createSession(join(folder, `stop-${round}.crawl`), settings);
  const before = site.log.length;
  const ended = session.run();
  const wanted = 3 + Math.floor(((round + 1) * named.length) / (stops + 1));
  while (site.log.length < before + wanted) await sleep(5);
  const [cpu, wall] = [process.threadCpuUsage(), performance.now()];
  await session.stop();
  const used = process.threadCpuUsage(cpu);
  slowest = Math.max(slowest, (used.user + used.system) / 1_000);
  slowestWall = Math.max(slowestWall, performance.now() - wall);
  if ((await ended) !== 'stopped') wrong.push(`stop ${round + 1}: the crawl ended as ${await ended}`);
  await session.close();
  process.stdout.write(`stop ${round + 1} of ${stops}: ${Math.round(performance.now() - wall)} ms\n`);
}
if (slowest > mostStopMs) wrong.push(`Stop took ${Math.round(slowest)} ms`);
await site.close();

ensureBuilt();
const crowd = await crawlRobotsHosts(hosts);
if (crowd.fetched !== hosts) wrong.push(`${crowd.fetched} of ${hosts} hosts were read`);
if (!(crowd.memory <= mostMemory)) wrong.push(`${Math.round(crowd.memory / mebibyte)} MiB for ${hosts} hosts`);
process.stdout.write(`${hosts} hosts with 1 MiB of robots.txt: ${Math.round(crowd.memory / mebibyte)} MiB at most\n`);
for (const line of wrong) process.stdout.write(`${line}\n`);
printFigures(12 + stops + crowd.fetched, wrong.length, {
  hosts: crowd.fetched,
  'longest hold, ms': Math.round(hold),
  'slowest stop, ms of processor time': Math.round(slowest),
  'slowest stop, ms': Math.round(slowestWall),
  'memory, MiB': Math.round(crowd.memory / mebibyte),
});
