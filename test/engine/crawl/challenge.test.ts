import { describe, expect, it } from 'vitest';
import { column, faults, newSession, reasonsOf, rows, site } from '../../support/crawling.ts';
import { linksTo } from '../../support/site.ts';

const wall = '<title>Just a moment...</title><a href="/from-the-guard">x</a><script>window._cf_chl_opt={}</script>';

describe('a bot challenge', () => {
  it.each([
    [403, {}],
    // Back-off of the host is tested elsewhere: nothing else waits for it here.
    [503, { 'Retry-After': '0' }],
    [429, { 'Retry-After': '0' }],
    [200, {}],
  ])('with status %i is told as such: no attempt follows, and its words are not the page’s', async (status, headers) => {
    const main = await site({
      '/': linksTo('/walled'),
      '/walled': { status, headers: { 'Content-Type': 'text/html', ...headers }, body: wall },
    });
    const session = newSession([main.url('/')], { maxAttempts: 3, connections: 1, delayMs: 0 });
    await session.run();
    expect(reasonsOf(session, main.url('/walled')).slice(2)).toEqual(['challenged', 'challenge-not-listed']);
    const [row] = rows(
      session,
      `SELECT status, reason, may_list, title, outlinks FROM urls WHERE url = '${main.url('/walled')}'`,
    );
    expect(row).toEqual([status, 'challenged', 'unknown', null, null]);
    expect(main.paths().filter(path => path === '/walled')).toHaveLength(1);
    expect(column(session, "SELECT url FROM urls WHERE url LIKE '%guard'")).toEqual([]);
    expect(column(session, `SELECT count(*) FROM page p JOIN url u ON u.id = p.url_id WHERE u.reason = 'challenged'`)).toEqual([
      0,
    ]);
    expect(faults(session)).toEqual([]);
  });
});
