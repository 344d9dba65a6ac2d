import { describe, expect, it } from 'vitest';
import type { CheckCount } from '#shared/model/audit.ts';
import { audited } from '#test/support/audited.ts';
import { type Answer, redirect } from '#test/support/site.ts';

const two = ['resp.302_permanent_use', 'robots.changed', 'sm.lastmod_dishonest', 'x.directive_flip', 'x.robots_flip'] as const;
const day = 86_400_000;

const page = (text: string, head = ''): string =>
  `<!doctype html><html lang=en><head><title>t</title>${head}</head><body><main>${text}</main></body></html>`;
const links = (...paths: readonly string[]): string => paths.map(path => `<a href="${path}">x</a>`).join('');
const robots = (...lines: readonly string[]): Answer => ({
  headers: { 'Content-Type': 'text/plain' },
  body: `User-agent: *\n${lines.join('\n')}\n`,
});
const sitemap =
  (dates: Readonly<Record<string, string>>): Answer =>
  ({ request }) => ({
    headers: { 'Content-Type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Object.entries(dates)
      .map(([path, date]) => `<url><loc>http://${request.headers.host ?? ''}${path}</loc><lastmod>${date}</lastmod></url>`)
      .join('')}</urlset>`,
  });
/** How many days earlier the earlier crawl started. */
const daysAgo = (days: number): string => `UPDATE crawl SET started_at = started_at - ${days * day}`;

const paths = ['/moved', '/wandered', '/fixed', '/a', '/b', '/c', '/shop', '/open', '/new'];
const home = page('Home', links(...paths));
const noindex = '<meta name=robots content=noindex>';
const before: Readonly<Record<string, Answer>> = {
  '/': home,
  '/robots.txt': robots('Disallow: /shop', 'Disallow: /cart'),
  '/sitemap.xml': sitemap({ '/a': '2026-01-01', '/b': '2026-01-01', '/c': '2026-01-01' }),
  '/moved': redirect('/a', 302),
  '/wandered': redirect('/a', 302),
  '/fixed': redirect('/a', 302),
  '/a': page('One text of a page'),
  '/b': page('The text of another page'),
  '/c': page('A third text'),
  '/shop': page('Shop'),
  '/open': page('Open'),
};
const now: Readonly<Record<string, Answer>> = {
  ...before,
  '/robots.txt': robots('Disallow: /open', 'Disallow: /cart'),
  '/sitemap.xml': sitemap({ '/a': '2026-02-02', '/b': '2026-02-02', '/c': '2026-01-01', '/new': '2026-02-02' }),
  '/moved': redirect('/a', 307),
  '/wandered': redirect('/b', 302),
  '/fixed': redirect('/a', 301),
  '/a': page('One text of a page', noindex),
  '/b': page('The text of another page, changed', noindex),
  '/new': page('New'),
};

describe('checks over two crawls', () => {
  it('say that no earlier crawl was given', async () => {
    const { count } = await audited(now, two);
    const counts = Object.fromEntries(two.map(id => [id, count(id)]));
    expect(counts).toEqual({
      'resp.302_permanent_use': { hits: 0, checked: 0, notCheckable: { 'needs-baseline': 2, blocked: 1 } },
      'robots.changed': { hits: 0, checked: 0, notCheckable: { 'needs-baseline': 1 } },
      'sm.lastmod_dishonest': { hits: 0, checked: 0, notCheckable: { 'needs-baseline': 1 } },
      'x.directive_flip': { hits: 0, checked: 0, notCheckable: { 'needs-baseline': 6, blocked: 1 } },
      'x.robots_flip': { hits: 0, checked: 0, notCheckable: { 'needs-baseline': 10 } },
    } satisfies Record<(typeof two)[number], CheckCount>);
  });

  it('compare with the earlier crawl', async () => {
    const { count, hits, finding, site } = await audited(now, two, { before, beforeSql: daysAgo(31) });
    const here = (path: string): string => site.url(path);

    expect(hits('resp.302_permanent_use')).toEqual(['/moved']);
    expect(finding('resp.302_permanent_use', '/moved')?.evidence.items).toEqual([{ value: '302 → 307', url: here('/a') }]);
    expect(count('resp.302_permanent_use')).toEqual({ hits: 1, checked: 2, notCheckable: { blocked: 1 } });

    expect(hits('robots.changed')).toEqual([site.origin]);
    expect(finding('robots.changed', site.origin)?.evidence.items).toEqual([
      { value: '+ Disallow: /open', line: 2 },
      { value: '- Disallow: /shop' },
      { value: 'blocked → allowed', url: here('/shop') },
      { value: 'allowed → blocked', url: here('/open') },
    ]);
    expect(count('robots.changed')).toEqual({ hits: 1, checked: 1, notCheckable: {} });

    expect(hits('x.robots_flip')).toEqual(['/open', '/shop']);
    expect(finding('x.robots_flip', '/open')?.evidence.items).toEqual([
      { value: 'allowed → blocked' },
      { value: 'now: Disallow: /open', line: 2 },
    ]);
    expect(count('x.robots_flip')).toEqual({ hits: 2, checked: 10, notCheckable: {} });

    // /a keeps its text and gets noindex; /b changes both; /shop and /new were not read before.
    expect(hits('x.directive_flip')).toEqual(['/a']);
    expect(finding('x.directive_flip', '/a')?.evidence.items).toEqual([{ value: 'indexable → noindex' }]);
    expect(count('x.directive_flip')).toEqual({ hits: 1, checked: 4, notCheckable: { 'not-in-baseline': 2, blocked: 1 } });

    expect(hits('sm.lastmod_dishonest')).toEqual(['/sitemap.xml']);
    expect(finding('sm.lastmod_dishonest', '/sitemap.xml')?.evidence.items).toEqual([
      { value: '1 of 2 changed pages' },
      { value: 'only lastmod changed', url: here('/a') },
    ]);
    expect(count('sm.lastmod_dishonest')).toEqual({ hits: 1, checked: 1, notCheckable: {} });
  });

  it('pass where nothing changed, and where the earlier crawl is too recent', async () => {
    const { count } = await audited(before, two, { before, beforeSql: daysAgo(3) });
    expect(count('resp.302_permanent_use')).toEqual({ hits: 0, checked: 0, notCheckable: { 'baseline-recent': 3, blocked: 1 } });
    for (const id of two.slice(1)) expect(count(id).hits).toBe(0);
    expect(count('robots.changed').checked).toBe(1);
    expect(count('x.robots_flip')).toEqual({ hits: 0, checked: 10, notCheckable: {} });
    expect(count('sm.lastmod_dishonest')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
    expect(count('x.directive_flip')).toEqual({ hits: 0, checked: 5, notCheckable: { blocked: 1 } });
  });

  it('compare no texts with those that an older version read', async () => {
    const older = `${daysAgo(31)}; UPDATE url SET text_hash = substr(text_hash, 3)`;
    const { count } = await audited(now, two, { before, beforeSql: older });
    expect(count('x.directive_flip')).toEqual({
      hits: 0,
      checked: 2,
      notCheckable: { 'not-in-baseline': 2, 'no-facts': 2, blocked: 1 },
    });
    expect(count('sm.lastmod_dishonest')).toEqual({ hits: 0, checked: 0, notCheckable: { 'not-in-baseline': 1 } });
  });

  it('see what is behind a block by the earlier crawl', async () => {
    const ids = ['x.noindex_unseen', 'x.canonical_unseen'];
    const hidden = (path: string, head: string): Readonly<Record<string, Answer>> => ({
      '/': page('', links('/n', '/c')),
      '/n': page('n', path === '/n' ? head : ''),
      '/c': page('c', '<link rel=canonical href="/n">'),
    });
    const closed = { ...hidden('/n', noindex), '/robots.txt': robots('Disallow: /n', 'Disallow: /c') };
    const { hits, finding, site } = await audited(closed, ids, { before: hidden('/n', noindex) });
    expect(hits('x.noindex_unseen')).toEqual(['/n']);
    expect(finding('x.noindex_unseen', '/n')?.evidence.items).toEqual([
      { value: 'noindex (earlier crawl)' },
      { value: 'robots.txt', line: 2 },
    ]);
    expect(hits('x.canonical_unseen')).toEqual(['/c']);
    expect(finding('x.canonical_unseen', '/c')?.evidence.items[0]).toEqual({
      value: 'canonical (earlier crawl)',
      url: site.url('/n'),
    });
  });

  it('make do with two versions of robots.txt in one file', async () => {
    const file = Buffer.from('User-agent: *\nDisallow: /a\n');
    const sql = `INSERT INTO body (hash, size, encoding, bytes) VALUES (x'00ff', ${file.length}, 'raw', x'${file.toString('hex')}');
      INSERT INTO robots_version (id, origin_id, first_seen_at, last_seen_at, access, status, body_hash, final_url, source)
        SELECT 0, id, 1, 1, 'rules', 200, x'00ff', '', 'crawl' FROM origin`;
    const { hits } = await audited({ '/': page('', links('/a')), '/a': page('a'), '/robots.txt': robots('Disallow: /b') }, two, {
      sql,
    });
    expect(hits('x.robots_flip')).toEqual(['/a']);
    expect(hits('robots.changed')).toHaveLength(1);
  });
});
