import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';
import { type Answer, redirect, robotsFile } from '#test/support/site.ts';

const ids = ['link.only_via_blocked', 'x.noindex_nofollow_hub'];
const page = (paths: readonly string[], head = ''): string =>
  `<!doctype html><html lang=en><head><title>t</title>${head}</head><body>${paths.map(path => `<a href="${path}">x</a>`).join('')}</body></html>`;
const sitemap =
  (paths: readonly string[]): Answer =>
  ({ request }) => ({
    headers: { 'Content-Type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map(path => `<url><loc>http://${request.headers.host ?? ''}${path}</loc></url>`)
      .join('')}</urlset>`,
  });
const nofollow = '<meta name=robots content=nofollow>';

describe('link.only_via_blocked', () => {
  it('finds what a crawler may fetch and cannot get to', async () => {
    const { hits, finding, count } = await audited(
      {
        '/robots.txt': robotsFile('User-agent: GPTBot\nDisallow: /hub\nDisallow: /moved\n\nUser-agent: *\nDisallow:\n'),
        '/': page(['/hub', '/open', '/moved']),
        '/hub': page(['/behind', '/both', '/hub/own']),
        '/open': page(['/both']),
        '/moved': redirect('/target'),
        '/behind': page(['/deeper']),
        '/deeper': page([]),
        '/both': page([]),
        '/hub/own': page([]),
        '/target': page([]),
      },
      ids,
    );
    // /hub/own is blocked itself, /both has another way, and the target of a redirect has no link.
    expect(hits('link.only_via_blocked')).toEqual(['/behind', '/deeper']);
    expect(finding('link.only_via_blocked', '/deeper')?.evidence.items).toEqual([{ value: 'GPTBot (OpenAI)' }]);
    expect(count('link.only_via_blocked')).toEqual({ hits: 2, checked: 7, notCheckable: {} });
  });

  it('passes where nothing that links is blocked, and needs robots.txt', async () => {
    const open = await audited({ '/': page(['/a']), '/a': page([]) }, ids);
    expect(open.count('link.only_via_blocked')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
    const unknown = await audited({ '/': page(['/a']), '/a': page([]) }, ids, { sql: 'UPDATE origin SET robots_id = NULL' });
    expect(unknown.count('link.only_via_blocked')).toEqual({ hits: 0, checked: 0, notCheckable: { 'needs-robots': 1 } });
  });
});

describe('x.noindex_nofollow_hub', () => {
  const many = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, at) => `/${prefix}${at}`);

  it('finds the page behind which others disappear', async () => {
    const [lost, kept, few] = [many('lost', 10), many('kept', 10), many('few', 9)];
    const { hits, finding, count } = await audited(
      {
        '/robots.txt': ({ request }) =>
          robotsFile(`User-agent: *\nDisallow:\nSitemap: http://${request.headers.host ?? ''}/s.xml\n`),
        '/s.xml': sitemap([...lost, ...kept, ...few]),
        '/': page(['/cutting', '/harmless', '/small', '/way']),
        '/way': page(kept),
        '/cutting': page(lost, nofollow),
        '/harmless': page(kept, nofollow),
        '/small': page(few, nofollow),
        ...Object.fromEntries([...lost, ...kept, ...few].map(path => [path, page(['/'])])),
      },
      ids,
    );
    expect(hits('x.noindex_nofollow_hub')).toEqual(['/cutting']);
    expect(finding('x.noindex_nofollow_hub', '/cutting')?.evidence.items).toEqual([{ value: 'indexable pages', count: 10 }]);
    expect(count('x.noindex_nofollow_hub')).toEqual({ hits: 1, checked: 34, notCheckable: {} });
  });

  it('looks at every page, and counts what is behind pages in a row', async () => {
    const [hubs, behind] = [many('hub', 301), many('behind', 10)];
    const deep = behind.map(path => `${path}x`);
    const { hits, finding } = await audited(
      {
        '/robots.txt': ({ request }) =>
          robotsFile(`User-agent: *\nDisallow:\nSitemap: http://${request.headers.host ?? ''}/s.xml\n`),
        '/s.xml': sitemap(behind),
        '/': page([...hubs, '/first']),
        ...Object.fromEntries(hubs.map(path => [path, page(path === '/hub300' ? behind : [], nofollow)])),
        '/first': page(['/second']),
        '/second': page(deep),
        ...Object.fromEntries([...behind, ...deep].map(path => [path, page([])])),
      },
      ids,
      { sql: "UPDATE url SET directives = 2 WHERE url LIKE '%/first'" },
    );
    expect(hits('x.noindex_nofollow_hub')).toEqual(['/first', '/hub300']);
    expect(finding('x.noindex_nofollow_hub', '/first')?.evidence.items).toEqual([{ value: 'indexable pages', count: 11 }]);
  });
});
