import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatheredText } from '#core/html/facts/gathered-text.ts';
import { plainOctets } from '#core/html/octets.ts';
import { decodeReferences } from '#core/html/references.ts';
import { textOf } from '#core/text/text-units.ts';

const skip = 3;

/** One piece of bytes with three others before them, as a page has a byte order mark. */
function gathered(...pieces: readonly Uint8Array[]): GatheredText {
  const text = new GatheredText();
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) text.addBreak();
    const bytes = new Uint8Array(skip + piece.length);
    bytes.set(piece, skip);
    text.addBytes(bytes, [skip, bytes.length], plainOctets.text(piece), skip);
  }
  return text;
}
const read = (text: GatheredText): string => textOf(text.units, 0, text.length);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The same by the platform's decoder and regular expressions. */
function expected(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return pieces
    .map(piece => decodeReferences(decoder.decode(piece).replaceAll('\n', ' '), false))
    .join('\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

describe('a gathered text', () => {
  it.each<[string, string]>([
    ['  a \t b\r\n', 'a b'],
    ['a&nbsp;&#32; b &amp; &zzz; &eacute;&#x1F600;', 'a b & &zzz; é😀'],
    ['a&#10; &NewLine;b', 'a\nb'],
    ['naïve 文字 😀 \u3000 x\u00a0', 'naïve 文字 😀 x'],
    ['', ''],
    [' &nbsp;\n', ''],
  ])('of %j is %j', (html, text) => {
    expect(read(gathered(bytesOf(html)))).toBe(text);
  });

  it('has a line feed where a block ends, none at the ends', () => {
    const text = gathered(bytesOf(' '), bytesOf('a '), bytesOf(' '), bytesOf('b'), bytesOf(''));
    expect(read(text)).toBe('a\nb');
  });

  it('equals what the platform decodes and collapses, with its size, for any bytes', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }).map(bytesOf),
      fc
        .array(fc.constantFrom('a', ' ', '\n', '&nbsp;', '&amp', '&#', '10;', '\u2003', 'é', '文', '😀', '\ufeff'), {
          maxLength: 20,
        })
        .map(parts => bytesOf(parts.join(''))),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), pieces => {
        const text = gathered(...pieces);
        const whole = expected(pieces);
        expect(read(text)).toBe(whole);
        expect([text.bytes, text.characters]).toEqual([bytesOf(whole).length, [...whole].length]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('equals the text of bytes when it comes decoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), html => {
        const text = new GatheredText();
        text.addText(html);
        expect(read(text)).toBe(read(gathered(bytesOf(html))));
      }),
    );
  });

  it('ends at a million characters, and the memory of one page serves the next', () => {
    const text = gathered(bytesOf('x'.repeat(1_100_000)));
    expect([text.length, text.bytes]).toEqual([1 << 20, 1 << 20]);
    text.release();
    expect(text.length).toBe(0);
    expect(read(gathered(bytesOf('next page')))).toBe('next page');
  });
});
