import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExtractor, extractHtml } from '#core/html/extract.ts';
import { nodeOctets } from '#engine/crawl/node-octets.ts';
import { read } from './read.ts';

const PIECES = [
  '<',
  '>',
  '</',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<!',
  '<?',
  '"',
  "'",
  '=',
  '/',
  ' ',
  '\n',
  '\0',
  '&',
  '&amp;',
  '&#x41;',
  '&nbsp;',
  '&not',
  '<a href=',
  '<a href="x">',
  '</a>',
  '<h1>',
  '</h1>',
  '<title>',
  '</title>',
  '<script>',
  '</script>',
  '<style>',
  '</style>',
  '<svg>',
  '</svg>',
  '<math>',
  '<mi>',
  '</math>',
  '<template>',
  '</template>',
  '<noscript>',
  '</noscript>',
  '<head>',
  '</head>',
  '<body>',
  '<desc>',
  '<foreignObject>',
  '<meta name=robots content="',
  '<meta charset=',
  'gbk',
  'utf-16',
  '<meta http-equiv=refresh content="1;url=x">',
  '<link rel=canonical href=',
  '<base href=',
  '<img srcset="a 1x, b 2x" alt=',
  '<p>',
  '</p>',
  '<br>',
  '<textarea>',
  '<xmp>',
  '<plaintext>',
  'word',
  'ä',
  'plain words, quite a few of them',
  '„quoted“ ',
  'a\u00a0b',
  '\u2009',
  '\u3000',
  '\u1680',
  '日本語 ',
  '&nb',
  '&ensp;',
  '&#9;',
  '<ÄB>',
  '<a href=" /ä?x&amp;y\t" rel="NoFollow">',
  '<a href=/x/y>',
  '<meta name=description content="a  b ü">',
  "<img src=ü.png alt='Ü  Ü'>",
  '€',
  '😀',
  '\ud800',
  '\x1b$B',
  '\x1b(B',
];
const page = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string() }), {
  maxLength: 60,
});
const soup = page.map(parts => new TextEncoder().encode(parts.join('')));
const noise = fc.uint8Array({ maxLength: 300 });
const charset = fc.constantFrom(
  null,
  'utf-8',
  'windows-1252',
  'gbk',
  'shift_jis',
  'iso-2022-jp',
  'utf-16le',
  'utf-16be',
  'big5',
  'x-user-defined',
  'nonsense',
);
const body = fc.oneof({ weight: 4, arbitrary: soup }, { weight: 1, arbitrary: noise });
const header = charset.map(name => (name === null ? null : `text/html; charset=${name}`));

describe('for any bytes', () => {
  it('extraction ends with facts whose places lie inside the body and begin with <', () => {
    fc.assert(
      fc.property(body, header, (bytes, contentType) => {
        const facts = extractHtml(bytes, { contentType, maxLinks: 30 });
        const single = [facts.title, facts.description, facts.h1, facts.base, facts.refresh].filter(located => located !== null);
        for (const { at } of [...single, ...facts.links, ...facts.metaRobots, ...facts.canonicals]) {
          expect(at.start).toBeGreaterThanOrEqual(0);
          expect(at.end).toBeLessThanOrEqual(bytes.length);
          expect(at.start).toBeLessThan(at.end);
          const wide = facts.charset === 'utf-16be' ? 1 : 0;
          expect(bytes[at.start + wide]).toBe(0x3c);
          expect(bytes[at.end - (facts.charset === 'utf-16le' ? 2 : 1)]).toBe(0x3e);
        }
        for (const link of facts.links) expect(link.text.length).toBeLessThanOrEqual(200);
        expect(facts.excerpt.length).toBeLessThanOrEqual(300);
      }),
      { numRuns: 3000 },
    );
  });

  it('links come in the order of the document', () => {
    fc.assert(
      fc.property(body, bytes => {
        const starts = extractHtml(bytes, { contentType: null, maxLinks: 100 }).links.map(link => link.at.start);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
      }),
    );
  });

  it('it does not matter where the body is split', () => {
    fc.assert(
      fc.property(body, header, fc.array(fc.nat(400), { maxLength: 12 }), (bytes, contentType, cuts) => {
        const options = { contentType, maxLinks: 30 };
        const extractor = createExtractor(options);
        const ends = [...cuts.filter(cut => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        let from = 0;
        for (const end of ends) {
          extractor.push(bytes.slice(from, end));
          from = end;
        }
        expect(extractor.end()).toEqual(extractHtml(bytes, options));
      }),
      { numRuns: 500 },
    );
  });

  it('no chunk at all is an empty page', () => {
    expect(createExtractor({ contentType: null, maxLinks: 1 }).end()).toMatchObject({ title: null, links: [], words: 0 });
  });

  it('it does not matter how the platform looks at bytes', () => {
    fc.assert(
      fc.property(body, header, (bytes, contentType) => {
        const options = { contentType, maxLinks: 30 };
        expect(extractHtml(bytes, { ...options, octets: nodeOctets })).toEqual(extractHtml(bytes, options));
      }),
      { numRuns: 2000 },
    );
  });

  it('places in UTF-8 are those of the characters, with a byte order mark or without', () => {
    fc.assert(
      fc.property(page, fc.boolean(), (parts, marked) => {
        // Through bytes and back: lone surrogates are nothing that UTF-8 can send.
        const sent = new TextDecoder().decode(new TextEncoder().encode(parts.join('').replace(/charset/g, '')));
        const text = `${marked ? '\ufeff' : ''}<meta charset=utf-8>${sent}`;
        const wide = new Uint8Array(text.length * 2);
        for (let i = 0; i < text.length; i++) wide.set([text.charCodeAt(i) & 255, text.charCodeAt(i) >> 8], i * 2);
        // UTF-16 is decoded as a whole before it is read, so its places count characters and not what the reader makes of bytes.
        const byteOf = (place: number): number => new TextEncoder().encode(text.slice(0, place / 2)).length;
        const moved = <T extends { at: { start: number; end: number } }>(found: T): T => ({
          ...found,
          at: { start: byteOf(found.at.start), end: byteOf(found.at.end) },
        });
        const inWide = extractHtml(wide, { contentType: 'text/html; charset=utf-16le', maxLinks: 1000 });
        const inBytes = extractHtml(new TextEncoder().encode(text), { contentType: null, maxLinks: 1000 });
        const at = (facts: typeof inBytes, map: typeof moved): unknown => [
          ...[facts.title, facts.description, facts.h1, facts.base, facts.headEndedBy ?? null].map(found => found && map(found)),
          ...[...facts.links, ...facts.metaRobots, ...facts.canonicals].map(found => map(found)),
        ];
        expect(at(inBytes, found => found)).toEqual(at(inWide, moved));
      }),
      { numRuns: 2000 },
    );
  });

  it('a byte order mark is no text, even before bytes that are not UTF-8', () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, ...new TextEncoder().encode('<title>x</title>'), 0xff, 0x20, 0x79);
    const facts = extractHtml(bytes, { contentType: null, maxLinks: 1 });
    expect(facts).toMatchObject({ title: { value: 'x', at: { start: 3, end: 10 } }, words: 2, excerpt: '\ufffd y' });
  });

  it('what a page says does not depend on the encoding it is sent in', () => {
    fc.assert(
      fc.property(page, parts => {
        const text = `<meta charset=utf-8>${parts.join('').replace(/[\ud800-\udfff]|charset|\0/g, '')}`;
        const wide = new Uint8Array(text.length * 2 + 2);
        wide.set([0xff, 0xfe]);
        for (let i = 0; i < text.length; i++) wide.set([text.charCodeAt(i) & 255, text.charCodeAt(i) >> 8], i * 2 + 2);
        const plain = (facts: ReturnType<typeof read>): unknown => ({
          title: facts.title?.value,
          h1: facts.h1?.value,
          links: facts.links.map(link => [link.kind, link.href, link.text, link.rel]),
          robots: facts.metaRobots.map(meta => [meta.content, meta.inHead]),
          words: facts.words,
          excerpt: facts.excerpt,
        });
        expect(plain(extractHtml(wide, { contentType: null, maxLinks: 1000 }))).toEqual(plain(read(text)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('hostile pages cost no more than their length', () => {
  // Quadratic time would need hours for these; the test's own time limit notices.
  const MEBIBYTE = 1024 * 1024;
  it.each([
    '<',
    '<a ',
    '<a href="',
    "<a b='x",
    '<!--',
    '-',
    '<script><!--<script>',
    '<div>',
    '<svg>',
    '<svg><g>',
    '<g></x>',
    '<template>',
    '&',
    '&<b>',
    '&nbsp;<b>',
    '<a href=x>t',
    '<style></',
    '<svg><![CDATA[',
    '<h1>x',
    '<img srcset="a,b,',
    '<meta http-equiv=refresh content="1;',
    '/',
    '<a/',
    'ü<b>',
    '</svg><svg>',
  ])('%s', piece => {
    const facts = read(`<svg>${piece.repeat(Math.ceil(MEBIBYTE / piece.length))}`, 100);
    expect(facts.links.length).toBeLessThanOrEqual(100);
  });

  it('a million attributes', () => {
    expect(read(`<a ${Array.from({ length: 1e6 }, (_, i) => `a${i}`).join(' ')} href=x>`).links).toHaveLength(1);
  });
});
