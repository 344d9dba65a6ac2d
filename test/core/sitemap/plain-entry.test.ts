import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSitemap } from '#core/sitemap/parse.ts';
import { afterPlainEntries, isWrittenPlainly, plainEntry } from '#core/sitemap/plain-entry.ts';
import { firstXmlFault } from '#core/sitemap/well-formed.ts';

const url = 'http://h/sitemap.xml';
const parse = (text: string) => parseSitemap(new TextEncoder().encode(text), { url, maxEntries: 30 });

describe('an entry that is written plainly', () => {
  const loc = '<url>\n <loc> http://h/a </loc>';

  it('is read with its fields and its end', () => {
    const text = `<urlset>\r\n${loc}<lastmod>2024-01-01</lastmod><changefreq>daily</changefreq>\t<priority>0.5</priority></url><url>`;
    const from = text.indexOf('>') + 1;
    const values = { loc: 'http://h/a', lastmod: '2024-01-01', changefreq: 'daily', priority: '0.5' };
    expect(plainEntry(text, from)).toEqual({ ...values, locAt: text.indexOf('<loc>'), end: text.lastIndexOf('<url>') });
    expect(plainEntry(`${loc}</url>`, 0)).toMatchObject({ loc: 'http://h/a', lastmod: '', changefreq: '', priority: '' });
  });

  it.each([
    ['begins later', `x${loc}</url>`],
    ['goes on', loc],
    ['has a reference', '<url><loc>http://h/?a&amp;b</loc></url>'],
    ['has a control character', '<url><loc>http://h/\x07</loc></url>'],
    ['has an attribute', `<url a="b">${loc.slice(5)}</url>`],
    ['has a prefix', '<x:url><loc>http://h/</loc></x:url>'],
    ['has another field', `${loc}<image/></url>`],
    ['has fields in another order', '<url><lastmod>2024</lastmod><loc>http://h/</loc></url>'],
    ['ends with another name', `${loc}</sitemap>`],
  ])('is left to the scanner where it %s', (_, text) => {
    expect(plainEntry(text, 0)).toBeNull();
    expect(afterPlainEntries(text, 0)).toBe(0);
  });

  it('is passed over together with those behind it', () => {
    const entries = `${loc}</url>\n<sitemap><loc></loc></sitemap>`;
    expect(afterPlainEntries(`<urlset>${entries}<url>`, 8)).toBe(8 + entries.length);
  });
});

const white = fc.constantFrom('', '', ' ', '\n', '\r\n', '\r', '\t', '\u00a0');
const value = fc.constantFrom(
  'http://h/a',
  ' http://h/b?c=d\n',
  'http://other/é',
  'http://h/&amp;',
  'http://h/a&b',
  'not one',
  '',
  '2024-01-01',
  '0.5',
  '7',
  'x'.repeat(5_000),
  '\u00a0',
  '\x01',
);
const fieldOf = (name: string) => fc.tuple(value, white).map(([text, after]) => `<${name}>${text}</${name}>${after}`);
const field = fc.constantFrom('loc', 'loc', 'lastmod', 'changefreq', 'priority', 'title').chain(fieldOf);
const inOrder = fc
  .tuple(fieldOf('loc'), ...['lastmod', 'changefreq', 'priority'].map(name => fc.oneof(fc.constant(''), fieldOf(name))))
  .map(fields => [...fields]);
const odd = fc.constantFrom('', '', '', '<', '</url>', '<!-- x -->');
const entry = fc
  .tuple(fc.constantFrom('url', 'url', 'sitemap'), white, fc.oneof(inOrder, fc.array(field, { maxLength: 5 })), odd)
  .map(([name, space, fields, end]) => `<${name}>${space}${fields.join('')}${end}</${name}>`);
const file = fc
  .tuple(
    fc.constantFrom('urlset', 'sitemapindex', 'rss'),
    fc.array(
      fc.tuple(white, entry).map(both => both.join('')),
      { maxLength: 12 },
    ),
    fc.constantFrom('', '\n', 'x'),
  )
  .map(
    ([root, entries, end]) => `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}${end}</${root}>`,
  );

describe('a file with plain entries', () => {
  it('says what one says whose entries are read tag by tag', () => {
    let plain = 0;
    const eachTag = (text: string) => text.replace(/<(url|sitemap)>/g, '<$1 >');
    fc.assert(
      fc.property(file, text => {
        if (plainEntry(text, text.indexOf('>') + 1)) plain += 1;
        const { bytes: _, ...quick } = parse(text);
        const { bytes: __, ...slow } = parse(eachTag(text));
        expect(quick).toEqual(slow);
        expect(firstXmlFault(text)?.says).toBe(firstXmlFault(eachTag(text))?.says);
      }),
      { numRuns: 3_000 },
    );
    expect(plain).toBeGreaterThan(100);
  });
});

describe('a file that is written plainly', () => {
  const entries = '<url><loc>http://h/a</loc></url>\n'.repeat(3);

  it.each([
    ['a urlset', `<?xml version="1.0"?>\n<urlset xmlns="x">\n${entries}</urlset>\n`, true],
    ['an index', '<sitemapindex><sitemap><loc>http://h/a</loc></sitemap></sitemapindex>', true],
    [
      'one with a byte order mark and an encoding',
      `\xef\xbb\xbf<?xml version="1.0" encoding="UTF-8"?><urlset>${entries}</urlset>`,
      true,
    ],
    ['one in another encoding', `<?xml version="1.0" encoding="shift_jis"?><urlset>${entries}</urlset>`, false],
    ['one whose entries are inside another element', `<urlset><x>${entries}</urlset>`, false],
    ['one in UTF-16', `\xff\xfe<urlset>${entries}</urlset>`, false],
    ['a gzip with a file behind it', `\x1f\x8b\0<urlset>${entries}</urlset>`, false],
    ['a feed', `<rss>${entries}</urlset>`, false],
    ['one with a long entry', `<urlset>${entries}<url><loc>http://h/${'a'.repeat(5_000)}</loc></url></urlset>`, false],
    [
      'one with an entry that has a comment',
      `<urlset>${entries}<url><!-- --><loc>http://h/a</loc></url>${entries}</urlset>`,
      false,
    ],
    ['one with a comment at its end', `<urlset>${entries}<!-- --></urlset>`, false],
    ['one that goes on behind its end', `<urlset>${entries}</urlset><urlset>`, false],
    ['one that is cut', `<urlset>${entries}`, false],
    ['one with a long beginning', `<!-- ${'x'.repeat(5_000)} --><urlset>${entries}</urlset>`, false],
    ['one with much behind its end', `<urlset>${entries}</urlset>${' '.repeat(5_000)}`, false],
    ['one without entries', '<urlset></urlset>', false],
    ['no sitemap', 'http://h/a', false],
  ])('is told from others: %s', (_name, text, isPlain) => {
    expect(isWrittenPlainly(text)).toBe(isPlain);
  });
});
