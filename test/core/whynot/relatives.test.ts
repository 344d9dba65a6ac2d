import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '#core/query/near.ts';
import { distanceWithin, Kinship } from '#core/whynot/rank.ts';
import { folderPagesOf, spellingsOf, typosOf } from '#core/whynot/spellings.ts';
import { endlessSign } from '#core/whynot/trap.ts';

describe('the bounded edit distance', () => {
  it('is the edit distance up to its bound, and more than the bound beyond', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '/', '1'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, most) => {
        expect(distanceWithin(a, b, most)).toBe(Math.min(editDistance(a, b), most + 1));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('other spellings', () => {
  const urls = (href: string) => spellingsOf(href).map(({ url }) => url);
  const e = 'https://e.test';
  it.each([
    [`${e}/a`, `${e}/a/`],
    [`${e}/a/`, `${e}/a`],
    [`${e}/a`, 'http://e.test/a'],
    [`${e}/a`, 'https://www.e.test/a'],
    [`${e}/a/`, 'http://www.e.test/a/'],
    [`${e}/A/b`, `${e}/a/b`],
    [`${e}/a/`, `${e}/a/index.html`],
    [`${e}/a`, `${e}/a/index.html`],
    [`${e}/a/index.php`, `${e}/a/`],
    [`${e}/a.html`, `${e}/a`],
    [`${e}/a//b`, `${e}/a/b`],
    [`${e}/a?c=1&b=2&a=3`, `${e}/a?b=2&a=3&c=1`],
    [`${e}/a?x=1&utm_source=m&gclid=9`, `${e}/a?x=1`],
    [`${e}/a?x=1`, `${e}/a`],
    [`${e}/a%2Fb`, `${e}/a/b`],
  ])('%s is also written %s', (href, other) => expect(urls(href)).toContain(other));

  it('are bounded, never the URL itself, and never fail', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: false }), href => {
        const normal = new URL(href).href;
        const found = urls(normal);
        expect(found.length).toBeLessThanOrEqual(400);
        expect(found).not.toContain(normal);
        expect([...typosOf(normal)].length).toBeLessThanOrEqual(2_500);
        expect(folderPagesOf(normal)).not.toContain(normal);
      }),
      { numRuns: 300 },
    );
  });

  it('slips of the keys hold every word one edit away', () => {
    const slips = new Set(typosOf(`${e}/ab`));
    for (const path of ['/a', '/b', '/ba', '/xab', '/axb', '/abx', '/xb', '/ax']) expect(slips).toContain(e + path);
  });

  it('pages of its folders come nearest first', () => {
    expect(folderPagesOf(`${e}/a/b?x=1`).filter(url => !/index|\.html/.test(url))).toEqual([
      `${e}/a/b`,
      `${e}/a/`,
      `${e}/a`,
      `${e}/`,
    ]);
  });
});

it('kin are ranked: spelling, slip, query, neighbour', () => {
  const e = 'https://e.test';
  const kin = new Kinship(`${e}/shop/shoes?size=4`);
  for (const path of ['/shop/hats', '/shop/shoes?size=5', '/SHOP/shoes?size=4', '/shop/sheos?size=4', '/blog/x', '/shop/shoes'])
    kin.consider({ url: e + path, state: 'done', reason: 'fetched' });
  expect(kin.best().map(({ url, kind }) => `${kind} ${url.slice(e.length)}`)).toEqual([
    'spelling /SHOP/shoes?size=4',
    'typo /shop/sheos?size=4',
    'query /shop/shoes?size=5',
    'query /shop/shoes',
    'folder /shop/hats',
  ]);
});

it('a path looks endless where folders repeat, not where dates or pages do', () => {
  expect(endlessSign('https://e.test/a/b/a/b/a/b/c')).toBe('The folders “a/b” come 3 times in a row');
  expect(endlessSign('https://e.test/x/a/a/a/')).toContain('“a” comes 3 times');
  for (const path of ['/a/b/a/b', '/2024/11/11/11', '/', '', '/a/a']) expect(endlessSign(`https://e.test${path}`), path).toBe('');
});
