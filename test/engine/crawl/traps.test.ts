import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { afterwards } from '../../support/afterwards.ts';
import { column, newSession, rows } from '../../support/crawling.ts';
import { trapSite, traps } from '../../support/trap-site.ts';

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
  const maxPages = 6_000;
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
  console.log(
    read.length,
    shares,
    rows(session, "SELECT reason, count(*) FROM urls WHERE reason LIKE 'trap-%' GROUP BY 1"),
    rows(session, "SELECT detail FROM event WHERE kind='trap'"),
  );
  expect(Object.keys(shares)).toHaveLength(traps.length);
  expect(Object.entries(shares).filter(([, count]) => count > maxPages * 0.02)).toEqual([]);
  expect(read.length).toBeLessThan(maxPages);
}, 120_000);
