import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkSitemap } from '#core/sitemap/check/check-sitemap.ts';
import { parseSitemap } from '#core/sitemap/parse.ts';

const encoder = new TextEncoder();
const pieces = [
  ...[
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    '<sitemapindex>',
    '</urlset>',
    '<url>',
    '</url>',
    '<sitemap>',
  ],
  ...[
    '<loc>',
    '</loc>',
    'https://e.com/',
    'https://e.com/a&amp;b',
    '&',
    '<lastmod>2024-01-01</lastmod>',
    '<priority>9</priority>',
  ],
  ...[
    '<image:image xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    '<image:loc>',
    '</image:image>',
    '<image:image>',
  ],
  ...['<video:video>', '<video:duration>x', '</video:video>', '<news:news>', '<news:publication>', '<news:name>', '</news:news>'],
  ...[
    '<xhtml:link rel="alternate" hreflang="de" href="https://e.com/a"/>',
    '<xhtml:link/>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!DOCTYPE x [',
  ],
  ...['\n', '\r\n', ' ', '\0', '\ufeff', '"', '<', '>', '</', '/>', 'xmlns:video="urn:x"', '<rss>', '<item>', '<link>', '<html>'],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map(parts => encoder.encode(parts.join('')));

test('any bytes end in a report: lines within the file, counts within their denominators', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.uint8Array()), bytes => {
      const checked = checkSitemap({ bytes, url: 'https://e.com/s.xml', isNamed: null, now: 0 });
      const lines = new TextDecoder('latin1').decode(bytes).split(/\r\n|\r|\n/).length;
      for (const { line, message } of checked.findings) {
        expect(line).toBeLessThanOrEqual(lines);
        expect(message).toMatch(/\S$/);
      }
      for (const { problems, affected, of } of checked.counts) {
        expect(affected).toBeLessThanOrEqual(Math.min(problems, of));
        expect(affected).toBeGreaterThan(0);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('kind and address count as the crawl reads them, for sitemaps without extensions', () => {
  const good = '<url><loc>https://e.com/</loc></url>';
  const parts = [
    good,
    '<url><loc>x</loc></url>',
    '<url>',
    '</url>',
    '<loc>https://e.com/b</loc>',
    '<lastmod>2024</lastmod>',
    '<url/>',
    '\n',
  ];
  const plain = fc.array(fc.constantFrom(...parts), { maxLength: 30 });
  fc.assert(
    fc.property(plain, chosen => {
      const bytes = encoder.encode(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${chosen.join('')}</urlset>`);
      const crawled = parseSitemap(bytes, { url: '' });
      const checked = checkSitemap({ bytes, url: '', isNamed: null, now: 0 });
      expect(checked.kind).toBe(crawled.kind);
      const unusable = checked.counts.filter(({ code }) => code === 'no-loc' || code === 'bad-loc');
      expect(checked.entries - unusable.reduce((sum, { problems }) => sum + problems, 0)).toBe(crawled.entries.length);
    }),
    { numRuns: 2_000 },
  );
});
