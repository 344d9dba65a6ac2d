import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExtractor, type ExtractOptions, extractHtml } from '#core/html/extract.ts';
import type { OctetDecoder } from '#core/html/octets.ts';
import { longestMachinePage } from '#core/html/page-machine.ts';
import { loadLanguageDetector } from '#core/text/language.ts';
import { nodeOctets } from '#engine/crawl/node-octets.ts';
import type { HtmlFacts } from '#shared/model/page.ts';

const detectLanguage = await loadLanguageDetector();
const inJavaScript: OctetDecoder = { ...nodeOctets, machine: null };

const options = (octets: OctetDecoder, contentType: string | null = 'text/html; charset=utf-8'): ExtractOptions => ({
  contentType,
  maxLinks: 100,
  octets,
  facts: { detectLanguage, content: { include: ['.chosen'], exclude: ['.excluded'] } },
});

/** The facts of a page by the machine, which must be those by JavaScript. */
function both(html: string | Uint8Array, contentType?: string | null): HtmlFacts {
  const bytes = typeof html === 'string' ? new TextEncoder().encode(html) : html;
  const byMachine = extractHtml(bytes, options(nodeOctets, contentType));
  expect(byMachine).toEqual(extractHtml(bytes, options(inJavaScript, contentType)));
  return byMachine;
}

const sentences = [
  'The harbour was quiet in the morning. Small boats lay at the wall, and nobody liked the makes of houses. ',
  'Die Männer, die in der Nacht gekommen waren, schliefen noch. Große Bäume! ',
  'Les élèves étaient à l’école… Ils parlent français. ',
  'Ocho niños leían en la biblioteca: ¿quién los veía? ',
  'Он был в лесу. Деревья росли быстро! ',
  'ΟΔΥΣΣΕΥΣ ήταν στη θάλασσα. ',
  'İstanbul’da ışık. ',
  '日本語の文章です。東京タワー',
  'ภาษาไทยไม่มีช่องว่าง ',
  '😀 𝒜𝓑 𠀀 👩‍👩‍👧 ',
  'don’t e-mail v1.5 naïve Über\u00adlang ',
];
const pieces = [
  ...sentences,
  'Lorem ipsum dolor sit amet ',
  'Parse error: syntax error, unexpected ',
  'Warning: mysql_connect() ',
  '© 2019 – 2024 ',
  '(c) 2001',
  'Copyright © 1999-2003',
  '&copy; 2011 ',
  '&copy;',
  '&amp;',
  '&amp',
  '&nbsp;',
  '&nbsp',
  '&#32;',
  '&#10;',
  '&NewLine;',
  '&#x1F600;',
  '&#8217;',
  '&eacute;',
  '&zzz;',
  '&NotEqualTilde;',
  '&nGt;',
  '&CounterClockwiseContourIntegral;',
  '&;',
  '& ',
  '&',
  '\u00a0',
  '\u2003',
  '\u3000',
  '\u1680',
  '\ufeff',
  '  ',
  '\n\t ',
  '\0',
  '\x01',
  '\v',
  '\r\n',
  'x'.repeat(70),
  '<p>',
  '</p>',
  '<br>',
  '<b>',
  '</b>',
  '<main>',
  '</main>',
  '<article>',
  '<nav>',
  '</nav>',
  '<div class=chosen>',
  '<div class=excluded>',
  '</div>',
  '<h1>',
  '</h1>',
  '<svg>',
  '</svg>',
  '<template>',
  '</template>',
  '<a href=/x>',
  '</a>',
  '<xmp>',
  '<script>',
  '</script>',
  '<!-- x -->',
  '<meta charset=windows-1252>',
  '<html lang=fr>',
];
const encoder = new TextEncoder();
const piece = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...pieces).map(text => encoder.encode(text)) },
  { weight: 1, arbitrary: fc.string().map(text => encoder.encode(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...sentences), fc.nat(40)).map(([text, times]) => encoder.encode(text.repeat(times))),
  },
);
const page = fc.array(piece, { maxLength: 60 }).map(parts => Uint8Array.from(parts.flatMap(part => [...part])));

describe('the machine reads text as JavaScript does', () => {
  it('on any page', () => {
    fc.assert(
      fc.property(page, fc.constantFrom(null, 'text/html; charset=utf-8', 'text/html; charset=windows-1252'), (bytes, type) => {
        both(bytes, type);
      }),
      { numRuns: 1500 },
    );
  });

  it('wherever the body is split', () => {
    fc.assert(
      fc.property(page, fc.array(fc.nat(2_000), { maxLength: 12 }), (bytes, cuts) => {
        const extractor = createExtractor(options(nodeOctets));
        const ends = [...cuts.filter(cut => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        let from = 0;
        for (const end of ends) {
          extractor.push(bytes.slice(from, end));
          from = end;
        }
        expect(extractor.end()).toEqual(extractHtml(bytes, options(inJavaScript)));
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, string, string]>(
    ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ru'].map((lang, at) => [lang, sentences[at % 5] as string, 'Flesch']),
  )('measures the reading ease in %s', (lang, sentence) => {
    const html = `<html lang=${lang}><p>${`${sentence} liked wanted table makes houses, Eier koeien été. `.repeat(30)}`;
    const { facts } = both(html);
    expect(facts?.text.flesch).toBeTypeOf('number');
  });

  it('in all areas, with what is found there', () => {
    const words = sentences[0].repeat(5);
    const html = `<html lang=en><nav>© 2020 ${words}</nav><main>Lorem ipsum. ${words}</main><p>Fatal error: Uncaught Error in ${words}`;
    const { text } = both(html).facts ?? {};
    expect(text).toMatchObject({ area: 'main', copyright: 2020, lorem: 2 });
    expect(text?.errorText).toBeTypeOf('string');
  });

  it('beyond the part that is counted, and beyond the part that is kept', () => {
    const long = sentences[0].repeat(3_000);
    expect(both(`<p>${long}© 2021 ${'é '.repeat(1_000)}`).facts?.text).toMatchObject({ copyright: 2021 });
    expect(both(`<p>${'ab &amp; '.repeat(200_000)}`).facts?.text.characters).toBeLessThanOrEqual(1 << 20);
    expect(both(`<p>${'a b'.repeat(500_000)}`).words).toBe(500_001);
  });

  it('page after page, in one memory of a fixed size', () => {
    const { machine } = nodeOctets;
    both(`<p>${'é😀 '.repeat(100_000)}`);
    expect(both('<p>short').facts?.text).toMatchObject({ words: 1, characters: 5 });
    both('');
    expect(nodeOctets.machine).toBe(machine);
    expect(machine?.bytes.length).toBe(16 * 1024 * 1024);
  });

  it('notices a language detector that reads a page meanwhile', () => {
    const bytes = encoder.encode(`<p>${sentences[0].repeat(20)}`);
    const nested = (octets: OctetDecoder) => ({
      ...options(octets),
      facts: {
        detectLanguage(units: Uint16Array) {
          extractHtml(encoder.encode('<p>Other words of another page'), options(octets));
          return detectLanguage(units);
        },
      },
    });
    expect(() => extractHtml(bytes, nested(nodeOctets))).toThrow('another page has the machine');
    const plain = extractHtml(bytes, nested(inJavaScript));
    expect(plain).toEqual(extractHtml(bytes, { ...options(inJavaScript), facts: { detectLanguage } }));
  });

  it('leaves longer pages to JavaScript', () => {
    const html = 'word '.repeat(longestMachinePage / 5 + 1);
    expect(both(html).facts?.text.words).toBeGreaterThan(200_000);
  });
});

describe('hostile pages cost the machine no more than their length', () => {
  // Quadratic time would need hours for these; the test's own time limit notices.
  const size = longestMachinePage - 100;
  it.each([
    '<',
    '&',
    '&x;',
    '&a',
    '&#',
    '\0',
    '(c)',
    'co ',
    '©',
    '\ud83d',
    'Σ',
    'a<p>',
    '<!--',
    '\u3000',
    "a'",
    '. ',
    'lorem ipsum ',
  ])('%j', piece => {
    const html = piece.repeat(Math.floor(size / new TextEncoder().encode(piece).length));
    expect(extractHtml(new TextEncoder().encode(html), options(nodeOctets)).facts?.v).toBe(1);
  });
});
