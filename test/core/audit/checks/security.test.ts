import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';
import { type Answer, linksTo, page, robotsFile } from '#test/support/site.ts';

const dayMs = 86_400_000;
const safeHeaders = {
  'Strict-Transport-Security': 'max-age=31536000',
  'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=()',
};
const routes = { 'https://shop.test': '', 'http://shop.test': '' };
const blocked = { '/robots.txt': robotsFile('User-agent: *\nDisallow: /blocked\n') };

describe('links and forms', () => {
  const ids = ['http_url', 'mixed_active', 'mixed_passive', 'link_http', 'form_on_http', 'form_insecure_action'].map(
    id => `sec.${id}`,
  );
  const others = ['blank_no_noopener', 'protocol_relative', 'private_links'].map(id => `sec.${id}`);

  it('are looked at for unprotected addresses', async () => {
    const { hits, count, finding } = await audited(
      {
        ...blocked,
        '/': linksTo(
          '/active',
          '/passive',
          '/form',
          '/clean',
          '/window',
          '/relative',
          '/private',
          '/blocked',
          'http://shop.test/plain',
        ),
        '/active': page('<script src="http://cdn.test/a.js"></script><link rel=stylesheet href="http://cdn.test/a.css">'),
        '/passive': page('<img src="http://cdn.test/a.png"><img src="/b.png">'),
        '/form': page('<form action="http://shop.test/send"></form><form action="/ok"></form>'),
        '/plain': page('<form></form>'),
        '/clean': page('<form></form><script src="https://cdn.test/a.js"></script>'),
        '/window': page(
          '<a target=_blank href="https://other.test/">x</a><a target=_blank rel=noopener href="https://other.test/">x</a>',
        ),
        '/relative': page('<img src="//cdn.test/a.png"><a href="//cdn.test/">x</a>'),
        '/private': page(
          '<a href="http://localhost:3000/">x</a><img src="http://192.168.1.4/a"><a href="http://printer.local/">x</a><a href="http://172.99.1.1/">x</a>',
        ),
      },
      [...ids, ...others],
      { seeds: ['https://shop.test/'], routes },
    );
    expect([...ids, ...others].map(hits)).toEqual([
      ['http://shop.test/plain'],
      ['https://shop.test/active'],
      ['https://shop.test/passive', 'https://shop.test/private'],
      ['https://shop.test/'],
      ['http://shop.test/plain'],
      ['http://shop.test/plain', 'https://shop.test/form'],
      ['https://shop.test/window'],
      ['https://shop.test/relative'],
      ['https://shop.test/private'],
    ]);
    // The crawl refuses the private address of the image: it is no internal URL.
    expect(count('sec.http_url')).toEqual({ hits: 1, checked: 9, notCheckable: { blocked: 1 } });
    expect(count('sec.mixed_active')).toEqual({ hits: 1, checked: 8, notCheckable: { blocked: 1 } });
    expect(count('sec.private_links')).toEqual({ hits: 1, checked: 9, notCheckable: { blocked: 1 } });
    expect(finding('sec.private_links', 'https://shop.test/private')?.evidence.items.map(({ url }) => url)).toEqual([
      'http://localhost:3000/',
      'http://192.168.1.4/a',
      'http://printer.local/',
    ]);
  });
});

it('mixed content and HSTS: only URLs with https count, also where nobody requested them', async () => {
  const ids = [
    'sec.mixed_active',
    'sec.mixed_passive',
    'sec.link_http',
    'sec.hsts_missing',
    'sec.hsts_short',
    'sec.cookie_flags',
  ];
  const { count } = await audited({ ...blocked, '/': linksTo('/blocked') }, ids);
  for (const id of ids) expect([id, count(id)]).toEqual([id, { hits: 0, checked: 0, notCheckable: {} }]);
});

describe('headers', () => {
  const names = ['hsts_missing', 'hsts_short', 'csp_missing', 'csp_weak', 'xcto_missing', 'frame_missing', 'referrer_policy'];
  const ids = [...names, 'permissions_policy', 'cookie_flags', 'server_version', 'cors_star'].map(id => `sec.${id}`);
  const withHeaders = (headers: Record<string, string | string[]>): Answer => ({
    headers: { ...safeHeaders, ...headers },
    body: page('x'),
  });

  it('that protect are missing or weak', async () => {
    const { hits, count, finding } = await audited(
      {
        ...blocked,
        '/': {
          headers: safeHeaders,
          body: linksTo('/bare', '/short', '/weak', '/nonce', '/frames', '/meta', '/cookies', '/open', '/blocked'),
        },
        '/bare': page('x'),
        '/short': withHeaders({
          'Strict-Transport-Security': 'includeSubDomains; max-age=86400',
          'X-Content-Type-Options': 'sniff',
        }),
        '/weak': withHeaders({ 'Content-Security-Policy': "script-src 'unsafe-inline'; frame-ancestors 'self'" }),
        '/nonce': withHeaders({ 'Content-Security-Policy': "script-src 'unsafe-inline' 'nonce-x'; frame-ancestors 'self'" }),
        '/frames': withHeaders({ 'Content-Security-Policy': "default-src 'none'", 'X-Frame-Options': 'ALLOWALL' }),
        '/meta': {
          headers: { 'X-Frame-Options': 'SAMEORIGIN' },
          body: '<meta name=referrer content=same-origin><meta http-equiv=content-security-policy content="script-src *"><title>x</title>',
        },
        '/cookies': withHeaders({
          'Set-Cookie': ['sid=secret; Path=/; Secure', 'ok=1; secure; samesite=Lax; HttpOnly'],
          ...{ Server: 'nginx/1.25.3', 'Referrer-Policy': 'no-referrer, unsafe-url' },
        }),
        '/open': withHeaders({ 'Access-Control-Allow-Origin': '*', Server: 'nginx' }),
      },
      ids,
      { seeds: ['https://shop.test/'], routes },
    );
    const paths = (id: string): string[] => hits(id).map(url => new URL(url).pathname);
    expect(ids.map(paths)).toEqual([
      ['/bare', '/meta'],
      ['/short'],
      ['/bare'],
      ['/meta', '/weak'],
      ['/bare', '/meta', '/short'],
      ['/bare', '/frames'],
      ['/bare', '/cookies'],
      ['/bare', '/meta'],
      ['/cookies'],
      ['/cookies'],
      ['/open'],
    ]);
    expect(count('sec.hsts_missing')).toEqual({ hits: 2, checked: 9, notCheckable: { blocked: 1 } });
    expect(count('sec.hsts_short')).toEqual({ hits: 1, checked: 7, notCheckable: { blocked: 1 } });
    expect(count('sec.csp_weak')).toEqual({ hits: 2, checked: 8, notCheckable: { blocked: 1 } });
    expect(finding('sec.cookie_flags', 'https://shop.test/cookies')?.evidence.items).toEqual([
      { value: 'sid: no SameSite', header: expect.any(Number) },
    ]);
  });
});

it('reads X-Frame-Options as browsers do: several equal values are one, and contradictions forbid frames', async () => {
  const framed = (value: string | string[]): Answer => ({ headers: { 'X-Frame-Options': value }, body: page('x') });
  const { hits } = await audited(
    {
      '/': linksTo('/twice', '/lines', '/both', '/from', '/from-twice', '/all'),
      '/twice': framed('SAMEORIGIN, sameorigin'),
      '/lines': framed(['DENY', 'DENY']),
      '/both': framed('ALLOWALL, DENY'),
      '/from': framed('ALLOW-FROM https://a.example/'),
      '/from-twice': framed('ALLOW-FROM https://a.example/, ALLOW-FROM https://b.example/'),
      '/all': framed('ALLOWALL'),
    },
    ['sec.frame_missing'],
  );
  expect(hits('sec.frame_missing')).toEqual(['/', '/all', '/from', '/from-twice']);
});

describe('content types', () => {
  it('are compared with the first bytes', async () => {
    const file = (type: string, body: string): Answer => ({
      headers: { 'Content-Type': type },
      body: Buffer.from(body, 'latin1'),
    });
    const answers = {
      ...blocked,
      '/': linksTo(
        '/fake.png',
        '/true.pdf',
        '/page-as-text',
        '/pdf-as-page',
        '/xhtml',
        '/none',
        '/empty',
        '/data',
        '/blocked',
        '/gone',
      ),
      '/fake.png': file('image/png', '<!DOCTYPE html><title>x</title>'),
      '/true.pdf': file('application/pdf', '%PDF-1.7'),
      '/page-as-text': file('text/plain', ' <html><body>x'),
      '/pdf-as-page': file('text/html', '%PDF-1.7 and so on'),
      '/xhtml': file('text/html', '<?xml version="1.0"?><html><title>x</title></html>'),
      '/none': ({ response }: Parameters<Extract<Answer, (...given: never[]) => unknown>>[0]) =>
        void response.writeHead(200).end('x'),
      '/empty': file('image/png', ''),
      '/data': file('application/octet-stream', '%PDF-1.7'),
    };
    const { hits, count } = await audited(answers, ['sec.bad_content_type']);
    expect(hits('sec.bad_content_type')).toEqual(['/fake.png', '/none', '/page-as-text', '/pdf-as-page']);
    expect(count('sec.bad_content_type')).toEqual({ hits: 4, checked: 9, notCheckable: { blocked: 1 } });
    const without = await audited(answers, ['sec.bad_content_type'], { settings: { storeBodies: false } });
    expect(without.count('sec.bad_content_type')).toEqual({ hits: 1, checked: 5, notCheckable: { blocked: 1, 'no-body': 4 } });
  });
});

describe('TLS', () => {
  const ids = ['sec.cert_expiring', 'sec.cert_name', 'sec.tls_old'];
  const answers = { '/': linksTo('https://shop.test/', 'https://other.test/') };
  const options = { seeds: ['https://shop.test/'], routes };
  const rows = (protocol: string, days: number, matches: 0 | 1) =>
    `INSERT INTO certificate VALUES (1, 'f', 's', 'i', '[]', 0, ${Date.now() + days * dayMs});
     INSERT INTO tls SELECT 1, id, 1, '${protocol}', 'c', 1, ${matches}, '', 1, 1 FROM origin WHERE key = 'https://shop.test'`;

  it('is not checkable without facts of the connection', async () => {
    const { count } = await audited(answers, ids, options);
    for (const id of ids) expect(count(id)).toEqual({ hits: 0, checked: 0, notCheckable: { 'needs-tls': 1 } });
  });

  it('is judged by the newest connection of each host', async () => {
    const bad = await audited(answers, ids, { ...options, sql: rows('TLSv1.1', 10, 0) });
    for (const id of ids)
      expect([bad.hits(id), bad.count(id)]).toEqual([['https://shop.test'], { hits: 1, checked: 1, notCheckable: {} }]);
    const good = await audited(answers, ids, { ...options, sql: rows('TLSv1.3', 60, 1) });
    for (const id of ids) expect(good.count(id)).toEqual({ hits: 0, checked: 1, notCheckable: {} });
  });

  it.each([
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: alert number 70', { hits: 1, checked: 1, notCheckable: {} }],
    // The port speaks no TLS at all.
    ['ERR_SSL_WRONG_VERSION_NUMBER: wrong version number', { hits: 0, checked: 0, notCheckable: { 'needs-tls': 1 } }],
  ])('is too old where the host refused 1.2 and 1.3: %s', async (code, expected) => {
    const sql = `INSERT INTO tls SELECT 1, id, NULL, '', '', 0, NULL, 'protocol', 1, 1 FROM origin WHERE key = 'https://shop.test';
      UPDATE robots_version SET cause = 'tls-failure', detail = 'The TLS connection was refused (${code})'`;
    const { count } = await audited(answers, ids, { ...options, sql });
    expect(count('sec.tls_old')).toEqual(expected);
  });
});
