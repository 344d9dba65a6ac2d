import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { conflictRules } from '#core/signals/conflicts.ts';
import type { Session } from '#engine/session/session.ts';
import { openSignals } from '#engine/signals/signals-file.ts';
import type { SignalCell, SignalChoice, SignalCondition, SignalTableView } from '#shared/model/signals.ts';
import { type SignalName, signalValues } from '#shared/model/signals.ts';
import { column, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { oldFile } from '../../support/old-file.ts';
import { patience } from '../../support/patience.ts';
import type { Answer, Site } from '../../support/site.ts';
import { linksTo } from '../../support/site.ts';
import { waitlessClock } from '../../support/waitless-clock.ts';
import { withoutFacts } from '../../support/whole-rows.ts';

const all: SignalChoice = { where: [], conflict: null };

const html = (head: string, body = '', headers: Readonly<Record<string, string>> = {}): Answer => ({
  headers: { 'content-type': 'text/html', ...headers },
  body: `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><h1>Heading</h1><p>Some words of text.</p>${body}</body></html>`,
});
const noindex = '<meta name="robots" content="noindex">';
const canonical = (path: string): string => `<link rel="canonical" href="${path}">`;
const version = (path: string): string => `<link rel="alternate" hreflang="de" href="${path}">`;

const robots = `User-agent: *
Disallow: /blocked

User-agent: bingbot
Disallow: /for-others
`;

const paths = [
  '/own',
  '/blocked/a',
  '/noindex',
  '/header',
  '/both',
  '/googlebot',
  '/for-others',
  '/copy',
  '/copy-header',
  '/to-noindex',
  '/to-blocked',
  '/to-old',
  '/to-gone',
  '/to-copy',
  '/to-outside',
  '/two',
  '/in-body',
  '/old',
  '/gone',
  '/broken',
  '/en',
];
const listed = ['/own', '/noindex', '/blocked/a', '/old', '/gone', '/copy', '/only-listed'];

async function crawled(settings = {}): Promise<{ session: Session; server: Site }> {
  const pages: Record<string, Answer> = {
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: robots },
    '/': html('', linksTo(...paths)),
    '/own': html(canonical('/own')),
    '/noindex': html(noindex),
    '/header': html('', '', { 'x-robots-tag': 'noindex, nofollow' }),
    '/both': html(noindex + canonical('/own'), '', { 'x-robots-tag': 'noindex' }),
    '/googlebot': html('<meta name="googlebot" content="noindex">'),
    '/for-others': html(''),
    '/copy': html(canonical('/own')),
    '/copy-header': html('', '', { link: '</own>; rel="canonical"' }),
    '/to-noindex': html(canonical('/noindex')),
    '/to-blocked': html(canonical('/blocked/a')),
    '/to-old': html(canonical('/old')),
    '/to-gone': html(canonical('/gone')),
    '/to-copy': html(canonical('/copy')),
    '/to-outside': html(canonical('https://example.com/')),
    '/two': html(canonical('/own') + canonical('/noindex')),
    '/in-body': html('', canonical('/own')),
    '/old': { status: 301, headers: { location: '/own' }, body: '' },
    '/gone': { status: 410, headers: { 'content-type': 'text/html' }, body: 'Gone' },
    '/broken': { status: 503, headers: { 'content-type': 'text/html' }, body: 'Not now' },
    '/en': html(version('/de') + version('/noindex') + version('/en'), linksTo('/de')),
    '/de': html(version('/en')),
    '/only-listed': html(''),
  };
  const server = await site(pages);
  const urls = listed.map(path => `<url><loc>${server.url(path)}</loc></url>`).join('');
  server.set('/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
  });
  const clock = waitlessClock();
  const session = newSession(
    [server.url('/')],
    { sitemaps: true, ...settings },
    { clock, wrapFetcher: fetcher => clock.watching(fetcher) },
  );
  await session.run();
  return { session, server };
}

async function counted(session: Session, profiles: readonly string[], choice = all): Promise<SignalTableView> {
  const { list } = await session.handlers['signals.open']({ profiles: [...profiles] });
  return await vi.waitUntil(async () => {
    const found = await session.handlers['signals.read']({ list, choice });
    return found.progress.state !== 'running' && found;
  }, patience);
}

async function cellOf(session: Session, view: SignalTableView, url: string): Promise<SignalCell> {
  const found: SignalCell[] = [];
  for (const cell of view.cells) {
    const { rows: urls } = await session.handlers['signals.urls']({
      ...{ list: view.list, cell: cell.id, choice: all, from: 0, limit: 100 },
    });
    if (urls.some(row => row.url === url)) found.push(cell);
  }
  expect(found, url).toHaveLength(1);
  return found[0] as SignalCell;
}

/** The signals and the result of the first crawler, for a path. */
async function signsOf(session: Session, view: SignalTableView, url: string) {
  const { common, crawlers, conflicts } = await cellOf(session, view, url);
  const [first] = crawlers;
  return { ...common, ...first?.signs, result: first?.result, conflicts };
}

describe('the truth table of signals', () => {
  test('names the signals of each page, what the engine makes of them, and the conflicts', async () => {
    const { session, server } = await crawled();
    const view = await counted(session, ['googlebot']);
    const of = (path: string) => signsOf(session, view, server.url(path));
    const usual = {
      robots: 'allowed',
      response: '2xx',
      meta: 'none',
      header: 'none',
      canonical: 'none',
      sitemap: 'no',
      hreflang: 'none',
    };
    expect(await of('/')).toEqual({ ...usual, result: 'indexed', conflicts: [] });
    expect(await of('/own')).toEqual({ ...usual, canonical: 'self', sitemap: 'yes', result: 'indexed', conflicts: [] });
    expect(await of('/blocked/a')).toEqual({
      ...{ ...usual, robots: 'blocked', response: 'not-requested', meta: 'unknown', header: 'unknown', canonical: 'unknown' },
      ...{ sitemap: 'yes', result: 'url-only', conflicts: ['sitemap-blocked'] },
    });
    expect(await of('/noindex')).toEqual({
      ...{ ...usual, meta: 'noindex', sitemap: 'yes', hreflang: 'listed' },
      ...{ result: 'not-indexed', conflicts: ['sitemap-noindex', 'hreflang-noindex'] },
    });
    expect(await of('/header')).toEqual({ ...usual, header: 'noindex-nofollow', result: 'not-indexed', conflicts: [] });
    expect(await of('/both')).toEqual({
      ...{ ...usual, meta: 'noindex', header: 'noindex', canonical: 'other' },
      ...{ result: 'not-indexed', conflicts: ['noindex-canonical'] },
    });
    expect(await of('/googlebot')).toMatchObject({ meta: 'noindex', result: 'not-indexed' });
    expect(await of('/copy')).toEqual({
      ...{ ...usual, canonical: 'other', sitemap: 'yes', result: 'not-indexed', conflicts: ['sitemap-canonical'] },
    });
    expect(await of('/copy-header')).toMatchObject({ canonical: 'other', result: 'not-indexed' });
    expect(await of('/to-noindex')).toMatchObject({
      canonical: 'to-noindex',
      result: 'may-vary',
      conflicts: ['canonical-noindex'],
    });
    expect(await of('/to-blocked')).toMatchObject({
      canonical: 'to-blocked',
      result: 'may-vary',
      conflicts: ['canonical-blocked'],
    });
    expect(await of('/to-old')).toMatchObject({ canonical: 'to-redirect', conflicts: ['canonical-redirect'] });
    expect(await of('/to-gone')).toMatchObject({ canonical: 'to-error', conflicts: ['canonical-error'] });
    expect(await of('/to-copy')).toMatchObject({ canonical: 'to-chain', conflicts: ['canonical-chain'] });
    expect(await of('/to-outside')).toMatchObject({ canonical: 'to-unknown', conflicts: ['canonical-unknown'] });
    expect(await of('/two')).toMatchObject({ canonical: 'conflict', result: 'may-vary', conflicts: ['canonical-conflict'] });
    expect(await of('/in-body')).toMatchObject({ canonical: 'invalid', result: 'indexed', conflicts: [] });
    expect(await of('/old')).toMatchObject({ response: 'redirect', result: 'not-indexed', conflicts: ['sitemap-redirect'] });
    expect(await of('/gone')).toMatchObject({ response: '4xx', result: 'not-indexed', conflicts: ['sitemap-error'] });
    expect(await of('/broken')).toMatchObject({ response: '5xx', result: 'not-indexed', conflicts: [] });
    expect(await of('/en')).toMatchObject({ hreflang: 'both', conflicts: [] });
    expect(await of('/de')).toMatchObject({ hreflang: 'both', conflicts: [] });
    expect(await of('/only-listed')).toMatchObject({ sitemap: 'yes', conflicts: [] });
  });

  test('every engine reads the same page by its own rules, with its source', async () => {
    const { session, server } = await crawled();
    const view = await counted(session, ['googlebot', 'bingbot', 'baiduspider', 'ccbot']);
    expect(view.crawlers.map(each => each.id)).toEqual(['googlebot', 'bingbot', 'baiduspider', 'ccbot']);
    const results = async (path: string) => {
      const cell = await cellOf(session, view, server.url(path));
      return cell.crawlers.map(({ result }) => result);
    };
    expect(await results('/googlebot')).toEqual(['not-indexed', 'indexed', 'indexed', 'lists-nothing']);
    expect(await results('/for-others')).toEqual(['indexed', 'url-only', 'indexed', 'lists-nothing']);
    // Bing reads the element only, and Baidu documents none.
    expect(await results('/copy-header')).toEqual(['not-indexed', 'indexed', 'indexed', 'lists-nothing']);
    expect(await results('/copy')).toEqual(['not-indexed', 'not-indexed', 'indexed', 'lists-nothing']);
    const copy = await cellOf(session, view, server.url('/copy'));
    expect(copy.crawlers[0]?.rule).toContain('PAGE-DIRECTIVES.md');
    expect(copy.crawlers[2]).toMatchObject({ signs: { canonical: 'ignored' }, why: expect.stringContaining('is not used') });
    const blocked = await cellOf(session, view, server.url('/for-others'));
    expect(blocked.crawlers[1]).toMatchObject({ signs: { robots: 'blocked' }, rule: expect.stringContaining('RFC 9309') });
  });

  test('every internal page is in exactly one cell, and the sums add up', async () => {
    const { session } = await crawled();
    const view = await counted(session, ['googlebot', 'bingbot']);
    const wanted = column(session, "SELECT id FROM url WHERE class = 'page' ORDER BY id");
    expect(view.population).toBe(wanted.length);
    expect(view.cells.reduce((sum, cell) => sum + cell.urls, 0)).toBe(wanted.length);
    const seen: number[] = [];
    for (const cell of view.cells) {
      const urls = await session.handlers['signals.urls']({ list: view.list, cell: cell.id, choice: all, from: 0, limit: 500 });
      expect(urls.total).toBe(cell.urls);
      seen.push(...urls.rows.map(({ id }) => id));
    }
    expect(seen.sort((a, b) => a - b)).toEqual(wanted);
    for (const signal of Object.keys(signalValues) as SignalName[]) {
      const values = view.facets.filter(facet => facet.signal === signal);
      expect(values.map(({ value }) => value)).toEqual(signalValues[signal]);
      expect(
        values.reduce((sum, { urls }) => sum + urls, 0),
        signal,
      ).toBe(wanted.length);
    }
  });

  test('counts equal those of the filters of urls', async () => {
    const { session } = await crawled({ profile: 'googlebot' });
    const count = async (...where: SignalCondition[]) => (await counted(session, [], { where, conflict: null })).urls;
    const filtered = async (filter: string) =>
      (await session.handlers['urls.view']({ filter: `class:page ${filter}`, sort: 'url', descending: false })).count;
    const of = (signal: SignalName, ...values: string[]): SignalCondition => ({ signal, values, profile: null });
    const pairs: [string, SignalCondition[]][] = [
      ['robots:blocked', [of('robots', 'blocked')]],
      ['robots:allowed', [of('robots', 'allowed')]],
      ['status:2xx', [of('response', '2xx')]],
      ['status:4xx', [of('response', '4xx')]],
      ['status:5xx', [of('response', '5xx')]],
      // A page that says it in a header too counts as noindex:header.
      ['noindex:meta', [of('meta', 'noindex', 'noindex-nofollow'), of('header', 'none')]],
      ['in:sitemap', [of('sitemap', 'yes')]],
      ['in:sitemap robots:blocked', [of('sitemap', 'yes'), of('robots', 'blocked')]],
      ['canonical:self', [of('canonical', 'self')]],
      [
        'canonical:other',
        [of('canonical', ...signalValues.canonical.filter(each => each === 'other' || each.startsWith('to-')))],
      ],
      ['hreflangs:>0', [of('hreflang', 'lists', 'both')]],
    ];
    for (const [filter, where] of pairs) {
      const wanted = await filtered(filter);
      expect(wanted, filter).toBeGreaterThan(0);
      expect(await count(...where), filter).toBe(wanted);
    }
  });

  test('conflicts come first, each with its URLs, and can be chosen', async () => {
    const { session } = await crawled();
    const view = await counted(session, ['googlebot']);
    const ids = view.conflicts.map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(['sitemap-blocked', 'sitemap-noindex', 'canonical-noindex']);
    expect(view.conflicts.every(({ urls }) => urls > 0)).toBe(true);
    const ranks = view.cells.map(({ conflicts: [worst] }) => conflictRules.findIndex(({ id }) => id === worst));
    const known = ranks.map(rank => (rank < 0 ? conflictRules.length : rank));
    expect(known).toEqual([...known].sort((a, b) => a - b));
    const any = await counted(session, ['googlebot'], { where: [], conflict: '' });
    expect(any.cells).toEqual(view.cells.filter(({ conflicts }) => conflicts.length > 0));
    const one = await counted(session, ['googlebot'], { where: [], conflict: 'sitemap-noindex' });
    expect(one.cells.map(({ conflicts }) => conflicts)).toEqual([['sitemap-noindex', 'hreflang-noindex']]);
  });

  test('a noindex behind a block is a conflict where the crawl read the page despite robots.txt', async () => {
    const server = await site({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /hidden' },
      '/': html('', linksTo('/hidden', '/hidden-copy')),
      '/hidden': html(noindex),
      '/hidden-copy': html(canonical('/')),
    });
    const settings = { siteRules: [{ pattern: server.origin, robots: 'never' as const }] };
    const session = newSession([server.url('/')], settings);
    await session.run();
    const view = await counted(session, []);
    expect(await signsOf(session, view, server.url('/hidden'))).toMatchObject({
      ...{ robots: 'blocked', response: '2xx', meta: 'noindex', result: 'url-only', conflicts: ['noindex-unread'] },
    });
    const hidden = await cellOf(session, view, server.url('/hidden'));
    expect(hidden.crawlers[0]?.why).toContain('robots.txt hides a noindex');
    expect(await signsOf(session, view, server.url('/hidden-copy'))).toMatchObject({ conflicts: ['canonical-unread'] });
  });

  test('pages of an older version without facts are unknown, not silent', async () => {
    const { session, server } = await crawled();
    const path = session.path;
    await session.close();
    const db = new BetterSqlite3(path);
    db.exec(withoutFacts);
    db.close();
    const again = reopen(path, { readOnly: true });
    const view = await counted(again, ['googlebot']);
    expect(await signsOf(again, view, server.url('/noindex'))).toMatchObject({
      meta: 'unknown',
      canonical: 'unknown',
      result: 'unknown',
    });
  });

  test('a site that is closed as a whole is told from a blocked page: Slurp lists nothing of it', async () => {
    const server = await site({
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /a\n\nUser-agent: Slurp\nDisallow: /',
      },
      '/': html('', linksTo('/a')),
    });
    const session = newSession([server.url('/')]);
    await session.run();
    const view = await counted(session, ['slurp', 'googlebot']);
    const { crawlers } = await cellOf(session, view, server.url('/a'));
    expect(crawlers.map(({ signs, result }) => [signs.robots, result])).toEqual([
      ['site-blocked', 'not-indexed'],
      ['blocked', 'url-only'],
    ]);
  });

  test.each([1, 4] as const)('a file of version %i is counted as it is', async version => {
    const { path } = oldFile(version);
    const db = new BetterSqlite3(path);
    db.exec(`UPDATE settings SET json = '{"seeds":["http://a.test/"]}'`);
    db.close();
    const file = openSignals(path);
    const list = file.signals.open(['googlebot']);
    await file.signals.finished(list);
    const view = file.signals.read(list);
    file.close();
    expect(view.urls).toBe(view.population);
    expect(view.population).toBeGreaterThan(0);
  });

  test('an unknown crawler and a closed table are refused by name', async () => {
    const { session } = await crawled();
    await expect(session.handlers['signals.open']({ profiles: ['nobody'] })).rejects.toThrow('“nobody”');
    await expect(session.handlers['signals.read']({ list: 99, choice: all })).rejects.toMatchObject({ code: 'not_found' });
    const view = await counted(session, []);
    await expect(
      session.handlers['signals.urls']({ list: view.list, cell: 9_999, choice: all, from: 0, limit: 1 }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(rows(session, 'SELECT 1')).toEqual([[1]]);
  });
});
