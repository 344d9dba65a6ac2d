import { describe, expect, it } from 'vitest';
import { type Audited, audited } from '#test/support/audited.ts';
import { type Answer, redirect, robotsFile, startSite } from '#test/support/site.ts';

const ids = [
  'resp.no404',
  'resp.soft404',
  'resp.www_variants',
  'sec.http_home_noredirect',
  'robots.variant_differs',
  'robots.llms_missing',
  'robots.llms_bad',
  'val.vary_missing',
  'soc.favicon',
] as const;
const quick = { probe: true, delayMs: 0, checkDelayMs: 0, maxAttempts: 1, sitemaps: false } as const;

const page = (text: string, head = ''): string =>
  `<!doctype html><html lang=en><head><title>t</title>${head}</head><body><main>${text}</main></body></html>`;
const canonical = (url: string): string => page('Home', `<link rel=canonical href="${url}">`);
const isPhone = (agent: string | undefined): boolean => /Mobile/.test(agent ?? '');
const words = 'Nothing is here any more, so please go back to the start of our large shop and look for it there again';

/** A site at four addresses; null: the address has no host. */
async function shop(
  at: Readonly<Record<'http' | 'httpWww' | 'httpsWww', Readonly<Record<string, Answer>> | null>>,
): Promise<Audited> {
  const serve = async (answers: Readonly<Record<string, Answer>> | null) => answers && (await startSite(answers)).origin;
  const [http, httpWww, httpsWww] = await Promise.all([serve(at.http), serve(at.httpWww), serve(at.httpsWww)]);
  return audited({ '/': page('Home') }, ids, {
    settings: quick,
    seeds: ['https://shop.test/'],
    routes: {
      'https://shop.test': '',
      'http://shop.test': http,
      'http://www.shop.test': httpWww,
      'https://www.shop.test': httpsWww,
    },
  });
}

describe('checks that need probes', () => {
  it('say that probes were not allowed', async () => {
    const { count, site } = await audited({ '/': page('Home') }, ids, {
      settings: { ...quick, probe: false },
      seeds: ['https://shop.test/'],
      routes: { 'https://shop.test': '' },
    });
    for (const id of ids.filter(each => each !== 'resp.soft404'))
      expect([id, count(id)]).toEqual([id, { hits: 0, checked: 0, notCheckable: { 'needs-probe': 1 } }]);
    expect(count('resp.soft404')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
    expect(site.paths()).toEqual(['/robots.txt', '/']);
  });

  it('find a host that returns 200 for anything, and pages like that', async () => {
    const nonsense = page(words);
    const { hits, finding, count, site } = await audited(
      {
        '/': page('Home <a href=/lost>x</a><a href=/real>y</a>'),
        '/lost': page(words),
        '/real': page('This is a real page with some text of its own'),
      },
      ids,
      { settings: quick, anything: nonsense },
    );
    expect(hits('resp.no404')).toEqual([site.origin]);
    expect(finding('resp.no404', site.origin)?.evidence.items).toEqual([
      { value: '200', url: expect.stringMatching(/\/crawlscope-probe-[\da-f-]{36}$/) },
    ]);
    expect(hits('resp.soft404')).toEqual(['/lost']);
    expect(hits('robots.llms_bad')).toEqual([site.origin]);
    expect(finding('robots.llms_bad', site.origin)?.evidence.items[0]?.value).toBe('HTML');
    expect(hits('robots.llms_missing')).toEqual([]);
    expect(hits('soc.favicon')).toEqual(['/', '/lost', '/real']);
    // Users do not type variants of an IP address.
    expect(count('resp.www_variants')).toEqual({ hits: 0, checked: 0, notCheckable: {} });
  });

  it('pass a host with an honest 404, llms.txt and an icon', async () => {
    const { count } = await audited(
      {
        '/': page('Home'),
        '/llms.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'Some words\n# Shop\n' },
        '/favicon.ico': { headers: { 'Content-Type': 'image/x-icon' }, body: 'i' },
      },
      ids,
      { settings: quick },
    );
    for (const id of ['resp.no404', 'robots.llms_missing', 'robots.llms_bad', 'val.vary_missing', 'soc.favicon'])
      expect([id, count(id)]).toEqual([id, { hits: 0, checked: 1, notCheckable: {} }]);
  });

  it('follow redirects, and respect robots.txt', async () => {
    const { hits, count, finding, site } = await audited(
      {
        '/robots.txt': robotsFile('User-agent: *\nDisallow: /llms.txt\nDisallow: /favicon.ico\n'),
        '/': page('Home'),
      },
      ids,
      { settings: quick, anything: redirect('/') },
    );
    expect(hits('resp.no404')).toEqual([site.origin]);
    expect(finding('resp.no404', site.origin)?.evidence.items).toEqual([
      { value: 'redirect', url: expect.stringContaining('crawlscope-probe') },
      { value: '200', url: site.url('/') },
    ]);
    for (const id of ['robots.llms_missing', 'robots.llms_bad', 'soc.favicon'])
      expect([id, count(id)]).toEqual([id, { hits: 0, checked: 0, notCheckable: { blocked: 1 } }]);
  });

  it('find an llms.txt that is missing or has no heading', async () => {
    const missing = await audited({ '/': page('Home') }, ids, { settings: quick });
    expect(missing.hits('robots.llms_missing')).toEqual([missing.site.origin]);
    expect(missing.count('robots.llms_bad')).toEqual({ hits: 0, checked: 0, notCheckable: {} });
    const plain = await audited(
      { '/': page('Home'), '/llms.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'Shop' } },
      ids,
      { settings: quick },
    );
    expect(plain.finding('robots.llms_bad', plain.site.origin)?.evidence.items[0]?.value).toBe('no heading');
  });

  it('find pages that differ by User-Agent without Vary', async () => {
    const home = page('Home <a href=/vary>a</a><a href=/same>b</a><a href=/gone>c</a>');
    const byDevice =
      (headers: Readonly<Record<string, string>>): Answer =>
      ({ request }) => ({ headers, body: page(isPhone(request.headers['user-agent']) ? 'short' : words.repeat(5)) });
    const { hits, count, finding } = await audited(
      {
        '/': home,
        '/vary': byDevice({ Vary: 'Accept-Encoding, User-Agent' }),
        '/same': page(words),
        '/gone': byDevice({ Vary: 'Accept-Encoding' }),
      },
      ids,
      { settings: quick },
    );
    expect(hits('val.vary_missing')).toEqual(['/gone']);
    expect(count('val.vary_missing')).toEqual({ hits: 1, checked: 4, notCheckable: {} });
    expect(finding('val.vary_missing', '/gone')?.evidence.items).toEqual([
      { value: expect.stringMatching(/^phone: 200, \d+ bytes$/) },
      { value: expect.stringMatching(/^desktop: 200, \d+ bytes$/) },
      { value: 'Accept-Encoding', header: expect.any(Number) },
    ]);
  });
});

describe('the addresses of a site', () => {
  it('that all lead to one are fine', async () => {
    const { count } = await shop({
      http: { '/': redirect('https://shop.test/', 301) },
      httpWww: { '/': redirect('https://shop.test/', 301) },
      httpsWww: { '/': canonical('https://shop.test/') },
    });
    for (const id of ['resp.www_variants', 'sec.http_home_noredirect', 'robots.variant_differs'])
      expect([id, count(id)]).toEqual([id, { hits: 0, checked: 1, notCheckable: {} }]);
  });

  it('that each return the page are found', async () => {
    const own = { '/': page('Home') };
    const { hits, finding } = await shop({
      http: own,
      httpWww: { ...own, '/robots.txt': robotsFile('User-agent: *\nDisallow: /\nAllow: /$\n') },
      httpsWww: null,
    });
    const origin = 'https://shop.test';
    expect(hits('resp.www_variants')).toEqual([origin]);
    expect(finding('resp.www_variants', origin)?.evidence.items).toEqual([
      { value: '200', url: 'https://shop.test/' },
      { value: '200', url: 'http://shop.test/' },
      { value: '200', url: 'http://www.shop.test/' },
    ]);
    expect(hits('sec.http_home_noredirect')).toEqual([origin]);
    expect(finding('sec.http_home_noredirect', origin)?.evidence.items).toEqual([{ value: '200', url: 'http://shop.test/' }]);
    expect(hits('robots.variant_differs')).toEqual([origin]);
    expect(finding('robots.variant_differs', origin)?.evidence.items[0]?.url).toBe('http://www.shop.test/robots.txt');
  });

  it('that nobody serves are no fault, and those that robots.txt hides are not checkable', async () => {
    const { count } = await shop({
      http: null,
      httpWww: null,
      httpsWww: { '/robots.txt': robotsFile('User-agent: *\nDisallow: /\n'), '/': page('Home') },
    });
    expect(count('resp.www_variants')).toEqual({ hits: 0, checked: 0, notCheckable: { blocked: 1 } });
    expect(count('sec.http_home_noredirect')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
    expect(count('robots.variant_differs')).toEqual({ hits: 1, checked: 1, notCheckable: {} });
  });

  it('that nobody serves leave nothing to compare robots.txt with', async () => {
    const { count } = await shop({ http: null, httpWww: null, httpsWww: null });
    expect(count('robots.variant_differs')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
  });
});
