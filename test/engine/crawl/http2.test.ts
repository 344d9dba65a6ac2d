import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { phasesOf } from '#shared/model/requests.ts';
import { certificatesIn } from '#shared/pem.ts';
import { afterwards } from '../../support/afterwards.ts';
import { faults, newSession, rows } from '../../support/crawling.ts';
import { type JudgeRequest, judge } from '../../support/judge.ts';
import { linksTo, page } from '../../support/site.ts';
import { pem } from '../../support/tls-site.ts';

type Lines = Readonly<Record<string, string | string[]>>;
type Answer = readonly [status: number, headers: Lines, body: string | Uint8Array];

const delayMs = 100;
const html = { 'content-type': 'text/html; charset=utf-8' };
/** Each page once: what headers, codings, redirects and robots.txt can decide. */
const answers = (origin: string): Readonly<Record<string, Answer>> => ({
  '/robots.txt': [
    200,
    { 'content-type': 'text/plain' },
    `User-agent: *\nDisallow: /private\nCrawl-delay: 0.1\nSitemap: ${origin}/sitemap.xml\n`,
  ],
  '/sitemap.xml': [
    200,
    { 'content-type': 'application/xml' },
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/from-sitemap</loc></url></urlset>`,
  ],
  '/': [200, html, linksTo('/two', '/moved', '/private/x', '/gone', '/packed', '/noindex')],
  '/two': [200, { ...html, link: ['</a>; rel=preload', `<${origin}/two>; rel="canonical"`] }, page('Two')],
  '/moved': [301, { location: '/two' }, ''],
  '/packed': [200, { ...html, 'content-encoding': 'gzip' }, gzipSync(linksTo('/deeper'))],
  '/deeper': [200, html, page('Deeper')],
  '/noindex': [200, { ...html, 'x-robots-tag': ['otherbot: nofollow', 'noindex'] }, page('Hidden')],
  '/from-sitemap': [200, html, page('From the sitemap')],
});

/** A site that speaks both versions, and what it saw in the words of the judge. */
async function bothSite() {
  const log: JudgeRequest[] = [];
  const versions = new Set<string>();
  const sockets = new Set<Socket>();
  let origin = '';
  const respond = (request: Http2ServerRequest, response: Http2ServerResponse): void => {
    const startedMs = performance.now();
    const path = request.url;
    versions.add(request.httpVersion);
    const [status, headers, body] = answers(origin)[path] ?? [404, html, 'Not here'];
    response.writeHead(status, headers);
    const robots = path === '/robots.txt';
    const settles = robots ? [origin] : [];
    log.push({ origin, path, status, startedMs, endedMs: performance.now(), complete: true, robots, settles, retryAfterMs: 0 });
    response.end(body);
  };
  const server = createSecureServer({ cert: pem('local.pem'), key: pem('local.key'), allowHTTP1: true }, respond);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterwards(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>(done => server.close(() => done()));
  });
  return { origin, log, versions, sockets };
}

const extraCertificates = certificatesIn(pem('private-ca.pem'));

async function crawled(origin: string, settings: Partial<CrawlSettings>): Promise<Session> {
  const session = newSession([`${origin}/`], { sitemaps: true, extraCertificates, ...settings });
  await session.run();
  return session;
}

/** Every column of the view but times and those that name the version. */
function stored(session: Session): unknown {
  const columns = rows(session, "SELECT name FROM pragma_table_info('urls')")
    .flat()
    .filter(name => !/(_at|_ms|http_version|bytes_on_wire)$/.test(String(name)));
  const urls = rows(session, `SELECT ${columns.join(', ')} FROM urls ORDER BY url`);
  const decisions = rows(session, 'SELECT url, stage, verdict, reason, evidence FROM decisions ORDER BY url, id');
  const links = rows(session, 'SELECT * FROM links ORDER BY 1, 2, 3');
  return { columns, urls, decisions, links };
}

describe('a crawl over HTTP/2', () => {
  it('stores the same facts, decisions and links as over HTTP/1.1, and keeps the Crawl-delay', async () => {
    const site = await bothSite();
    const one = await crawled(site.origin, { http2: 'no' });
    expect([...site.versions]).toEqual(['1.1']);
    site.versions.clear();
    site.log.length = 0;
    const two = await crawled(site.origin, { http2: 'auto' });
    expect([...site.versions]).toEqual(['2.0']);
    expect(stored(two)).toEqual(stored(one));
    expect(faults(two)).toEqual([]);
    expect(rows(two, 'SELECT DISTINCT http_version FROM fetches')).toEqual([['2']]);
    const judgement = judge(site.log, [{ origin: site.origin, delayMs, disallow: ['/private'] }]);
    expect(judgement.violations).toEqual([]);
    expect(judgement.gaps).toBeGreaterThanOrEqual(8);
    expect(judgement.concurrentPerOrigin).toBe(1);
  });

  it('has each line of a head as evidence by its number, and closes its connections', async () => {
    const site = await bothSite();
    const session = await crawled(site.origin, { http2: 'auto', delayMs: 0 });
    const explained = await session.handlers['url.explain']({ url: `${site.origin}/noindex` });
    expect(JSON.stringify(explained)).toContain('x-robots-tag');
    expect(JSON.stringify(explained)).toMatch(/noindex/);
    expect(explained.facts?.network?.httpVersion).toBe('2');
    const times = await session.handlers['requests.ofUrl']({ url: `${site.origin}/noindex` });
    const [request] = times;
    expect(request).toMatchObject({ httpVersion: '2', status: 200, waitMs: expect.any(Number) });
    const steps = request ? phasesOf(request) : [];
    // Each is rounded to whole milliseconds, and so is the total.
    const rounding = (steps.length + 1) / 2;
    expect(steps.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual((request?.totalMs ?? 0) + rounding);
    await expect.poll(() => site.sockets.size).toBe(0);
  });
});
