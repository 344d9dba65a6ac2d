import { expect, it } from 'vitest';
import { faults, newSession, rows, site } from '../../support/crawling.ts';
import { page } from '../../support/site.ts';

it('a hyperlink tells more than the reference or file that named its URL before', async () => {
  const far = 'http://other.test/';
  const main = await site({
    '/': page(
      ...['<link rel="up" href="/up">', '<link rel="up" href="/only">', '<img src="/a.png">', '<img src="/b.png">'],
      ...[`<img src="${far}a.png">`, `<img src="${far}b.png">`, '<img src="/late">', '<a href="/next">x</a>'],
      ...['<a rel="nofollow" href="/up">x</a>', '<a rel="nofollow" href="/a.png">x</a>', `<a href="${far}a.png">x</a>`],
    ),
    '/next': page(
      '<meta name="robots" content="nofollow"><a href="/only">x</a><a rel="nofollow" href="/late">x</a>',
      '<a href="/up">x</a>',
    ),
    '/late': page('late'),
    '/last': page('<a href="/late">x</a>'),
  });
  const session = newSession([main.url('/'), main.url('/last')], { delayMs: 0, sitemaps: false });
  await session.run();
  const found = rows(session, 'SELECT u.url, u.reason, url.class FROM urls u JOIN url ON url.id = u.id');
  const short = Object.fromEntries(found.map(([url, ...rest]) => [String(url).replace(`${main.origin}/`, ''), rest]));
  expect(short).toMatchObject({
    up: ['link-nofollow', 'page'],
    only: ['page-nofollow', 'page'],
    'a.png': ['link-nofollow', 'page'],
    'b.png': ['resource-not-crawled', 'resource'],
    [`${far}a.png`]: ['scope-host', 'external'],
    [`${far}b.png`]: ['resource-not-crawled', 'resource'],
    // Nothing is lost of what a followed link does.
    late: ['fetched', 'page'],
  });
  expect(faults(session)).toEqual([]);
});
