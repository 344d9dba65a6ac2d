import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runInProcess } from '../support/memory-io.ts';
import { redirect, robotsFile, type Site, startSite } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const core = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (...locs: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${core}>\n${locs.map(loc => `<url><loc>${loc}</loc></url>\n`).join('')}</urlset>`;
const index = (...locs: readonly string[]): string =>
  `<sitemapindex ${core}>\n${locs.map(loc => `<sitemap><loc>${loc}</loc></sitemap>\n`).join('')}</sitemapindex>`;
const xml = (body: string | Uint8Array): { headers: Record<string, string>; body: string | Uint8Array } => ({
  headers: { 'Content-Type': 'application/xml' },
  body,
});

let folder = '';
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const run = (...words: readonly string[]) => runInProcess(['sitemap', 'check', ...words]);

interface Shown {
  readonly files: readonly {
    readonly file: string;
    readonly read: boolean;
    readonly kind: string;
    readonly entries: number;
    readonly problems: readonly { readonly code: string; readonly line: number; readonly severity: string }[];
    readonly listed: readonly unknown[];
  }[];
  readonly errors: number;
  readonly not_read: number;
}
const json = async (...words: readonly string[]): Promise<Shown & { code: number }> => {
  const { code, out } = await run(...words, '--json');
  return { code, ...(JSON.parse(out) as Shown) };
};
const codes = (shown: Shown, at = 0): (string | undefined)[] => shown.files[at]?.problems.map(({ code }) => code) ?? [];

beforeAll(() => {
  folder = tempFolder();
});

describe('a FILE', () => {
  test('without problems: kind, sizes against the limits, exit 0', async () => {
    const path = file('good.xml', urlset('https://e.com/', 'https://e.com/a'));
    const { code, out, err } = await run(path);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /good\.xml: sitemap, \d+ of 52,428,800 bytes, 2 of 50,000 entries\n0 errors, 0 warnings, 0 notes; 1 file checked\n$/,
    );
  });

  test('with problems: line, code, sentence, reason with source, denominators, exit 1', async () => {
    const path = file('bad.xml', urlset('https://e.com/', '/a', '/b'));
    const { code, out } = await run(path);
    expect(code).toBe(1);
    expect(out).toContain(`${path}:4: error bad-loc: The address is not a whole URL: /a.\n    why: `);
    expect(out).toContain('(sitemaps.org: protocol, XML tag definitions)\n');
    expect(out).toContain('\n  bad-loc: 2 of 3 entries\n');
    expect(out).toMatch(/\n2 errors, 0 warnings, 0 notes; 1 file checked\n$/);
  });

  test('--json is one document, --format jsonl one line a file', async () => {
    const path = file('bad.xml', urlset('https://e.com/', '/a'));
    const shown = await json(path);
    expect(shown).toMatchObject({ code: 1, errors: 1, warnings: 0, notes: 0, not_read: 0 });
    expect(shown.files).toMatchObject([
      {
        file: path,
        kind: 'urlset',
        gzip: false,
        entries: 2,
        limits: { bytes: 52_428_800, entries: 50_000 },
        checked: { entries: 2 },
        problems: [{ code: 'bad-loc', severity: 'error', line: 4, source: expect.stringContaining('sitemaps.org') }],
        counts: [{ code: 'bad-loc', problems: 1, affected: 1, of: 2, unit: 'entries' }],
      },
    ]);
    const { out } = await run(path, '--format', 'jsonl');
    expect(
      out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as unknown),
    ).toEqual(shown.files);
  });

  test('gzip is unpacked; damaged gzip is read as far as it goes', async () => {
    const packed = gzipSync(urlset('https://e.com/'));
    expect(await json(file('a.xml.gz', packed))).toMatchObject({
      code: 0,
      files: [{ gzip: true, packed_bytes: packed.length, entries: 1 }],
    });
    expect(codes(await json(file('cut.xml.gz', packed.subarray(0, -4))))).toContain('bad-gzip');
    expect(codes(await json(file('twice.xml.gz', gzipSync(packed))))).toEqual(['bad-gzip']);
  });

  test('a gzip bomb ends at 50 MiB', async () => {
    const shown = await json(file('bomb.xml.gz', gzipSync(Buffer.alloc(60 * 1024 * 1024, 0x20), { level: 1 })));
    expect(shown).toMatchObject({ code: 1, files: [{ bytes: 52_428_800, is_longer: true }] });
    expect(codes(shown)).toEqual(['too-large', 'empty']);
  });

  test('a crawl file is refused, with the command for it', async () => {
    const path = file('site.crawl', Buffer.from('SQLite format 3\0'.padEnd(512, '\0'), 'latin1'));
    const { code, err } = await run(path);
    expect(code).toBe(2);
    expect(err).toContain(`crawlscope sitemaps ${path}`);
  });

  test('standard input is -', async () => {
    const { code, out } = await runInProcess(['sitemap', 'check', '-'], { stdin: urlset('https://e.com/') });
    expect(code).toBe(0);
    expect(out).toContain('-: sitemap,');
  });

  test('--url says where it will be published', async () => {
    const path = file('good.xml', urlset('https://e.com/a'));
    expect(codes(await json(path, '--url', 'https://f.com/sitemap.xml'))).toEqual(['other-host']);
    expect(codes(await json(path, '--url', 'https://e.com/b/sitemap.xml'))).toEqual(['other-folder']);
  });

  test('an index is listed; --files checks the files beside it and says which are not there', async () => {
    file('part.xml', urlset('https://e.com/', '/a'));
    const path = file('index.xml', index('https://e.com/maps/part.xml', 'https://e.com/gone.xml', 'https://e.com/..%2F'));
    const { code, out } = await run(path);
    expect(code).toBe(0);
    expect(out).toContain(`${path}:2: lists https://e.com/maps/part.xml\n`);
    const shown = await json(path, '--files');
    expect(shown).toMatchObject({
      code: 1,
      not_read: 2,
      files: [
        { kind: 'index' },
        { file: join(folder, 'part.xml'), listed_by: path, listed_line: 2, entries: 2 },
        { file: 'https://e.com/gone.xml', read: false, listed_line: 3, why: 'There is no file of that name beside the index.' },
        { read: false, listed_line: 4 },
      ],
    });
    expect(codes(shown, 1)).toContain('bad-loc');
  });

  test('files of an index that are missing, and nothing wrong: exit 3', async () => {
    const { code, err } = await run(file('lonely.xml', index('https://e.com/gone.xml')), '--files');
    expect(code).toBe(3);
    expect(err).toMatch(/^crawlscope: not every file of the index could be read: .*\n$/);
  });

  test('a listed file that cannot be read ends nothing: its reason is shown, and the others are checked', async () => {
    symlinkSync('loop.xml', join(folder, 'loop.xml'));
    file('after.xml', urlset('https://e.com/'));
    const bad = ['a%00.xml', `${'n'.repeat(300)}.xml`, 'loop.xml'].map(name => `https://e.com/${name}`);
    const path = file('odd.xml', index(...bad, 'https://e.com/after.xml'));
    const { code, files, not_read } = await json(path, '--files');
    expect({ code, not_read }).toEqual({ code: 3, not_read: 3 });
    expect(files.slice(1)).toMatchObject([
      { read: false, why: 'There is no file of that name beside the index.' },
      { read: false, why: 'The file beside the index could not be read (ENAMETOOLONG: name too long).' },
      { read: false, why: expect.stringContaining('could not be read (ELOOP: ') },
      { read: true, entries: 1 },
    ]);
  });

  test.skipIf(process.getuid?.() === 0)('a listed file without permission is not read', async () => {
    chmodSync(file('closed.xml', urlset('https://e.com/')), 0);
    const shown = await json(file('closed-index.xml', index('https://e.com/closed.xml')), '--files');
    expect(shown.files[1]).toMatchObject({ read: false, why: expect.stringContaining('could not be read (EACCES: ') });
  });

  test.runIf(process.platform === 'linux')('a listed file whose reading fails half-way is not read', async () => {
    // Address 0 of a process is never mapped: the open succeeds and the read fails.
    symlinkSync('/proc/self/mem', join(folder, 'mem.xml'));
    const shown = await json(file('mem-index.xml', index('https://e.com/mem.xml')), '--files');
    expect(shown.files[1]).toMatchObject({ read: false, why: expect.stringContaining('could not be read (EIO: ') });
  });

  test('exit code 3 only without an error or a warning', async () => {
    file('wrong.xml', urlset('/a'));
    const { code } = await run(file('both.xml', index('https://e.com/gone.xml', 'https://e.com/wrong.xml')), '--files');
    expect(code).toBe(1);
    expect((await run('--help')).out).toContain('Exit code 3: there was neither, but a file could not be read.');
  });

  test('files that --max-files leaves out have one line of text', async () => {
    const listed = [1, 2, 3].map(each => `https://e.com/part.xml?${each}`);
    file('part.xml', urlset('https://e.com/'));
    const path = file('many.xml', index(...listed));
    const { code, out } = await run(path, '--files', '--max-files', '1');
    expect(code).toBe(0);
    expect(out).toMatch(/entries\n2 more files are not read; --max-files reads more\.\n0 errors.*2 files checked, 2 not read\n$/);
    expect((await run(path, '--files', '--max-files', '2')).out).toContain(
      '\n1 more file is not read; --max-files reads more.\n',
    );
  });

  test('an index from standard input has no files beside it', async () => {
    const { code, out } = await runInProcess(['sitemap', 'check', '-', '--files'], { stdin: index('https://e.com/part.xml') });
    expect(code).toBe(3);
    expect(out).toContain('https://e.com/part.xml: not read: Standard input has no folder to look in.\n');
  });

  test('a folder named like a listed file is not read', async () => {
    mkdirSync(join(folder, 'dir.xml'));
    expect(await json(file('dirs.xml', index('https://e.com/dir.xml')), '--files')).toMatchObject({ not_read: 1 });
  });
});

describe('a URL', () => {
  let site: Site;
  const pages = () => site.paths().filter(path => path !== '/robots.txt');
  beforeAll(async () => {
    site = await startSite({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\nSitemap: /maps/named.xml\n'),
    });
    site.set('/sitemap.xml', xml(urlset(site.url('/'), site.url('/a'))));
    site.set('/maps/named.xml', xml(urlset(site.url('/'))));
    site.set('/maps/other.xml', xml(urlset(site.url('/'))));
    site.set('/moved.xml', redirect('/sitemap.xml'));
    site.set('/secret.xml', redirect('/private/a.xml'));
    site.set('/page.xml', '<!DOCTYPE html><title>Not a sitemap</title>');
    site.set(
      '/index.xml',
      xml(index(site.url('/sitemap.xml'), site.url('/gone.xml'), site.url('/private/b.xml'), site.url('/index.xml'))),
    );
  });
  afterAll(() => site.close());
  const ask = (path: string, ...words: readonly string[]) => json(site.url(path), '--delay', '0', ...words);

  test('robots.txt first, then the file, as Crawlscope', async () => {
    expect(await ask('/sitemap.xml')).toMatchObject({
      code: 0,
      files: [{ url: site.url('/sitemap.xml'), entries: 2, problems: [] }],
    });
    expect(site.paths()).toEqual(['/robots.txt', '/sitemap.xml']);
    expect(site.log[1]?.headers['user-agent']).toMatch(/^Crawlscope\//);
  });

  test('what robots.txt forbids is not requested, also not after a redirect: exit 3 with the line', async () => {
    const before = pages().length;
    const { code, err } = await run(site.url('/private/a.xml'));
    expect(code).toBe(3);
    expect(err).toContain('robots.txt, line 2, does not let Crawlscope request');
    expect(pages()).toHaveLength(before);
    expect((await run(site.url('/secret.xml'), '--delay', '0')).code).toBe(3);
    expect(site.paths()).not.toContain('/private/a.xml');
  });

  test('redirects and media types are notes; a page is an error', async () => {
    expect(codes(await ask('/moved.xml'))).toEqual(['redirected']);
    expect(codes(await ask('/page.xml'))).toEqual(['content-type', 'is-html']);
  });

  test('entries of other folders count where robots.txt names the sitemap', async () => {
    expect(codes(await ask('/maps/named.xml'))).toEqual([]);
    expect(codes(await ask('/maps/other.xml'))).toEqual(['other-folder']);
  });

  test('--files requests the files of an index, as many as allowed, and obeys robots.txt', async () => {
    const shown = await ask('/index.xml', '--files');
    expect(shown).toMatchObject({
      code: 1,
      not_read: 1,
      files: [
        { kind: 'index' },
        { file: site.url('/sitemap.xml'), read: true, entries: 2 },
        { file: site.url('/gone.xml'), problems: [{ code: 'bad-status', message: expect.stringContaining('404') }] },
        { file: site.url('/private/b.xml'), read: false, why: expect.stringContaining('line 2') },
        { file: site.url('/index.xml'), problems: [{ code: 'index-in-index' }] },
      ],
    });
    expect(site.paths()).not.toContain('/private/b.xml');
    expect(await ask('/index.xml', '--files', '--max-files', '1')).toMatchObject({ code: 0, not_read: 3 });
  });

  test('after 429 with a long Retry-After, the other files of the host are not requested', async () => {
    const busy = await startSite({
      '/robots.txt': robotsFile('User-agent: *\nDisallow:\n'),
      '/a.xml': { status: 429, headers: { 'Retry-After': '7200' }, body: '' },
    });
    busy.set('/index.xml', xml(index(busy.url('/a.xml'), busy.url('/b.xml'), busy.url('/c.xml'))));
    const shown = await json(busy.url('/index.xml'), '--files', '--delay', '0');
    await busy.close();
    expect(busy.paths()).toEqual(['/robots.txt', '/index.xml', '/a.xml']);
    expect(shown.files.slice(1)).toMatchObject([
      { read: true, problems: [{ code: 'bad-status' }] },
      { read: false, why: expect.stringMatching(/the server returned 429.*longer than Crawlscope waits/) },
      { read: false },
    ]);
  });

  test('no file: exit 3 and one line', async () => {
    const { code, out, err } = await run(site.url('/nothing.xml'), '--delay', '0');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toBe(`crawlscope: could not read ${site.url('/nothing.xml')}: ${site.url('/nothing.xml')} returned 404.\n`);
  });

  test('files of an index on other hosts of this machine are not requested', async () => {
    const { port } = new URL(site.origin);
    site.set('/away.xml', xml(index(`http://localhost:${port}/sitemap.xml`)));
    const shown = await ask('/away.xml', '--files');
    expect(shown.files[1]).toMatchObject({ read: false });
  });

  test('robots.txt that cannot be read: nothing else is requested', async () => {
    const closed = await startSite({ '/robots.txt': { status: 503, body: '' }, '/sitemap.xml': xml(urlset('https://e.com/')) });
    const { code, err } = await run(closed.url('/sitemap.xml'), '--delay', '0');
    expect(code).toBe(3);
    expect(err).toContain('could not be read (status 503)');
    expect(closed.paths()).toEqual(['/robots.txt']);
    await closed.close();
  });

  test('Ctrl+C ends the request: exit 3', async () => {
    let press = (): void => undefined;
    site.set('/slow.xml', () => {
      press();
      return undefined;
    });
    const { code, err } = await runInProcess(['sitemap', 'check', site.url('/slow.xml'), '--delay', '0'], {
      interrupt: by => {
        press = by;
      },
    });
    expect({ code, err }).toEqual({ code: 3, err: 'crawlscope: interrupted before every file was checked.\n' });
  });

  test('a response that ends too early is an error, and what came is checked', async () => {
    const body = urlset('https://e.com/');
    const server: Server = createServer((request, response) => {
      if (request.url === '/robots.txt') {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': 'application/xml', 'Content-Length': body.length + 10 });
      response.write(body, () => response.destroy());
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const shown = await json(`http://127.0.0.1:${port}/sitemap.xml`, '--delay', '0');
    server.close();
    expect(codes(shown)).toContain('unfinished-response');
  });
});
