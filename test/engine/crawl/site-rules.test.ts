import { describe, expect, it } from 'vitest';
import type { CrawlSettings, SiteRule } from '#shared/model/crawl.ts';
import { column, faults, newPath, newSession, quick, reasonsOf, reopen, rows, site } from '../../support/crawling.ts';
import { page, redirect, robotsFile, type Site } from '../../support/site.ts';

const home = page('', '<a href="/private/a">a</a>', '<a href="/private/gone">gone</a>', '<a href="/private/go">go</a>');
const twelve = `${'# a comment\n'.repeat(8)}User-agent: *\nAllow: /$\nCrawl-delay: 0\nDisallow: /private/\n`;

async function served(robots = twelve): Promise<Site> {
  return site({
    '/': home,
    '/private/a': page('<meta name="robots" content="noindex">', 'A'),
    '/private/go': redirect('/private/a', 301),
    '/robots.txt': robotsFile(robots),
  });
}
const never = (server: Site): SiteRule[] => [{ pattern: new URL(server.url('/')).origin, robots: 'never' }];
const paths = (server: Site): string[] => server.log.map(({ path }) => path);

describe('a site that is never obeyed', () => {
  it('is fetched; may_fetch still says no, and the reason cites the line and the setting with its version', async () => {
    const server = await served();
    const session = newSession([server.url('/')], { siteRules: never(server) });
    expect(await session.run()).toBe('finished');
    expect(paths(server)).toContain('/private/a');
    const explained = await session.handlers['url.explain']({ url: server.url('/private/a') });
    expect(explained.mayFetch).toMatchObject({ verdict: 'no', reason: 'robots-overridden' });
    expect(explained.headline).toBe(
      `This URL was fetched. Line 12 (“Disallow: /private/”) of ${server.url('/robots.txt')} forbids this URL. Crawlscope fetches it anyway because you set “never obey robots.txt on ${never(server)[0]?.pattern}”.`,
    );
    expect(explained.mayFetch.evidence.map(({ kind, label, text }) => [kind, label, text])).toEqual([
      ['robots-line', `${server.url('/robots.txt')}, line 12`, 'Disallow: /private/'],
      [
        'setting',
        'your setting for robots.txt on sites (settings version 1)',
        `never obey robots.txt on ${never(server)[0]?.pattern}`,
      ],
    ]);
    expect(faults(session)).toEqual([]);
  });

  it('keeps what robots.txt said in the trace, and cites the setting in every later decision of the URL', async () => {
    const server = await served();
    const session = newSession([server.url('/')], { siteRules: never(server) });
    await session.run();
    for (const path of ['/private/a', '/private/gone', '/private/go']) {
      const { decisions } = await session.handlers['url.explain']({ url: server.url(path) });
      const [access, ...later] = decisions.slice(1);
      expect(access).toMatchObject({ stage: 'access', reason: 'robots-overridden', verdict: 'accept', rule: 'never-obey' });
      expect(access?.trace).toEqual([
        { rule: 'robots.txt', answer: 'reject' },
        { rule: 'delay-ceiling', answer: '' },
        { rule: 'never-obey', answer: 'accept' },
      ]);
      expect(later.length).toBeGreaterThan(1);
      for (const each of later) expect(each.evidence.map(({ kind }) => kind)).toContain('setting');
    }
  });

  it('is listed by its bare address only: what the page says is on record, a crawler that obeys never reads it', async () => {
    const server = await served();
    const session = newSession([server.url('/')], { siteRules: never(server) });
    await session.run();
    expect(reasonsOf(session, server.url('/private/a'))).toEqual(
      expect.arrayContaining(['robots-overridden', 'fetched', 'meta-noindex', 'blocked-but-listable']),
    );
    const row = rows(session, `SELECT reason, may_fetch, may_list FROM urls WHERE url = '${server.url('/private/a')}'`);
    expect(row).toEqual([['robots-overridden', 'no', 'url-only']]);
    const gone = rows(session, `SELECT reason, may_fetch FROM urls WHERE url = '${server.url('/private/gone')}'`);
    expect(gone).toEqual([['not-found', 'no']]);
    const found = [...session.urls({ filter: 'fetch:no state:done' })].map(({ url }) => new URL(url).pathname).sort();
    expect(found).toEqual(['/private/a', '/private/go', '/private/gone']);
  });

  it('keeps the Crawl-delay, and one above the ceiling still pauses it', async () => {
    const server = await served('User-agent: *\nCrawl-delay: 900\nDisallow: /\n');
    const session = newSession([server.url('/')], { siteRules: never(server), maxDelayMs: 1_000 });
    expect(await session.run()).toBe('stopped');
    expect(reasonsOf(session, server.url('/'))).toEqual(['seed', 'delay-too-long']);
    expect(paths(server)).toEqual(['/robots.txt']);
  });

  it('is fetched without a readable robots.txt after it was asked as often as the settings allow', async () => {
    const server = await site({ '/': page('', 'Home'), '/robots.txt': { status: 500, body: 'Broken' } });
    const session = newSession([server.url('/')], { siteRules: never(server) });
    expect(await session.run()).toBe('finished');
    expect(paths(server)).toEqual(['/robots.txt', '/']);
    const { mayFetch } = await session.handlers['url.explain']({ url: server.url('/') });
    expect(mayFetch).toMatchObject({ verdict: 'no', reason: 'robots-unreachable-overridden' });
    expect(mayFetch.sentence).toContain('status 500');
  });

  it('does not change what robots.txt allows: ordinary reasons stay', async () => {
    const server = await served();
    const session = newSession([server.url('/')], { siteRules: never(server) });
    await session.run();
    expect(reasonsOf(session, server.url('/')).slice(0, 2)).toEqual(['seed', 'robots-allow']);
  });

  it('is told from a site that is not: only the named one is fetched against robots.txt', async () => {
    const server = await served();
    const session = newSession([server.url('/')], { siteRules: [{ pattern: 'example.com', robots: 'never' }] });
    await session.run();
    expect(paths(server)).not.toContain('/private/a');
  });

  it('is predicted for URLs never seen', async () => {
    const server = await served();
    const session = newSession([server.url('/')], { siteRules: never(server) });
    await session.run();
    const unseen = await session.handlers['url.explain']({ url: server.url('/private/other') });
    expect(unseen).toMatchObject({ seen: false, mayFetch: { verdict: 'no', reason: 'robots-overridden' } });
    expect(unseen.headline).toContain('it would be fetched despite robots.txt');
  });
});

describe('rules that change', () => {
  it('make a settings version; earlier decisions stay, blocked URLs are decided again on resume, after a restart too', async () => {
    const server = await served();
    const path = newPath();
    const first = newSession([server.url('/')], {}, { path });
    expect(await first.run()).toBe('finished');
    expect(reasonsOf(first, server.url('/private/a'))).toEqual(['linked', 'robots-disallow', 'blocked-but-listable']);
    await first.handlers['crawl.siteRules']({ siteRules: never(server), robotsDefault: 'inherit' });
    await first.close();
    const second = reopen(path);
    expect(await second.run()).toBe('finished');
    expect(reasonsOf(second, server.url('/private/a')).slice(2, 6)).toEqual([
      'blocked-but-listable',
      'robots-asked-again',
      'robots-overridden',
      'fetched',
    ]);
    const versions = rows(
      second,
      `SELECT reason, settings_id FROM decisions WHERE url = '${server.url('/private/a')}' AND stage = 'access' ORDER BY id`,
    );
    expect(versions).toEqual([
      ['robots-disallow', 1],
      ['robots-asked-again', 2],
      ['robots-overridden', 2],
    ]);
    // The rule is removed: fetched URLs stay fetched, and nothing is requested again.
    second.changeSettings({ siteRules: [] });
    const asked = server.log.length;
    expect(await second.run()).toBe('finished');
    expect(server.log).toHaveLength(asked);
    expect(faults(second)).toEqual([]);
  });
});

describe('a site that is always obeyed', () => {
  const overlooked = 'User-agent: *\nDisallow: /private/\n';
  const crawlAs = async (change: Partial<CrawlSettings>) => {
    const server = await served(overlooked);
    const session = newSession([server.url('/')], { profile: 'adsbot-google', ...change });
    await session.run();
    return { server, session };
  };

  it('needs the leave of RFC 9309 too where the profile overlooks the groups for everybody', async () => {
    const inheriting = await crawlAs({});
    expect(paths(inheriting.server)).toContain('/private/a');
    const { server, session } = await crawlAs({ robotsDefault: 'always' });
    expect(paths(server)).not.toContain('/private/a');
    const { mayFetch } = await session.handlers['url.explain']({ url: server.url('/private/a') });
    expect(mayFetch).toMatchObject({ verdict: 'no', reason: 'robots-always-obeyed' });
    expect(mayFetch.sentence).toContain('Line 2 (“Disallow: /private/”)');
    expect(mayFetch.sentence).toContain('you set “always obey robots.txt”');
  });

  it('is only what the pattern names: without a port it names the standard ports', async () => {
    const { server } = await crawlAs({
      siteRules: [{ pattern: '127.0.0.1', robots: 'always' }],
    });
    expect(paths(server)).toContain('/private/a');
  });
});

describe('a crawl with another profile', () => {
  it('decides under its token and dialect, and keeps a Crawl-delay its dialect ignores', async () => {
    const robots = 'User-agent: Googlebot\nCrawl-delay: 0.2\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n';
    const server = await served(robots);
    const session = newSession([server.url('/')], { profile: 'googlebot', userAgent: 'Googlebot/2.1' });
    await session.run();
    expect(paths(server)).not.toContain('/private/a');
    expect(session.status().hosts[0]).toMatchObject({ delayMs: 200, delayLine: 2 });
  });

  it('may be the user’s own, which the file carries: matrix, explanation and robots.txt know it', async () => {
    const server = await served('User-agent: MyBot\nDisallow: /private/\n');
    const own = {
      id: 'mine',
      name: 'My bot',
      productToken: 'MyBot',
      fallsBackTo: [],
      userAgent: 'MyBot/1',
      dialect: 'rfc9309',
      directives: 'unknown',
      directiveAgents: ['mybot'],
      namedByHeader: false,
      ignoresStar: false,
      listsNothing: false,
      ignoresFrames: false,
      followsRedirectsUnseen: false,
      source: 'a test',
      asOf: '2026-11-21',
    };
    const path = newPath();
    const first = newSession([server.url('/')], { profile: 'mine', profiles: [own], userAgent: 'MyBot/1' }, { path });
    await first.run();
    await first.close();
    const session = reopen(path, { readOnly: true });
    const url = server.url('/private/a');
    expect((await session.handlers['url.explain']({ url })).robots?.agent).toBe('MyBot');
    const { rows: all } = await session.handlers['url.matrix']({ url });
    expect(all[0]).toMatchObject({ profile: 'mine', allowed: false, line: 2, dialect: 'rfc9309' });
    const origin = new URL(url).origin;
    expect(await session.handlers['robots.file']({ origin })).toMatchObject({ agent: 'MyBot', dialect: 'rfc9309' });
    const read = await session.handlers['robots.interpretation']({ origin, interpreter: { profile: 'mine' } });
    expect(read?.interpreter).toMatchObject({ profile: 'mine', dialect: 'rfc9309' });
    expect((await session.handlers['robots.interpreters']({})).profiles.at(-1)).toMatchObject({ id: 'mine' });
    expect(session.replay({}).stored('mine').speaker.agent).toBe('MyBot');
    const { list } = await session.handlers['disagreements.open']({ profiles: ['googlebot'] });
    expect((await session.handlers['disagreements.read']({ list })).profiles).toEqual(['mine', 'googlebot']);
    const other = { ...own, id: 'other', productToken: 'Other' };
    const { rows: named } = await session.handlers['url.matrix']({ url, profiles: ['other'], own: [other] });
    expect(named[0]).toMatchObject({ profile: 'other', allowed: true });
  });

  it('opens files that were made before there were own profiles and site rules', async () => {
    const server = await served();
    const path = newPath();
    const first = newSession([server.url('/')], {}, { path });
    await first.close();
    const { profiles: _p, siteRules: _s, robotsDefault: _r, ...old } = { ...quick, seeds: [server.url('/')] };
    const { default: Database } = await import('better-sqlite3');
    const db = new Database(path);
    db.prepare('UPDATE settings SET json = ?').run(JSON.stringify(old));
    db.close();
    const session = reopen(path);
    expect(session.status().settings).toMatchObject({ profiles: [], siteRules: [], robotsDefault: 'inherit' });
    expect(await session.run()).toBe('finished');
    expect(column(session, 'SELECT count(*) FROM urls')[0]).toBeGreaterThan(1);
  });
});
