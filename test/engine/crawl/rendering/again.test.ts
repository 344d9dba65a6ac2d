import { expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import { column, faults, newPath, newSession, rows, site } from '../../../support/crawling.ts';
import { fakeRenderer } from '../../../support/fake-renderer.ts';
import { type Answer, page, type Site } from '../../../support/site.ts';

const validated =
  (body: string, etag: string, type = 'text/html'): Answer =>
  ({ request }) =>
    request.headers['if-none-match'] === etag
      ? { status: 304, headers: { ETag: etag } }
      : { headers: { 'Content-Type': type, ETag: etag }, body };

async function crawlOf(server: Site, earlier?: string): Promise<Session> {
  const session = newSession(
    [server.url('/')],
    { render: 'all', delayMs: 0, checkDelayMs: 0 },
    { path: newPath(), openBrowser: async () => fakeRenderer(), ...(earlier === undefined ? {} : { earlier }) },
  );
  expect(await session.run()).toBe('finished');
  return session;
}

it('a page that answers 304 is rendered again, because what its scripts do may have changed', async () => {
  const server = await site({
    '/': validated(page('<script src="/app.js"></script>', '<script src="/same.js"></script>'), '"home"'),
    '/app.js': validated('append <a href="/old">old</a>', '"one"', 'text/javascript'),
    '/same.js': validated('append <b>same</b>', '"same"', 'text/javascript'),
    '/old': page(),
    '/new': page(),
  });
  const first = await crawlOf(server);
  await first.close();
  server.set('/app.js', validated('append <a href="/new">new</a>', '"two"', 'text/javascript'));
  const sent = server.log.length;
  const again = await crawlOf(server, first.path);
  const requested = server.log.slice(sent).map(({ path, headers }) => [path, headers['if-none-match'] ?? '']);
  expect(requested).toEqual(
    expect.arrayContaining([
      ['/', '"home"'],
      ['/app.js', expect.any(String)],
      ['/same.js', expect.any(String)],
    ]),
  );
  expect(rows(again, 'SELECT url, state, result, links_added FROM renderings ORDER BY id')).toEqual([
    [server.url('/'), 'done', 'rendered', 1],
    [server.url('/new'), 'done', 'rendered', 0],
  ]);
  // The link of the rendering before is in the earlier file only.
  expect(column(again, "SELECT url FROM urls WHERE url LIKE '%/old'")).toEqual([]);
  expect(
    column(again, "SELECT target FROM fetches WHERE detail LIKE '304 Not Modified: unchanged since 20%' ORDER BY id"),
  ).toContain(server.url('/'));
  expect(faults(again)).toEqual([]);
  await again.close();
});
