import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sitemapChecks } from '#core/audit/checks/sitemaps.ts';
import { createSession } from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { openDatabase } from '#storage/file/database.ts';
import { audited, auditedFile } from '#test/support/audited.ts';
import { type Answer, linksTo, page, redirect, robotsFile, startSite } from '#test/support/site.ts';
import { tempFolder } from '#test/support/temp.ts';

const ids = sitemapChecks.map(({ id }) => id).filter(id => id !== 'sm.lastmod_dishonest');
const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** An XML response; `{}` is replaced by the origin of the site. */
const xml =
  (text: string, type = 'application/xml'): Answer =>
  ({ request }) => ({ headers: { 'Content-Type': type }, body: text.replaceAll('{}', `http://${request.headers.host}`) });
const urlset = (...locs: readonly string[]): string =>
  `<urlset ${xmlns}>\n${locs.map(loc => `<url><loc>${loc}</loc></url>`).join('\n')}\n</urlset>`;
const index = (...locs: readonly string[]): string =>
  `<sitemapindex ${xmlns}>${locs.map(loc => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`;
const robots =
  (...lines: readonly string[]): Answer =>
  ({ request }) =>
    robotsFile(['User-agent: *', ...lines].join('\n').replaceAll('{}', `http://${request.headers.host}`));

describe('sitemaps', () => {
  it('that are whole but too large unpacked are not damaged', async () => {
    const { hits, count, finding } = await audited(
      {
        '/robots.txt': robots('Sitemap: {}/large.xml.gz'),
        '/large.xml.gz': { headers: { 'Content-Type': 'application/gzip' }, body: gzipSync(Buffer.alloc(52_428_801, '\n')) },
        '/': linksTo(),
      },
      ids,
    );
    expect(hits('sm.too_large')).toEqual(['/large.xml.gz']);
    expect(finding('sm.too_large', '/large.xml.gz')?.evidence.items).toEqual([
      { value: 'The unpacked file has more than 52428800 bytes; it is not read.' },
    ]);
    expect(count('sm.syntax')).toEqual({ hits: 0, checked: 0, notCheckable: { cut: 1 } });
    expect(count('sm.namespace')).toEqual({ hits: 0, checked: 0, notCheckable: { cut: 1 } });
    expect(count('sm.too_many')).toEqual({ hits: 0, checked: 0, notCheckable: { cut: 1 } });
  });

  it('that robots.txt does not name are there although they are too large unpacked', async () => {
    const body = gzipSync(Buffer.alloc(52_428_801, '\n'));
    const { hits, count } = await audited(
      { '/sitemap.xml': { headers: { 'Content-Type': 'application/xml' }, body }, '/': linksTo() },
      ids,
    );
    expect(hits('sm.too_large')).toEqual(['/sitemap.xml']);
    expect(count('sm.missing')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
  });

  it('list URLs that they should not list', async () => {
    const { hits, count, finding, site } = await audited(
      {
        '/robots.txt': robots('Disallow: /blocked', 'Sitemap: {}/a.xml', 'Sitemap: {}/b.xml'),
        '/a.xml': xml(
          urlset(
            ...['', 'ok', 'gone', 'moved', 'noindex', 'blocked', 'copy', 'alone', 'ok', 'too/deep'].map(path => `{}/${path}`),
          ),
        ),
        '/b.xml': xml(urlset('{}/ok', 'http://other.example/')),
        '/': linksTo('/ok', '/gone', '/moved', '/noindex', '/blocked', '/copy', '/unlisted'),
        '/ok': linksTo(),
        '/moved': redirect('/ok', 301),
        '/noindex': page('<meta name=robots content=noindex>'),
        '/copy': page('<link rel=canonical href="/ok">'),
        '/alone': linksTo(),
        '/unlisted': linksTo(),
      },
      ids,
      { settings: { exclude: ['too/'] } },
    );
    const other = 'http://other.example/';
    expect(Object.fromEntries(ids.map(id => [id, hits(id)] as const).filter(([, found]) => found.length > 0))).toEqual({
      'sm.non200': ['/gone'],
      'sm.redirect': ['/moved'],
      'sm.noindex': ['/noindex'],
      'sm.blocked': ['/blocked'],
      'sm.non_canonical': ['/copy'],
      // Nothing links to the excluded page either.
      'sm.orphan': ['/alone', '/too/deep'],
      'sm.not_in_sitemap': ['/unlisted'],
      'sm.multiple': ['/ok'],
      'sm.duplicate_entries': ['/ok'],
      'sm.not_fetched': ['/too/deep', other],
    });
    // Ten URLs: the blocked, the excluded and the external one are unknown.
    expect(count('sm.non200')).toEqual({ hits: 1, checked: 7, notCheckable: { blocked: 1, 'not-asked': 2 } });
    expect(count('sm.blocked')).toEqual({ hits: 1, checked: 9, notCheckable: { 'needs-robots': 1 } });
    expect(count('sm.cross_host')).toEqual({ hits: 0, checked: 9, notCheckable: { 'needs-robots': 1 } });
    expect(count('sm.multiple')).toEqual({ hits: 1, checked: 10, notCheckable: {} });
    expect(finding('sm.non200', '/gone')?.evidence.items).toEqual([{ value: '404' }, { value: site.url('/a.xml'), line: 4 }]);
    expect(finding('sm.duplicate_entries', '/ok')?.evidence.items).toEqual([{ value: site.url('/a.xml'), line: 10 }]);
  });

  it('are files with faults', async () => {
    const dated = (lastmod: string): string => `<url><loc>{}/${lastmod}</loc><lastmod>${lastmod}</lastmod></url>`;
    const { hits, count, finding, site } = await audited(
      {
        '/robots.txt': robots('Sitemap: {}/index.xml', 'Sitemap: {}/missing.xml'),
        '/index.xml': xml(index(...['inner', 'cut', 'space', 'raw', 'html', 'dates', 'same'].map(name => `{}/${name}.xml`))),
        '/inner.xml': xml(index('{}/plain.xml')),
        '/plain.xml': xml(urlset('{}/')),
        '/cut.xml': xml(`<urlset ${xmlns}>\n<url><loc>{}/`),
        '/space.xml': xml('<urlset><url><loc>{}/</loc></url></urlset>'),
        '/raw.xml': xml(urlset('{}/?a=1&b=2')),
        '/html.xml': xml(urlset('{}/'), 'text/html'),
        '/dates.xml': xml(`<urlset ${xmlns}>${dated('2024-01-01')}\n${dated('yesterday')}\n${dated('2999-01-01')}</urlset>`),
        '/same.xml': xml(`<urlset ${xmlns}>${dated('2024-01-01')}${dated('2024-01-01')}</urlset>`),
        '/': linksTo(),
      },
      ids,
      { limits: { 'sm.lastmod_uniform': { entries: 2 }, 'sm.too_many': { entries: 2 }, 'sm.too_large': { bytes: 400 } } },
    );
    const files = ids.filter(id => sitemapChecks.find(check => check.id === id)?.population === 'sitemaps');
    expect(Object.fromEntries(files.map(id => [id, hits(id)]))).toEqual({
      'sm.syntax': ['/cut.xml', '/raw.xml'],
      'sm.namespace': ['/space.xml'],
      'sm.too_many': ['/dates.xml', '/index.xml'],
      'sm.too_large': ['/index.xml'],
      'sm.index_nested': ['/index.xml'],
      'sm.lastmod_bad': ['/dates.xml'],
      'sm.lastmod_uniform': ['/same.xml'],
      'sm.bad_encoding': ['/raw.xml'],
      'sm.content_type': ['/html.xml'],
    });
    expect(count('sm.syntax')).toEqual({ hits: 2, checked: 9, notCheckable: { 'no-body': 1 } });
    expect(count('sm.missing')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
    expect(finding('sm.lastmod_bad', '/dates.xml')?.evidence.items).toEqual([
      { value: 'yesterday', line: 2 },
      { value: '2999-01-01', line: 3 },
    ]);
    expect(finding('sm.index_nested', '/index.xml')?.evidence.items).toEqual([{ url: site.url('/inner.xml') }]);
  });

  it.each([
    ['are missing', { status: 404 }, { hits: 1, checked: 1, notCheckable: {} }],
    ['are a page in their place', linksTo(), { hits: 1, checked: 1, notCheckable: {} }],
    ['redirect', redirect('/real.xml'), { hits: 0, checked: 1, notCheckable: {} }],
  ] as const)('%s', async (_, answer, expected) => {
    const { count } = await audited({ '/sitemap.xml': answer, '/real.xml': xml(urlset('{}/')), '/': linksTo() }, [
      'sm.missing',
      'sm.syntax',
      'sm.not_in_sitemap',
    ]);
    expect(count('sm.missing')).toEqual(expected);
    expect(count('sm.syntax').hits).toBe(0);
    // Without a sitemap there is no page that it leaves out.
    expect(count('sm.not_in_sitemap')).toEqual({ hits: 0, checked: expected.hits === 0 ? 1 : 0, notCheckable: {} });
  });

  it('list URLs of another host or scheme', async () => {
    const site = await startSite({
      '/robots.txt': robots('Disallow:', 'Sitemap: {}/a.xml'),
      '/a.xml': xml(urlset('{}/ok')),
      '/': linksTo(),
    });
    onTestFinished(() => site.close());
    const path = join(tempFolder(), 'moved.crawl');
    const session = createSession(path, { ...defaultSettings, delayMs: 0, seeds: [site.url('/')] });
    await session.run();
    await session.close();
    const places = ['sm.cross_host', 'sm.http_on_https'];
    const changed = (sql: string) => {
      const db = openDatabase(path);
      db.exec(sql);
      db.close();
      const found = auditedFile(path, site, places);
      return places.map(id => [found.count(id), found.hits(id)]);
    };
    const passed = [{ hits: 0, checked: 1, notCheckable: {} }, []];
    const hit = [{ hits: 1, checked: 1, notCheckable: {} }, ['/ok']];
    expect(changed('')).toEqual([passed, passed]);
    expect(changed(`UPDATE sitemap SET url = 'http://other.example/a.xml'`)).toEqual([hit, passed]);
    expect(changed(`UPDATE origin SET key = replace(key, 'http:', 'https:')`)).toEqual([hit, hit]);
  });

  it('say nothing of what was not read', async () => {
    const checks = ['sm.namespace', 'sm.bad_encoding', 'sm.index_nested'];
    const files = {
      '/robots.txt': robots('Disallow:', 'Sitemap: {}/index.xml'),
      '/index.xml': xml(index('{}/fine.xml', '{}/gone.xml', '{}/page.xml')),
      '/fine.xml': xml(urlset('{}/ok')),
      '/page.xml': '<!doctype html><title>x</title>',
      '/': linksTo(),
    };
    const { count } = await audited(files, checks);
    for (const id of checks.slice(0, 2))
      expect([id, count(id)]).toEqual([id, { hits: 0, checked: 2, notCheckable: { 'no-body': 2 } }]);
    // One of the files of the index was not read: it may be an index.
    expect(count('sm.index_nested')).toEqual({ hits: 0, checked: 2, notCheckable: { 'no-body': 2 } });
    const older = await audited(files, checks, {
      sql: 'UPDATE page_row SET facts_at = NULL, facts = NULL; UPDATE sitemap SET fetch_id = 1;',
    });
    for (const id of checks.slice(0, 2)) expect(older.count(id)).toMatchObject({ hits: 0, checked: 0 });
    expect(older.count('sm.namespace').notCheckable).toHaveProperty('no-facts');
  });

  it('are not requested', async () => {
    const { count } = await audited({ '/': linksTo() }, ids, { settings: { sitemaps: false } });
    expect(count('sm.missing')).toEqual({ hits: 0, checked: 0, notCheckable: { 'not-asked': 1 } });
    for (const id of ids.filter(each => each !== 'sm.missing'))
      expect([id, count(id)]).toEqual([id, { hits: 0, checked: 0, notCheckable: {} }]);
  });
});
