import { describe, expect, it } from 'vitest';
import { column, faults, newSession, reasonsOf, rows, site } from '../../support/crawling.ts';
import { linksTo, page, redirect, robotsFile } from '../../support/site.ts';

describe('redirects', () => {
  it('are queued through the same checks: a disallowed target is not fetched', async () => {
    const server = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /private\n'),
      '/': linksTo('/go'),
      '/go': redirect('/private/x'),
    });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(server.paths()).toEqual(['/robots.txt', '/', '/go']);
    expect(reasonsOf(session, server.url('/private/x'))).toEqual(['redirect-target', 'robots-disallow', 'blocked-but-listable']);
    const { mayFetch, discovery } = await session.handlers['url.explain']({ url: server.url('/private/x') });
    expect(mayFetch).toMatchObject({ verdict: 'no', reason: 'robots-disallow' });
    expect(discovery.map(step => step.url)).toEqual(['/', '/go', '/private/x'].map(path => server.url(path)));
    expect(faults(session)).toEqual([]);
  });

  it('to another host are out of scope and not fetched', async () => {
    const other = await site({ '/': 'Other' });
    const server = await site({ '/': redirect(`${other.origin}/`) });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(other.log).toEqual([]);
    expect(reasonsOf(session, `${other.origin}/`)).toEqual(['scope-host']);
    expect(column(session, 'SELECT redirect_to FROM urls WHERE redirect_to IS NOT NULL')).toEqual([`${other.origin}/`]);
  });

  it('in a loop are each asked once, and the one that closes the loop says so', async () => {
    const server = await site({ '/': redirect('/a'), '/a': redirect('/b'), '/b': redirect('/') });
    const session = newSession([server.url('/')]);
    expect(await session.run()).toBe('finished');
    expect(server.paths()).toEqual(['/robots.txt', '/', '/a', '/b']);
    expect(reasonsOf(session, server.url('/b'))).toContain('redirect-loop');
  });

  it('in a loop whose members were linked before they redirected are a loop too', async () => {
    const server = await site({ '/': linksTo('/a', '/b'), '/a': redirect('/b'), '/b': redirect('/a') });
    const session = newSession([server.url('/')], { connections: 1 });
    expect(await session.run()).toBe('finished');
    expect(server.paths()).toEqual(['/robots.txt', '/', '/a', '/b']);
    expect(reasonsOf(session, server.url('/b'))).toContain('redirect-loop');
  });

  it('are followed up to the limit and no further', async () => {
    const server = await site({ '/': redirect('/1'), '/1': redirect('/2'), '/2': redirect('/3'), '/3': 'End' });
    const session = newSession([server.url('/')], { maxRedirects: 2 });
    await session.run();
    expect(server.paths()).toEqual(['/robots.txt', '/', '/1', '/2']);
    expect(reasonsOf(session, server.url('/3'))).toEqual(['redirect-limit']);
  });

  it('add one to the depth, which the depth limit does not count', async () => {
    const server = await site({ '/': linksTo('/a'), '/a': redirect('/b'), '/b': 'B' });
    const session = newSession([server.url('/')], { maxDepth: 1 });
    await session.run();
    expect(rows(session, 'SELECT depth FROM urls ORDER BY id')).toEqual([[0], [1], [2]]);
    expect(server.paths()).toContain('/b');
  });
});

describe('links', () => {
  it('a nofollow link is not fetched until a link without it is found', async () => {
    const server = await site({
      '/': page('<a href="/x" rel="nofollow">x</a>', '<a href="/y" rel="nofollow">y</a>', '<a href="/a">a</a>'),
      '/a': linksTo('/x'),
      '/x': 'X',
      '/y': 'Y',
    });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(server.paths()).toContain('/x');
    expect(server.paths()).not.toContain('/y');
    expect(reasonsOf(session, server.url('/x')).slice(0, 2)).toEqual(['link-nofollow', 'linked']);
    const { discovery } = await session.handlers['url.explain']({ url: server.url('/x') });
    expect(discovery.map(step => step.url)).toEqual(['/', '/x'].map(path => server.url(path)));
    expect(faults(session)).toEqual([]);
  });

  it('of a page that says nofollow are recorded and not fetched', async () => {
    const server = await site({ '/': page('<meta name="robots" content="nofollow">', '<a href="/a">a</a>'), '/a': 'A' });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(server.paths()).toEqual(['/robots.txt', '/']);
    expect(reasonsOf(session, server.url('/a'))).toEqual(['page-nofollow']);
    expect(rows(session, "SELECT from_url, to_url FROM links WHERE kind = 'a'")).toEqual([[server.url('/'), server.url('/a')]]);
  });

  it('are followed down to the greatest depth; what lies deeper is recorded, and fetched when found nearer', async () => {
    const server = await site({
      '/': linksTo('/a', '/b'),
      '/a': linksTo('/deep'),
      '/b': redirect('/deep'),
      '/deep': linksTo('/deeper'),
    });
    const session = newSession([server.url('/')], { maxDepth: 1, connections: 1 });
    await session.run();
    expect(server.paths()).toEqual(['/robots.txt', '/', '/a', '/b', '/deep']);
    expect(reasonsOf(session, server.url('/deep')).slice(0, 2)).toEqual(['depth-limit', 'redirect-target']);
    expect(reasonsOf(session, server.url('/deeper'))).toEqual(['depth-limit']);
  });

  it('must match an include and no exclude pattern', async () => {
    const server = await site({ '/': linksTo('/keep/a', '/keep/b', '/drop'), '/keep/a': 'A', '/keep/b': 'B', '/drop': 'D' });
    const session = newSession([server.url('/')], { include: ['/keep/'], exclude: ['b$'] });
    await session.run();
    expect(server.paths()).toEqual(['/robots.txt', '/', '/keep/a']);
    expect(reasonsOf(session, server.url('/drop'))).toEqual(['not-included']);
    expect(reasonsOf(session, server.url('/keep/b'))).toEqual(['excluded-pattern']);
  });
});

describe('the page limit', () => {
  it('ends the crawl with a decision for every URL left, and a higher one continues', async () => {
    const server = await site({ '/': linksTo('/a', '/b', '/c'), '/a': 'A', '/b': 'B', '/c': 'C' });
    const session = newSession([server.url('/')], { maxPages: 2 });
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 2, queued: 2 });
    expect(session.status().detail).toContain('limit of 2 pages');
    expect(column(session, "SELECT count(*) FROM url WHERE reason = 'page-limit'")).toEqual([2]);
    session.changeSettings({ maxPages: 10 });
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 4, queued: 0 });
    expect(server.paths()).toHaveLength(5);
    expect(column(session, 'SELECT DISTINCT settings_id FROM decisions ORDER BY 1')).toEqual([1, 2]);
    expect(faults(session)).toEqual([]);
  });

  it('reached only while a request is in flight that then fails leaves room for another host', async () => {
    const dead = await site({ '/': ({ request }) => void setTimeout(() => request.socket.destroy(), 100) });
    const live = await site({ '/': 'Here' });
    const session = newSession([dead.url('/'), live.url('/')], { maxPages: 1 });
    expect(await session.run()).toBe('finished');
    expect(reasonsOf(session, dead.url('/'))).toContain('connection-lost');
    expect(live.paths()).toEqual(['/robots.txt', '/']);
    expect(session.status()).toMatchObject({ fetched: 1, failed: 1, queued: 0 });
  });
});
