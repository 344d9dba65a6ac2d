import { describe, expect, it } from 'vitest';
import { column, faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo, redirect, robotsFile } from '../../support/site.ts';
import { stillClock } from '../../support/waitless-clock.ts';

const file = 'User-agent: *\nDisallow: /no\n';

/** Files run out by the waits of the crawl alone. */
function still() {
  const clock = stillClock();
  return { clock, wrapFetcher: clock.watching };
}

describe('the lifetime of a robots.txt', () => {
  it('is asked again when it has run out, with If-None-Match; 304 keeps the version in force', async () => {
    const server = await site({
      '/robots.txt': ({ request, count }) =>
        count > 1 && request.headers['if-none-match'] === '"v1"'
          ? { status: 304, headers: { ETag: '"v1"' } }
          : robotsFile(file, { ETag: '"v1"', 'Last-Modified': 'Fri, 20 Nov 2026 10:00:00 GMT' }),
      '/': linksTo('/a', '/no'),
      '/a': linksTo('/b'),
      '/b': 'End',
    });
    const session = newSession([server.url('/')], { robotsLifetimeMs: 60, delayMs: 40 }, still());
    expect(await session.run()).toBe('finished');
    const robots = server.log.filter(entry => entry.path === '/robots.txt');
    expect(robots.length).toBeGreaterThan(1);
    expect(robots[1]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Fri, 20 Nov 2026 10:00:00 GMT',
    });
    expect(column(session, 'SELECT count(*) FROM robots_version')).toEqual([1]);
    expect(column(session, 'SELECT last_seen_at > first_seen_at FROM robots_version')).toEqual([1]);
    expect(
      server
        .paths()
        .filter(path => path !== '/robots.txt')
        .sort(),
    ).toEqual(['/', '/a', '/b']);
    expect(reasonsOf(session, server.url('/no'))).toContain('robots-disallow');
  });

  it('what identifies the file that a redirect led to is not sent for the host’s own file', async () => {
    const written = 'Fri, 20 Nov 2026 10:00:00 GMT';
    const server = await site({
      // The redirect ends, and the own file is older than the one it led to.
      '/robots.txt': ({ request, count }) => {
        if (count === 1) return redirect('/moved.txt');
        return request.headers['if-modified-since'] === undefined ? robotsFile(file) : { status: 304 };
      },
      '/moved.txt': robotsFile('User-agent: *\nDisallow: /other\n', { ETag: '"moved"', 'Last-Modified': written }),
      '/': linksTo('/no'),
    });
    const session = newSession([server.url('/')], { robotsLifetimeMs: 30, delayMs: 40 }, still());
    expect(await session.run()).toBe('finished');
    const [, again] = server.log.filter(entry => entry.path === '/robots.txt');
    expect(again?.headers).not.toHaveProperty('if-none-match');
    expect(again?.headers).not.toHaveProperty('if-modified-since');
    expect(reasonsOf(session, server.url('/no'))).toContain('robots-disallow');
  });

  it('a changed file is a new version, and later decisions cite it', async () => {
    let now = file;
    const server = await site({ '/robots.txt': () => robotsFile(now), '/': linksTo('/later') });
    const session = newSession([server.url('/')], { robotsLifetimeMs: 30, delayMs: 40, maxPages: 1 }, still());
    // On a busy machine, the lifetime may end before the page is requested: the same file then stays the same version.
    await session.run();
    now = `${file}Disallow: /later\n`;
    session.changeSettings({ maxPages: 10 });
    await session.run();
    expect(column(session, 'SELECT count(*) FROM robots_version')).toEqual([2]);
    expect(reasonsOf(session, server.url('/later'))).toContain('robots-disallow');
    expect(server.paths()).not.toContain('/later');
    const { mayFetch, robots } = await session.handlers['url.explain']({ url: server.url('/later') });
    expect(mayFetch.evidence[0]).toMatchObject({ text: 'Disallow: /later', open: { version: 2, line: 3 } });
    expect(robots).toMatchObject({ version: 2, allowed: false });
    const old = await session.handlers['url.explain']({ url: server.url('/') });
    expect(old.robots?.version).toBe(1);
  });

  it('is not asked again while it lasts, not even by another run', async () => {
    const server = await site({ '/': linksTo('/a'), '/a': 'End' });
    const path = newPath();
    const first = newSession([server.url('/')], { maxPages: 1 }, { path });
    await first.run();
    await first.close();
    const second = reopen(path);
    second.changeSettings({ maxPages: 2 });
    await second.run();
    expect(server.paths()).toEqual(['/robots.txt', '/', '/a']);
  });

  it('unreachable later: the last good copy goes on to decide (RFC 9309 §2.4), and the status says it is old', async () => {
    const server = await site({
      '/robots.txt': ({ count }) => (count === 1 ? robotsFile(file) : { status: 500 }),
      '/': linksTo('/a', '/no'),
      '/a': 'End',
    });
    const session = newSession([server.url('/')], { robotsLifetimeMs: 60, delayMs: 40, maxPages: 1 }, still());
    await session.run();
    session.changeSettings({ maxPages: 10 });
    const seen: string[] = [];
    session.onChange(() => seen.push(session.status().hosts[0]?.robots ?? ''));
    expect(await session.run()).toBe('finished');
    expect(rows(session, 'SELECT access, status FROM robots_version ORDER BY id')).toEqual([
      ['rules', 200],
      ['disallow-all', 500],
    ]);
    expect(seen).toContain('stale');
    expect(server.paths()).toContain('/a');
    expect(server.paths()).not.toContain('/no');
    expect(faults(session)).toEqual([]);
  });
});
