import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';
import { type Answer, linksTo, page, redirect, robotsFile } from '#test/support/site.ts';

const once = { maxAttempts: 1 };

it('a file that is no page is an internal URL when a link led the crawl there', async () => {
  const zip = { headers: { 'Content-Type': 'application/zip' }, body: 'PK' };
  const { count, hits } = await audited(
    {
      '/': page('<a href="/all.zip" rel=nofollow>x</a>', '<a href="/old.zip">x</a>', '<img src="/a.png">', '<a href="/b">x</a>'),
      '/b': linksTo('/all.zip'),
      '/all.zip': zip,
    },
    ['resp.4xx', 'resp.refused', 'resp.truncated', 'link.mixed_follow'],
    { settings: { checkResources: true, sitemaps: false } },
  );
  expect(count('resp.4xx')).toEqual({ hits: 1, checked: 4, notCheckable: {} });
  expect(count('resp.refused')).toEqual({ hits: 0, checked: 4, notCheckable: {} });
  expect(count('resp.truncated')).toEqual({ hits: 0, checked: 4, notCheckable: {} });
  expect(hits('link.mixed_follow')).toEqual(['/all.zip']);
});

describe('failures of internal URLs', () => {
  it('are told apart, each URL in one place', async () => {
    const { hits, count } = await audited(
      {
        '/robots.txt': robotsFile('User-agent: *\nDisallow: /blocked\n'),
        '/': linksTo('/dns', '/refused', '/lost', '/slow', '/tls', '/fine', '/blocked'),
        '/fine': page('Fine'),
      },
      ['resp.dns', 'resp.refused', 'resp.timeout', 'resp.tls_error'],
      {
        settings: once,
        fails: {
          ...{ '/dns': 'dns-failure', '/refused': 'connection-refused', '/lost': 'connection-lost' },
          ...{ '/slow': 'timeout-headers', '/tls': 'tls-failure' },
        },
      },
    );
    expect(hits('resp.dns')).toEqual(['/dns']);
    expect(hits('resp.refused')).toEqual(['/lost', '/refused']);
    expect(hits('resp.timeout')).toEqual(['/slow']);
    expect(hits('resp.tls_error')).toEqual(['/tls']);
    expect(count('resp.refused')).toEqual({ hits: 2, checked: 7, notCheckable: { blocked: 1 } });
  });

  it('include a host whose robots.txt fails that way', async () => {
    const { hits, count, finding } = await audited({}, ['resp.dns', 'resp.refused'], {
      seeds: ['http://gone.test/'],
      routes: { 'http://gone.test': null },
      settings: once,
    });
    expect(hits('resp.dns')).toEqual(['http://gone.test/']);
    expect(finding('resp.dns', 'http://gone.test/')?.evidence.items).toEqual([
      { value: 'dns-failure', url: 'http://gone.test/robots.txt' },
    ]);
    expect(count('resp.refused')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
  });
});

const unstable: Answer = ({ count }) => (count === 1 ? { status: 500 } : page('Now it works'));
const throttled: Answer = ({ count }) => (count === 1 ? { status: 429 } : page('Now it works'));
const statuses = { '/missing': 404, '/login': 401, '/secret': 403, '/gone': 410, '/broken': 500, '/teapot': 418 };

describe('statuses of internal URLs', () => {
  it('are sorted into checks', async () => {
    const ids = ['4xx', '401_403', '410', '429', '5xx', '5xx_intermittent', '3xx', 'challenge'].map(id => `resp.${id}`);
    const { hits, count, finding, site } = await audited(
      {
        '/robots.txt': robotsFile('User-agent: *\nDisallow: /blocked\n'),
        '/': linksTo(...Object.keys(statuses), '/unstable', '/throttled', '/old', '/guarded', '/blocked', '/missing', '/old'),
        ...Object.fromEntries(Object.entries(statuses).map(([path, status]) => [path, { status }])),
        ...{ '/unstable': unstable, '/throttled': throttled, '/old': redirect('/') },
        '/alone': { status: 410 },
        '/guarded': { status: 403, headers: { 'cf-mitigated': 'challenge' } },
      },
      ids,
      { seeds: ['/', '/alone'] },
    );
    expect(ids.map(hits)).toEqual([
      ['/missing', '/teapot'],
      ['/login', '/secret'],
      ['/gone'],
      ['/throttled'],
      ['/broken'],
      ['/unstable'],
      ['/old'],
      ['/guarded'],
    ]);
    expect(count('resp.4xx')).toEqual({ hits: 2, checked: 11, notCheckable: { blocked: 1, challenged: 1 } });
    expect(count('resp.410')).toEqual({ hits: 1, checked: 11, notCheckable: { blocked: 1, challenged: 1 } });
    expect(count('resp.429')).toEqual({ hits: 1, checked: 11, notCheckable: { blocked: 1, challenged: 1 } });
    expect(count('resp.challenge')).toEqual({ hits: 1, checked: 12, notCheckable: { blocked: 1 } });
    // A page with two links is named once.
    expect(finding('resp.4xx', '/missing')?.evidence.items).toEqual([
      { value: '404', role: 'status' },
      { url: site.url('/'), role: 'linked-from' },
    ]);
    expect(finding('resp.3xx', '/old')?.evidence.items).toEqual([
      { value: '/', header: expect.any(Number), role: 'location' },
      { value: '302', role: 'status' },
      { url: site.url('/'), role: 'linked-from' },
    ]);
  });
});

describe('redirects', () => {
  const ids = ['chain', 'loop', 'self', 'broken', 'blocked', 'relative', 'no_location'].map(id => `resp.redirect_${id}`);

  it('are looked at over their whole chain', async () => {
    const { hits, count, finding, site } = await audited(
      {
        '/robots.txt': robotsFile('User-agent: *\nDisallow: /blocked\n'),
        '/': linksTo('/one', '/two', '/round', '/self', '/to-error', '/to-blocked', '/nowhere', '/outside'),
        '/one': redirect('/'),
        '/two': redirect('/one'),
        '/round': redirect('/round2'),
        '/round2': redirect('/round'),
        '/self': redirect('/self'),
        '/to-error': redirect('/missing'),
        '/to-blocked': redirect('/blocked'),
        '/nowhere': { status: 301 },
        '/outside': redirect('http://outside.test/'),
      },
      ids,
    );
    expect(ids.map(hits)).toEqual([
      ['/two'],
      ['/round', '/round2', '/self'],
      ['/self'],
      ['/to-error'],
      ['/to-blocked'],
      ['/one', '/round', '/round2', '/self', '/to-blocked', '/to-error', '/two'],
      ['/nowhere'],
    ]);
    expect(finding('resp.redirect_chain', '/two')?.evidence.items).toEqual([
      { value: '302', url: site.url('/one') },
      { value: '200', url: site.url('/') },
    ]);
    expect(count('resp.redirect_broken')).toEqual({ hits: 1, checked: 6, notCheckable: { blocked: 2, 'not-asked': 1 } });
    expect(count('resp.redirect_blocked')).toEqual({ hits: 1, checked: 7, notCheckable: { blocked: 1, 'needs-robots': 1 } });
  });

  it('to http and to the home page are counted', async () => {
    const old = Array.from({ length: 20 }, (_, i) => `/old${i}`);
    const answers = {
      '/': linksTo('/plain', '/fine', ...old),
      '/plain': redirect('http://shop.test/'),
      '/fine': redirect('https://shop.test/'),
      ...Object.fromEntries(old.map(path => [path, redirect('/')])),
    };
    const routes = { 'https://shop.test': '', 'http://shop.test': '' };
    const seeds = ['https://shop.test/'];
    const { hits, count } = await audited(answers, ['resp.redirect_downgrade', 'resp.redirect_home'], { routes, seeds });
    expect(hits('resp.redirect_downgrade')).toEqual(['https://shop.test/plain']);
    expect(hits('resp.redirect_home')).toEqual(['http://shop.test', 'https://shop.test']);
    expect(count('resp.redirect_home')).toEqual({ hits: 2, checked: 2, notCheckable: {} });
    const few = await audited(answers, ['resp.redirect_home'], {
      routes,
      seeds,
      limits: { 'resp.redirect_home': { urls: 22, percent: 5 } },
    });
    expect(few.hits('resp.redirect_home')).toEqual([]);
  });
});

describe('what a response holds', () => {
  it('may lead elsewhere, say not found or be cut', async () => {
    const ids = ['resp.meta_refresh', 'resp.refresh_header', 'resp.soft404', 'resp.truncated'];
    const { hits, count } = await audited(
      {
        '/robots.txt': robotsFile('User-agent: *\nDisallow: /blocked\n'),
        '/': linksTo('/meta', '/again', '/header', '/soft', '/long', '/error', '/blocked'),
        '/meta': '<meta http-equiv=refresh content="0; url=/"><title>Away</title>',
        '/again': '<meta http-equiv=refresh content="30; url=again"><title>News</title>',
        '/header': { headers: { Refresh: '0; url=/' }, body: page('x') },
        '/soft': '<html lang=en><title>Page not found</title><h1>Sorry</h1>',
        '/long': page('x'.repeat(20_000)),
        '/error': { status: 500 },
      },
      ids,
      { settings: { maxBodyBytes: 10_000, maxAttempts: 1 } },
    );
    expect(ids.map(hits)).toEqual([['/meta'], ['/header'], ['/soft'], ['/long']]);
    expect(count('resp.meta_refresh')).toEqual({ hits: 1, checked: 6, notCheckable: { blocked: 1 } });
    expect(count('resp.truncated')).toEqual({ hits: 1, checked: 7, notCheckable: { blocked: 1 } });
  });
});

describe('external targets', () => {
  const hosts = { '/missing': 404, '/refuses': 403, '/broken': 500, '/moved': 301, '/fine': 200 };
  const ids = ['4xx', '403', '5xx', '3xx', 'noresp'].map(id => `resp.ext_${id}`);
  const answers = {
    '/': linksTo(...Object.keys(hosts).map(path => `http://ext.test${path}`), 'http://gone.test/', 'http://ext.test/private'),
    '/other': page('Other'),
  };

  it('are not checkable where the crawl does not ask them', async () => {
    const { count } = await audited(answers, ids);
    for (const id of ids) expect(count(id)).toEqual({ hits: 0, checked: 0, notCheckable: { 'not-asked': 7 } });
  });

  it('are told apart where it does', async () => {
    const ext = await audited(
      {
        '/robots.txt': robotsFile('User-agent: *\nDisallow: /private\n'),
        ...Object.fromEntries(Object.entries(hosts).map(([path, status]) => [path, { status, headers: { Location: '/fine' } }])),
      },
      [],
      { seeds: ['/fine'] },
    );
    const { hits, count, finding, site } = await audited(answers, ids, {
      settings: { checkExternal: true, checkDelayMs: 0, maxAttempts: 1 },
      routes: { 'http://ext.test': ext.site.origin, 'http://gone.test': null },
    });
    expect(ids.map(hits)).toEqual([
      ['http://ext.test/missing'],
      ['http://ext.test/refuses'],
      ['http://ext.test/broken'],
      ['http://ext.test/moved'],
      ['http://gone.test/'],
    ]);
    expect(count('resp.ext_4xx')).toEqual({ hits: 1, checked: 5, notCheckable: { blocked: 1, 'no-response': 1 } });
    expect(count('resp.ext_noresp')).toEqual({ hits: 1, checked: 6, notCheckable: { blocked: 1 } });
    expect(finding('resp.ext_4xx', 'http://ext.test/missing')?.evidence.items).toEqual([
      { value: '404', role: 'status' },
      { url: site.url('/'), role: 'linked-from' },
    ]);
  });

  it.each([
    [
      'no public host responds: there was no network',
      ['http://a.test/', 'http://b.test/', 'http://c.test/', 'http://x.test/'],
      { hits: 0, checked: 0, notCheckable: { 'no-network': 4 } },
    ],
    ['the only one is silent', ['http://a.test/'], { hits: 0, checked: 0, notCheckable: { 'no-network': 1 } }],
    [
      'one responds',
      ['http://a.test/', 'http://b.test/', 'http://c.test/', 'http://ext.test/x'],
      { hits: 3, checked: 4, notCheckable: {} },
    ],
  ])('are broken or not known to be where %s', async (_, targets, expected) => {
    const { count, hits } = await audited(
      {
        '/': linksTo(...targets).replace('</title>', '</title><link rel=canonical href=http://a.test/>'),
        '/x': page('x'),
      },
      ['resp.ext_noresp', 'canon.to_4xx'],
      {
        settings: { checkExternal: true, checkResources: true, checkDelayMs: 0, maxAttempts: 1, sitemaps: false },
        routes: {
          'http://a.test': null,
          'http://b.test': null,
          'http://c.test': null,
          'http://x.test': null,
          'http://ext.test': '',
        },
      },
    );
    expect(count('resp.ext_noresp')).toEqual(expected);
    const isUp = expected.hits > 0;
    expect(hits('canon.to_4xx')).toEqual(isUp ? ['/'] : []);
    expect(count('canon.to_4xx').notCheckable).toEqual(isUp ? {} : { 'no-network': 1 });
  });
});
