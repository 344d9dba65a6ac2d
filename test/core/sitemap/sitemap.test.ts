import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPriority, isW3cDate } from '#core/sitemap/checks.ts';
import { parseSitemap, type SitemapOptions } from '#core/sitemap/parse.ts';
import type { SitemapDocument } from '#shared/model/page.ts';

const encoder = new TextEncoder();
const parse = (text: string, options: Partial<SitemapOptions> = {}): SitemapDocument =>
  parseSitemap(encoder.encode(text), { url: 'http://h/sitemap.xml', ...options });
const shown = (document: SitemapDocument): string =>
  [
    document.kind,
    ...document.entries.map(entry => entry.loc),
    // Most examples are about something else and leave the namespace out.
    ...document.problems.filter(({ code }) => code !== 'bad-namespace').map(problem => `!${problem.code}@${problem.line}`),
  ].join(' ');
const set = (inner: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;
const url = (loc: string): string => `<url><loc>${loc}</loc></url>`;

describe('XML', () => {
  it('localized versions of an entry, from elements of any prefix; other links are skipped', () => {
    const { entries } = parse(
      set(
        `<url><loc>http://h/en</loc><xhtml:link rel="alternate" hreflang="de" href="http://h/de?a&amp;b"/>
        <x:link hreflang=" fr " rel="Alternate nofollow" href=" http://h/fr "></x:link>
        <xhtml:link rel="alternate" media="print" href="http://h/print"/><xhtml:link rel="amphtml" hreflang="it" href="http://h/amp"/></url>
        <url><loc>http://h/plain</loc></url>`,
      ),
    );
    expect(entries.map(({ alternates }) => alternates)).toEqual([
      [
        { lang: 'de', href: 'http://h/de?a&b' },
        { lang: 'fr', href: 'http://h/fr' },
      ],
      undefined,
    ]);
    const many = '<xhtml:link rel="alternate" hreflang="de" href="http://h/de"/>'.repeat(300);
    expect(parse(set(`<url><loc>http://h/</loc>${many}</url>`)).entries[0]?.alternates).toHaveLength(200);
  });

  it('all fields and the line of the loc', () => {
    const text = set(
      '\n<url>\n<loc>\n http://h/a </loc><lastmod>2024-02-29</lastmod><changefreq>daily</changefreq><priority>0.8</priority></url>',
    );
    expect(parse(text)).toEqual({
      kind: 'urlset',
      entries: [{ loc: 'http://h/a', lastmod: '2024-02-29', changefreq: 'daily', priority: '0.8', line: 3 }],
      problems: [],
      bytes: text.length,
    });
  });

  it.each<[string, string, string]>([
    ['without a namespace', '<urlset><url><loc>http://h/</loc></url></urlset>', 'urlset http://h/'],
    ['with a prefix', '<s:urlset xmlns:s="x"><s:url><s:loc>http://h/</s:loc></s:url></s:urlset>', 'urlset http://h/'],
    ['a wrong namespace', '<urlset xmlns="http://www.google.com/x"><url><loc>http://h/</loc></url></urlset>', 'urlset http://h/'],
    ['a plain ampersand', set(`\n${url('http://h/?a=1&b=2')}`), 'urlset http://h/?a=1&b=2 !bad-escape@2 !not-well-formed@2'],
    ['an escaped ampersand', set(url('http://h/?a=1&amp;b=2&#38;c=3')), 'urlset http://h/?a=1&b=2&c=3'],
    ['an ampersand in CDATA', set(url('<![CDATA[http://h/?a&b]]>')), 'urlset http://h/?a&b'],
    ['a control character', set(url('http://h/\x01')), 'urlset http://h/\x01 !bad-escape@1 !not-well-formed@1'],
    ['upper case', '<URLSET><URL><LOC>http://h/</LOC></URL></URLSET>', 'urlset http://h/'],
    ['an index', '<sitemapindex><sitemap><loc>http://h/1.xml</loc></sitemap></sitemapindex>', 'index http://h/1.xml'],
    ['nothing in it', set(''), 'urlset'],
    ['a byte order mark and white space first', `\ufeff\n ${set(url('http://h/'))}`, 'urlset http://h/ !not-well-formed@2'],
    ['junk before the root', `Warning: x\n${set(url('http://h/'))}`, 'urlset http://h/ !not-well-formed@1'],
    ['a comment with a root in it', `<!-- <html> -->${set(url('http://h/'))}`, 'urlset http://h/ !not-well-formed@1'],
    ['a stylesheet instruction', `<?xml-stylesheet href="x"?>${set(url('http://h/'))}`, 'urlset http://h/ !not-well-formed@1'],
    ['references', set(url('http://h/?a=1&amp;b=&#50;&#x33;')), 'urlset http://h/?a=1&b=23'],
    ['CDATA', set(url('<![CDATA[http://h/?a&b]]>')), 'urlset http://h/?a&b'],
    ['a comment inside a loc', set(url('http://h/<!-- x -->y')), 'urlset http://h/y'],
    [
      'image locs are not pages',
      set('<url><loc>http://h/</loc><image:image><image:loc>http://h/i.png</image:loc></image:image></url>'),
      'urlset http://h/',
    ],
    [
      'a missing end of url',
      '<urlset><url><loc>http://h/1</loc><url><loc>http://h/2</loc></url></urlset>',
      'urlset http://h/1 http://h/2 !not-well-formed@1',
    ],
    ['a missing end of loc', '<urlset><url><loc>http://h/1</url></urlset>', 'urlset http://h/1 !not-well-formed@1'],
    ['the first loc of two', set('<url><loc>http://h/1</loc><loc>http://h/2</loc></url>'), 'urlset http://h/1'],
    ['no loc', set('<url></url><url/>'), 'urlset !bad-loc@1 !bad-loc@1'],
    ['a stray end tag', set(`</x>${url('http://h/')}`), 'urlset http://h/ !not-well-formed@1'],
    [
      'no address',
      set(url('/a') + url('mailto:x') + url('http://[') + url('None')),
      'urlset !bad-loc@1 !bad-loc@1 !bad-loc@1 !bad-loc@1',
    ],
    ['a very long address', set(url(`http://h/${'x'.repeat(3000)}`)), 'urlset !bad-loc@1'],
    ['another host is kept and reported', set(url('http://x/')), 'urlset http://x/ !other-host@1'],
    ['another port is another host', set(url('http://h:8080/')), 'urlset http://h:8080/ !other-host@1'],
    [
      'bad details are kept and reported',
      set('<url><loc>http://h/</loc><lastmod>0000-00-00</lastmod><priority>NaN</priority></url>'),
      'urlset http://h/ !bad-lastmod@1 !bad-priority@1',
    ],
    ['truncated inside a loc', '<urlset><url><loc>http://h/1</loc></url>\n<url><loc>http://h', 'urlset http://h/1 !truncated@2'],
    ['truncated inside a tag', '<urlset><url><loc>http://h/1</loc></ur', 'urlset http://h/1 !truncated@1'],
    ['truncated inside CDATA', '<urlset><url><loc><![CDATA[http://h/', 'urlset !truncated@1'],
    ['truncated between entries', '<urlset><url><loc>http://h/1</loc></url>', 'urlset http://h/1 !truncated@1'],
    ['a root inside of a comment that never ends', '<!-- <urlset>', 'none !not-xml@1'],
    ['another root', '\n<kml><url><loc>http://h/</loc></url></kml>', 'none !unknown-root@2'],
    ['HTML', '<!DOCTYPE html><html><body><url><loc>http://h/</loc></url>', 'none !is-html@1'],
    ['HTML without a DOCTYPE', '\n<html lang=en>', 'none !is-html@2'],
  ])('%s', (_rule, text, expected) => {
    expect(shown(parse(text))).toBe(expected);
  });

  it('a DOCTYPE is reported and its entities are never expanded', () => {
    const bomb = '<!DOCTYPE urlset [<!ENTITY a "xx>"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
    expect(shown(parse(`${bomb}${set(url('http://h/&b;&f;'))}`))).toBe(
      'urlset http://h/&b;&f; !doctype@1 !bad-escape@1 !not-well-formed@1',
    );
  });
});

describe('feeds', () => {
  it.each<[string, string, string]>([
    [
      'RSS',
      '<rss><channel><link>http://h/</link><item><title>x</title><link> http://h/1 </link><pubDate>Fri, 1 Mar 2024</pubDate></item></channel></rss>',
      'feed http://h/1',
    ],
    ['items may point anywhere', '<rss><channel><item><link>http://x/1</link></item></channel></rss>', 'feed http://x/1'],
    [
      'a permanent guid stands in for a link',
      '<rss><channel><item><guid>http://h/1</guid></item></channel></rss>',
      'feed http://h/1',
    ],
    ['another guid does not', '<rss><channel><item><guid isPermaLink="false">http://h/1</guid></item></channel></rss>', 'feed'],
    [
      'Atom',
      '<feed><link href="http://h/"/><entry><link rel="self" href="http://h/0"/><link href="http://h/1?a&amp;b"/></entry></feed>',
      'feed http://h/1?a&b',
    ],
    [
      'Atom, other relations',
      "<feed><entry><link rel='enclosure' href='http://h/0'/><link rel='alternate' href='http://h/1'></link></entry></feed>",
      'feed http://h/1',
    ],
    ['RSS 1.0', '<rdf:RDF><item rdf:about="x"><link>http://h/1</link></item></rdf:RDF>', 'feed http://h/1'],
    [
      'leading white space',
      '\n\n<rss><channel><item><link><![CDATA[http://h/1]]></link></item></channel></rss>',
      'feed http://h/1',
    ],
  ])('%s', (_rule, text, expected) => {
    expect(shown(parse(text))).toBe(expected);
  });
});

describe('text lists', () => {
  it.each<[string, string, string]>([
    ['one address a line', 'http://h/1\nhttp://h/2\r\n\rhttp://h/3', 'text http://h/1 http://h/2 http://h/3'],
    ['a byte order mark', '\ufeffhttp://h/1\n', 'text http://h/1'],
    ['other lines are reported', '\nhttp://h/1\n# x', 'text http://h/1 !bad-loc@3'],
    ['prose is no list', 'hello world', 'none !not-xml@1'],
    ['empty', '', 'none !empty@1'],
    ['white space', ' \r\n', 'none !empty@1'],
  ])('%s', (_rule, text, expected) => {
    expect(shown(parse(text))).toBe(expected);
  });
});

it.each([
  ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>', null],
  ['<s:urlset xmlns="x" xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"/>', null],
  ['<s:urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:s="x"/>', 'x'],
  ['<urlset xmlns="http://www.google.com/x"/>', 'http://www.google.com/x'],
  ['<sitemapindex/>', 'no namespace'],
  ['<rss/>', null],
])('the namespace of %s', (text, expected) => {
  expect(parse(text).problems.find(({ code }) => code === 'bad-namespace')?.detail ?? null).toBe(expected);
});

describe('bytes', () => {
  it('what is still compressed is reported', () => {
    expect(shown(parseSitemap(Uint8Array.of(0x1f, 0x8b, 8, 0), { url: '' }))).toBe('none !bad-gzip@1');
  });

  it.each([true, false])('UTF-16 with and without a mark, mark: %s', mark => {
    const text = `${mark ? '\ufeff' : ''}${set(url('http://h/ä'))}`;
    const bytes = new Uint8Array(text.length * 2);
    for (let i = 0; i < text.length; i++) bytes.set([text.charCodeAt(i) & 255, text.charCodeAt(i) >> 8], i * 2);
    expect(shown(parseSitemap(bytes, { url: '' }))).toBe('urlset http://h/ä');
    const swapped = bytes.map((_, i) => bytes[i ^ 1] as number);
    expect(shown(parseSitemap(swapped, { url: '' }))).toBe('urlset http://h/ä');
  });

  it('the declared encoding is used, except UTF-16', () => {
    const latin = Uint8Array.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?>${url('http://h/\xe4')}`.replace('<url>', '<urlset><url>'),
      c => c.charCodeAt(0),
    );
    expect(parseSitemap(latin, { url: '' }).entries[0]?.loc).toBe('http://h/ä');
    expect(shown(parse(`<?xml version="1.0" encoding="UTF-16"?><urlset>${url('http://h/ä')}</urlset>`))).toBe(
      'urlset http://h/ä',
    );
  });
});

describe('limits', () => {
  it('50,000 entries', () => {
    const result = parse(set(url('http://h/').repeat(50_001)));
    expect([result.entries.length, result.problems.map(problem => problem.code)]).toEqual([50_000, ['too-many-entries']]);
    expect(parse(set(url('http://h/').repeat(50_000))).problems).toEqual([]);
  });

  it('bytes: what was read before the limit is kept', () => {
    const text = set(url('http://h/1') + url('http://h/2'));
    expect(shown(parse(text, { maxBytes: text.indexOf('2<') }))).toBe('urlset http://h/1 !too-large@1');
    expect(shown(parse('http://h/1\nhttp://h/234', { maxBytes: 20 }))).toBe('text http://h/1 !too-large@1');
  });

  it('a hundred problems of a kind', () => {
    const problems = parse(set(url('x').repeat(5000))).problems;
    expect([problems.length, problems.at(-1)?.detail]).toEqual([101, 'Further problems of this kind are not listed.']);
  });

  it.each([
    '<',
    '<urlset><url><loc>',
    '<a>',
    '<urlset></x>',
    '<!DOCTYPE x [',
    '<urlset><url><loc>&amp;',
    '<feed><entry><link a=b c',
    'a\n',
    '<![CDATA[',
  ])('hostile: %s', piece => {
    expect(parse(piece.repeat(1e6 / piece.length)).entries).toEqual([]);
    expect(parse(`<rss><item><link ${piece.repeat(1e6 / piece.length)}>`).kind).not.toBe('urlset');
  });
});

describe('details', () => {
  it.each(['2024', '2024-02', '2024-02-29', '2024-01-01T10:00Z', '2024-01-01T10:00:59.5+01:00', '2024-01-01T10:00:00-0500'])(
    '%s is a date',
    value => {
      expect(isW3cDate(value)).toBe(true);
    },
  );
  it.each([
    '',
    '0000-00-00',
    '99999-01-01',
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '2024-01-01T25:00Z',
    '2024-01-01T10:00',
    '1 March 2024',
    '2024-01-01 10:00Z',
  ])('%s is none', value => {
    expect(isW3cDate(value)).toBe(false);
  });
  it.each(['0', '1', '0.5', '.5', '1.0', '1.00', '0.0'])('%s is a priority', value => {
    expect(isPriority(value)).toBe(true);
  });
  it.each(['', 'NaN', '1.1', '2', '-0.5', '0,5', '1e-1', 'high'])('%s is none', value => {
    expect(isPriority(value)).toBe(false);
  });
});

it('any bytes end in a document', () => {
  const pieces = [
    '<',
    '>',
    '/',
    '<urlset>',
    '</urlset>',
    '<url>',
    '</url>',
    '<loc>',
    '</loc>',
    'http://h/',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!DOCTYPE',
    '[',
    ']',
    '"',
    '&amp;',
    '&#',
    '<item>',
    '<rss>',
    '<link href="',
    '\n',
    '\0',
    'ä',
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map(parts => encoder.encode(parts.join('')));
  fc.assert(
    fc.property(fc.oneof(text, fc.uint8Array()), bytes => {
      const result = parseSitemap(bytes, { url: 'http://h/', maxEntries: 3 });
      expect(result.entries.length).toBeLessThanOrEqual(3);
      const lines = new TextDecoder('latin1').decode(bytes).split(/\r\n|\r|\n/).length;
      for (const { line } of [...result.entries, ...result.problems]) expect(line).toBeLessThanOrEqual(lines);
      for (const entry of result.entries) expect(entry.loc).toMatch(/^https?:/i);
    }),
    { numRuns: 2000 },
  );
});

// Each such tag cost the square of its length: 5 MB of them kept the crawl busy for 40 seconds.
it('reads long tags of words without values in a time that grows with their length', () => {
  const tag = `<xhtml:link ${'a'.repeat(4_000)}/>`;
  const text = set(`<url><loc>http://h/</loc>${tag.repeat(1_000)}</url>`);
  expect(parse(text).entries).toEqual([expect.not.objectContaining({ alternates: expect.anything() })]);
});
