import { describe, expect, it } from 'vitest';
import { socialChecks } from '#core/audit/checks/social.ts';
import { audited } from '#test/support/audited.ts';

const page = (head: string, ...paths: readonly string[]): string =>
  `<!doctype html><html lang=en><head>${head}</head><body>${paths.map(path => `<a href="${path}">x</a>`).join('')}</body></html>`;
const og = (name: string, content = 'x'): string => `<meta property="og:${name}" content="${content}">`;
const feed = (path: string): string => `<link rel=alternate type="application/rss+xml" href="${path}">`;
const xml = (body: string) => ({ headers: { 'Content-Type': 'application/rss+xml' }, body });

describe('social media', () => {
  it('previews, icons and feeds are judged', async () => {
    const icon = '<link rel=icon href="/icon.png">';
    const { hits, count, finding } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
        '/': page(icon, '/full', '/part', '/pictures', '/feeds', '/blocked', '/gone.png', '/rss', '/broken', '/page', '/unasked'),
        '/full': page(
          `${og('title')}${og('type')}${og('image', '/unknown.png')}${og('url')}<meta name=twitter:card content=summary>`,
        ),
        '/part': page(`${og('title')}${og('description')}${icon}`),
        '/pictures': page(og('image', '/gone.png') + icon),
        '/gone.png': { status: 404, body: '' },
        '/feeds': page(icon + feed('/rss') + feed('/broken') + feed('/page') + feed('/missing'), '/missing'),
        '/unasked': page(icon + feed('/never')),
        '/rss': xml('<rss version="2.0"><channel><title>x</title><item><link>http://x.test/</link></item></channel></rss>'),
        '/broken': xml('<rss><channel><item></channel>'),
        '/page': page(icon),
      },
      socialChecks.map(({ id }) => id),
    );
    expect(hits('soc.og_missing')).toEqual(['/', '/feeds', '/page', '/unasked']);
    expect(count('soc.og_missing')).toEqual({ hits: 4, checked: 7, notCheckable: { blocked: 1 } });
    expect(hits('soc.og_incomplete')).toEqual(['/part', '/pictures']);
    expect(finding('soc.og_incomplete', '/part')?.evidence.items.map(({ value }) => value)).toEqual([
      'og:type',
      'og:image',
      'og:url',
    ]);
    expect(hits('soc.og_image_broken')).toEqual(['/pictures']);
    expect(count('soc.og_image_broken')).toEqual({ hits: 1, checked: 1, notCheckable: { 'not-asked': 1, blocked: 1 } });
    expect(hits('soc.twitter_missing')).toEqual(['/', '/feeds', '/page', '/part', '/pictures', '/unasked']);
    // /full has no icon, and nobody requested /favicon.ico.
    expect(count('soc.favicon')).toEqual({ hits: 0, checked: 6, notCheckable: { 'needs-probe': 1, blocked: 1 } });
    expect(hits('soc.feed_broken')).toEqual(['/feeds']);
    expect(finding('soc.feed_broken', '/feeds')?.evidence.items.map(({ value }) => value)).toEqual([
      'not well-formed, line 1',
      'text/html',
      '404',
    ]);
    expect(count('soc.feed_broken')).toEqual({ hits: 1, checked: 1, notCheckable: { 'not-asked': 1, blocked: 1 } });
    expect(count('soc.author_date')).toEqual({ hits: 0, checked: 0, notCheckable: { blocked: 1 } });
  });

  it('a favicon that was requested and is not there is missing', async () => {
    const { hits } = await audited({ '/': page('', '/favicon.ico') }, ['soc.favicon']);
    expect(hits('soc.favicon')).toEqual(['/']);
  });
});

describe('articles', () => {
  const page = (...items: readonly object[]): string =>
    `<!doctype html><html lang=en><head><title>t</title></head><body>${items
      .map(item => `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...item })}</script>`)
      .join('')}<a href=/whole>a</a><a href=/part>b</a><a href=/shop>c</a><a href=/blank>d</a></body></html>`;
  const author = { '@type': 'Person', name: 'Ann' };

  it('have a date and an author', async () => {
    const { hits, finding, count } = await audited(
      {
        '/': page({ '@type': 'NewsArticle', headline: 'x' }),
        '/whole': page({ '@type': 'Article', datePublished: '2026-01-01', author }),
        '/part': page({ '@type': 'BlogPosting', datePublished: '2026-01-01', author: '' }),
        '/shop': page({ '@type': 'Product', name: 'x', subjectOf: { '@type': 'Article', headline: 'y' } }),
        '/blank': page(),
      },
      ['soc.author_date'],
    );
    expect(hits('soc.author_date')).toEqual(['/', '/part']);
    expect(count('soc.author_date')).toEqual({ hits: 2, checked: 3, notCheckable: {} });
    const value = (path: string) => finding('soc.author_date', path)?.evidence.items[0]?.value;
    expect(value('/')).toBe('NewsArticle without datePublished and author');
    expect(value('/part')).toBe('BlogPosting without author');
    expect(finding('soc.author_date', '/')?.evidence.items[0]?.bytes).toBeDefined();
  });
});
