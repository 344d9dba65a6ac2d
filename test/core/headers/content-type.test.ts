import { describe, expect, it } from 'vitest';
import { contentTypeOf } from '#core/headers/content-type.ts';

const of = (...values: string[]) => contentTypeOf(values.map(value => ['Content-Type', value] as const));

describe('the media type of a response (WHATWG Fetch, "extract a MIME type")', () => {
  it('is null without the header', () => {
    expect(contentTypeOf([['content-length', '3']])).toBeNull();
  });

  it('is the value as received where there is one', () => {
    expect(of('text/html; charset=utf-8')).toBe('text/html; charset=utf-8');
    expect(of('nonsense')).toBe('nonsense');
  });

  // The examples of the standard: https://fetch.spec.whatwg.org/#example-extract-a-mime-type
  it.each([
    [['text/plain;charset=gbk, text/html'], 'text/html'],
    [['text/html;charset=gbk;a=b, text/html;x=y'], 'text/html;x=y;charset=gbk'],
    [['text/html;charset=gbk;a=b', 'text/html;x=y'], 'text/html;x=y;charset=gbk'],
    [['text/html;charset=gbk', 'x/x', 'text/html;x=y'], 'text/html;x=y'],
    [['text/html', 'cannot-parse'], 'text/html'],
    [['text/html', '*/*'], 'text/html'],
    [['text/html', ''], 'text/html'],
  ])('%j is %s', (values, expected) => {
    expect(of(...values)).toBe(expected);
  });

  it('is the last valid one: a page under text/plain and text/html is HTML', () => {
    expect(of('text/plain', 'text/html')).toBe('text/html');
    expect(of('text/html', 'text/plain')).toBe('text/plain');
  });

  it('a charset that is taken over is quoted where it is no token', () => {
    expect(of('text/html;charset="a,b"', 'text/html;x=1')).toBe('text/html;x=1;charset="a,b"');
    expect(of('text/html;charset="gbk"', 'text/html;x=1')).toBe('text/html;x=1;charset=gbk');
  });

  it('splits at commas outside quotes only', () => {
    expect(of('text/html;x="a, text/plain";charset=gbk')).toBe('text/html;x="a, text/plain";charset=gbk');
    expect(of('text/html;x="a\\", text/plain"')).toBe('text/html;x="a\\", text/plain"');
  });

  it('is the first value where none is valid', () => {
    expect(of('bad', 'worse')).toBe('bad');
  });
});
