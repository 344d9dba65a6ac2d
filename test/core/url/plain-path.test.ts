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
  'https://User:pw@B.Test:443/deep/er/',
  'http://127.0.0.1:8080/',
  'http://[::1]:81/a',
  'ftp://c.test/x',
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
      for (const base of bases) expect(quick(raw, base)).toBe(parsed(raw, base));
    },
  );
});
