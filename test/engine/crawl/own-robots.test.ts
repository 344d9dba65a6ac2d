import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { openForAudit } from '#engine/file-audit/audit-file.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { column, faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo, page, robotsFile, type Site } from '../../support/site.ts';

const served = (robots = 'User-agent: *\nDisallow: /private/\n', sitemap = ''): Promise<Site> =>
  site({
    '/': linksTo('/private/a', '/open/b', '/free'),
    '/private/a': page(),
    '/open/b': page(),
    '/free': page(),
    '/robots.txt': robotsFile(`${robots}${sitemap}`),
  });

const own = '# mine\nUser-agent: *\nDisallow: /open/\n';
const withOwn = (origin: string, text = own): Partial<CrawlSettings> => ({ ownRobots: [{ origin, text }] });
const paths = (server: Site): string[] => server.log.map(({ path }) => path);

describe('a crawl under a robots.txt text of the user', () => {
  it('obeys the text and not the file, which it requests first; each decision names the text and its line', async () => {
    const server = await served();
    const session = newSession([server.url('/')], withOwn(server.origin));
    expect(await session.run()).toBe('finished');
    expect(paths(server)[0]).toBe('/robots.txt');
    expect(paths(server)).toContain('/private/a');
    expect(paths(server)).not.toContain('/open/b');
    const blocked = await session.handlers['url.explain']({ url: server.url('/open/b') });
    expect(blocked.headline).toContain(
      `Line 3 (“Disallow: /open/”) of your own robots.txt for ${server.origin} forbids this URL.`,
    );
    expect(blocked.mayFetch).toMatchObject({
      verdict: 'no',
      evidence: [
        {
          label: `your own robots.txt for ${server.origin}, line 3`,
          text: 'Disallow: /open/',
          open: { view: 'settings', name: 'ownRobots' },
        },
      ],
    });
    expect(blocked.robots).toMatchObject({ isOwn: true, versionNumber: null, line: 3 });
    const fetched = await session.handlers['url.explain']({ url: server.url('/private/a') });
    expect(fetched.mayFetch).toMatchObject({ verdict: 'yes' });
    expect(JSON.stringify(fetched.decisions)).toContain(`your own robots.txt for ${server.origin}`);
    const unseen = await session.handlers['url.explain']({ url: server.url('/open/never-seen') });
    expect(JSON.stringify(unseen.mayFetch)).toContain('your own robots.txt');
    expect(faults(session)).toEqual([]);
  });

  it('is no version of the file: the server’s file stays the one in force, in versions and for other crawlers', async () => {
    const server = await served();
    const session = newSession([server.url('/')], withOwn('*'));
    await session.run();
    const { versions } = await session.handlers['robots.history']({ origin: server.origin, profile: 'crawlscope' });
    expect(versions).toHaveLength(1);
    expect(column(session, 'SELECT source FROM robots_version ORDER BY id')).toEqual(['crawl', 'import']);
    const { rows: crawlers } = await session.handlers['url.matrix']({ url: server.url('/open/b'), profiles: ['googlebot'] });
    expect(crawlers[0]).toMatchObject({ allowed: true });
  });

  it('keeps the Crawl-delay of the server, and not one of the text', async () => {
    const server = await served('User-agent: *\nCrawl-delay: 400\nDisallow: /private/\n');
    const session = newSession([server.url('/')], { ...withOwn(server.origin, `${own}Crawl-delay: 1\n`), maxDelayMs: 10_000 });
    await session.run();
    expect(paths(server)).toEqual(['/robots.txt']);
    expect(reasonsOf(session, server.url('/'))).toContain('delay-too-long');
    const { mayFetch } = await session.handlers['url.explain']({ url: server.url('/') });
    expect(JSON.stringify(mayFetch)).toContain('Crawl-delay: 400');
    const quick = await served();
    const other = newSession([quick.url('/')], { ...withOwn(quick.origin, `${own}Crawl-delay: 4000\n`), maxDelayMs: 10_000 });
    expect(await other.run()).toBe('finished');
    expect(paths(quick)).toContain('/free');
  });

  it('waits where the file of the server cannot be read, and reads its sitemaps', async () => {
    const server = await site({ '/': page(), '/robots.txt': { status: 503, body: '' } });
    const session = newSession([server.url('/')], withOwn(server.origin));
    await session.run();
    expect(reasonsOf(session, server.url('/'))).toContain('robots-unreachable');
    const listed = await served('', '\nSitemap: /map.xml\n');
    const other = newSession([listed.url('/')], { ...withOwn(listed.origin), sitemaps: true });
    await other.run();
    expect(paths(listed)).toContain('/map.xml');
    expect(rows(other, 'SELECT source, robots_id FROM sitemap')).toEqual([['robots', 1]]);
  });

  it('does not decide for a site that is never obeyed', async () => {
    const server = await served();
    const session = newSession([server.url('/')], {
      ...withOwn('*'),
      siteRules: [{ pattern: server.origin, robots: 'never' }],
    });
    await session.run();
    expect(paths(server)).toEqual(expect.arrayContaining(['/private/a', '/open/b']));
    expect(reasonsOf(session, server.url('/private/a'))).toContain('robots-overridden');
  });

  it('is audited, reported and resumed with the same text', async () => {
    const server = await served();
    const path = newPath();
    const first = newSession([server.url('/')], withOwn(server.origin), { path });
    await first.run();
    const certificate = await first.handlers['report.politeness']({ origin: server.origin });
    expect(JSON.stringify(certificate)).toContain(`your own robots.txt for ${server.origin}`);
    await first.close();
    const audited = openForAudit(path);
    const differences: unknown[] = [];
    finish(audited.run(found => differences.push(found)));
    audited.close();
    expect(differences).toEqual([]);
    const again = reopen(path);
    expect(again.status().settings.ownRobots).toEqual([{ origin: server.origin, text: own }]);
    expect(again.status().waiting).toBeUndefined();
  });
});
