import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sitemapPaths } from '#demo/documents.ts';
import { demoExpectations } from '#demo/expectations.ts';
import { manyLinks } from '#demo/pages-links.ts';
import { type DemoSite, startDemoSite } from '#demo/server.ts';
import { demoPages, demoSettings } from '#demo/site.ts';

interface Seen {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** '' for a whole response, otherwise how it broke. */
  readonly broken: string;
}

let site: DemoSite;
beforeAll(async () => {
  site = await startDemoSite();
});
afterAll(() => site.close());

const ask = (path: string): Promise<Seen> =>
  new Promise(resolve => {
    const url = new URL(site.url);
    const request = get({ host: url.hostname, port: url.port, path, agent: false }, response => {
      const parts: Buffer[] = [];
      const end = (broken: string) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts), broken });
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', error => end(error.message));
      response.on('end', () => end(''));
    });
    request.on('error', error => resolve({ status: 0, headers: {}, body: Buffer.alloc(0), broken: error.message }));
  });
const textOf = async (path: string): Promise<string> => (await ask(path)).body.toString();

const statusFor: Readonly<Record<string, readonly number[]>> = {
  fetched: [200],
  listable: [200],
  'links-followed': [200],
  'no-links': [200],
  'not-html': [200],
  'meta-noindex': [200],
  'header-noindex': [200],
  'meta-nofollow': [200],
  'header-nofollow': [200],
  'canonical-elsewhere': [200],
  'canonical-conflict': [200],
  'soft-404': [200],
  redirected: [301, 302, 307],
  'redirect-loop': [302],
  'redirect-without-target': [302],
  'not-found': [404, 410],
  forbidden: [403],
  'client-error': [418],
  'server-error': [500],
  'other-status': [304],
  'throttled-too-often': [429],
};

describe('the demo server answers as the expectations say', () => {
  const checkable = demoExpectations.filter(
    item => statusFor[item.reason] && !item.path.startsWith('/busy/once') && item.path !== '/transfer/flaky',
  );
  test.each(checkable)('$path: $reason', async ({ path, reason }) => {
    const seen = await ask(path);
    expect(statusFor[reason]).toContain(seen.status);
    const body = seen.body.toString();
    const header = String(seen.headers['x-robots-tag'] ?? '');
    if (reason === 'meta-noindex') expect(body).toMatch(/<meta name="robots" content="(noindex|none)">/);
    if (reason === 'meta-nofollow') expect(body).toMatch(/<meta name="robots" content="(nofollow|none)">/);
    if (reason === 'header-noindex') expect(header).toBe('noindex');
    if (reason === 'header-nofollow') expect(header).toBe('nofollow');
    if (reason === 'canonical-elsewhere') expect(body + String(seen.headers.link)).toMatch(/rel="canonical"/);
    if (reason === 'canonical-conflict') expect(body.match(/rel="canonical"/g)).toHaveLength(2);
    if (reason === 'soft-404') expect(body).toMatch(/not found/i);
    if (reason === 'no-links') expect(body).not.toMatch(/<a\b/);
    if (reason === 'not-html') expect(String(seen.headers['content-type'])).not.toMatch(/html/);
    if (reason === 'redirected' || reason === 'redirect-loop') expect(seen.headers.location).toBeTruthy();
    if (reason === 'redirect-without-target') expect(seen.headers.location).toBeUndefined();
  });

  test.each(['/busy/once', '/busy/slow-down'])('%s refuses with Retry-After: 1, then works', async path => {
    const fresh = await startDemoSite();
    try {
      const first = await fetch(new URL(path, fresh.url));
      expect([429, 503]).toContain(first.status);
      expect(first.headers.get('retry-after')).toBe('1');
      expect((await fetch(new URL(path, fresh.url))).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  test('a page that is not there is 404', async () => {
    expect((await ask('/nothing/here')).status).toBe(404);
  });

  test('a query belongs to the path', async () => {
    expect((await ask('/listing/plain?x=1')).status).toBe(404);
  });
});

describe('broken transfers', () => {
  test('a short body ends before its Content-Length', async () => {
    const seen = await ask('/transfer/short');
    expect(seen.status).toBe(200);
    expect(seen.body.byteLength).toBeGreaterThan(100);
    expect(Number(seen.headers['content-length'])).toBeGreaterThan(seen.body.byteLength);
    expect(seen.broken).not.toBe('');
  });

  test('a dropped connection has no answer, a flaky one works the second time', async () => {
    expect((await ask('/transfer/dropped')).status).toBe(0);
    expect((await ask('/transfer/dropped')).status).toBe(0);
    expect((await ask('/transfer/flaky')).status).toBe(0);
    expect((await ask('/transfer/flaky')).status).toBe(200);
  });

  test('a slow page takes at least 600 ms by the log', async () => {
    await ask('/transfer/slow');
    const entry = site.log.find(item => item.path === '/transfer/slow');
    expect(entry!.endedAt - entry!.startedAt).toBeGreaterThanOrEqual(599);
  });

  test('compressed pages unpack to pages, the wrong one does not', async () => {
    expect(gunzipSync((await ask('/transfer/gzip')).body).toString()).toContain('<!DOCTYPE html>');
    expect(brotliDecompressSync((await ask('/transfer/br')).body).toString()).toContain('<!DOCTYPE html>');
    expect(inflateSync((await ask('/transfer/deflate')).body).toString()).toContain('<!DOCTYPE html>');
    const wrong = await ask('/transfer/wrong');
    expect(wrong.headers['content-encoding']).toBe('gzip');
    expect(() => gunzipSync(wrong.body)).toThrow();
  });
});

describe('character sets', () => {
  test.each([
    ['/text/latin-1', 'iso-8859-1', 'Crème brûlée à la façon Müller'],
    ['/text/utf-16', 'utf-16le', 'Ein Märchen in zwei Bytes'],
    ['/text/windows-1251', 'windows-1251', 'Добро пожаловать'],
    ['/text/shift-jis', 'shift_jis', '日本語のページ'],
  ])('%s decodes as %s', async (path, charset, title) => {
    const { body } = await ask(path);
    expect(new TextDecoder(charset).decode(body)).toContain(`<title>${title}</title>`);
    expect(body.toString('utf8')).not.toContain(title);
  });
});

describe('robots.txt and sitemaps', () => {
  test('every line of robots.txt is blank, a comment or key: value', async () => {
    const lines = (await textOf('/robots.txt')).split('\n');
    expect(lines.filter(line => !/^$|^#|^(User-agent|Allow|Disallow|Crawl-delay|Sitemap): \S/.test(line))).toEqual([]);
    expect(lines.filter(line => line.startsWith('User-agent:'))).toEqual([
      'User-agent: Googlebot',
      'User-agent: *',
      'User-agent: Crawlscope',
    ]);
  });

  test('the declared delay is the delay of the demo settings', async () => {
    const seconds = /^Crawl-delay: (\S+)/m.exec(await textOf('/robots.txt'))?.[1];
    expect(Number(seconds) * 1_000).toBe(demoSettings.delayMs);
  });

  test('robots.txt names the sitemap index, the index names both sitemaps, they list their pages', async () => {
    const index = /^Sitemap: (.+)$/m.exec(await textOf('/robots.txt'))?.[1] ?? '';
    const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(match => match[1] ?? '');
    const sitemaps = locations(await textOf(new URL(index).pathname));
    expect(sitemaps).toHaveLength(2);
    const [pages, archive] = await Promise.all(sitemaps.map(url => ask(new URL(url).pathname)));
    const listed = (xml: string) => locations(xml).map(url => url.replace(new URL(site.url).origin, ''));
    expect(listed(pages!.body.toString())).toEqual([...sitemapPaths.pages]);
    expect(listed(gunzipSync(archive!.body).toString())).toEqual([...sitemapPaths.archive]);
  });

  test('every sitemap path is a page of the site', () => {
    const paths = new Set(demoPages.map(page => page.path));
    expect([...sitemapPaths.pages, ...sitemapPaths.archive].filter(path => !paths.has(path))).toEqual([]);
  });
});

describe('links', () => {
  test('the home page links to each page that is not hidden, and to no hidden one', async () => {
    const linked = new Set([...(await textOf('/')).matchAll(/<a href="([^"]+)"/g)].map(match => match[1]));
    for (const page of demoPages) expect([page.path, linked.has(page.path)]).toEqual([page.path, page.mention !== 'hidden']);
  });

  test('pages that must not be found by a followed link have none', async () => {
    for (const path of [
      '/follow/nofollow-link',
      '/follow/meta-child',
      '/follow/header-child',
      '/orphan',
      '/links/languages-de',
    ]) {
      for (const page of demoPages) {
        const body = await textOf(page.path);
        if (!body.includes(`href="${path}"`)) continue;
        const follows =
          !/rel="nofollow"|rel="alternate"|content="nofollow"/.test(body) && page.path !== '/follow/header-nofollow';
        expect([path, page.path, follows]).toEqual([path, page.path, false]);
      }
    }
  });

  test('the page of many links has that many', async () => {
    expect((await textOf('/links/many')).match(/<a href="[^"]*#place-/g)).toHaveLength(manyLinks);
  });

  test('the long link is longer than the default limit and the site is small enough for a minute', async () => {
    const long = /href="(\/links\/long-x+)"/.exec(await textOf('/links/odd'))?.[1] ?? '';
    expect(long.length).toBeGreaterThan(2_048);
    expect(demoPages.length).toBeLessThan(120);
  });
});

describe('the server', () => {
  test('closes with requests open, and its port is free again', async () => {
    const first = await startDemoSite();
    const pending = fetch(new URL('/transfer/slow', first.url)).then(
      () => 'answered',
      () => 'closed',
    );
    while (first.log.length === 0 && (await fetch(first.url)).status !== 200);
    await first.close();
    expect(await pending).toBe('closed');
    const second = await startDemoSite({ port: Number(new URL(first.url).port) });
    await second.close();
    expect(second.url).toBe(first.url);
  });
});
