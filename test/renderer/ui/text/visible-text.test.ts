import { describe, expect, test } from 'vitest';
import { visibleParts, visibleText } from '../../../../renderer/ui/text/visible-text.ts';

describe('text of the crawled site', () => {
  test.each(['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'])('a bidi control is shown', mark => {
    const code = mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    expect(visibleText(`Disallow: /${mark}a`)).toBe(`Disallow: /‹U+${code}›a`);
  });
  test('C0 and C1 controls are shown, a tab and line ends are not', () => {
    expect(visibleText('a\0b\x1bc\x7fd\x85e')).toBe('a‹U+0000›b‹U+001B›c‹U+007F›d‹U+0085›e');
    expect(visibleText('a\tb\nc\r\nd')).toBe('a\tb\nc\r\nd');
    expect(visibleText('a\rb')).toBe('a‹U+000D›b');
  });
  test('letters of every script stay as they are', () => {
    for (const text of ['', 'שלום', 'مرحبا', '日本', 'naïve', '👩‍💻', '‹U+202E›']) expect(visibleText(text)).toBe(text);
  });
  test('what the site wrote is told from what stands for a control', () => {
    expect(visibleParts('‹U+202E›\u202e')).toEqual([
      { text: '‹U+202E›', token: false, at: 0 },
      { text: '‹U+202E›', token: true, at: 8 },
    ]);
  });
  test('nothing is lost: the pieces are the whole', () => {
    const text = '\u202ea\u2066\u2069b\0';
    expect(
      visibleParts(text)
        .map(part => part.text)
        .join(''),
    ).toBe(visibleText(text));
  });
});
