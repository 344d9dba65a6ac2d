import { describe, expect, it } from 'vitest';
import { UrlPrint } from '#storage/tables/url-print.ts';

/** HalfSipHash-2-4 with 64 bits, key 00 to 07, of the bytes 00 01 02 …: github.com/veorq/SipHash, vectors.h. */
const vectors = [
  '218d1f59b9b83cc8',
  'be552412f8387315',
  '064f39ef7c50eb57',
  'ce0f1a45f7060679',
  'd5e78a175be52ea1',
  'cb9d7c3f2f3db580',
];
const key = (first: number): number[] => Array.from({ length: 8 }, (_, n) => first + n);
const text = (length: number): string => String.fromCharCode(...Array.from({ length }, (_, n) => n));

function printed(
  url: string,
  secret = Uint8Array.from([...key(0), ...key(0)]),
): { readonly long: string; readonly short: string } {
  const print = new UrlPrint(secret);
  print.of(url);
  const bytes = Buffer.alloc(12);
  for (const [at, number] of [print.one, print.two, print.three].entries()) bytes.writeUInt32LE(number, at * 4);
  return { long: bytes.toString('hex', 0, 8), short: bytes.toString('hex', 8) };
}

describe('the print of a URL', () => {
  it('is the hash that others publish, twice', () => {
    expect(vectors.map((_, length) => printed(text(length)))).toEqual(vectors.map(long => ({ long, short: long.slice(0, 8) })));
  });

  it('depends on both keys, each in its part', () => {
    const url = 'http://a.test/';
    const [same, first, second] = [
      [0, 0],
      [9, 0],
      [0, 9],
    ].map(([a = 0, b = 0]) => printed(url, Uint8Array.from([...key(a), ...key(b)])));
    expect([first?.long === same?.long, first?.short === same?.short]).toEqual([false, true]);
    expect([second?.long === same?.long, second?.short === same?.short]).toEqual([true, false]);
    expect(() => new UrlPrint(new Uint8Array(8))).toThrow(RangeError);
  });

  it('is of the UTF-8 bytes, so that no text has the print of other bytes', () => {
    const texts = ['€', 'â\u0082¬', 'é', 'Ã©', '\u00e2', 'e\u0301', '', '\0', '\0\0', '\0\0\0\0', 'a', 'a\0'];
    expect(new Set(texts.map(each => printed(each).long)).size).toBe(texts.length);
    // What SQLite stores of a lone surrogate.
    expect(printed('a\ud800')).toEqual(printed('a\ufffd'));
  });

  it('of a longer URL does not depend on those before', () => {
    const print = new UrlPrint(Uint8Array.from([...key(0), ...key(0)]));
    const long = '€'.repeat(9_000);
    print.of(long);
    const { one, two } = print;
    print.of('a');
    const short = print.one;
    print.of(long);
    expect([print.one, print.two]).toEqual([one, two]);
    print.of('a');
    expect(print.one).toBe(short);
  });
});
