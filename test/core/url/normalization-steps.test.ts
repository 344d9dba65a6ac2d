import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizationSteps } from '#core/url/normalization-steps.ts';
import { normalizeUrl } from '#core/url/normalize.ts';

const base = 'https://example.com/shop/lamps/index.html?page=2';
const changes = (raw: string, from = base) => normalizationSteps(raw, raw, from)?.map(({ change, text }) => `${change} ${text}`);

describe('the steps from an address to the stored URL', () => {
  it('are empty for an address that is the URL already', () => {
    expect(changes('https://example.com/a?b=c')).toEqual([]);
  });

  it.each([
    [
      ' \n../a\t.html ',
      [
        'white-space ../a.html',
        'resolved https://example.com/shop/lamps/../a.html',
        'dot-segments https://example.com/shop/a.html',
      ],
    ],
    ['/x', ['resolved https://example.com/x']],
    ['?q', ['resolved https://example.com/shop/lamps/index.html?q']],
    ['', ['resolved https://example.com/shop/lamps/index.html?page=2']],
    [
      '#top',
      [
        'resolved https://example.com/shop/lamps/index.html?page=2#top',
        'fragment https://example.com/shop/lamps/index.html?page=2',
      ],
    ],
    ['//cdn.example.com', ['resolved https://cdn.example.com', 'root-path https://cdn.example.com/']],
    [
      'HTTP://me:pw@EXAMPLE.com:80\\a',
      [
        'backslashes HTTP://me:pw@EXAMPLE.com:80/a',
        'scheme-case http://me:pw@EXAMPLE.com:80/a',
        'credentials http://EXAMPLE.com:80/a',
        'host-case http://example.com:80/a',
        'port http://example.com/a',
      ],
    ],
    [
      'https://bücher.example/ä b?ü',
      ['host-ascii https://xn--bcher-kva.example/ä b?ü', 'unsafe https://xn--bcher-kva.example/%C3%A4%20b?%C3%BC'],
    ],
    [
      '/%7euser/%2e%2E/a%2fb',
      [
        'resolved https://example.com/%7euser/%2e%2E/a%2fb',
        'dot-segments https://example.com/a%2fb',
        'escapes https://example.com/a%2Fb',
      ],
    ],
    ['mailto:a@b.c#x', ['fragment mailto:a@b.c']],
  ] as const)('%j', (raw, steps) => {
    expect(changes(raw)).toEqual(steps);
  });

  it('begin with the character references of the source', () => {
    expect(normalizationSteps('/a?b&amp;c', '/a?b&c', base)?.[0]).toEqual({ change: 'references', text: '/a?b&c' });
  });

  it('do not exist for an invalid address', () => {
    expect(normalizationSteps('http://[', 'http://[', base)).toBeNull();
  });

  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '/',
      '//',
      '\\',
      '%2e',
      '%2E',
      '%7e',
      '?',
      '#',
      ':',
      '@',
      'http:',
      'HTTPS://',
      ':80',
      ':443',
      'ä',
      ' ',
      '\t',
      '[',
      'EX.com',
      '%',
      '%zz',
      'javascript:',
      '|',
      '0x7f.1',
    ),
    fc.string({ maxLength: 4 }),
  );
  it('end in what normalizeUrl returns, for any text', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.constantFrom(base, 'http://a.test', 'http://a.test/b/'),
        (pieces, from) => {
          const raw = pieces.join('');
          const steps = normalizationSteps(raw, raw, from);
          const stored = normalizeUrl(raw, from);
          if (stored.kind === 'invalid') return steps === null;
          return steps !== null && (steps.at(-1)?.text ?? raw) === stored.url;
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
