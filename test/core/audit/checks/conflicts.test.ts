import { describe, expect, it } from 'vitest';
import { conflictChecks } from '#core/audit/checks/conflicts.ts';
import { audited } from '#test/support/audited.ts';
import { redirect } from '#test/support/site.ts';

const page = (head: string, body = ''): string => `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;
const links = (...paths: readonly string[]): string => paths.map(path => `<a href="${path}">x</a>`).join('');
const canonical = (path: string): string => `<link rel=canonical href="${path}">`;
const noindex = '<meta name=robots content=noindex>';
const lang = (code: string, path: string): string => `<link rel=alternate hreflang=${code} href="${path}">`;

const rules = 'User-agent: GPTBot\nDisallow: /some\n\nUser-agent: *\nDisallow: /blocked\nSitemap: ';
const answers = {
  '/': page(
    '',
    links(
      '/blocked-a',
      '/blocked-b',
      '/blocked-c',
      '/some',
      '/to-blocked',
      '/to-open',
      '/same-a',
      '/same-b',
      '/en',
      '/moved',
      '/gone',
      '/noindex',
    ) +
      links('/same-c', '/same-d') +
      '<a rel=nofollow href="/blocked-quiet">x</a>',
  ),
  '/blocked-a': page(noindex),
  '/blocked-b': page(canonical('/')),
  '/blocked-c': page(''),
  '/some': page(''),
  '/to-blocked': redirect('/middle'),
  '/middle': redirect('/blocked-c'),
  '/to-open': redirect('/some'),
  '/same-a': page(canonical('/same-a'), 'One text for two pages'),
  '/same-b': page(canonical('/same-b'), 'One text for two pages'),
  '/same-c': page(canonical('/same-d'), 'Another text for two pages'),
  '/same-d': page(canonical('/same-d'), 'Another text for two pages'),
  '/en': page(lang('en', '/en') + lang('de', '/blocked-c')),
  '/moved': redirect('/some', 301),
  '/noindex': page(noindex),
};

async function checked(obey: 'obeyed' | 'ignored') {
  const list = ['/some', '/blocked-c', '/moved', '/gone', '/noindex', '/same-c'];
  return audited(
    {
      ...answers,
      '/robots.txt': ({ request }) => ({
        headers: { 'Content-Type': 'text/plain' },
        body: `${rules}http://${request.headers.host ?? ''}/sitemap.xml\n`,
      }),
      '/sitemap.xml': ({ request }) => ({
        headers: { 'Content-Type': 'application/xml' },
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${list
          .map(path => `<url><loc>http://${request.headers.host ?? ''}${path}</loc></url>`)
          .join('')}</urlset>`,
      }),
    },
    conflictChecks.map(({ id }) => id),
    obey === 'ignored' ? { settings: origin => ({ siteRules: [{ pattern: origin, robots: 'never' }] }) } : {},
  );
}

describe('conflicts between signals', () => {
  it('are found where robots.txt is obeyed', async () => {
    const { hits, count, finding } = await checked('obeyed');
    expect(count('x.noindex_unseen')).toEqual({ hits: 0, checked: 0, notCheckable: { blocked: 3, 'not-asked': 1 } });
    expect(count('x.canonical_unseen')).toEqual({ hits: 0, checked: 0, notCheckable: { blocked: 3, 'not-asked': 1 } });
    expect(hits('x.blocked_may_list')).toEqual(['/blocked-a', '/blocked-b', '/blocked-c']);
    expect(finding('x.blocked_may_list', '/blocked-c')?.evidence.items).toEqual([
      { value: 'robots.txt', line: 5 },
      { value: 'linking pages', count: 1 },
      { value: 'sitemaps', count: 1 },
    ]);
    expect(hits('x.sitemap_vs_directive')).toEqual(['/blocked-c', '/gone', '/moved', '/noindex', '/same-c']);
    expect(finding('x.sitemap_vs_directive', '/moved')?.evidence.items).toEqual([{ value: 'status 301' }]);
    expect(count('x.sitemap_vs_directive')).toEqual({ hits: 5, checked: 6, notCheckable: {} });
    expect(hits('x.hreflang_vs_robots')).toEqual(['/en']);
    expect(hits('x.allowed_only_some')).toEqual(['/blocked-a', '/blocked-b', '/blocked-c', '/blocked-quiet', '/some']);
    expect(finding('x.allowed_only_some', '/some')?.evidence.items).toContainEqual({
      value: 'GPTBot (OpenAI): blocked',
      line: 2,
    });
    expect(finding('x.allowed_only_some', '/some')?.evidence.items).toContainEqual({ value: 'Googlebot: allowed' });
    expect(hits('x.redirect_then_block')).toEqual(['/middle', '/to-blocked']);
    // What was not read may be a redirect as well.
    expect(count('x.redirect_then_block')).toEqual({ hits: 2, checked: 4, notCheckable: { blocked: 3, 'not-asked': 1 } });
    expect(hits('x.canonical_dup_disagree')).toEqual(['/same-a', '/same-b']);
    // Pages that were read were not rendered.
    expect(count('x.render_vs_raw_index')).toEqual({
      hits: 0,
      checked: 0,
      notCheckable: { 'needs-rendering': 8, blocked: 3, 'not-asked': 1 },
    });
  });

  it('show what is behind a block where the crawl has read it', async () => {
    const { hits, count, finding, site } = await checked('ignored');
    expect(site.paths()).toContain('/blocked-a');
    expect(hits('x.noindex_unseen')).toEqual(['/blocked-a']);
    expect(finding('x.noindex_unseen', '/blocked-a')?.evidence.items).toEqual([
      { value: 'noindex' },
      { value: 'robots.txt', line: 5 },
    ]);
    expect(hits('x.canonical_unseen')).toEqual(['/blocked-b']);
    expect(count('x.canonical_unseen').hits).toBe(1);
  });
});
