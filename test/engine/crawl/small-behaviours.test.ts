import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { column, faults, newSession, reasonsOf, rows, site } from '../../support/crawling.ts';
import { linksTo, redirect, robotsFile, type Site } from '../../support/site.ts';

/** Behaviours of servers that need no test file of their own. Each crawl ends, requests no more than it may, and leaves a sound file. */

async function crawl(server: Site, settings: object = {}) {
  const session = newSession([server.url('/')], settings);
  expect(await session.run()).toBe('finished');
  expect(faults(session)).toEqual([]);
  return session;
}
const times = (server: Site, path: string): number => server.paths().filter(each => each === path).length;

describe('a response', () => {
  it('421 is the failure of one URL, requested once', async () => {
    const server = await site({ '/': linksTo('/moved'), '/moved': { status: 421, body: 'not me' } });
    const session = await crawl(server);
    expect(times(server, '/moved')).toBe(1);
    expect(reasonsOf(session, server.url('/moved')).at(-1)).toBe('error-not-listed');
  });

  it('with Alt-Svc is kept with the header, and nothing is requested there', async () => {
    const other = await site({ '/': 'Other' });
    const server = await site({
      '/': { headers: { 'Alt-Svc': `h2="${new URL(other.origin).host}"` }, body: linksTo('/a') },
      '/a': 'A',
    });
    const session = await crawl(server);
    expect(session.status().fetched).toBe(2);
    expect(other.log).toEqual([]);
  });

  it('with a Refresh header leads nowhere by itself', async () => {
    const server = await site({ '/': { headers: { Refresh: '0;url=/next' }, body: 'Here' }, '/next': 'Next' });
    await crawl(server);
    expect(times(server, '/next')).toBe(0);
  });

  it('200 without a body is a page without links', async () => {
    const server = await site({ '/': linksTo('/empty'), '/empty': { status: 200, body: '' } });
    const session = await crawl(server);
    expect(session.status()).toMatchObject({ fetched: 2, failed: 0 });
  });

  it.each([
    ['PDF', '%PDF-1.7\n%\u00e2\u00e3<a href=/x>\n'],
    ['ELF', '\u007fELF\u0002\u0001\u0001\u0000<a'],
    ['MHTML', 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n--x\n'],
    ['lone surrogates', '<title>\ud800 and &#xD800;</title>'],
    ['a title of NUL', '<title>\0\0</title>'],
  ])('%s as text/html is read without harm', async (_what, body) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8' };
    const server = await site({ '/': linksTo('/odd', '/good'), '/odd': { headers, body }, '/good': 'Good' });
    const session = await crawl(server);
    expect(session.status()).toMatchObject({ failed: 0, queued: 0 });
    const explained = await session.handlers['url.explain']({ url: server.url('/odd') });
    expect(explained.seen).toBe(true);
  });

  it('multipart is no page', async () => {
    const headers = { 'Content-Type': 'multipart/x-mixed-replace; boundary=x' };
    const server = await site({ '/': linksTo('/parts'), '/parts': { headers, body: '--x\n\n<a href=/inside>x</a>\n--x--' } });
    await crawl(server);
    expect(times(server, '/inside')).toBe(0);
  });

  it('the same body everywhere is stored once', async () => {
    const paths = ['/a', '/b', '/c'];
    const same = 'The same text on every page. '.repeat(50);
    const server = await site({ '/': linksTo(...paths), ...Object.fromEntries(paths.map(path => [path, same])) });
    const session = await crawl(server);
    expect(column(session, 'SELECT count(DISTINCT body_hash) FROM fetch WHERE url_id IS NOT NULL')).toEqual([2]);
  });

  it('that sets cookies of any kind gets none of them back', async () => {
    const cookies = [
      ...Array.from({ length: 400 }, (_, i) => `c${i}=1`),
      `big=${'x'.repeat(4_000)}`,
      'd=1; Domain=com',
      'e=1; Max-Age=1e50; Expires=Fri, 31 Dec 9999 23:59:59 GMT',
      '__Host-h=1; Path=/x',
      'p=1; Path=/../../etc',
    ];
    const server = await site({ '/': { headers: { 'Set-Cookie': cookies }, body: linksTo('/a') }, '/a': 'A' });
    await crawl(server);
    expect(server.log.map(({ headers }) => headers.cookie)).toEqual(server.log.map(() => undefined));
  });

  it('that redirects until a cookie is kept ends as a loop', async () => {
    const server = await site({
      '/': linksTo('/gate'),
      '/gate': ({ request }) =>
        request.headers.cookie ? 'In' : { status: 302, headers: { Location: '/gate', 'Set-Cookie': 'in=1' } },
    });
    const session = await crawl(server);
    expect(times(server, '/gate')).toBe(1);
    expect(reasonsOf(session, server.url('/gate')).at(-1)).toMatch(/redirect/);
  });
});

describe('robots.txt', () => {
  it('that redirects to file: is treated as no file, and nothing is read there', async () => {
    const server = await site({ '/robots.txt': redirect('file:///etc/passwd'), '/': 'Here' });
    const session = await crawl(server);
    expect(session.status().fetched + session.status().disregarded + session.status().queued).toBe(1);
    expect(column(session, "SELECT count(*) FROM fetches WHERE target LIKE 'file:%'")).toEqual([0]);
  });

  it('whose connection is reset keeps every page waiting', async () => {
    const server = await site({ '/robots.txt': ({ response }) => void response.socket?.resetAndDestroy(), '/': 'Here' });
    const session = newSession([server.url('/')], { networkWaitMs: 0 });
    await session.run();
    expect(times(server, '/')).toBe(0);
    expect(session.status()).toMatchObject({ fetched: 0, failed: 0 });
    expect(faults(session)).toEqual([]);
  });

  it('that is an image has no rules', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const server = await site({ '/robots.txt': { headers: { 'Content-Type': 'image/png' }, body: png }, '/': 'Here' });
    expect((await crawl(server)).status().fetched).toBe(1);
  });

  const long = `User-agent: *\nDisallow: /no\n${'# padding padding padding\n'.repeat(400_000)}`;
  const answers = { '/': linksTo('/no', '/yes'), '/no': 'No', '/yes': 'Yes' };

  it('of 10 MB is read to its limit and obeyed', async () => {
    const server = await site({ ...answers, '/robots.txt': robotsFile(long) });
    await crawl(server);
    expect([times(server, '/no'), times(server, '/yes')]).toEqual([0, 1]);
  });

  it('that unpacks to hundreds of times its size is a bomb: no page is requested, and the crawl says why', async () => {
    const headers = { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' };
    const server = await site({ ...answers, '/robots.txt': { headers, body: gzipSync(long) } });
    const session = newSession([server.url('/')], {});
    expect(await session.run()).toBe('stopped');
    expect(session.status().detail).toContain('The body is a decompression bomb');
    expect(server.paths()).toEqual(['/robots.txt']);
    expect(faults(session)).toEqual([]);
  });
});

describe('a sitemap', () => {
  const index = (...urls: string[]) =>
    `<sitemapindex>${urls.map(url => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
  const xml = { 'Content-Type': 'application/xml' };

  it('that names itself, or another that names it, is read once', async () => {
    const server = await site({ '/': 'Here' });
    server.set('/robots.txt', `User-agent: *\nDisallow:\nSitemap: ${server.url('/a.xml')}\n`);
    server.set('/a.xml', { headers: xml, body: index(server.url('/a.xml'), server.url('/b.xml')) });
    server.set('/b.xml', { headers: xml, body: index(server.url('/a.xml')) });
    await crawl(server, { sitemaps: true });
    expect([times(server, '/a.xml'), times(server, '/b.xml')]).toEqual([1, 1]);
  });

  it('whose name says gzip and whose bytes are XML is read as XML; XInclude in it is not followed', async () => {
    const server = await site({ '/': 'Here', '/page': 'Page', '/secret.xml': 'secret' });
    server.set('/robots.txt', `User-agent: *\nDisallow:\nSitemap: ${server.url('/map.xml.gz')}\n`);
    const include = `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${server.url('/secret.xml')}"/>`;
    server.set('/map.xml.gz', {
      headers: { 'Content-Type': 'application/gzip' },
      body: `<urlset>${include}<url><loc>${server.url('/page')}</loc></url></urlset>`,
    });
    await crawl(server, { sitemaps: true });
    expect([times(server, '/page'), times(server, '/secret.xml')]).toEqual([1, 0]);
  });
});

it('addresses that differ after #! are one URL', async () => {
  const server = await site({ '/': linksTo('/app#!/one', '/app#!/two', '/app'), '/app': 'App' });
  const session = await crawl(server);
  expect(times(server, '/app')).toBe(1);
  expect(rows(session, "SELECT count(*) FROM url WHERE url LIKE '%app%'")).toEqual([[1]]);
});
