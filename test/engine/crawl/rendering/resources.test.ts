import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../../support/crawling.ts';
import { fakeRenderer } from '../../../support/fake-renderer.ts';
import { routed } from '../../../support/routed.ts';
import { linksTo, page } from '../../../support/site.ts';
import { withoutWaits } from '../../../support/waitless-clock.ts';

const all: Partial<CrawlSettings> = { render: 'all', delayMs: 0, checkDelayMs: 0 };
const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });
const withScript = (src: string): string => page(`<script src="${src}"></script>`);
const many = (count: number, url: (at: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `begin ${url(at)}`);
const open = () => ({ openBrowser: async () => fakeRenderer() });
const states = (session: Session) =>
  rows(session, 'SELECT state, result, count(*) FROM resource GROUP BY state, result ORDER BY 1, 2');

describe('a resource that nobody waits for any more', () => {
  it('is not requested, and its decision says so', async () => {
    const network = withoutWaits();
    const answer = { headers: { 'Content-Type': 'text/plain' }, body: 'x' };
    const main = await site(
      {
        '/': withScript('/app.js'),
        '/app.js': script(...many(300, at => `/data/${at}`), 'get /app.js', 'move http://other.test/'),
        ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`/data/${at}`, answer])),
      },
      network.clock,
    );
    const session = newSession([main.url('/')], { ...all, delayMs: 1_000 }, { ...open(), ...network });
    expect(await session.run()).toBe('finished');
    expect(rows(session, 'SELECT result FROM rendering')).toEqual([['left']]);
    // Those that wait when the page ends are on their way or forgotten.
    expect(main.paths().filter(path => path.startsWith('/data/')).length).toBeLessThanOrEqual(2);
    expect(states(session)).toEqual([['done', 'check-ok', expect.any(Number)]]);
    expect(reasonsOf(session, main.url('/data/299'))).toEqual(['rendering-resource', 'resource-not-awaited']);
    const { mayFetch, decisions } = await session.handlers['url.explain']({ url: main.url('/data/299') });
    expect(mayFetch.verdict).toBe('yes');
    expect(decisions.at(-1)?.sentence).toBe(
      `The rendering of ${main.url('/')} ended before Crawlscope could request this URL, so it was not requested.`,
    );
    expect(faults(session)).toEqual([]);
  });

  it('is requested if another page still waits for it', async () => {
    const main = await site({
      '/': linksTo('/a', '/b'),
      '/a': withScript('/a.js'),
      '/b': withScript('/b.js'),
      '/a.js': script('begin /data.js', 'move http://other.test/'),
      '/b.js': script('fetch /data.js'),
      '/data.js': script('append <a href="/late">late</a>'),
      '/late': page(),
    });
    const session = newSession([main.url('/')], all, open());
    expect(await session.run()).toBe('finished');
    expect(rows(session, "SELECT url, result FROM renderings WHERE url LIKE '%/a' OR url LIKE '%/b' ORDER BY url")).toEqual([
      [main.url('/a'), 'left'],
      [main.url('/b'), 'rendered'],
    ]);
    expect(main.paths()).toContain('/late');
    expect(main.paths().filter(path => path === '/data.js')).toHaveLength(1);
    expect(faults(session)).toEqual([]);
  });

  it('is not tried again', async () => {
    const network = withoutWaits();
    const main = await site(
      {
        '/': withScript('/app.js'),
        '/app.js': script('begin /data', 'get /other', 'move http://other.test/'),
        '/other': 'x',
        '/data': { status: 503, body: 'x' },
      },
      network.clock,
    );
    const session = newSession([main.url('/')], { ...all, maxAttempts: 5 }, { ...open(), ...network });
    expect(await session.run()).toBe('finished');
    expect(main.paths().filter(path => path === '/data').length).toBeLessThanOrEqual(1);
    expect(faults(session)).toEqual([]);
  });
});

describe('a host outside the crawl', () => {
  const other = 'http://cdn.test';
  const asking = async () => {
    const cdn = await site(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`/${at}`, 'x'])));
    const main = await site({
      '/': page('<script src="/app.js"></script>', '<a href="/b">b</a>'),
      '/b': withScript('/app.js'),
      '/app.js': script(...Array.from({ length: 9 }, (_, at) => `get ${other}/${at}`)),
    });
    return { cdn, main, options: { ...open(), wrapFetcher: routed({ [other]: cdn.origin }) } };
  };

  it('gets no more requests for resources than the limit of checks', async () => {
    const { cdn, main, options } = await asking();
    const session = newSession([main.url('/')], { ...all, maxChecksPerHost: 4 }, options);
    expect(await session.run()).toBe('finished');
    expect(cdn.paths()).toEqual(['/robots.txt', '/0', '/1', '/2', '/3']);
    expect(reasonsOf(session, `${other}/4`)).toEqual(['rendering-resource', 'check-limit']);
    expect(
      rows(session, `SELECT outcome, detail, count(*) FROM render_requests WHERE url LIKE '${other}%' GROUP BY 1, 2`),
    ).toEqual([
      ['answered', '', 8],
      ['blocked', 'check-limit', 10],
    ]);
    const { decisions } = await session.handlers['url.explain']({ url: `${other}/8` });
    expect(decisions.at(-1)?.sentence).toBe(
      'Crawlscope requests at most 4 URLs of this host that it does not crawl. This is number 5.',
    );
    expect(faults(session)).toEqual([]);
  });

  it('gets the others in a later run with a higher limit', async () => {
    const { cdn, main, options } = await asking();
    const path = newPath();
    const session = newSession([main.url('/')], { ...all, maxChecksPerHost: 4 }, { path, ...options });
    expect(await session.run()).toBe('finished');
    const urls = rows(session, `SELECT id FROM url WHERE url = '${main.url('/')}'`).map(([id]) => id as number);
    await session.close();
    const again = reopen(path, options);
    again.changeSettings({ maxChecksPerHost: 6 });
    await again.render({ urls, variant: 'obeying', isOffline: false });
    expect(cdn.paths().filter(each => each !== '/robots.txt')).toEqual(['/0', '/1', '/2', '/3', '/4', '/5']);
    expect(faults(again)).toEqual([]);
  });
});
