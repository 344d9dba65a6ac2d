import { describe, expect, it } from 'vitest';
import { faults, newSession, reasonsOf, rows, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

describe('whether a page may be listed', () => {
  it('is decided for every kind of answer, and stands in the row', async () => {
    const server = await site({
      '/': linksTo('/self', '/elsewhere', '/both', '/meta', '/header', '/other-bot', '/missing', '/conflict', '/image'),
      '/self': page('<link rel="canonical" href="/self">'),
      '/elsewhere': { headers: { Link: '</self>; rel="canonical"' }, body: 'Text' },
      '/both': { headers: { 'X-Robots-Tag': 'noindex' }, body: page('<link rel="canonical" href="/self">') },
      '/meta': page('<meta name="crawlscope" content="noindex, nofollow">', '<a href="/unfollowed">x</a>'),
      '/header': { headers: { 'X-Robots-Tag': 'unavailable_after: 2020-01-01, NOINDEX' }, body: 'Text' },
      '/other-bot': page('<meta name="googlebot" content="noindex">'),
      '/conflict': page('<link rel="canonical" href="/self">', '<link rel="canonical" href="/meta">'),
      '/image': { headers: { 'Content-Type': 'image/png' }, body: 'png' },
    });
    const session = newSession([server.url('/')]);
    await session.run();
    const got = rows(
      session,
      "SELECT replace(url, rtrim(url, replace(url, '/', '')), '/'), may_list, reason, links_followed FROM urls WHERE depth = 1 ORDER BY id",
    );
    expect(got).toEqual([
      ['/self', 'yes', 'fetched', 'none'],
      ['/elsewhere', 'no', 'canonical-elsewhere', 'none'],
      ['/both', 'no', 'header-noindex', 'none'],
      ['/meta', 'no', 'meta-noindex', 'no'],
      ['/header', 'no', 'header-noindex', 'none'],
      ['/other-bot', 'yes', 'fetched', 'none'],
      ['/missing', 'no', 'not-found', 'none'],
      ['/conflict', 'unknown', 'canonical-conflict', 'none'],
      ['/image', 'yes', 'fetched', 'none'],
    ]);
    expect(reasonsOf(session, server.url('/unfollowed'))).toEqual(['page-nofollow']);
    expect(server.paths()).not.toContain('/unfollowed');
    expect(faults(session)).toEqual([]);
  });
});
