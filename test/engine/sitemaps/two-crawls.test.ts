import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import type { Site } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
type Entry = string | readonly [path: string, lastmod: string];
const urlset = (at: (path: string) => string, entries: readonly Entry[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries
    .map(entry => (typeof entry === 'string' ? [entry, ''] : entry))
    .map(([path = '', lastmod]) => `<url><loc>${at(path)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`)
    .join('\n')}\n</urlset>`;
const index = (...locs: readonly string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map(loc => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`;

/** Sets two sitemaps under an index, and crawls. Returns the crawl file. */
async function crawled(server: Site, one: readonly Entry[], two: readonly Entry[] = []): Promise<string> {
  server.set('/sitemap.xml', xml(index(server.url('/one.xml'), server.url('/two.xml'))));
  server.set('/one.xml', xml(urlset(server.url, one)));
  server.set('/two.xml', xml(urlset(server.url, two)));
  const session = newSession([server.url('/')], { sitemaps: true });
  expect(await session.run()).toBe('finished');
  await session.close();
  return session.path;
}

const run = (...args: readonly string[]) => runInProcess(args, { engine });
async function rowsOf(...args: readonly string[]): Promise<Record<string, unknown>[]> {
  const { code, out, err } = await run(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Record<string, unknown>[];
}
const text = (words: string) => `<!DOCTYPE html><title>T</title><p>${words}</p>`;
const dated = (lastModified: string) => ({
  headers: { 'Last-Modified': lastModified, Date: 'Wed, 01 May 2024 10:00:00 GMT' },
  body: text(lastModified),
});

describe('dates of sitemaps', () => {
  it('are held against the clock, each other, and Last-Modified', async () => {
    const server = await site({
      '/': text('home'),
      '/old': dated('Tue, 02 Jan 2024 03:04:05 GMT'),
      '/same-day': dated('Tue, 02 Jan 2024 03:04:05 GMT'),
      '/now': dated('Wed, 01 May 2024 10:00:00 GMT'),
    });
    const path = await crawled(
      server,
      ['/', ['/old', '2024-01-01'], ['/same-day', '2024-01-02'], ['/now', '2020-01-01'], ['/x', '2999'], ['/y', 'soon']],
      [
        ['/old', '2024-03-01'],
        ['/now', '2024-03-01'],
      ],
    );
    expect(await rowsOf('sitemaps', path, '--lastmod')).toMatchObject([
      {
        url: server.url('/one.xml'),
        entries: 6,
        dated: 5,
        bad: 1,
        future: 1,
        same_date: '',
        with_header: 2,
        older_than_header: 1,
      },
      { url: server.url('/two.xml'), entries: 2, dated: 2, bad: 0, future: 0, same_date: '2024-03-01', compared: 0 },
    ]);
    const one = ['--file', server.url('/one.xml')];
    expect(await rowsOf('sitemaps', path, '--lastmod', '--entries', ...one)).toMatchObject([
      {
        url: server.url('/old'),
        line: 3,
        problem: 'older than Last-Modified of the page',
        other_date: '2024-01-02T03:04:05.000Z',
      },
      { url: server.url('/x'), lastmod: '2999', problem: 'in the future' },
      { url: server.url('/y'), lastmod: 'soon', problem: 'no W3C date' },
    ]);
  });

  it('should change when the text does, and only then', async () => {
    const server = await site({ '/': text('home') });
    const paths = ['/neither', '/both', '/only-date', '/only-text', '/new', '/undated'];
    for (const path of paths) server.set(path, text(`first ${path}`));
    const day = '2024-01-01';
    const before = await crawled(server, [
      ['/neither', day],
      ['/both', day],
      ['/only-date', day],
      ['/only-text', day],
      '/undated',
    ]);
    server.set('/both', text('second'));
    server.set('/only-text', text('second'));
    server.set('/undated', text('second'));
    const next = '2024-02-02';
    const after = await crawled(server, [
      ['/neither', day],
      ['/both', next],
      ['/only-date', next],
      ['/only-text', day],
      ['/new', next],
      '/undated',
    ]);
    const [one] = await rowsOf('sitemaps', after, '--lastmod', '--baseline', before);
    expect(one).toMatchObject({ entries: 6, dated: 5, compared: 4, changed: 3, only_date: 1, only_text: 1 });
    expect(await rowsOf('sitemaps', after, '--lastmod', '--baseline', before, '--entries')).toMatchObject([
      { url: server.url('/only-date'), lastmod: next, other_date: day, problem: 'lastmod changed, the text did not' },
      { url: server.url('/only-text'), lastmod: day, other_date: day, problem: 'the text changed, lastmod did not' },
    ]);
  });

  it.each([
    [['--baseline', 'x.crawl'], 'only works with --lastmod'],
    [['--lastmod', '--coverage'], '--coverage is a list of its own'],
    [['--lastmod', '--profile', 'googlebot', '--entries'], '--profile does not work with --lastmod'],
    [['--lastmod', '--baseline', 'nowhere.crawl'], 'there is no file nowhere.crawl'],
    [['--lastmod', '--file', 'x'], 'is no sitemap file of'],
  ])('%j is refused', async (args, words) => {
    const path = await crawled(await site({ '/': text('home') }), ['/']);
    expect(await run('sitemaps', path, ...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
  });

  it('cannot be compared with the crawl itself', async () => {
    const path = await crawled(await site({ '/': text('home') }), ['/']);
    expect(await run('sitemaps', path, '--lastmod', '--baseline', path)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is the crawl that is open'),
    });
  });
});

describe('sitemap diff', () => {
  const day = '2024-01-01';
  const changes = async () => {
    const server = await site({ '/': text('home') });
    const before = await crawled(server, ['/stays', '/gone', ['/dated', day], '/moves', '/twice'], ['/twice']);
    const after = await crawled(server, ['/stays', '/came', ['/dated', '2024-02-02'], '/twice'], ['/moves', '/came']);
    return { server, before, after };
  };

  it('of two crawls tells added, removed, moved and changed URLs, and counts by file', async () => {
    const { server, before, after } = await changes();
    const { code, out } = await run('sitemap', 'diff', before, after, '--json');
    expect(code).toBe(0);
    const document = JSON.parse(out) as { changes: Record<string, unknown>[]; files: unknown[]; totals: unknown };
    const [one, two] = [server.url('/one.xml'), server.url('/two.xml')];
    expect(document.changes).toMatchObject([
      { kind: 'added', url: server.url('/came'), from: [], to: [one, two] },
      {
        kind: 'changed',
        url: server.url('/dated'),
        fields: ['lastmod'],
        lastmod_before: day,
        lastmod_after: '2024-02-02',
        line: 4,
      },
      { kind: 'removed', url: server.url('/gone'), from: [one], to: [] },
      { kind: 'moved', url: server.url('/moves'), from: [one], to: [two] },
      { kind: 'moved', url: server.url('/twice'), from: [one, two], to: [one] },
    ]);
    expect(document.totals).toEqual({ added: 1, removed: 1, moved: 2, changed: 1, same: 1 });
    expect(document.files).toEqual([
      { file: one, before: 5, after: 4, added: 1, removed: 1, changed: 1, moved_in: 0, moved_out: 1 },
      { file: two, before: 1, after: 2, added: 1, removed: 0, changed: 0, moved_in: 1, moved_out: 1 },
    ]);
  });

  it('prints a table with the counts of all, CSV, and one line a change', async () => {
    const { before, after } = await changes();
    const table = (await run('sitemap', 'diff', before, after, '--limit', '1')).out;
    expect(table).toContain('1 added, 1 removed, 2 moved, 1 changed, 1 the same. The first 1 are listed; --limit shows more.');
    expect(table).not.toContain('/gone');
    expect((await run('sitemap', 'diff', before, after, '--format', 'csv')).out.split('\n')[0]).toContain(
      'change,url,from,to,line',
    );
    const lines = (await run('sitemap', 'diff', before, after, '--format', 'jsonl')).out.trim().split('\n');
    expect(lines.map(line => (JSON.parse(line) as { change: string }).change)).toEqual([
      'added',
      'changed',
      'removed',
      'moved',
      'moved',
    ]);
    expect((await run('sitemap', 'diff', before, before)).out).toContain('0 added, 0 removed, 0 moved, 0 changed, 5 the same.');
  });

  it('of two files compares what they list; a URL and the files of an index are read too', async () => {
    const server = await site({ '/': text('home') });
    const after = await crawled(server, ['/a', '/b'], ['/c']);
    const folder = tempFolder();
    const at = (path: string) => server.url(path);
    const [old, now] = [join(folder, 'old.xml'), join(folder, 'now.xml')];
    writeFileSync(old, urlset(at, ['/b', ['/a', day]]));
    writeFileSync(now, urlset(at, ['/a', '/b', '/c']));
    expect((await run('sitemap', 'diff', old, now)).out).toContain('1 added, 0 removed, 0 moved, 1 changed, 1 the same.');
    const fromSite = await run('sitemap', 'diff', after, server.url('/sitemap.xml'), '--delay', '0');
    expect(fromSite.out).toContain('0 added, 0 removed, 0 moved, 0 changed, 3 the same.');
    server.set('/two.xml', { status: 404, body: '' });
    expect(await run('sitemap', 'diff', after, server.url('/sitemap.xml'), '--delay', '0')).toMatchObject({
      code: 3,
      err: expect.stringContaining('two.xml'),
    });
    expect(await run('sitemap', 'diff', after, server.url('/sitemap.xml'), '--delay', '0', '--max-files', '1')).toMatchObject({
      code: 3,
      err: expect.stringContaining('--max-files'),
    });
  });

  it.each([
    [['nowhere.xml', 'x.xml'], 2, 'no such file'],
    [['-', '-'], 2, 'only one of OLD and NEW'],
    [['x.xml'], 2, 'it needs OLD NEW'],
  ])('%j is refused', async (args, code, words) => {
    expect(await run('sitemap', 'diff', ...args)).toMatchObject({ code, err: expect.stringContaining(words) });
  });
});
