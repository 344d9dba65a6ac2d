import { describe, expect, test } from 'vitest';
import { folderOf, looksRandom, numbersAside, onlyNumber, parametersOf, withoutSession, yearOf } from '#core/traps/shape.ts';
import { endlessCycle } from '#core/whynot/trap.ts';

const at = (path: string): string => `https://a1.test${path}`;

describe('what traps show in an address', () => {
  test.each([
    ['/x?sid=a1b2c3d4e5', '/x'],
    ['/x?a=1&PHPSESSID=a1b2c3d4e5&b=2', '/x?a=1&b=2'],
    ['/shop/1;jsessionid=A1B2C3?x=1', '/shop/1?x=1'],
    ['/(S(a1b2c3d4e5f6a7b8))/page', '/page'],
    ['/x?sid=3', ''],
    ['/x?sid=abcdefghij', ''],
    ['/x?inside=a1b2c3d4e5', ''],
    ['/x', ''],
  ])('session: %s', (path, plain) => {
    expect(withoutSession(at(path))).toBe(plain === '' ? '' : at(plain));
  });

  test('numbers after the host are set aside', () => {
    expect(numbersAside(at('/cal/2026/11?day=3'))).toBe(at('/cal/#/#?day=#'));
    expect(numbersAside('https://a1.test')).toBe('https://a1.test');
  });

  test('a folder is host, first folder and names of parameters', () => {
    expect(folderOf(at('/shop/a/b'))).toBe(at('/shop/…'));
    expect(folderOf(at('/shop'))).toBe(at('/'));
    expect(folderOf(at('/'))).toBe(at('/'));
    expect(folderOf(at('/shop/a?size=1&color=2'))).toBe(at('/shop/…?color&size'));
    expect(folderOf(at('/?to=/a/b'))).toBe(at('/?to'));
    expect(parametersOf(at('/x?b=1&a=2&b=3&'))).toEqual(['a', 'b']);
  });

  test.each([
    ['/cal/2026/11', 2026],
    ['/cal/2026-11-23', 2026],
    ['/cal?year=2031&month=2', 2031],
    ['/cal?date=2031-02-01', 2031],
    ['/p/2026', 0],
    ['/p/2026/99', 0],
    ['/p?id=2026', 0],
  ])('year of %s', (path, year) => expect(yearOf(at(path))).toBe(year));

  test.each([
    ['/x/a81f3c9d', true],
    ['/x/88412907', true],
    ['/x?t=x7Kq2mZ9', true],
    ['/x/a-page-of-words', false],
    ['/x/chapter-12.html', false],
    ['/x/1234', false],
  ])('made up: %s', (path, is) => expect(looksRandom(at(path))).toBe(is));

  test('the only number of an address', () => {
    expect([at('/p/12'), at('/p/1/2'), at('/p')].map(onlyNumber)).toEqual([12, null, null]);
  });
});

describe('folders that come again and again', () => {
  test.each([
    ['/a/b/a/b/a/b/', ['a', 'b'], 3],
    ['/x/a/a/a/a', ['a'], 4],
    ['/a/b/c/d/a/b/c/d/a/b/c/d', ['a', 'b', 'c', 'd'], 3],
    ['/1/1/1/x/y/x/y/x/y/', ['x', 'y'], 3],
  ])('%s', (path, folders, times) => expect(endlessCycle(at(path))).toEqual({ folders, times }));

  test.each(['/a/b/a/b/', '/2020/2020/2020/', '/a/b/c/d/e/a/b/c/d/e/a/b/c/d/e/', '/'])('not %s', path =>
    expect(endlessCycle(at(path))).toBeNull(),
  );

  test('the work grows with the path, not with its square', () => {
    // Each of these took seconds when every start was tried with every length.
    const long = at(`/${'1/'.repeat(4_000)}`);
    for (let n = 0; n < 2_000; n++) expect(endlessCycle(`${long}?${n}`)).toBeNull();
  });
});
