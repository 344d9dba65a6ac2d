import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeUrl } from '#core/url/normalize.ts';

/** By the parser alone: without a base no short way is taken. */
const parsed = (raw: string, base: string): string => {
  const known = normalizeUrl(new URL(raw, base).href);
  return known.kind === 'url' ? known.url : 'invalid';
};
const quick = (raw: string, base: string): string => {
  const known = normalizeUrl(raw, base);
  return known.kind === 'url' ? known.url : 'invalid';
};

const bases = [
  'http://a.test/x/y.html?q#f',
  'https://d.test/a?',
  'https://d.test/?#f',
  'https://u@d.test/b?#',
  'https://User:pw@B.Test:443/deep/er/',
  'http://127.0.0.1:8080/',
  'http://[::1]:81/a',
  'ftp://c.test/x',
  'https://d.test/one/two/three/page.html',
  'https://d.test/a//b/?x#y',
  'https://d.test/w/%C3%A4/%7Euser/p',
  'https://d.test/w/%c3/x',
  "https://d.test/q?it's=%7e",
  'https://d.test/ü/',
  'mailto:a@b.test',
  'data:text/html,x',
  `https://d.test/${'deep/'.repeat(40)}`,
];

describe('a path from the top', () => {
  it('comes out as the parser writes it, whatever characters it holds', () => {
    const character = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(..."abz09-_.~!$&'()*+,;=:@/") },
      { weight: 1, arbitrary: fc.constantFrom(...'%^|{}<>"` \\?#[]é\t\n\u007f') },
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 12 }), fc.constantFrom(...bases), (characters, base) => {
        const raw = `/${characters.join('')}`;
        if (!URL.canParse(raw, base)) return;
        expect(quick(raw, base)).toBe(parsed(raw, base));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each(['/', '/a/b.html', '/a//b', '/./a', '/a/../b', '/a/.', '/..', '/a/%2e%2e/b', '//other.test/a', '/a.', '/a./b', '/.a'])(
    'of the awkward kind is no exception: %s',
    raw => {
      for (const base of bases.filter(base => URL.canParse(raw, base))) expect(quick(raw, base)).toBe(parsed(raw, base));
    },
  );
});

describe('any link', () => {
  const piece = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        ...[
          'a',
          'b.html',
          '/',
          '/',
          '../',
          '..',
          './',
          '.',
          '?',
          '&x=1',
          '#',
          'f',
          ':',
          '%C3%A4',
          '%7e',
          '%2E',
          '%2e%2e',
          '%',
          '%zz',
        ],
        ...[
          'http://',
          'https://',
          'http:',
          'a.test',
          'A.test',
          'b.test:443',
          'c.test:8080',
          '@',
          '127.1',
          'xn--',
          "'",
          '//',
          '~x',
        ],
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(...'^|{}<>"` \\?#[]é\t\n\u007f😀\ud800') },
  );
  it('resolves as the parser says, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(...bases), (pieces, base) => {
        const raw = pieces.join('');
        if (!URL.canParse(raw, base)) expect(normalizeUrl(raw, base)).toEqual({ kind: 'invalid', raw });
        else expect(quick(raw, base)).toBe(parsed(raw, base));
      }),
      { numRuns: 60_000 },
    );
  });

  it.each([
    ...[
      '',
      '#',
      '#f',
      '?',
      '?q=1',
      '?q#f',
      'page.html',
      'page.html?x=/../y',
      './',
      '../',
      '../../../../../x',
      './../a/./b',
      '..//x',
    ],
    ...[
      '...',
      '.../x',
      '..a',
      '../..',
      '..?x',
      './#',
      'a:b',
      'a/b:c',
      'http:x',
      'https:/x',
      'http:///x',
      'http://b.test',
      'http://b.test/',
    ],
    ...[
      'https://B.test/x',
      'https://b.test:443/x',
      'https://b.test:444/x',
      'https://b.test./x',
      'https://u@b.test/x',
      'https://1/x',
    ],
    ...[
      "?it's",
      '?a"b',
      '?a%7Eb',
      'a%7Eb',
      '%2e/x',
      '%2e%2E/x',
      '.%2e/x',
      'x/%2ehidden',
      'x?%2e/',
      'http://b.test?x',
      'http://b.test#/x',
    ],
  ])('of these kinds is no exception: %s', raw => {
    for (const base of bases) {
      if (!URL.canParse(raw, base)) expect(normalizeUrl(raw, base)).toEqual({ kind: 'invalid', raw });
      else expect(quick(raw, base)).toBe(parsed(raw, base));
    }
  });
});
