import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { compareCrawls, sideOf } from '#engine/compare/compare-crawls.ts';
import { openForAudit } from '#engine/file-audit/audit-file.ts';
import type { Session } from '#engine/session/session.ts';
import { openDatabase } from '#storage/file/database.ts';
import { column, faults, newPath, newSession, rows, site } from '../../support/crawling.ts';
import { type Answer, linksTo, page, type Site } from '../../support/site.ts';

const text = { 'Content-Type': 'text/plain' };

/** Responds with a validator, and with 304 to a request that has it. */
const validated =
  (body: string, etag: string, headers: Record<string, string> = {}): Answer =>
  ({ request }) =>
    request.headers['if-none-match'] === etag
      ? { status: 304, headers: { ETag: etag, 'X-Robots-Tag': 'noarchive' } }
      : { headers: { 'Content-Type': 'text/html', ETag: etag, ...headers }, body };

const dated =
  (body: string, at: string): Answer =>
  ({ request }) =>
    request.headers['if-modified-since'] === at
      ? { status: 304 }
      : { headers: { 'Content-Type': 'text/html', 'Last-Modified': at }, body };

const day = 'Sat, 21 Nov 2026 10:00:00 GMT';
const sitemapOf = (origin: string): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/listed</loc></url></urlset>`;

async function served(): Promise<Site> {
  const server = await site({
    '/': validated(linksTo('/dated', '/plain', '/changing', '/long'), '"home"'),
    '/dated': dated(linksTo('/deep'), day),
    '/deep': validated(page('<meta name=robots content=noindex>'), '"deep"'),
    '/plain': page('<p>plain</p>'),
    '/changing': validated('<title>one</title>', '"one"'),
    '/listed': validated(page(), '"listed"'),
    '/long': validated(page(`<p>${'long '.repeat(150_000)}</p>`, '<a href=/dated>d</a>'), '"long"'),
    '/robots.txt': validated('User-agent: *\nDisallow: /no\n', '"robots"', text),
  });
  server.set('/sitemap.xml', validated(sitemapOf(server.origin), '"map"', { 'Content-Type': 'application/xml' }));
  return server;
}

async function crawlOf(server: Site, earlier?: string): Promise<Session> {
  const session = newSession(
    [server.url('/')],
    { sitemaps: true },
    { path: newPath(), ...(earlier === undefined ? {} : { earlier }) },
  );
  expect(await session.run()).toBe('finished');
  return session;
}

const facts = (session: Session): unknown[][] =>
  rows(
    session,
    'SELECT url, state, reason, status, bytes, title, depth, inlinks, outlinks, may_list, words FROM urls ORDER BY url',
  );

describe('a crawl again', () => {
  it('requests conditionally what the earlier file has, and takes what the server confirms from it', async () => {
    const server = await served();
    const first = await crawlOf(server);
    const before = facts(first);
    await first.close();
    const sent = server.log.length;
    const again = await crawlOf(server, first.path);
    const requests = server.log.slice(sent);
    expect(requests.find(({ path }) => path === '/robots.txt')?.headers['if-none-match']).toBe('"robots"');
    expect(requests.find(({ path }) => path === '/sitemap.xml')?.headers['if-none-match']).toBe('"map"');
    expect(requests.find(({ path }) => path === '/dated')?.headers['if-modified-since']).toBe(day);
    expect(requests.find(({ path }) => path === '/plain')?.headers).not.toHaveProperty('if-none-match');
    expect(facts(again)).toEqual(before);
    const unchanged = column(
      again,
      "SELECT target FROM fetches WHERE detail LIKE '304 Not Modified: unchanged since 20%' ORDER BY id",
    );
    expect(unchanged.map(url => new URL(String(url)).pathname).sort()).toEqual(
      ['/', '/changing', '/dated', '/deep', '/listed', '/long', '/robots.txt', '/sitemap.xml'].sort(),
    );
    const explained = await again.handlers['url.explain']({ url: server.url('/dated') });
    expect(JSON.stringify(explained.decisions)).toContain('304 Not Modified: unchanged since');
    expect(faults(again)).toEqual([]);
    expect(column(again, `SELECT request_headers FROM fetches WHERE target = '${server.url('/dated')}'`)[0]).toContain(day);
  });

  it('stands alone: bodies are in it, an audit finds nothing, and a third crawl repeats it', async () => {
    const server = await served();
    const first = await crawlOf(server);
    await first.close();
    const again = await crawlOf(server, first.path);
    const source = await again.handlers['url.source']({ url: server.url('/dated'), start: 0, end: 0 });
    expect(JSON.stringify(source)).toContain('/deep');
    await again.close();
    const audited = openForAudit(again.path);
    const differences: unknown[] = [];
    finish(audited.run(found => differences.push(found)));
    audited.close();
    expect(differences).toEqual([]);
    const third = await crawlOf(server, again.path);
    expect(column(third, "SELECT count(*) FROM fetches WHERE detail LIKE '304%'")).toEqual([8]);
  });

  it('takes what changed from the server, and the two files can be compared', async () => {
    const server = await served();
    const first = await crawlOf(server);
    await first.close();
    server.set('/changing', validated('<title>two</title>', '"two"'));
    const again = await crawlOf(server, first.path);
    expect(column(again, `SELECT title FROM urls WHERE url = '${server.url('/changing')}'`)).toEqual(['two']);
    const dbs = [first.path, again.path].map(path => openDatabase(path, { readOnly: true }));
    try {
      const [before, after] = dbs.map((db, at) => sideOf(db, [first.path, again.path][at] as string));
      const { comparison } = finish(compareCrawls(before as never, after as never));
      expect(comparison).toMatchObject({ both: 7, onlyBefore: [], onlyAfter: [], flipped: 0 });
    } finally {
      for (const db of dbs) db.close();
    }
  });

  it('serves the demo site again for a crawl that repeats one of it, and for no other', async () => {
    const seeds = ['http://127.0.0.1:18998/'];
    const demo = newSession(seeds, {}, { demo: true });
    const kinds = (session: Session) => column(session, "SELECT detail FROM event WHERE kind = 'demo'");
    expect(kinds(newSession(seeds, {}, { earlier: demo.path }))).toEqual(seeds);
    expect(kinds(newSession(['http://127.0.0.1:18999/'], {}, { earlier: demo.path }))).toEqual([]);
    expect(kinds(newSession(seeds))).toEqual([]);
  });

  it('takes a 304 for what it is where nothing was asked, and refuses a file that is missing', async () => {
    const server = await site({ '/': linksTo('/odd'), '/odd': { status: 304 } });
    const first = await crawlOf(server);
    await first.close();
    const again = await crawlOf(server, first.path);
    expect(column(again, `SELECT status FROM urls WHERE url = '${server.url('/odd')}'`)).toEqual([304]);
    const missing = newSession([server.url('/')], {}, { earlier: join(dirname(first.path), 'none.crawl') });
    await expect(missing.run()).rejects.toThrow('does not exist');
  });
});
