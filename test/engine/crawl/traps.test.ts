import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import { afterwards } from '../../support/afterwards.ts';
import { column, faults, newPath, newSession, reasonsOf, reopen, rows } from '../../support/crawling.ts';
import { prose, randomLinks, trapSite, traps } from '../../support/trap-site.ts';

/** A site whose answers follow from the path. */
async function served(page: (path: string) => string | null): Promise<string> {
  const server = createServer((request, response) => {
    const text = request.url === '/robots.txt' ? null : page(request.url ?? '/');
    response.writeHead(text === null ? 404 : 200, { 'Content-Type': 'text/html' }).end(text ?? 'Not here');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  afterwards(() => new Promise<void>(done => server.close(() => done())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('traps get their share and no more, and every real page is read', async () => {
  const site = trapSite(150);
  const origin = await served(site.page);
  const maxPages = 10_000;
  const session = newSession([`${origin}/`], { maxPages });
  await session.run();
  const read = column(session, 'SELECT url FROM urls WHERE status = 200').map(url => String(url).slice(origin.length));
  const missing = [...site.pages.keys()].filter(path => !read.includes(path));
  const stopped = rows(session, "SELECT url, reason FROM urls WHERE reason LIKE 'trap-%'");
  expect({ missing, wronglyStopped: stopped.filter(([url]) => site.pages.has(String(url).slice(origin.length))) }).toEqual({
    missing: [],
    wronglyStopped: [],
  });
  const shares: Record<string, number> = {};
  for (const path of read) if (site.trapOf(path) !== '') shares[site.trapOf(path)] = (shares[site.trapOf(path)] ?? 0) + 1;
  expect(Object.keys(shares)).toHaveLength(traps.length);
  expect(Object.entries(shares).filter(([, count]) => count > maxPages / 100)).toEqual([]);
  expect(read.length).toBeLessThan(maxPages);
}, 120_000);

test('a pattern that a guard closed stays closed after a resume, until it is released', async () => {
  const trap = traps.find(({ name }) => name === 'random links');
  const origin = await served(path => trap?.page(path) ?? null);
  const path = newPath();
  const session = newSession([`${origin}${trap?.start}`], { maxPages: 5_000 }, { path });
  await session.run();
  const readIn = (each: Session): number => column(each, 'SELECT count(*) FROM url WHERE status = 200')[0] as number;
  const first = readIn(session);
  expect(first).toBeLessThan(200);
  await session.close();
  const again = reopen(path);
  // A link from a page of the trap, as if it were found only now.
  expect(column(again, "SELECT detail FROM event WHERE kind = 'trap'").map(detail => JSON.parse(String(detail)))).toEqual([
    { reason: 'trap-folder', pattern: `${origin}/rnd/…`, count: 40 },
  ]);
  again.changeSettings({ maxPages: first + 30, releasedTraps: ['http://another.test/…'] });
  await again.run();
  expect(readIn(again)).toBe(first);
  again.changeSettings({ releasedTraps: [`${origin}/rnd/…`] });
  await again.run();
  expect(readIn(again)).toBe(first + 30);
  expect(faults(again)).toEqual([]);
});

test('without guards, and for what a sitemap names, nothing is stopped', async () => {
  const trap = traps.find(({ name }) => name === 'random links');
  const origin = await served(path => trap?.page(path) ?? null);
  const session = newSession([`${origin}${trap?.start}`], { maxPages: 250, trapGuards: false });
  await session.run();
  expect(column(session, 'SELECT count(*) FROM url WHERE status = 200')).toEqual([250]);
  expect(column(session, "SELECT count(*) FROM url WHERE reason LIKE 'trap-%'")).toEqual([0]);
});

test('links from outside a closed folder admit what links from inside did not', async () => {
  const trap = traps.find(({ name }) => name === 'random links');
  const late = randomLinks(randomLinks('/rnd/x1y2z3a4')[5] ?? '').at(-1) ?? '';
  // A row of pages leads to the address from outside, long after the folder was closed.
  const origin = await served(path => {
    const step = /^\/step\/([a-z]+)$/.exec(path)?.[1];
    if (step === undefined)
      return path === '/' ? `<a href="${trap?.start}">x</a><a href="/step/a">y</a>` : (trap?.page(path) ?? null);
    return `<p>${prose(step, 60)}</p><a href="${step.length < 100 ? `/step/${step}a` : late}">on</a>`;
  });
  const session = newSession([`${origin}/`], { maxPages: 5_000, maxDepth: 200 });
  await session.run();
  expect(reasonsOf(session, `${origin}${late}`)).toEqual(expect.arrayContaining(['trap-folder', 'linked', 'fetched']));
});

test('what is released while pages of the trap lead to it is queued once', async () => {
  const months = Array.from({ length: 1_500 }, (_, n) => `/cal/${2100 + Math.floor(n / 12)}/${(n % 12) + 1}`);
  const origin = await served(path => {
    const n = months.indexOf(path);
    const links = n < 0 ? months : Array.from({ length: 40 }, (_, at) => months[(n * 37 + at * 151 + 400) % months.length] ?? '');
    return links.map(each => `<a href="${each}">x</a>`).join('');
  });
  const session = newSession([`${origin}/cal/2026/12`]);
  await session.run();
  expect(column(session, "SELECT count(*) FROM url WHERE reason = 'trap-calendar'")).toEqual([months.length]);
  session.changeSettings({ trapGuards: false });
  await session.run();
  expect(column(session, "SELECT count(*) FROM fetch WHERE purpose = 'page'")).toEqual([months.length + 1]);
  expect(faults(session)).toEqual([]);
}, 60_000);
