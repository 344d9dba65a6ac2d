import { expect, it } from 'vitest';
import { whyFewPages } from '../../../electron/cli/text/few-pages.ts';
import { column, newSession, site } from '../../support/crawling.ts';
import { crawlStatus } from '../../support/fake-session.ts';
import { linksTo, page, redirect, robotsFile } from '../../support/site.ts';

const paths = ['/', '/plain', '/noindex', '/nofollow', '/header', '/file.pdf', '/blocked', '/gone', '/error', '/moved', '/away'];

it('the summary of a short crawl has no words for a seed whose links are followed, and knows it without an explanation', async () => {
  const server = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /blocked\n'),
    '/': linksTo('/plain', '/nofollow'),
    '/plain': linksTo('/'),
    '/noindex': page('<meta name="robots" content="noindex">', '<a href="/">link</a>'),
    '/nofollow': page('<meta name="robots" content="nofollow"><a href="/other">link</a>'),
    '/header': { headers: { 'X-Robots-Tag': 'nofollow' }, body: linksTo('/other') },
    '/file.pdf': { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.4' },
    '/gone': { status: 404, body: page() },
    '/error': { status: 500, body: page() },
    '/moved': redirect('/plain'),
    '/away': redirect('http://127.0.0.2:9/'),
  });
  const session = newSession(paths.map(path => server.url(path)));
  await session.run();
  const quiet: string[] = [];
  for (const url of column(session, 'SELECT url FROM url ORDER BY id') as string[]) {
    if (!session.isFollowed(url)) continue;
    quiet.push(url);
    const explained = await session.handlers['url.explain']({ url });
    expect(whyFewPages(crawlStatus({ fetched: 1, reasons: [] }), [explained]), url).toEqual([]);
  }
  expect(quiet).toEqual([server.url('/'), server.url('/plain')]);
  expect(session.isFollowed(server.url('/never-seen'))).toBe(false);
});
