import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { el, foreign, Markup } from '../../../electron/export/html/markup.ts';
import { htmlPage, metaOf } from '../../../electron/export/html/page.ts';

const made = { at: 0, version: '1.0.0', file: 'a.crawl', command: 'crawlscope' };
const pageOf = (text: string) =>
  htmlPage({
    kind: 'Test',
    title: text,
    lead: foreign(text),
    sections: [{ id: text, title: text, content: el('p', { title: text }, text) }],
    made: { ...made, file: text, command: text },
    meta: { value: text },
  });
/** Every tag of a document, without its attributes' values. */
const tagsOf = (html: string): string[] => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));

describe('text of the site', () => {
  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='x",
    '</title></style><base href=//evil>',
    '&lt;script&gt;',
    '</section></tr>',
    '<!--',
    ']]>',
  ])('%j adds no element and no attribute', text => {
    expect(tagsOf(pageOf(text))).toEqual(tagsOf(pageOf('plain')));
  });

  test('any string at all leaves the elements of the document as they are', () => {
    const plain = tagsOf(pageOf('x'));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', '`', '\0', 'a') }),
        ),
        text => {
          const tags = tagsOf(pageOf(text)).filter(tag => tag !== '<span class="">' && tag !== '</span>');
          expect(tags).toEqual(plain.filter(tag => tag !== '<span class="">' && tag !== '</span>'));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('what hides or turns text is shown as its code point', () => {
    const shown = (text: string) => Markup.html(foreign(text));
    expect(shown('a\u202eb')).toBe('<bdi>a<span class="hidden">U+202E</span>b</bdi>');
    for (const hidden of ['\u2066', '\u200b', '\0', '\x1b', '\u061c', '\ufeff', '\u00ad', '\u{e0041}', '\ud800', '\u2028'])
      expect(shown(`a${hidden}b`)).toMatch(/^<bdi>a<span class="hidden">U\+[0-9A-F]{4,6}<\/span>b<\/bdi>$/);
    expect(pageOf('a\u202eb')).not.toContain('\u202e');
    expect(shown('grün 中文 😀\tx\ny')).toBe('<bdi>grün 中文 😀\tx\ny</bdi>');
  });
});

describe('a document', () => {
  const html = pageOf('x');
  test('has no script, loads nothing, and forbids both to itself', () => {
    expect(html).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`);
    expect(html).not.toMatch(/<(script|img|link|iframe|object|embed|form|base|svg)\b/i);
    expect(html).not.toMatch(/\ssrc=|url\(|@import|https?:\/\//i);
  });
  test('the same report gives the same bytes', () => expect(pageOf('x')).toBe(html));
  test('a value comes back as it was put in', () => {
    for (const value of ['a', '"><b>&amp;', "it's", '[]']) {
      expect(metaOf(pageOf(value), 'value')).toBe(value);
    }
    expect(metaOf(html, 'other')).toBeNull();
  });
  test('nothing but this module makes markup of a string', () => {
    expect(() => new Markup(Symbol('markup'), '<b>')).toThrow(TypeError);
    expect(() => Markup.html({ toString: () => '<b>' } as unknown as string)).toThrow(TypeError);
  });
});
