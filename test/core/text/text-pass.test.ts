import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PhraseSet } from '#core/text/phrase-set.ts';
import { PhraseStarts } from '#core/text/phrase-starts.ts';
import { signatureOf } from '#core/text/signature.ts';
import { TextPass } from '#core/text/text-pass.ts';
import { unitsOf } from '#core/text/text-units.ts';

const phrases = new PhraseSet(['lorem ipsum', 'parse error: syntax', 'рыба текст']);
const pass = new TextPass(new PhraseStarts(phrases));

function read(text: string, mostCounted = text.length): TextPass {
  pass.read(unitsOf(text), text.length, mostCounted);
  return pass;
}

describe('a pass over a text', () => {
  it('ends for an empty one', () => {
    pass.read(new Uint16Array(0), 0, 10);
    expect([pass.words, pass.signature()]).toEqual([0, null]);
  });

  it.each<[string, number]>([
    ['', 0],
    ['one', 1],
    ['one two\nthree', 3],
    ['– & ', 3],
  ])('counts what spaces separate in %j: %i', (text, words) => {
    expect(read(text).words).toBe(words);
  });

  it('gives a hash of every character, line feeds as spaces', () => {
    expect(read('One two').hash()).toBe(read('One\ntwo').hash());
    const texts = ['One two', 'one two', 'One two.', 'One  two', 'One twó', 'One'];
    expect(new Set(texts.map(text => read(text).hash())).size).toBe(texts.length);
    expect(read('One two', 3).hash()).toBe(read('One two').hash());
  });

  it('keeps its hash and its signature: files have them, and other values need a new version of the hash', () => {
    const text = 'One two\nthree, the lengthiest words of Ünïcode 港口的早晨很安静 and 42 more.';
    expect(read(text).hash()).toBe('2-952abcabd0ce331f');
    expect(
      Buffer.from(signatureOf(text) as Uint8Array)
        .toString('hex')
        .slice(0, 32),
    ).toBe('22b02cec22c0237e370ce1122ebc31c7');
  });

  it('finds phrases, whatever their case and punctuation, up to the limit', () => {
    expect(read('x Lorem, IPSUM lorem. Parse error: syntax РЫБА — текст').phrases).toEqual([
      'lorem ipsum',
      'parse error: syntax',
      'рыба текст',
    ]);
    expect(read('lorem ipsum lorem ipsum', 15).phrases).toEqual(['lorem ipsum']);
    expect(read('lorem\u0130 ipsum Lorem ipsum').phrases).toEqual(['lorem ipsum']);
    expect(read('xlorem ipsum, lorem ipsums').phrases).toEqual([]);
  });

  it.each<[string, number]>([
    ['© 2019', 2019],
    ['Copyright © 2001 – 2024 Example', 2024],
    ['(c) 1999, (C) 2003', 2003],
    ['&copy; 2011', 2011],
    ['copyright 1776; 2020', 0],
    ['in 2020', 0],
  ])('reads the year of a copyright notice in %j: %i', (text, year) => {
    expect(read(text).newestCopyright).toBe(year);
    expect(read(`words ${text}`, 3).newestCopyright).toBe(year);
  });

  it('has the signature of the counted part, in lower case by the rules of the whole text', () => {
    const text = 'ΟΔΟΣ Σ İstanbul 𐐀𐐁 one two three four five six';
    read(text, 20);
    expect(pass.signature()).toEqual(signatureOf(text.slice(0, 20)));
    expect(signatureOf(text)).toEqual(signatureOf(text.toLowerCase()));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), any => {
        expect(signatureOf(any)).toEqual(signatureOf(any.toLowerCase()));
      }),
    );
  });
});
