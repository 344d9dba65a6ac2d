import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { page, redirect, robotsFile } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const anchors = (...hrefs: readonly string[]): string => hrefs.map(href => `<a href="${href}">link</a>`).join('\n');
const html = (...tags: readonly string[]): string => `<!DOCTYPE html>\n<title>Page</title>\n${tags.join('\n')}\n`;
const dated = (lastModified: string, body = html()) => ({
  headers: { 'Last-Modified': lastModified, Date: 'Wed, 01 May 2024 10:00:00 GMT' },
  body,
});

async function crawled(pages: Parameters<typeof site>[0] = {}): Promise<{ readonly path: string; readonly origin: string }> {
  const server = await site(pages);
  const session = newSession([server.url('/')]);
  await session.run();
  await session.close();
  return { path: session.path, origin: server.origin };
}

const run = (...args: readonly string[]) => runInProcess(['sitemap', 'make', ...args], { engine });
const locsOf = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc as string);
const made = async (...args: readonly string[]) => {
  const { code, out, err } = await run(...args, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as {
    files: { name: string; kind: string; entries: number; bytes: number; packed_bytes: number; url: string }[];
    internal: number;
    listed: number;
    left_out: { reason: string; count: number }[];
    lastmod: Record<string, number>;
    images: Record<string, number>;
    alternates: Record<string, number>;
    stale: string[];
  };
};

describe('sitemap make', () => {
  it('lists the URLs that may be listed, sorted, and says how many are left out and why', async () => {
    const { path, origin } = await crawled({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /no\n'),
      '/': page(anchors('/z', '/a?x=1&y=2', '/gone', '/moved', '/hidden', '/copy', '/no', '/broken')),
      '/z': page(),
      '/a?x=1&y=2': page(),
      '/moved': redirect('/z'),
      '/hidden': page('<meta name="robots" content="noindex">'),
      '/copy': page('<link rel="canonical" href="/z">'),
      '/broken': { status: 500, body: 'no' },
    });
    const folder = join(tempFolder(), 'maps');
    const { code, out, err } = await run(path, '--out', folder);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(readdirSync(folder)).toEqual(['sitemap.xml']);
    const xml = readFileSync(join(folder, 'sitemap.xml'), 'utf8');
    expect(locsOf(xml)).toEqual([`${origin}/`, `${origin}/a?x=1&amp;y=2`, `${origin}/z`]);
    expect(out).toContain('3 of 9 internal URLs listed, 6 left out\n');
    for (const line of [
      '1 of 9: blocked by robots.txt',
      '1 of 9: error 4xx',
      '1 of 9: error 5xx',
      '1 of 9: redirect (3xx)',
      '1 of 9: noindex',
      '1 of 9: canonical is another URL',
      `For robots.txt: Sitemap: ${origin}/sitemap.xml`,
    ])
      expect(out).toContain(line);
  });

  it('splits by URLs, and writes an index', async () => {
    const { path, origin } = await crawled({ '/': page(anchors('/a', '/b', '/c')), '/a': 'A', '/b': 'B', '/c': 'C' });
    const folder = tempFolder();
    const { files } = await made(path, '--out', folder, '--max-urls', '3', '--base', `${origin}/`);
    expect(files.map(({ name, kind, entries }) => [name, kind, entries])).toEqual([
      ['sitemap.xml', 'index', 2],
      ['sitemap-1.xml', 'urlset', 3],
      ['sitemap-2.xml', 'urlset', 1],
    ]);
    expect(locsOf(readFileSync(join(folder, 'sitemap.xml'), 'utf8'))).toEqual([
      `${origin}/sitemap-1.xml`,
      `${origin}/sitemap-2.xml`,
    ]);
    expect(locsOf(readFileSync(join(folder, 'sitemap-2.xml'), 'utf8'))).toEqual([`${origin}/c`]);
    for (const { name, bytes } of files) expect(readFileSync(join(folder, name)).length).toBe(bytes);
    const main = join(folder, 'sitemap.xml');
    const checked = await runInProcess(['sitemap', 'check', main, '--url', `${origin}/sitemap.xml`, '--files'], { engine });
    expect(checked.out).toContain('0 errors, 0 warnings, 0 notes; 3 files checked');
  });

  it('splits by bytes before packing, and packs', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `/page-${String(at).padStart(2, '0')}-${'x'.repeat(60)}`);
    const { path } = await crawled({ '/': page(anchors(...names)), ...Object.fromEntries(names.map(name => [name, page()])) });
    const folder = tempFolder();
    const { files, listed } = await made(path, '--out', folder, '--max-bytes', '1000', '--gzip');
    expect(listed).toBe(31);
    expect(files.length).toBeGreaterThan(3);
    const parts = files.filter(({ kind }) => kind === 'urlset');
    for (const { name, bytes, packed_bytes } of parts) {
      const packed = readFileSync(join(folder, name));
      expect(packed.length).toBe(packed_bytes);
      expect(gunzipSync(packed).length).toBe(bytes);
      expect(bytes).toBeLessThanOrEqual(1000);
    }
    const all = parts.flatMap(({ name }) => locsOf(gunzipSync(readFileSync(join(folder, name))).toString()));
    expect(all).toHaveLength(31);
    expect(all).toEqual([...all].sort());
    expect(files[0]?.name).toBe('sitemap.xml.gz');
  });

  it('takes lastmod from the header, unless it is the time of the response or of no use', async () => {
    const { path } = await crawled({
      '/': page(anchors('/old', '/now', '/zero', '/later', '/odd')),
      '/old': dated('Tue, 02 Jan 2024 03:04:05 GMT'),
      '/now': dated('Wed, 01 May 2024 10:00:00 GMT'),
      '/zero': dated('Thu, 01 Jan 1970 00:00:00 GMT'),
      '/later': dated('Fri, 01 Jan 2999 00:00:00 GMT'),
      '/odd': dated('yesterday'),
    });
    const file = join(tempFolder(), 'map.xml');
    const { lastmod } = await made(path, '--out', file);
    expect(lastmod).toEqual({ written: 1, missing: 1, bad: 2, future: 1, of_response: 1 });
    expect(readFileSync(file, 'utf8').match(/<lastmod>.*<\/lastmod>/g)).toEqual(['<lastmod>2024-01-02T03:04:05Z</lastmod>']);
    expect((await run(path, '--out', file, '--force')).out).toContain(
      'lastmod: 1 of 6 URLs; 1 have no Last-Modified, 1 have the time of the response, 1 have a date in the future, 2 have no usable date\n',
    );
  });

  it('takes lastmod from what the page states', async () => {
    const { path, origin } = await crawled({
      '/': page(anchors('/json', '/meta', '/first')),
      '/json': page(
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","datePublished":"2020-01-01","dateModified":"2023-05-06T07:08:09+02:00","comment":{"@type":"Comment","dateModified":"2024-01-01"}}</script>',
      ),
      '/meta': html('<meta property="article:modified_time" content="2022-02-03T04:05:06Z">'),
      '/first': html('<meta property="article:published_time" content="2021-01-02">'),
    });
    const file = join(tempFolder(), 'map.xml');
    const { lastmod } = await made(path, '--out', file, '--lastmod', 'content');
    expect(lastmod).toMatchObject({ written: 3, missing: 1 });
    const xml = readFileSync(file, 'utf8');
    expect(xml).toContain(`<loc>${origin}/json</loc>\n<lastmod>2023-05-06T05:08:09Z</lastmod>`);
    expect(xml).toContain(`<loc>${origin}/meta</loc>\n<lastmod>2022-02-03T04:05:06Z</lastmod>`);
    expect(xml).toContain(`<loc>${origin}/first</loc>\n<lastmod>2021-01-02T00:00:00Z</lastmod>`);
    const none = join(tempFolder(), 'map.xml');
    await made(path, '--out', none, '--lastmod', 'none');
    expect(readFileSync(none, 'utf8')).not.toContain('lastmod');
  });

  it('lists images once each, without those that robots.txt blocks', async () => {
    const { path, origin } = await crawled({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /secret\n'),
      '/': page(
        '<img src="/a.png">',
        '<img src="/a.png">',
        '<img src="https://cdn.invalid/b.png?x=1&amp;y">',
        '<img src="data:,">',
      ),
    });
    const file = join(tempFolder(), 'map.xml');
    const { images } = await made(path, '--out', file, '--images');
    expect(images).toEqual({ written: 2, left_out: 0 });
    const xml = readFileSync(file, 'utf8');
    expect(xml).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"');
    expect([...xml.matchAll(/<image:loc>([^<]*)</g)].map(([, url]) => url)).toEqual([
      `${origin}/a.png`,
      'https://cdn.invalid/b.png?x=1&amp;y',
    ]);
  });

  it('lists language versions that link to each other, with the page itself', async () => {
    const version = (...sets: readonly (readonly [string, string])[]): string =>
      page(
        ...sets.map(([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${href}">`),
        anchors('/de', '/fr', '/it'),
      );
    const all = [
      ['en', '/'],
      ['de', '/de'],
      ['fr', '/fr'],
      ['x-default', '/'],
      ['xx', '/it'],
    ] as const;
    const { path, origin } = await crawled({
      '/': version(...all),
      '/de': version(...all),
      // Names neither /de nor itself.
      '/fr': version(['en', '/']),
      // Names only itself.
      '/it': version(['it', '/it']),
    });
    const file = join(tempFolder(), 'map.xml');
    const { alternates } = await made(path, '--out', file, '--hreflang');
    expect(alternates).toEqual({ written: 6, left_out: 6 });
    const xml = readFileSync(file, 'utf8');
    const links = [...xml.matchAll(/<loc>([^<]*)<\/loc>((?:\n<xhtml:link [^>]*>)*)/g)].map(([, loc, found]) => [
      loc,
      [...(found ?? '').matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, lang, href]) => `${lang} ${href}`),
    ]);
    const both = [`en ${origin}/`, `de ${origin}/de`, `x-default ${origin}/`];
    expect(links).toEqual([
      [`${origin}/`, both],
      [`${origin}/de`, both],
      [`${origin}/fr`, []],
      [`${origin}/it`, []],
    ]);
    const checked = await runInProcess(['sitemap', 'check', file, '--url', `${origin}/sitemap.xml`], { engine });
    expect(checked.out).toContain('0 errors, 0 warnings, 0 notes');
  });

  it('keeps to a filter, a folder and a host', async () => {
    const { path, origin } = await crawled({
      '/': page(anchors('/blog/a', '/blog/b', '/c')),
      '/blog/a': 'A',
      '/blog/b': 'B',
      '/c': 'C',
    });
    const file = join(tempFolder(), 'map.xml');
    const inFolder = await made(path, '--out', file, '--base', `${origin}/blog/`);
    expect(inFolder.left_out).toEqual([{ reason: 'outside-folder', count: 2 }]);
    expect(inFolder.files[0]?.url).toBe(`${origin}/blog/map.xml`);
    const filtered = await made(path, '--out', file, '--where', '/blog/a', '--force');
    expect(filtered).toMatchObject({ internal: 1, listed: 1, left_out: [] });
    const { code, out, err } = await run(path, '--out', join(tempFolder(), 'none', 'x'), '--base', 'https://other.invalid/');
    expect(code).toBe(3);
    expect(out).toContain('4 of 4: on another host than the sitemap');
    expect(err).toContain('no URL may be listed, so nothing was written');
  });

  it('replaces nothing without --force, and leaves nothing half', async () => {
    const { path } = await crawled({ '/': page(anchors('/a')), '/a': 'A' });
    const folder = tempFolder();
    writeFileSync(join(folder, 'sitemap.xml'), 'mine');
    expect(await run(path, '--out', folder)).toMatchObject({ code: 2, err: expect.stringContaining('already exists') });
    expect(readFileSync(join(folder, 'sitemap.xml'), 'utf8')).toBe('mine');
    const other = tempFolder();
    writeFileSync(join(other, 'sitemap-2.xml'), 'mine');
    expect(await run(path, '--out', other, '--max-urls', '1')).toMatchObject({ code: 2 });
    expect(readdirSync(other)).toEqual(['sitemap-2.xml']);
    await made(path, '--out', other, '--max-urls', '1', '--force');
    expect((await made(path, '--out', other, '--force')).stale).toEqual(['sitemap-1.xml', 'sitemap-2.xml']);
    expect(await run(path, '--out', join(tempFolder(), 'a.xml'), '--force')).toMatchObject({ code: 0 });
  });

  it('never replaces a crawl file', async () => {
    const { path } = await crawled({ '/': 'Here' });
    const folder = tempFolder();
    const file = join(folder, 'sitemap.xml');
    writeFileSync(file, readFileSync(path));
    expect(await run(path, '--out', folder, '--force')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is a crawl file'),
    });
  });

  it('Ctrl+C ends it, and nothing is left', async () => {
    const { path } = await crawled({ '/': 'Here' });
    const folder = join(tempFolder(), 'new');
    const ended = await runInProcess(['sitemap', 'make', path, '--out', folder], { engine, interrupt: press => press() });
    expect(ended).toMatchObject({ code: 3, err: 'Cancelled. Nothing was written.\n' });
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    [['x.crawl'], '--out FOLDER|FILE is missing'],
    [['x.crawl', '--out', 'y'], 'there is no file x.crawl'],
  ])('%j is refused', async (args, words) => {
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
  });

  it.each([
    [['--base', 'example.com'], 'It needs a whole http or https URL.'],
    [['--base', 'https://example.com/a'], 'It is a folder, so it ends with a slash.'],
    [['--base', 'https://example.com/?a'], 'neither ? nor #'],
    [['--max-urls', '50001'], 'from 1 to 50000'],
    [['--lastmod', 'now'], '--lastmod must be one of header, content, none'],
    [['--where', 'status:'], 'status'],
    [['--gzip'], 'a packed file ends in .gz'],
  ])('%j is refused', async (args, words) => {
    const { path } = await crawled({ '/': 'Here' });
    const file = join(tempFolder(), 'a.xml');
    expect(await run(path, '--out', file, ...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
    expect(existsSync(file)).toBe(false);
  });
});
