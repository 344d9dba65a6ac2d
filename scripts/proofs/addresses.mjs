// Leads a crawl to addresses inside networks, in every spelling and over every route, and lets names change where they point. No connection may
// be tried. What the process tries to connect to is watched at the socket, so nothing leaves this machine.
//
//   node_modules/.bin/node scripts/proofs/addresses.mjs [--flips N] [--seed S]
//
// Exit 1 if a connection was tried that must not be.
import { mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSession } from '../../electron/engine/session/session.ts';
import { classifyAddress } from '../../electron/fetcher/address-guard.ts';
import { createHttpFetcher } from '../../electron/fetcher/http.ts';
import { defaultFetchLimits } from '../../electron/fetcher/limits.ts';
import { quick } from '../../test/support/crawling.ts';
import { insideSpellings, loopbackSpellings } from '../../test/support/proof/inside-addresses.ts';
import { linksTo, openRobots, page, redirect, robotsFile, startSite } from '../../test/support/site.ts';
import { printFigures, randomOf, wholeNumber } from './figures.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { flips: text, seed: text } });
const flips = wholeNumber('flips', values.flips ?? 1_000);
const random = randomOf(wholeNumber('seed', values.seed ?? 1));

/** Where sockets tried to connect, as address:port. Only the site of this script is really connected to. */
const dialled = [];
let allowed = new Set();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...given) {
  const [first] = Array.isArray(given[0]) ? given[0] : given;
  if (first?.path !== undefined) return connect.apply(this, given);
  const target = `${first?.host}:${first?.port}`;
  dialled.push(target);
  if (allowed.has(target)) return connect.apply(this, given);
  queueMicrotask(() => this.destroy(Object.assign(new Error(`connect ECONNREFUSED ${target}`), { code: 'ECONNREFUSED' })));
  return this;
};

const port = 81;
const spellings = [...loopbackSpellings.map(each => each.replaceAll('PORT', String(port))), ...insideSpellings].filter(each =>
  URL.canParse(each.trim()),
);
const wrong = [];
let tried = 0;

/** Text as the octets of a header. */
const octets = url => Buffer.from(url).toString('latin1');

/** How a URL gets from a page, or from its headers, into a crawl. `at`: the path that leads to it. */
const routes = {
  link: (at, url) => ({ [at]: linksTo(url) }),
  redirect: (at, url) => ({ [at]: redirect(octets(url)) }),
  sitemap: () => ({}),
  canonical: (at, url) => ({ [at]: page(`<link rel="canonical" href="${url}">`) }),
  'Link header': (at, url) => ({ [at]: { headers: { Link: `<${octets(url)}>; rel="canonical"` }, body: 'here' } }),
  'image, script, frame': (at, url) => ({
    [at]: page(`<img src="${url}"><script src="${url}"></script><iframe src="${url}"></iframe>`),
  }),
  refresh: (at, url) => ({ [at]: page(`<meta http-equiv="refresh" content="0; url=${url}">`) }),
};

/** One crawl of a site whose pages lead to all addresses over one route. The site has a name, so that no address was typed by the user. */
async function overRoute(name, answersOf) {
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-addresses-'));
  const escaped = url => url.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const paths = spellings.map((_, i) => `/p${i}`);
  const answers = { '/': linksTo(...paths) };
  for (const [i, url] of spellings.entries()) Object.assign(answers, answersOf(paths[i], url.trim()));
  const site = await startSite(answers);
  const siteUrl = new URL(site.origin);
  if (name === 'sitemap') {
    const entries = spellings.map(url => `<url><loc>${escaped(url.trim())}</loc></url>`).join('');
    site.set('/robots.txt', robotsFile(`${openRobots}Sitemap: http://site.test:${siteUrl.port}/sitemap.xml\n`));
    site.set('/sitemap.xml', {
      headers: { 'Content-Type': 'application/xml' },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`,
    });
  }
  allowed = new Set([`127.0.0.1:${siteUrl.port}`]);
  dialled.length = 0;
  const settings = {
    ...quick,
    ...{ seeds: [`http://site.test:${siteUrl.port}/`], scope: 'domain', sitemaps: true, maxPages: 10_000 },
    ...{ checkExternal: true, checkResources: true, checkDelayMs: 0, crawlReferences: ['canonical', 'hreflang', 'amp'] },
  };
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const session = createSession(join(folder, 'x.crawl'), settings, {
    wrapFetcher: () => createHttpFetcher({ lookup, connectionsPerOrigin: 8 }),
  });
  try {
    await session.run();
    const bad = [...new Set(dialled.filter(target => !allowed.has(target)))];
    for (const target of bad) wrong.push(`${name}: a connection to ${target} was tried`);
    const count = sql => [...session.sql(sql, { timeMs: 10_000, maxRows: 10 }).rows][0][0];
    const refused = count("SELECT count(*) FROM url WHERE reason = 'address-refused'");
    const pages = count('SELECT count(*) FROM url WHERE status IS NOT NULL');
    if (pages < spellings.length) wrong.push(`${name}: only ${pages} pages of the site were crawled`);
    tried += spellings.length;
    process.stdout.write(
      `${name.padEnd(22)} ${spellings.length} addresses, ${refused} URLs refused for their address, ${bad.length} connections\n`,
    );
  } finally {
    await session.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The start URL’s own name, and its robots.txt, lead inside. */
async function robotsRedirects() {
  for (const url of spellings) {
    const site = await startSite({ '/robots.txt': redirect(octets(url.trim())), '/': 'here' });
    const { port: own } = new URL(site.origin);
    allowed = new Set([`127.0.0.1:${own}`]);
    dialled.length = 0;
    const folder = mkdtempSync(join(tmpdir(), 'crawlscope-addresses-'));
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const session = createSession(
      join(folder, 'x.crawl'),
      { ...quick, seeds: [`http://site.test:${own}/`] },
      {
        wrapFetcher: () => createHttpFetcher({ lookup }),
      },
    );
    await session.run();
    for (const target of dialled)
      if (!allowed.has(target)) wrong.push(`robots redirect to ${url}: a connection to ${target} was tried`);
    tried += 1;
    await session.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${'robots.txt redirect'.padEnd(22)} ${spellings.length} addresses\n`);
}

const inside = [
  '127.0.0.1',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.0.9',
  '169.254.169.254',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '100.64.0.1',
  '0.0.0.0',
];
const outside = ['203.0.114.1', '2d00::1'];
const pick = list => list[Math.floor(random() * list.length)];
const at = address => ({ address, family: address.includes(':') ? 6 : 4 });

/** A name that answered publicly once points inside later, as a start URL and as any other host. Then it points to both at once. */
async function rebinding(isNamed) {
  allowed = new Set();
  dialled.length = 0;
  let current = [];
  const fetcher = createHttpFetcher({ lookup: async () => current, dnsCacheMs: 0 });
  if (isNamed) fetcher.trustHosts(['flip.test']);
  const ask = () =>
    fetcher.fetch(
      { url: 'http://flip.test/ok', userAgent: 'test', accept: '*/*' },
      defaultFetchLimits,
      new AbortController().signal,
    );
  current = [at(pick(outside))];
  await ask();
  for (let i = 0; i < flips / 2; i++) {
    const bad = pick(inside);
    current = [[at(bad)], [at(pick(outside)), at(bad)], [at(pick(outside))]][Math.floor(random() * 3)];
    await ask();
    tried += 1;
  }
  await fetcher.close();
  const bad = dialled.filter(target => classifyAddress(target.replace(/:\d+$/, '')) !== 'public');
  for (const target of new Set(bad))
    wrong.push(`${isNamed ? 'start URL' : 'other host'}: a name changed, and a connection to ${target} was tried`);
  process.stdout.write(
    `${(isNamed ? 'rebinding, start URL' : 'rebinding, other host').padEnd(22)} ${Math.floor(flips / 2)} answers, ${dialled.length} connections to public addresses, ${bad.length} to others\n`,
  );
}

for (const [name, answersOf] of Object.entries(routes)) await overRoute(name, answersOf);
await robotsRedirects();
await rebinding(true);
await rebinding(false);
for (const line of wrong.slice(0, 40)) process.stdout.write(`${line}\n`);
printFigures(tried, wrong.length, { addresses: spellings.length, routes: Object.keys(routes).length + 2 });
