import { expect, test } from 'vitest';
import { newSession, site } from '../support/crawling.ts';
import { fakeRenderer } from '../support/fake-renderer.ts';
import { judge } from '../support/judge.ts';
import { page, robotsFile } from '../support/site.ts';

const delayMs = 60;

test('a rendering crawl asks robots.txt first, requests nothing that it forbids, and keeps the Crawl-delay', async () => {
  const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });
  const pages = ['/a', '/b'].map(
    path => [path, page('<script src="/app.js"></script><script src="/more.js"></script>')] as const,
  );
  const main = await site({
    '/robots.txt': robotsFile(`User-agent: *\nCrawl-delay: ${delayMs / 1_000}\nDisallow: /private/\n`),
    '/': page('<script src="/app.js"></script><img src="/private/p.png"><a href="/a">a</a>'),
    '/app.js': script('fetch /private/data', 'fetch /data', 'append <a href="/b">b</a>'),
    '/more.js': script('fetch /data'),
    '/data': script('append <p>data</p>'),
    ...Object.fromEntries(pages),
  });
  const session = newSession(
    [main.url('/')],
    { render: 'all', connections: 4 },
    { openBrowser: async () => fakeRenderer({ places: 2 }) },
  );
  expect(await session.run()).toBe('finished');
  const log = main.log.map(({ path, startedAt, endedAt, writtenAt }) => ({
    ...{ origin: main.origin, path, status: 200, startedMs: startedAt, endedMs: writtenAt ?? endedAt ?? 0, complete: true },
    ...{ robots: path === '/robots.txt', settles: path === '/robots.txt' ? [main.origin] : [], retryAfterMs: 0 },
  }));
  const judged = judge(log, [{ origin: main.origin, delayMs, disallow: ['/private/'] }]);
  expect(judged.violations).toEqual([]);
  expect(judged.concurrentPerOrigin).toBe(1);
  // Each resource once, although three pages want it.
  expect(main.paths().sort()).toEqual(['/', '/a', '/app.js', '/b', '/data', '/more.js', '/robots.txt']);
});
