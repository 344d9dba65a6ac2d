import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originOf, registrableDomain, robotsUrlOf } from '#core/url/authority.ts';
import { normalizeUrl } from '#core/url/normalize.ts';

describe('normalizeUrl', () => {
  it.each([
    ['HTTP://Example.COM', 'http://example.com/'],
    ['http://s:80/', 'http://s/'],
    ['https://s:443/', 'https://s/'],
    ['http://s:8080/', 'http://s:8080/'],
    ['http://s/a/../b/./c', 'http://s/b/c'],
    ['http://s/a#b', 'http://s/a'],
    ['http://s/?q#', 'http://s/?q'],
    ['http://me:secret@s/a', 'http://s/a'],
    ['http://s/@a', 'http://s/@a'],
    ['http://s/%7Ea%2fb%c3%a9', 'http://s/~a%2Fb%C3%A9'],
    ['http://s/?q=%61%26%2b', 'http://s/?q=a%26%2B'],
    ['http://s/é?é', 'http://s/%C3%A9?%C3%A9'],
    ['http://s/%%32%35', 'http://s/%%325'],
    ['http://s/%2%35', 'http://s/%2%35'],
    ['http://s/%2e%2E/a', 'http://s/a'],
    ['http://s/a?b=2&a=1', 'http://s/a?b=2&a=1'],
    ['http://s/a/', 'http://s/a/'],
    ['http://s/a?', 'http://s/a?'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    ['mailto:a%61@b#c', 'mailto:a%61@b'],
  ])('%s becomes %s', (raw, expected) => {
    expect(normalizeUrl(raw)).toEqual({ kind: 'url', url: expected });
  });

  it('resolves against a base', () => {
    expect(normalizeUrl('../x?y', 'http://s/a/b/c')).toEqual({ kind: 'url', url: 'http://s/a/x?y' });
    expect(normalizeUrl('//t/x', 'https://s/')).toEqual({ kind: 'url', url: 'https://t/x' });
  });

  it.each(['', 'a/b', 'http://', 'http://a b/', 'http://s:99999/'])('%j is invalid by itself', raw => {
    expect(normalizeUrl(raw)).toEqual({ kind: 'invalid', raw });
  });

  it('is its own normal form, and never throws', () => {
    const part = fc.constantFrom(
      '%',
      '%2',
      '%61',
      '%2F',
      '%25',
      '2',
      '5',
      '/',
      '..',
      '?',
      '#',
      'é',
      '\uD800',
      ' ',
      '@',
      ':',
      '.',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.array(part, { maxLength: 12 }).map(parts => `http://s/${parts.join('')}`),
        ),
        raw => {
          const once = normalizeUrl(raw);
          if (once.kind === 'url') expect(normalizeUrl(once.url)).toEqual(once);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('originOf', () => {
  it.each([
    ['https://www.example.com/a', 'https://www.example.com', 443],
    ['http://example.com:8080/a', 'http://example.com:8080', 8080],
    ['http://example.com:80/a', 'http://example.com', 80],
    ['HTTPS://EXAMPLE.com', 'https://example.com', 443],
    ['http://0x7f.1/', 'http://127.0.0.1', 80],
    ['http://[::1]:90/', 'http://[::1]:90', 90],
    ['http://u:p@s/', 'http://s', 80],
    ['http://s?x', 'http://s', 80],
  ])('%s', (url, key, port) => {
    expect(originOf(url)).toMatchObject({ key, port });
  });

  it.each(['ftp://s/', 'mailto:a@b', 'x', '', 'http://', 'http:///'])('%j has none', url => {
    expect(originOf(url)).toBeNull();
  });

  it('without a parser gives what the parser gives', () => {
    fc.assert(
      fc.property(fc.webUrl(), url => {
        const parsed = new URL(url);
        expect(originOf(url)).toMatchObject({ key: parsed.origin, host: parsed.hostname });
      }),
    );
  });

  it('2.3 the rules stand at the top of the authority', () => {
    expect(robotsUrlOf('http://s:81')).toBe('http://s:81/robots.txt');
  });
});

describe('ours: registrableDomain', () => {
  it.each([
    ['www.example.com', 'example.com'],
    ['example.com', 'example.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['example.co.uk', 'example.co.uk'],
    ['co.uk', 'co.uk'],
    ['shop.example.com.au', 'example.com.au'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['www.example.com.', 'example.com'],
    ['', ''],
  ])('%s belongs to %s', (host, domain) => {
    expect(registrableDomain(host)).toBe(domain);
  });
});
