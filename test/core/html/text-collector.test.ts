import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collapse, isWordSpace, TextCollector } from '#core/html/text-collector.ts';

/** What a collector must hold: the words with single spaces between them, cut at the limit. */
function collapsed(pieces: readonly string[], limit: number): string {
  const words: string[] = [];
  let isOpen = false;
  for (const c of pieces.join('')) {
    if (isWordSpace(c.charCodeAt(0))) isOpen = false;
    else if (isOpen) words[words.length - 1] += c;
    else {
      words.push(c);
      isOpen = true;
    }
  }
  const text = words.join(' ').slice(0, limit);
  const last = text.charCodeAt(text.length - 1);
  return text.length === limit && last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}

const piece = fc.array(fc.constantFrom('a', 'bc', ' ', ' ', '  ', '\n', '\u00a0', 'é', '😀', '日本', 'long word here'), {
  maxLength: 8,
});
const pieces = fc.array(
  piece.map(parts => parts.join('')),
  { maxLength: 6 },
);

describe('text is collected with white space collapsed', () => {
  it('from any pieces, up to any limit', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 40 }), (given, limit) => {
        const collector = new TextCollector(limit);
        for (const each of given) collector.add(each);
        expect(collector.value).toBe(collapsed(given, limit));
      }),
      { numRuns: 2000 },
    );
  });

  it('from one text', () => {
    fc.assert(
      fc.property(piece, fc.integer({ min: 1, max: 40 }), (parts, limit) => {
        expect(collapse(parts.join(''), limit)).toBe(collapsed(parts, limit));
      }),
      { numRuns: 1000 },
    );
  });
});
