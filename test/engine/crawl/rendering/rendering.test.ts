import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { column, faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../../support/crawling.ts';
import { fakeRenderer } from '../../../support/fake-renderer.ts';
import { routed } from '../../../support/routed.ts';
import { linksTo, page, redirect, robotsFile } from '../../../support/site.ts';

const all: Partial<CrawlSettings> = { render: 'all', delayMs: 0, checkDelayMs: 0 };
const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });
const withScript = (src = '/app.js', ...tags: readonly string[]): string => page(`<script src="${src}"></script>`, ...tags);

const renderings = (session: Session): unknown[][] =>
  rows(session, 'SELECT url, wanted, state, result, differs, links_added, requests_blocked FROM renderings ORDER BY id');
const requests = (session: Session): unknown[][] =>
  rows(session, 'SELECT url, outcome, detail, robots_line, status FROM render_requests ORDER BY rendering_id, seq');
const open = (renderer = fakeRenderer()) => ({ openBrowser: async () => renderer });

describe('a crawl that renders', () => {
  it('renders nothing unless its settings say so', async () => {
    const main = await site({ '/': withScript() });
    const session = newSession([main.url('/')], {}, { openBrowser: () => Promise.reject(new Error('no browser wanted')) });
    expect(await session.run()).toBe('finished');
    expect(main.paths()).toEqual(['/robots.txt', '/']);
    expect(renderings(session)).toEqual([]);
  });

  it('goes on from links that only the rendered page has, with their evidence', async () => {
    const main = await site({
      '/': withScript('/app.js', '<a href="/raw">raw</a>'),
      '/app.js': script('append <a href="/only">only</a>', 'append <a href="/raw">raw</a>'),
      '/raw': page(),
      '/only': page(),
    });
    const renderer = fakeRenderer();
    const session = newSession([main.url('/')], all, open(renderer));
    expect(await session.run()).toBe('finished');
    expect(main.paths().slice(0, 2)).toEqual(['/robots.txt', '/']);
    expect(main.paths().filter(path => path === '/app.js')).toHaveLength(1);
    expect(reasonsOf(session, main.url('/only'))[0]).toBe('rendered-link');
    expect(renderings(session)).toEqual([
      [main.url('/'), 'all', 'done', 'rendered', 1, 1, 0],
      [main.url('/raw'), 'all', 'done', 'rendered', 0, 0, 0],
      [main.url('/only'), 'all', 'done', 'rendered', 0, 0, 0],
    ]);
    expect(
      rows(
        session,
        `SELECT l.seq, l.to_url, f.rendered FROM links l JOIN link_facts f USING (seq) JOIN url u ON u.id = f.from_id
      WHERE u.url = l.from_url AND l.kind = 'a' ORDER BY l.seq`,
      ),
    ).toEqual([
      [1, main.url('/raw'), 0],
      [2, main.url('/only'), 1],
    ]);
    expect(rows(session, `SELECT depth, inlinks, via FROM urls WHERE url = '${main.url('/only')}'`)).toEqual([[1, 1, 'link']]);
    const explained = await session.handlers['url.explain']({ url: main.url('/only') });
    expect(JSON.stringify(explained)).toContain('only after its scripts have run');
    // The script is a URL of the file, and no page.
    expect(rows(session, `SELECT state, reason, class, via FROM url WHERE url = '${main.url('/app.js')}'`)).toEqual([
      ['disregarded', 'resource-not-crawled', 'resource', 'link'],
    ]);
    expect(rows(session, `SELECT purpose, status, body_hash IS NOT NULL FROM fetch WHERE purpose = 'resource'`)).toEqual([
      ['resource', 200, 1],
    ]);
    expect(session.status()).toMatchObject({ fetched: 3, failed: 0, queued: 0 });
    // Lists show its status as that of a check.
    const listed = 'SELECT check_result, check_status, content_type FROM url WHERE url = ?';
    expect(rows(session, listed.replace('?', `'${main.url('/app.js')}'`))).toEqual([['check-ok', 200, 'text/javascript']]);
    expect(renderer.isClosed()).toBe(true);
    expect(faults(session)).toEqual([]);
  });

  it('plays pages on the line of the settings, and a page on the line that is asked for', async () => {
    const main = await site({ '/': page() });
    const renderer = fakeRenderer();
    const session = newSession([main.url('/')], { ...all, renderThrottle: 'slow-4g' }, open(renderer));
    await session.run();
    const played = () => rows(session, 'SELECT device FROM rendering');
    expect(played()).toEqual([['smartphone, slow-4g']]);
    const urls = column(session, 'SELECT url_id FROM rendering') as number[];
    const errand = { urls, variant: 'obeying', isOffline: true } as const;
    await session.render(errand, { renderThrottle: 'none', renderDevice: 'desktop' });
    expect(played()).toEqual([['desktop']]);
    await session.render(errand, { renderThrottle: '3g' });
    expect(played()).toEqual([['smartphone, 3g']]);
    expect(renderer.pages.map(({ line }) => line?.latencyMs)).toEqual([562.5, undefined, 2_000]);
  });

  it('obeys robots.txt for resources, and keeps the line', async () => {
    const main = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'),
      '/': withScript('/private/app.js'),
      '/private/app.js': script('append <a href="/only">only</a>'),
    });
    const session = newSession([main.url('/')], all, open());
    expect(await session.run()).toBe('finished');
    expect(main.paths()).toEqual(['/robots.txt', '/']);
    expect(requests(session)).toEqual([[main.url('/private/app.js'), 'blocked', 'resource-blocked', 2, null]]);
    expect(renderings(session)).toEqual([[main.url('/'), 'all', 'done', 'rendered', 0, 0, 1]]);
    expect(reasonsOf(session, main.url('/private/app.js'))).toContain('resource-blocked');
    const { mayFetch } = await session.handlers['url.explain']({ url: main.url('/private/app.js') });
    expect(mayFetch).toMatchObject({ verdict: 'no', reason: 'resource-blocked' });
    expect(faults(session)).toEqual([]);
  });

  it('requests robots.txt of another host first, and asks each resource once for all pages', async () => {
    const cdn = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /no.js\n'),
      '/lib.js': script('append <p>x</p>'),
    });
    const other = 'http://cdn.test';
    const tags = ['/lib.js', '/no.js'].map(path => `<script src="${other}${path}"></script>`);
    const main = await site({ '/': page(...tags, '<a href="/b">b</a>'), '/b': page(...tags) });
    const session = newSession([main.url('/')], all, { ...open(), wrapFetcher: routed({ [other]: cdn.origin }) });
    expect(await session.run()).toBe('finished');
    expect(cdn.paths()).toEqual(['/robots.txt', '/lib.js']);
    expect(requests(session).map(row => row.slice(1, 4))).toEqual([
      ...[
        ['answered', '', null],
        ['blocked', 'resource-blocked', 2],
      ],
      ...[
        ['answered', '', null],
        ['blocked', 'resource-blocked', 2],
      ],
    ]);
    expect(faults(session)).toEqual([]);
  });

  it('answers redirects as redirects, and pages of the crawl from the file', async () => {
    const main = await site({
      '/': withScript('/old.js', '<a href="/data">data</a>'),
      '/old.js': redirect('/new.js'),
      '/new.js': script('fetch /data', 'append <a href="/n">n</a>'),
      '/data': page(),
      '/n': page(),
    });
    const session = newSession([main.url('/')], { ...all, connections: 1 }, open());
    expect(await session.run()).toBe('finished');
    expect(requests(session).map(row => [row[0], row[4]])).toEqual(
      expect.arrayContaining([
        [main.url('/old.js'), 302],
        [main.url('/new.js'), 200],
        [main.url('/data'), 200],
      ]),
    );
    expect(reasonsOf(session, main.url('/n'))[0]).toBe('rendered-link');
    expect(faults(session)).toEqual([]);
  });

  it('renders a sample of each template, and all of it where scripts change a page', async () => {
    const paths = ['/a/1', '/a/2', '/a/3', '/b/1', '/b/2', '/b/3'];
    const pages = Object.fromEntries(paths.map(path => [path, withScript(path.startsWith('/a') ? '/same.js' : '/other.js')]));
    const main = await site({
      ...pages,
      '/': linksTo(...paths),
      '/same.js': script('append <!-- nothing -->'),
      '/other.js': script('append <a href="/found">found</a>'),
      '/found': page(),
    });
    const settings = { ...all, renderSample: 1 };
    const wanted = async (render: 'sample' | 'different') => {
      const session = newSession([main.url('/')], { ...settings, render }, open());
      expect(await session.run()).toBe('finished');
      expect(faults(session)).toEqual([]);
      return rows(session, 'SELECT template, wanted, count(*) FROM rendering GROUP BY template, wanted ORDER BY 1, 2 DESC');
    };
    const [a, b, root] = ['/a/…', '/b/…', '/'].map(path => main.origin + path);
    expect(await wanted('sample')).toEqual([
      [root, 'sample', 1],
      [a, 'sample', 1],
      [b, 'sample', 1],
    ]);
    expect(await wanted('different')).toEqual([
      ...[
        [root, 'sample', 1],
        [a, 'sample', 1],
      ],
      ...[
        [b, 'sample', 1],
        [b, 'different', 2],
      ],
    ]);
  });

  it('keeps each failure of a page with its reason, and goes on', async () => {
    const main = await site({
      '/': linksTo('/left', '/hung', '/good'),
      ...{ '/left': withScript('/l.js'), '/l.js': script('move https://elsewhere.test/') },
      ...{ '/hung': withScript('/h.js'), '/h.js': script('error Nothing works', 'fail timeout') },
      '/good': page(),
    });
    const session = newSession([main.url('/')], all, open());
    expect(await session.run()).toBe('finished');
    expect(rows(session, 'SELECT url, state, result, moved_to, errors FROM renderings ORDER BY url')).toEqual([
      [main.url('/'), 'done', 'rendered', null, 0],
      [main.url('/good'), 'done', 'rendered', null, 0],
      [main.url('/hung'), 'failed', 'timeout', null, 1],
      [main.url('/left'), 'failed', 'left', 'https://elsewhere.test/', 0],
    ]);
    expect(faults(session)).toEqual([]);
  });

  it('ends at Stop, and renders what waited after Resume', async () => {
    // No answer: one that is stored before Stop would be used again after Resume.
    const main = await site({ '/': withScript(), '/app.js': () => undefined });
    const path = newPath();
    const session = newSession([main.url('/')], all, { path, ...open() });
    const ended = session.run();
    await expect.poll(() => column(session, "SELECT count(*) FROM rendering WHERE state = 'leased'")).toEqual([1]);
    await session.stop();
    expect(await ended).toBe('stopped');
    expect(renderings(session)).toEqual([[main.url('/'), 'all', 'queued', 'waiting', null, null, null]]);
    await session.close();
    main.set('/app.js', script('append <a href="/late">late</a>'));
    const again = reopen(path, open());
    expect(await again.run()).toBe('finished');
    expect(renderings(again)[0]?.slice(2, 4)).toEqual(['done', 'rendered']);
    expect(faults(again)).toEqual([]);
  });

  it('ends at its limit of bytes though a page waits for a resource that is never requested', async () => {
    const main = await site({
      '/': withScript(),
      '/app.js': script('fetch /never.json', `append ${'x'.repeat(50_000)}`),
      '/never.json': { body: '' },
    });
    const path = newPath();
    const session = newSession([main.url('/')], { ...all, maxTotalBytes: 20_000 }, { path, ...open() });
    expect(await session.run()).toBe('finished');
    expect(main.paths()).toEqual(['/robots.txt', '/', '/app.js']);
    expect(session.status().detail).toContain('20');
    expect(renderings(session)).toEqual([[main.url('/'), 'all', 'queued', 'waiting', null, null, null]]);
    session.changeSettings({ maxTotalBytes: 0 });
    expect(await session.run()).toBe('finished');
    expect(renderings(session)[0]?.slice(2, 4)).toEqual(['done', 'rendered']);
    expect(faults(session)).toEqual([]);
  });

  it.each(['chrome://settings/', 'file:///etc/passwd', 'view-source:http://a.test/', 'javascript:1', 'no address'])(
    'renders http and https only: %s of a forged file ends as failed',
    async url => {
      const main = await site({ '/': page() });
      const path = newPath();
      const session = newSession([main.url('/')], {}, { path, ...open() });
      expect(await session.run()).toBe('finished');
      const urls = column(session, `SELECT id FROM url WHERE url = '${main.url('/')}'`) as number[];
      await session.close();
      const db = new Database(path);
      db.prepare('UPDATE url SET url = ? WHERE id = ?').run(url, urls[0]);
      db.close();
      const renderer = fakeRenderer();
      const forged = reopen(path, open(renderer));
      await forged.render({ urls, variant: 'obeying', isOffline: true });
      expect(renderer.pages).toEqual([]);
      expect(rows(forged, 'SELECT state, result, detail FROM rendering')).toEqual([
        ['failed', 'not-http', 'Its address is not an http or https URL, so it is not rendered.'],
      ]);
    },
  );

  it('stores no password of an address, and no text without a limit', async () => {
    const long = 'x'.repeat(30_000);
    const secret = 'https://user:hunter2@elsewhere.test/';
    const main = await site({
      '/': linksTo('/left', '/good'),
      ...{ '/left': withScript('/l.js'), '/l.js': script(`error See ${secret} ${long}`, `move ${secret}${long}`) },
      ...{ '/good': withScript('/g.js'), '/g.js': script(`get ${secret}`, `append <p>${secret}</p>`) },
    });
    const session = newSession([main.url('/')], { ...all, renderThirdParty: 'none' }, open());
    expect(await session.run()).toBe('finished');
    const texts = [
      ...rows(session, 'SELECT moved_to, final_url, detail, scripted, compared FROM rendering'),
      ...rows(session, 'SELECT url, detail, initiator FROM render_request'),
      ...rows(session, 'SELECT text, place FROM render_log'),
    ].flat();
    expect(texts.filter(text => String(text).includes('hunter2'))).toEqual([]);
    expect(texts.filter(text => String(text).includes('[redacted]')).length).toBeGreaterThanOrEqual(3);
    expect(rows(session, 'SELECT max(length(moved_to)) FROM rendering')).toEqual([[2_000]]);
    expect(rows(session, 'SELECT max(length(text)) FROM render_log')).toEqual([[2_000]]);
    expect(faults(session)).toEqual([]);
  });

  it('does not ask an origin for sitemaps that only has resources', async () => {
    const assets = await site({ '/lib.js': script('append <p>x</p>') });
    const main = await site({ '/': page(`<script src="${assets.url('/lib.js')}"></script>`) });
    const session = newSession([main.url('/')], { ...all, sitemaps: true }, open());
    expect(await session.run()).toBe('finished');
    expect(main.paths()).toContain('/sitemap.xml');
    expect(assets.paths()).toEqual(['/robots.txt', '/lib.js']);
  });

  it('asks it when a page of it is wanted later', async () => {
    const assets = await site({ '/lib.js': script('append <p>x</p>'), '/page': page() });
    const main = await site({
      '/': page(`<script src="${assets.url('/lib.js')}"></script>`),
      '/lib.js': script(`append <a href="${assets.url('/page')}">page</a>`),
      '/b': page('<script src="/lib.js"></script>'),
    });
    const settings = { ...all, sitemaps: true, connections: 1, scope: 'domain' } as const;
    const session = newSession([main.url('/'), main.url('/b')], settings, open());
    expect(await session.run()).toBe('finished');
    expect(assets.paths()).toEqual(expect.arrayContaining(['/robots.txt', '/lib.js', '/page', '/sitemap.xml']));
  });

  it('skips third parties as the settings say', async () => {
    const tags = ['https://www.google-analytics.com/ga.js', 'https://cdn.example.test/x.js'].map(
      src => `<script src="${src}"></script>`,
    );
    const main = await site({ '/': page(...tags) });
    const details = async (renderThirdParty: CrawlSettings['renderThirdParty']) => {
      const asked: string[] = [];
      const session = newSession(
        [main.url('/')],
        { ...all, renderThirdParty },
        {
          ...open(),
          wrapFetcher: fetcher => ({
            ...fetcher,
            trustHosts: hosts => fetcher.trustHosts(hosts),
            close: () => fetcher.close(),
            fetch: (request, limits, signal) => {
              asked.push(request.url);
              return fetcher.fetch(request, limits, signal);
            },
          }),
        },
      );
      await session.run();
      return [requests(session).map(row => row[2]), asked.some(url => url.includes('google-analytics'))];
    };
    expect((await details('none'))[0]).toEqual(['third-party', 'third-party']);
    const [known, isAsked] = await details('skip-known');
    expect((known as string[])[0]).toBe('third-party-noise');
    expect(isAsked).toBe(false);
  });
});

describe('pages that the user wants rendered', () => {
  it('are rendered in a finished crawl, which requests nothing but their resources', async () => {
    const main = await site({
      '/': withScript('/app.js', '<a href="/b">b</a>'),
      '/app.js': script('append <p>more</p>'),
      '/b': page(),
    });
    const session = newSession([main.url('/')], {}, open());
    expect(await session.run()).toBe('finished');
    const before = main.paths().length;
    const [id] = column(session, `SELECT id FROM url WHERE url = '${main.url('/')}'`);
    const urls = [id as number];
    await session.render({ urls, variant: 'obeying', isOffline: true });
    expect(requests(session)[0]?.slice(1, 3)).toEqual(['failed', 'Its response is not in the file.']);
    expect(main.paths()).toHaveLength(before);
    await session.render({ urls, variant: 'obeying', isOffline: false });
    expect(main.paths().slice(before)).toEqual(['/app.js']);
    expect(renderings(session)).toEqual([[main.url('/'), 'asked', 'done', 'rendered', 0, 0, 0]]);
    expect(session.status().state).toBe('finished');
    expect(faults(session)).toEqual([]);
  });

  it('leave the limit of pages as the reason why a crawl ended', async () => {
    const main = await site({
      '/': withScript('/app.js', ...['/a', '/b', '/c'].map(path => `<a href="${path}">x</a>`)),
      '/app.js': script('append <a href="/late">late</a>'),
      '/a': page(),
    });
    const session = newSession([main.url('/')], { maxPages: 2 }, open());
    expect(await session.run()).toBe('finished');
    expect(session.status().detail).toBe('The limit of 2 pages was reached; 2 URLs are left.');
    const urls = column(session, `SELECT id FROM url WHERE url = '${main.url('/')}'`) as number[];
    await session.render({ urls, variant: 'obeying', isOffline: false });
    expect(session.status()).toMatchObject({
      ...{ state: 'finished', detail: 'The limit of 2 pages was reached; 3 URLs are left.' },
    });
    session.changeSettings({ maxPages: 100 });
    await session.render({ urls, variant: 'obeying', isOffline: false });
    expect(session.status()).toMatchObject({
      ...{ state: 'stopped', detail: 'Rendered pages link to 1 URL that waits. Resume to crawl it.' },
    });
    expect(faults(session)).toEqual([]);
  });

  it('get what robots.txt blocks only with the rule of the user', async () => {
    const main = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /app.js\n'),
      '/': withScript(),
      '/app.js': script('append <a href="/only">only</a>'),
    });
    const session = newSession([main.url('/')], all, open());
    expect(await session.run()).toBe('finished');
    const urls = column(session, `SELECT id FROM url WHERE url = '${main.url('/')}'`) as number[];
    await session.render({ urls, variant: 'freed', isOffline: false });
    expect(main.paths()).toEqual(['/robots.txt', '/']);
    expect(reasonsOf(session, main.url('/app.js')).filter(reason => reason === 'resource-blocked')).toHaveLength(1);
    const siteRules = [{ pattern: main.origin, robots: 'never' }] as const;
    await session.render({ urls, variant: 'freed', isOffline: false }, { siteRules });
    expect(main.paths().at(-1)).toBe('/app.js');
    expect(rows(session, 'SELECT variant, requests_blocked FROM rendering ORDER BY id')).toEqual([
      ['obeying', 1],
      ['freed', 0],
    ]);
    await session.render({ urls, variant: 'obeying', isOffline: false }, { siteRules });
    expect(rows(session, 'SELECT variant, requests_blocked FROM rendering ORDER BY id')).toEqual([
      ['obeying', 1],
      ['freed', 0],
    ]);
    expect(faults(session)).toEqual([]);
  });
});
