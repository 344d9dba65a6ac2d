import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePieces, headBytes } from '#core/sitemap/decode.ts';
import { parseSitemap, readEntries } from '#core/sitemap/parse.ts';
import { SlidingText } from '#core/sitemap/sliding-text.ts';
import { firstXmlFault } from '#core/sitemap/well-formed.ts';
import { scanXml, type XmlSink } from '#core/sitemap/xml-scanner.ts';
import type { SitemapEntry } from '#shared/model/page.ts';

const url = 'http://h/sitemap.xml';
const encoder = new TextEncoder();

function* cut<T extends { readonly length: number }>(
  whole: T,
  size: number,
  part: (from: number, to: number) => T,
): Generator<T> {
  for (let at = 0; at < whole.length; at += size) yield part(at, at + size);
}

interface Cutting {
  /** Bytes of a piece. */
  readonly size: number;
  readonly longestAtHand: number;
  readonly maxBytes?: number;
}

/** Reads a file as a long one is read. */
function inPieces(bytes: Uint8Array, { size, longestAtHand, maxBytes = bytes.length }: Cutting) {
  const entries: SitemapEntry[] = [];
  const head = bytes.subarray(0, headBytes);
  const read = bytes.subarray(0, maxBytes);
  const pieces = () =>
    decodePieces(
      head,
      cut(read, size, (from, to) => read.subarray(from, to)),
    );
  const file = { head, pieces, bytes: bytes.length, longestAtHand };
  const summary = readEntries(file, { url, maxBytes, maxEntries: 20 }, entry => entries.push(entry));
  expect(summary.entries).toBe(entries.length);
  return { ...summary, entries };
}

const set = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
const long = 'x'.repeat(700);
/** What tells the kind of a file is looked at together, whatever the limit is. */
const behindStart = `${set}<!--${' '.repeat(4_200)}-->`;
const parts = [
  set,
  '</urlset>',
  '<url><loc>http://h/a?b=1&amp;c=&#38;</loc></url>\n',
  '<url><loc>http://h/é</loc><lastmod>2024-01-01</lastmod></url>\r\n',
  '<url><loc>',
  '</loc></url>',
  '<sitemapindex>',
  '<rss><item><link>http://h/</link><guid isPermaLink="false">x</guid></item>',
  `<x:link rel="alternate" hreflang="de" href="http://h/${'y'.repeat(40)}"/>`,
  '&',
  '&amp',
  '&#x41;',
  '&nope;',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\x01',
  '\ufffe',
  '<',
  '>',
  '"',
  "'",
  '/',
  '<a b="',
  "<a b='",
  '<a b=c>',
  '</a>',
  '<é:a>',
  `<a ${long}="${long}">`,
  `<a ${'b="c" '.repeat(90)}>`,
  `<a b="${long}&${long}" b="">`,
  `</a${' '.repeat(600)}>`,
  `<${long}>`,
  `</${long}>`,
  `<q:${'A'.repeat(600)} a='/'/>`,
  '<!--',
  '-->',
  '--',
  '--->',
  `<!--${long}-->`,
  '<![CDATA[',
  ']]>',
  `<![CDATA[${long}]]>`,
  ']',
  '<?',
  '?>',
  `<?pi ${long}?>`,
  '<?xml version="1.0"?>',
  '<!DOCTYPE',
  '<!DOCTYPE html>',
  `<!DOCTYPE a [${long} "]>" ]>`,
  '[',
  `${' '.repeat(700)}`,
  `http://h/${long}\n`,
  `http://h/${'z'.repeat(2_400)}\r\n`,
  'http://h/b\n',
  'no address\r',
  long,
  `&amp;${long}&`,
  `<loc>${' '.repeat(800)}http://h/c${' '.repeat(800)}</loc>`,
];

describe('a sitemap file that is read piece by piece', () => {
  it('says what it says as a whole, wherever it is cut', () => {
    const some = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 25 }).map(chosen => chosen.join(''));
    const written = fc.array(
      fc.constantFrom(
        '&amp;',
        '&',
        '&#x41;',
        long,
        ' '.repeat(300),
        'w'.repeat(50),
        '\x01',
        'http://h/',
        '\n',
        '<!-- -->',
        ']]>',
      ),
      { maxLength: 8 },
    );
    const address = fc
      .tuple(written, fc.boolean())
      .map(([run, isCdata]) => `<url><loc>${isCdata ? '<![CDATA[' : ''}${run.join('')}${isCdata ? ']]>' : ''}</loc></url>`);
    const texts = fc.oneof(some, address);
    const sizes = fc.constantFrom(1, 2, 3, 7, 64, 255, 1_000);
    fc.assert(
      fc.property(
        texts,
        fc.boolean(),
        sizes,
        fc.constantFrom(256, 400, 5_000),
        fc.boolean(),
        (text, isSet, size, longestAtHand, isCut) => {
          const bytes = encoder.encode(isSet ? behindStart + text : text);
          const maxBytes = isCut ? Math.ceil(bytes.length * 0.8) : bytes.length;
          const whole = parseSitemap(bytes, { url, maxBytes, maxEntries: 20 });
          expect(inPieces(bytes, { size, longestAtHand, maxBytes })).toEqual(whole);
        },
      ),
      { numRuns: 6_000 },
    );
  });

  it('is as well-formed as it is as a whole', () => {
    const texts = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map(chosen => chosen.join(''));
    fc.assert(
      fc.property(texts, fc.constantFrom(1, 2, 3, 7, 64, 255, 1_000), (inside, size) => {
        const text = `${behindStart}${inside}</urlset>`;
        const pieces = () => cut(text, size, (from, to) => text.slice(from, to));
        expect(firstXmlFault(pieces)).toEqual(firstXmlFault(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps its references whole where a long text is cut', () => {
    const references = '&amp;&#x1F600;ab&#38;c&lt;';
    for (let shift = 0; shift < 40; shift++) {
      const text = `${behindStart}<url><loc>http://h/${'s'.repeat(shift)}${references.repeat(40)}</loc></url></urlset>`;
      const bytes = encoder.encode(text);
      const whole = parseSitemap(bytes, { url, maxEntries: 20 });
      expect(whole.problems).toEqual([]);
      expect(inPieces(bytes, { size: 61, longestAtHand: 256 })).toEqual(whole);
    }
  });

  it('has its lines and entries where they are, in every encoding', () => {
    const text = `<?xml version="1.0" encoding="ENC"?>\r\n${behindStart}\r\r\n${'<url><loc>http://h/ä</loc></url>\r'.repeat(30)}</urlset>`;
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [Buffer.from(text.replace('ENC', 'latin1'), 'latin1'), Buffer.from(text.replace('ENC', 'utf-8')), utf16])
      for (const size of [1, 5, 333])
        expect(inPieces(bytes, { size, longestAtHand: 256 })).toEqual(parseSitemap(bytes, { url, maxEntries: 20 }));
  });

  it('keeps no more of a construct at hand than it must', () => {
    const size = 1_000;
    const filler = `${'w'.repeat(size - 1)} `;
    for (const [start, end] of [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
      ['<?a ', '?>'],
      ['<!DOCTYPE ', '>'],
      ['<a b="', '">'],
      ['<a>', '</a>'],
      [`<a ${'c'.repeat(200)}:`, '>'],
    ] as const) {
      let most = 0;
      let pulled = 0;
      let atHand = (): number => 0;
      const pieces = function* (): Generator<string> {
        yield start;
        for (; pulled < 200 * size; pulled += size) {
          most = Math.max(most, atHand());
          yield filler;
        }
        yield end;
      };
      const nothing = (): void => undefined;
      const sink: XmlSink = { open: nothing, close: nothing, text: nothing, doctype: nothing };
      const source = new SlidingText(pieces(), 2 * size);
      atHand = () => source.text.length;
      expect(scanXml(source, sink)).toBe(-1);
      expect(pulled).toBe(200 * size);
      expect(most).toBeLessThan(5 * size);
    }
  });
});
