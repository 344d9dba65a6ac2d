import { describe, expect, it } from 'vitest';
import { column, faults, newSession, reasonsOf, rows, site } from '../../support/crawling.ts';
import { linksTo, page, robotsFile, type Site } from '../../support/site.ts';

/** Behaviours of servers whose contents change, do not end, or are made for a program that shows them. Each crawl ends with a sound file. */

async function crawl(server: Site, settings: object = {}) {
  const session = newSession([server.url('/')], settings);
  expect(await session.run()).toBe('finished');
  expect(faults(session)).toEqual([]);
  await expect.poll(server.sockets).toBe(0);
  return session;
}
const times = (server: Site, path: string): number => server.paths().filter(each => each === path).length;

describe('a page', () => {
  it('whose robots meta comes after 1 MiB is obeyed', async () => {
    const late = `<title>Late</title><!--${'x'.repeat(1_100_000)}--><meta name="robots" content="noindex">`;
    const server = await site({ '/': linksTo('/late'), '/late': late });
    const session = await crawl(server);
    expect(rows(session, `SELECT may_list FROM url WHERE url = '${server.url('/late')}'`)).toEqual([['no']]);
  });

  it('that differs with each request is requested once, and the one response is what is kept', async () => {
    const server = await site({
      '/': linksTo('/changes', '/changes#part', '/other'),
      '/other': linksTo('/changes'),
      '/changes': ({ count }) => page(`<h1>version ${count}</h1>`, `<a href="/version-${count}">next</a>`),
    });
    await crawl(server);
    expect(times(server, '/changes')).toBe(1);
    expect([times(server, '/version-1'), times(server, '/version-2')]).toEqual([1, 0]);
  });

  it('whose links look like its own host leads to another host, written in ASCII', async () => {
    const server = await site({ '/': linksTo('http://\u0430pple.test/', 'http://apple.test/') });
    const session = await crawl(server);
    expect(column(session, "SELECT url FROM url WHERE url LIKE '%.test/' ORDER BY url")).toEqual([
      'http://apple.test/',
      'http://xn--pple-43d.test/',
    ]);
    expect(reasonsOf(session, 'http://xn--pple-43d.test/')).toEqual(['scope-host']);
  });
});

describe('a picture', () => {
  it('in SVG with a script and a link is no page: neither is followed', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script href="/script.js"/><script>fetch('/stolen')</script><a href="/inside"><text>x</text></a></svg>`;
    const server = await site({
      '/': linksTo('/picture.svg'),
      '/picture.svg': { headers: { 'Content-Type': 'image/svg+xml' }, body: svg },
    });
    await crawl(server);
    expect(server.paths()).toEqual(['/robots.txt', '/', '/picture.svg']);
  });

  it('that claims 65,535 × 65,535 pixels is bytes like any other: it is not decoded', async () => {
    const size = Buffer.alloc(8);
    size.writeUInt32BE(65_535, 0);
    size.writeUInt32BE(65_535, 4);
    const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const png = Buffer.concat([head, size, Buffer.from('0806000000', 'hex')]);
    const server = await site({
      '/': page('<img src="/flood.png">', '<a href="/flood.png">x</a>'),
      '/flood.png': { headers: { 'Content-Type': 'image/png' }, body: png },
    });
    const before = process.memoryUsage().rss;
    const session = await crawl(server);
    expect(session.status()).toMatchObject({ fetched: 2, failed: 0 });
    // Decoded it would be 16 GiB.
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 2 ** 20);
  });
});

describe('a sitemap', () => {
  const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
  const index = (url: string): string => `<sitemapindex><sitemap><loc>${url}</loc></sitemap></sitemapindex>`;
  const urlset = (url: string): string => `<urlset><url><loc>${url}</loc></url></urlset>`;

  it('index inside an index is followed three levels down, and no further', async () => {
    const server = await site({ '/': 'Here' });
    server.set('/robots.txt', robotsFile(`Sitemap: ${server.url('/0.xml')}\n`));
    for (let i = 0; i < 10; i += 1) server.set(`/${i}.xml`, xml(index(server.url(`/${i + 1}.xml`))));
    const session = await crawl(server, { sitemaps: true });
    expect(server.paths().filter(path => path.endsWith('.xml'))).toEqual(['/0.xml', '/1.xml', '/2.xml', '/3.xml']);
    expect(session.sitemaps().at(-1)).toMatchObject({
      state: 'refused',
      detail: 'Sitemap indexes are nested more than 3 levels deep.',
    });
  });

  it('that differs with each request is requested once; its entries are of one response', async () => {
    const server = await site({ '/': 'Here', '/version-1': 'One', '/version-2': 'Two' });
    server.set('/robots.txt', robotsFile(`Sitemap: ${server.url('/map.xml')}\nSitemap: ${server.url('/map.xml')}\n`));
    server.set('/map.xml', ({ count }) => xml(urlset(server.url(`/version-${count}`))));
    await crawl(server, { sitemaps: true });
    expect(['/map.xml', '/version-1', '/version-2'].map(path => times(server, path))).toEqual([1, 1, 0]);
  });

  it('without an end is cut at 50 MiB; what was read before counts, and the crawl says so', async () => {
    let sent = 0;
    const server = await site({ '/': 'Here', '/page': 'Page' });
    server.set('/robots.txt', robotsFile(`Sitemap: ${server.url('/map.xml')}\n`));
    const more = Buffer.from(`<!--${' '.repeat(1_000_000)}-->`);
    server.set('/map.xml', ({ response }) => {
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.write(`<urlset><url><loc>${server.url('/page')}</loc></url>`);
      const flood = (): void => {
        while (!response.destroyed && response.write(more)) sent += more.length;
        sent += more.length;
      };
      response.on('drain', flood);
      flood();
      return undefined;
    });
    const session = await crawl(server, { sitemaps: true });
    expect(session.sitemaps()[0]?.problems.map(({ code }) => code)).toContain('too-large');
    expect(times(server, '/page')).toBe(1);
    // What the sockets had buffered beyond the limit.
    expect(sent).toBeLessThan(80 * 2 ** 20);
  });
});
