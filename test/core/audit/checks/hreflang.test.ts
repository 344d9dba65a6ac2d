import { describe, expect, it } from 'vitest';
import { hreflangSetChecks } from '#core/audit/checks/hreflang-sets.ts';
import { hreflangTargetChecks } from '#core/audit/checks/hreflang-targets.ts';
import { audited } from '#test/support/audited.ts';
import { type Answer, redirect } from '#test/support/site.ts';

const page = (head: string, body = ''): string => `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;
const lang = (code: string, href: string): string => `<link rel=alternate hreflang="${code}" href="${href}">`;
const set = (...pairs: readonly (readonly [string, string])[]): string => pairs.map(([code, href]) => lang(code, href)).join('');
const robots = { '/robots.txt': 'User-agent: *\nDisallow: /blocked\n', '/blocked': page('') };
const linked = (answers: Readonly<Record<string, Answer>>): Record<string, Answer> => ({
  ...robots,
  '/': page(
    '',
    [...Object.keys(answers), '/blocked']
      .filter(path => !path.startsWith('/quiet'))
      .map(path => `<a href="${path}">x</a>`)
      .join(''),
  ),
  ...answers,
});

describe('hreflang in sitemaps', () => {
  it('counts like that of pages, and is compared with it', async () => {
    const entry = (host: string | undefined, path: string, ...pairs: readonly (readonly [string, string])[]): string =>
      `<url><loc>http://${host}${path}</loc>${pairs
        .map(([code, to]) => `<xhtml:link rel="alternate" hreflang="${code}" href="http://${host}${to}"/>`)
        .join('')}</url>`;
    const { hits, count, finding, site } = await audited(
      {
        '/robots.txt': ({ request: { headers } }) => `Sitemap: http://${headers.host}/map.xml\n`,
        '/map.xml': ({ request: { headers } }) =>
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
          ${entry(headers.host, '/en', ['en', '/en'], ['de', '/de'])}
          ${entry(headers.host, '/de', ['de', '/de'])}
          ${entry(headers.host, '/both', ['en', '/en'])}
          ${entry(headers.host, '/plain')}</urlset>`,
        '/': page('', '<a href=/en>e</a>'),
        '/en': page(''),
        '/de': page(''),
        '/both': page(set(['en', '/both'])),
        '/plain': page(''),
      },
      ['hl.missing_return', 'hl.missing_self', 'hl.source_conflict', 'hl.outside_head'],
      { settings: { sitemaps: true } },
    );
    expect(count('hl.missing_return').checked).toBe(3);
    expect(hits('hl.missing_return')).toEqual(['/both', '/en']);
    expect(hits('hl.missing_self')).toEqual([]);
    expect(hits('hl.outside_head')).toEqual([]);
    expect(hits('hl.source_conflict')).toEqual(['/both']);
    expect(finding('hl.source_conflict', '/both')?.evidence.items).toEqual([
      { value: 'en /both', bytes: expect.any(Array) },
      { value: `en ${site.origin}/en`, url: `${site.origin}/map.xml`, line: 4 },
    ]);
  });
});

describe('hreflang sets', () => {
  it('are judged page by page', async () => {
    const absolute = 'http://example.com/de';
    const { hits, count, finding } = await audited(
      linked({
        '/good': page(set(['en', '/good'], ['de', absolute], ['x-default', '/good'])),
        '/copy': page(`<link rel=canonical href="/good">${set(['en', '/copy'], ['x-default', '/copy'])}`),
        '/uk': page(set(['en-UK', '/uk'], ['x-default', '/uk'])),
        '/no-self': page(set(['de', absolute], ['x-default', absolute])),
        '/no-default': page(set(['en', '/no-default'])),
        '/twice': page(set(['en', '/twice'], ['en', '/good'], ['x-default', '/twice'])),
        '/regions': page(set(['en-us', '/regions'], ['en-gb', '/regions'], ['x-default', '/regions'])),
        '/languages': page(set(['en', '/languages'], ['de', '/languages'], ['x-default', '/languages'])),
        '/late': page('', set(['en', '/late'], ['x-default', '/late'])),
        '/german': page(set(['de', '/german'], ['x-default', '/german'])),
        '/header': {
          headers: { Link: '</good>; rel=alternate; hreflang=de, </header>; rel="alternate"; hreflang="x-default"' },
          body: page(set(['en', '/header'], ['de', absolute])),
        },
      }),
      hreflangSetChecks.map(({ id }) => id),
    );
    expect(hits('hl.not_using_canonical')).toEqual(['/copy']);
    expect(count('hl.not_using_canonical')).toEqual({ hits: 1, checked: 11, notCheckable: { blocked: 1 } });
    expect(hits('hl.bad_code')).toEqual(['/uk']);
    expect(finding('hl.bad_code', '/uk')?.evidence.items).toEqual([{ value: 'en-UK /uk', bytes: expect.any(Array) }]);
    expect(hits('hl.missing_self')).toEqual(['/no-self']);
    expect(hits('hl.missing_xdefault')).toEqual(['/no-default']);
    expect(hits('hl.multiple_same_code')).toEqual(['/header', '/twice']);
    expect(hits('hl.multiple_codes')).toEqual(['/languages']);
    expect(hits('hl.relative')).toHaveLength(10);
    expect(hits('hl.outside_head')).toEqual(['/late']);
    expect(hits('hl.lang_mismatch')).toEqual(['/german']);
    expect(hits('hl.source_conflict')).toEqual(['/header']);
    expect(finding('hl.source_conflict', '/header')?.evidence.items).toEqual([
      { value: `de ${absolute}`, bytes: expect.any(Array) },
      { value: 'de /good', header: expect.any(Number) },
    ]);
  });
});

describe('hreflang between pages', () => {
  it('is judged by what the crawl knows of the others', async () => {
    const pair = set(['en', '/en'], ['de', '/de']);
    const { hits, count, finding } = await audited(
      linked({
        '/en': page(pair),
        '/de': page(pair),
        '/errors': page(set(['en', '/errors'], ['de', '/gone'], ['fr', '/moved'])),
        '/gone': { status: 404, body: '' },
        '/moved': redirect('/de', 301),
        '/signals': page(set(['en', '/signals'], ['de', '/noindex'], ['fr', '/copy'], ['it', '/blocked'])),
        '/noindex': page(`<meta name=robots content=noindex>${set(['en', '/signals'])}`),
        '/copy': page(`<link rel=canonical href="/de">${set(['en', '/signals'])}`),
        '/one-way': page(set(['en', '/one-way'], ['de', '/de'])),
        '/code': page(set(['en', '/code'], ['de', '/code-de'])),
        '/code-de': page(set(['en-gb', '/code'], ['de', '/code-de'])),
        '/short': page(set(['en', '/short'], ['de', '/full'])),
        '/full': page(set(['en', '/short'], ['de', '/full'], ['fr', '/quiet'])),
        '/outside': page(set(['en', '/outside'], ['de', 'https://example.com/de'])),
        '/silent': page(set(['en', '/silent'], ['de', '/no-answer'])),
        '/no-answer': ({ request }) => {
          request.socket.destroy();
          return '';
        },
      }),
      hreflangTargetChecks.map(({ id }) => id),
      { settings: { maxAttempts: 1 } },
    );
    expect(hits('hl.non200')).toEqual(['/errors']);
    expect(finding('hl.non200', '/errors')?.evidence.items.map(({ value }) => value)).toEqual(['de 404', 'fr 301']);
    // Of 13 pages with hreflang, /outside lists nothing else that was requested. The URL that /silent lists did not respond.
    expect(count('hl.non200')).toEqual({ hits: 1, checked: 11, notCheckable: { 'not-asked': 1, 'no-response': 2, blocked: 1 } });
    expect(count('hl.noindex').notCheckable).toEqual({ 'not-asked': 1, 'no-response': 2, blocked: 1 });
    expect(hits('hl.noindex')).toEqual(['/signals']);
    expect(hits('hl.blocked')).toEqual(['/signals']);
    expect(finding('hl.blocked', '/signals')?.evidence.items[0]?.value).toBe('it robots.txt line 2');
    expect(count('hl.blocked')).toEqual({
      hits: 1,
      checked: 12,
      notCheckable: { 'needs-robots': 1, 'no-response': 1, blocked: 1 },
    });
    expect(hits('hl.non_canonical')).toEqual(['/signals']);
    expect(hits('hl.missing_return')).toEqual(['/one-way']);
    expect(count('hl.missing_return')).toEqual({
      hits: 1,
      checked: 11,
      notCheckable: { 'not-asked': 1, 'no-response': 2, blocked: 1 },
    });
    expect(hits('hl.inconsistent_return')).toEqual(['/code']);
    expect(finding('hl.inconsistent_return', '/code')?.evidence.items[0]?.value).toBe('en here, en-gb there');
    expect(hits('hl.unlinked')).toEqual(['/quiet']);
    // /noindex and /copy list only /signals, which lists more.
    expect(hits('hl.incomplete_set')).toEqual(['/copy', '/noindex', '/short']);
  });
});
