import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { newSession, site } from './crawling.ts';
import { linksTo, page, redirect, robotsFile, type Site } from './site.ts';

const link = (href: string, rel = ''): string => `<a href="${href}"${rel === '' ? '' : ` rel="${rel}"`}>${href}</a>`;
const deep = (at: number): string => `/deep/${at}`;

const plainLinks = [
  '/shop/',
  '/blog',
  '/about.html',
  '/private/a',
  '/go',
  '/loop-a',
  '/gone',
  '/broken',
  '/drop',
  '/deep/1',
  '/unread/',
  '/Case/Page',
  '/shop/item?id=7&colour=red',
  '/shop/item?id=8&colour=blue',
  '/docs/index.html',
  '/file.pdf',
  '/caf%C3%A9',
  '/articles/2024/first-post',
  '/articles/2024/second-post',
];

/** A site with one of everything that keeps a URL from being fetched, crawled to its end. */
export async function everything(settings: Partial<CrawlSettings> = {}): Promise<{ server: Site; session: Session }> {
  const server = await site({
    '/': page(
      ...[
        ...plainLinks.map(href => link(href)),
        link('/sponsored', 'nofollow'),
        link('/excluded/x'),
        link('/nofollow-page'),
        link('/noindex'),
        link('/canonical'),
        link('http://elsewhere.invalid/page'),
        link('http://169.254.169.254/latest/'),
        link('mailto:a@b.invalid'),
        link('http://'),
        link('ftp://127.0.0.1/file'),
        link(`/long/${'x'.repeat(400)}`),
        link('/hops/1'),
        link('/trap/a/a/a/a/'),
        '<img src="/logo.png">',
        '<link rel="alternate" href="/feed.xml">',
        '<form action="/search"></form>',
      ],
    ),
    '/shop/': linksTo('/shop/shoes', '/shop/socks', '/shop/hats', '/shop/private/list'),
    '/shop/shoes': page('Shoes'),
    '/shop/socks': page('Socks'),
    '/shop/hats': page('Hats'),
    '/shop/item?id=7&colour=red': page('Seven'),
    '/shop/item?id=8&colour=blue': page('Eight'),
    '/blog': page('Blog'),
    '/about.html': page('About'),
    '/go': redirect('/landing', 301),
    '/landing': page('Landing'),
    '/loop-a': redirect('/loop-b'),
    '/loop-b': redirect('/loop-a'),
    '/hops/1': redirect('/hops/2'),
    '/hops/2': redirect('/hops/3'),
    '/hops/3': redirect('/hops/4'),
    '/hops/4': page('Four'),
    '/broken': { status: 500, body: 'Broken' },
    '/drop': ({ response }) => {
      response.destroy();
      return undefined;
    },
    '/unread/': ({ response }) => {
      response.destroy();
      return undefined;
    },
    '/deep/1': linksTo(deep(2)),
    '/deep/2': linksTo(deep(3)),
    '/deep/3': linksTo(deep(4)),
    '/Case/Page': page('Case'),
    '/nofollow-page': page('<meta name="robots" content="nofollow">', link('/behind-nofollow')),
    '/noindex': page('<meta name="robots" content="noindex">'),
    '/canonical': page('<link rel="canonical" href="/landing">'),
    '/trap/a/a/a/a/': linksTo('b/', '/trap/a/a/a/a/a/'),
    '/trap/a/a/a/a/a/': linksTo('/trap/a/a/a/a/a/a/'),
    '/trap/a/a/a/a/a/a/': linksTo('/trap/a/a/a/a/a/a/a/'),
    '/docs/index.html': page('Docs'),
    '/file.pdf': { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF' },
    '/caf%C3%A9': page('Café'),
    '/articles/2024/first-post': page('First'),
    '/articles/2024/second-post': page('Second'),
    '/from-sitemap': page('Listed'),
  });
  server.set(
    '/robots.txt',
    robotsFile(
      `User-agent: *\nDisallow: /private/\nDisallow: /shop/private/\nDisallow: /*.cgi\nSitemap: ${server.url('/map.txt')}\n`,
    ),
  );
  server.set('/map.txt', {
    headers: { 'Content-Type': 'text/plain' },
    body: ['/from-sitemap', '/private/listed'].map(path => `${server.url(path)}\n`).join(''),
  });
  const session = newSession([server.url('/')], {
    sitemaps: true,
    maxDepth: 3,
    maxUrlLength: 300,
    maxRedirects: 2,
    exclude: ['/excluded/'],
    maxAttempts: 1,
    ...settings,
  });
  await session.run();
  return { server, session };
}
