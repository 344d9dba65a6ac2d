import { describe, expect, it } from 'vitest';
import { faults, newPath, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo, redirect, robotsFile } from '../../support/site.ts';

type Session = ReturnType<typeof newSession>;

const depthsOf = (session: Session, origin: string): Record<string, unknown> =>
  Object.fromEntries(
    rows(session, 'SELECT url, depth FROM urls').map(([url, depth]) => [String(url).replace(origin, ''), depth]),
  );

/** Looks until the crawl is so far, then acts. */
function once(isSoFar: () => boolean, act: () => void): void {
  const timer = setInterval(() => {
    if (!isSoFar()) return;
    clearInterval(timer);
    act();
  }, 5);
}

const sitemapOf = (urls: readonly string[]) => ({
  headers: { 'Content-Type': 'application/xml' },
  body: `<urlset>${urls.map(url => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
});

describe('depth', () => {
  it('is the fewest clicks from a seed, whether a sitemap lists the page or not', async () => {
    const server = await site({
      '/': linksTo('/1'),
      '/1': linksTo('/2'),
      '/2': linksTo('/3'),
      '/3': linksTo('/4'),
      '/4': linksTo('/5'),
      '/5': 'Five',
      '/listed': linksTo('/child'),
      '/child': 'Child',
    });
    server.set('/sitemap.xml', sitemapOf(['/4', '/3', '/listed'].map(path => server.url(path))));
    const session = newSession([server.url('/')], { sitemaps: true, connections: 1 });
    expect(await session.run()).toBe('finished');
    expect(depthsOf(session, server.origin)).toMatchObject({
      ...{ '/': 0, '/1': 1, '/2': 2, '/3': 3, '/4': 4, '/5': 5 },
      ...{ '/listed': null, '/child': null },
    });
    const { discovery } = await session.handlers['url.explain']({ url: server.url('/4') });
    expect(discovery.map(step => step.url)).toEqual(['/', '/1', '/2', '/3', '/4'].map(path => server.url(path)));
    expect(faults(session)).toEqual([]);
  });

  it('is corrected with all that follows when a shorter way is found later', async () => {
    const chain = Array.from({ length: 8 }, (_, i) => [`/c${i}`, linksTo(`/c${i + 1}`)] as const);
    const server = await site({
      '/': linksTo('/c0', '/slow'),
      ...Object.fromEntries(chain),
      '/c8': linksTo('/end'),
      '/end': 'End',
      '/slow': ({ response }) => {
        once(
          () => server.paths().includes('/end'),
          () => response.writeHead(200, { 'Content-Type': 'text/html' }).end(linksTo('/c7')),
        );
        return undefined;
      },
    });
    const session = newSession([server.url('/')], { connections: 2 });
    expect(await session.run()).toBe('finished');
    expect(depthsOf(session, server.origin)).toMatchObject({ '/c6': 7, '/c7': 2, '/c8': 3, '/end': 4 });
    const { discovery } = await session.handlers['url.explain']({ url: server.url('/end') });
    expect(discovery.map(step => step.url)).toEqual(['/', '/slow', '/c7', '/c8', '/end'].map(path => server.url(path)));
  });

  it('brings back a page that was too deep by the way it was found', async () => {
    const isTooDeep = () => rows(session, "SELECT 1 FROM url WHERE reason = 'depth-limit'").length > 0;
    const server = await site({
      '/': linksTo('/a', '/slow'),
      '/a': linksTo('/b'),
      '/b': linksTo('/c'),
      '/c': linksTo('/d'),
      '/d': 'D',
      '/slow': ({ response }) => {
        once(isTooDeep, () => response.writeHead(302, { Location: '/c' }).end());
        return undefined;
      },
    });
    const session: Session = newSession([server.url('/')], { connections: 2, maxDepth: 3 });
    expect(await session.run()).toBe('finished');
    expect(server.paths()).toContain('/d');
    expect(depthsOf(session, server.origin)).toMatchObject({ '/slow': 1, '/c': 2, '/d': 3 });
    expect(faults(session)).toEqual([]);
  });

  it('adds one for a redirect, and counts links that say nofollow', async () => {
    const server = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow:\n'),
      '/': `<a href="/n" rel="nofollow">n</a><a href="/r">r</a>`,
      '/r': redirect('/t'),
      '/t': linksTo('/n'),
      '/n': 'N',
    });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(depthsOf(session, server.origin)).toEqual({ '/': 0, '/r': 1, '/t': 2, '/n': 1 });
  });

  it('is corrected by the next run where a crawl was stopped in between', async () => {
    const server = await site({ '/': linksTo('/a', '/b'), '/a': linksTo('/x'), '/b': 'B', '/x': linksTo('/y'), '/y': 'Y' });
    const path = newPath();
    const session = newSession([server.url('/')], { maxPages: 3 }, { path });
    await session.run();
    await session.close();
    const again = reopen(path);
    again.changeSettings({ maxPages: 100 });
    expect(await again.run()).toBe('finished');
    expect(depthsOf(again, server.origin)).toEqual({ '/': 0, '/a': 1, '/b': 1, '/x': 2, '/y': 3 });
    expect(rows(again, 'SELECT count(*) FROM depth_todo')).toEqual([[0]]);
  });
});
