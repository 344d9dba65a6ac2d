import { createHash, randomBytes } from 'node:crypto';
import { MessagePort } from 'node:worker_threads';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { finish } from '#core/steps.ts';
import type { SitemapJob } from '#engine/crawl/context.ts';
import { prepareLong } from '#engine/crawl/long-body.ts';
import { readShortSitemap } from '#engine/crawl/read-sitemap.ts';
import type { SettleContext } from '#engine/crawl/settle.ts';
import type { Done } from '#engine/crawl/settle-job.ts';
import type { Session } from '#engine/session/session.ts';
import { BodyThread } from '#engine/threads/bodies/body-thread.ts';
import { Batches, type BodyItem } from '#engine/threads/bodies/read-body.ts';
import type { PageLink } from '#shared/model/page.ts';
import { column, faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../support/crawling.ts';
import { longestHold } from '../../support/longest-hold.ts';
import { hostileSites } from '../../support/proof/hostile-responses.ts';
import { page, type Site } from '../../support/site.ts';

/** How long a stranger's response may block the crawl's thread, in milliseconds of CPU time. */
const most = 250;

// scripts/proofs/longest-turn.mjs prints the figures.
describe('I13: a response made to hold the crawl', () => {
  it.each(hostileSites)('$name holds it for less than 250 ms at a time', async ({ answers, sitemaps }) => {
    const server = await site(answers());
    const session = newSession([server.url('/')], { maxPages: 2, sitemaps });
    expect(await longestHold(() => session.run())).toBeLessThan(most);
    expect(column(session, 'SELECT count(*) FROM fetch WHERE ended_at IS NULL')).toEqual([0]);
    expect(column(session, "SELECT count(*) FROM url WHERE state = 'leased'")).toEqual([0]);
    expect(column(session, 'PRAGMA integrity_check')).toEqual(['ok']);
  });
});

describe('a long page', () => {
  const words = 'word '.repeat(200_000);

  it('is read and stored as a short one is', async () => {
    const tags =
      '<meta name=robots content=nofollow><link rel=canonical href=/c><h1>Head</h1><a href=/x>x</a><a href=/y rel=nofollow>y</a>';
    const server = await site({ '/': page(tags, words), '/short': page(tags) });
    const session = newSession([server.url('/'), server.url('/short')]);
    await session.run();
    const facts = `SELECT p.title, p.h1, p.meta_robots, p.links, u.reason, u.may_list, u.links_followed, u.outlinks
      FROM page p JOIN urls u ON u.id = p.url_id ORDER BY u.id LIMIT 2`;
    const [long, short] = rows(session, facts);
    expect(long).toEqual(short);
    expect(reasonsOf(session, server.url('/'))).toEqual(reasonsOf(session, server.url('/short')));
    const body = Buffer.from(page(tags, words));
    expect(
      rows(session, 'SELECT b.size, f.body_bytes FROM fetch f JOIN body b ON b.hash = f.body_hash ORDER BY b.size DESC LIMIT 1'),
    ).toEqual([[body.length, body.length]]);
    expect(faults(session)).toEqual([]);
  });

  it('of more than 2 MiB is stored byte for byte, and read to its end', async () => {
    const body = Buffer.from(page('<a href=/x>x</a>', `${'word é '.repeat(500_000)}<a href=/last>y</a>`));
    const server = await site({ '/': { headers: { 'Content-Type': 'text/html' }, body } });
    const session = newSession([server.url('/')], { maxPages: 1 });
    await session.run();
    expect(
      rows(
        session,
        'SELECT f.body_bytes, f.wire_bytes, p.links, p.words, u.bytes FROM fetch f JOIN page p ON p.fetch_id = f.id JOIN urls u ON u.id = p.url_id',
      ),
    ).toEqual([[body.length, body.length, 2, 1_000_002, body.length]]);
    const stored = rows(
      session,
      'SELECT b.encoding, b.bytes FROM fetch f JOIN body b ON b.hash = f.body_hash WHERE f.body_bytes = ?'.replace(
        '?',
        String(body.length),
      ),
    )[0];
    expect(stored?.[0]).toBe('zstd');
    expect(Buffer.compare(zstdDecompressSync(stored?.[1] as Buffer), body)).toBe(0);
    expect(faults(session)).toEqual([]);
  });

  it('that is an error is stored, and its links are not found', async () => {
    const server = await site({
      '/': { status: 404, headers: { 'Content-Type': 'text/html' }, body: page('<a href=/x>x</a>', words) },
    });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(rows(session, 'SELECT url, status FROM urls')).toEqual([[server.url('/'), 404]]);
    expect(column(session, 'SELECT count(*) FROM body WHERE size > 1000000')).toEqual([1]);
  });

  it('is not stored where bodies are not', async () => {
    const server = await site({ '/': page(words) });
    const session = newSession([server.url('/')], { storeBodies: false });
    await session.run();
    expect(column(session, 'SELECT count(*) FROM body WHERE size > 1000000')).toEqual([0]);
  });

  const responded = (server: Site) => server.log.some(({ path, endedAt }) => path === '/' && endedAt !== null);
  const linked = (session: Session) => column(session, 'SELECT count(*) FROM url')[0] as number;
  const links = Array.from({ length: 12_000 }, (_, i) => `<a href=/q${i}>x</a>`).join('');
  it.each([
    ['read', responded],
    ['stored', (_: Site, session: Session) => linked(session) > 100],
  ])('whose crawl is stopped while it is %s waits for the next run, which has all of it', async (_, isThere) => {
    const server = await site({ '/': page(links, words) });
    const path = newPath();
    const session = newSession([server.url('/')], { maxPages: 1 }, { path });
    const run = session.run();
    while (!isThere(server, session)) await new Promise(setImmediate);
    await session.stop();
    expect(await run).toBe('stopped');
    expect(reasonsOf(session, server.url('/')).at(-1)).toBe('interrupted');
    expect(linked(session)).toBeLessThan(12_000);
    expect(faults(session)).toEqual([]);
    await session.close();
    const later = reopen(path);
    expect(await later.run()).toBe('finished');
    expect(column(later, 'SELECT sum(count) FROM page_links')).toEqual([12_000]);
    expect(faults(later)).toEqual([]);
  });
});

describe('a long sitemap', () => {
  const filler = `<!-- ${'A comment that is long. '.repeat(130_000)} -->`;
  const set = (base: string, between = '') => {
    const entries = Array.from(
      { length: 1_200 },
      (_, i) => `<url><loc>${base}/p${i}</loc><lastmod>2024-01-0${1 + (i % 9)}</lastmod></url>`,
    );
    return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}${between}</urlset>`;
  };
  const crawled = async (make: (base: string) => string | Buffer) => {
    const server = await site({ '/': 'Here' });
    const base = server.url('/').slice(0, -1);
    server.set('/sitemap.xml', { headers: { 'Content-Type': 'application/xml' }, body: make(base) });
    const session = newSession([server.url('/')], { sitemaps: true, maxPages: 1 });
    await session.run();
    expect(faults(session)).toEqual([]);
    const listed = rows(
      session,
      'SELECT e.seq, e.line, e.lastmod, u.url FROM sitemap_entry e JOIN urls u ON u.id = e.url_id ORDER BY e.seq',
    );
    return {
      listed: listed.map(([seq, line, lastmod, url]) => [seq, line, lastmod, String(url).replace(base, '')]),
      session,
      base,
    };
  };

  it('that is an error page leaves none of its entries in memory', async () => {
    const bodies = new BodyThread();
    const settle = {
      directiveProfile: { agents: [], engine: { id: 'google' } },
      settings: { storeBodies: false },
    } as unknown as SettleContext;
    const job = { kind: 'sitemap', sitemap: { url: 'http://h/s.xml' } } as SitemapJob;
    const outcome = { kind: 'response', status: 404, headers: [], body: Buffer.from(set('http://h', filler)) };
    const { steps } = await prepareLong(bodies, settle, { job, outcome } as unknown as Done);
    // The channel that has them, which nobody reads.
    const closed = vi.spyOn(MessagePort.prototype, 'close');
    expect(finish(steps)).toMatchObject({ document: { entries: 1_200 } });
    expect(closed).toHaveBeenCalledTimes(1);
    closed.mockRestore();
    bodies.close();
  });

  it('is read and stored as a short one is, and so is one that gzip has packed', async () => {
    const short = await crawled(set);
    expect(short.listed).toHaveLength(1_200);
    for (const isPacked of [false, true]) {
      const pack = (text: string) => (isPacked ? gzipSync(text) : text);
      const { listed, session, base } = await crawled(host => pack(set(host, filler)));
      expect(listed).toEqual(short.listed);
      expect(session.sitemaps()).toMatchObject([{ kind: 'urlset', state: 'done', entries: 1_200 }]);
      const body = Buffer.from(pack(set(base, filler)));
      expect(rows(session, "SELECT body_bytes, lower(hex(body_hash)) FROM fetch WHERE purpose = 'sitemap'")).toEqual([
        [body.length, createHash('sha256').update(body).digest('hex')],
      ]);
    }
  });

  it('has no entries where its gzip is damaged', async () => {
    const { listed, session } = await crawled(base => {
      const packed = gzipSync(set(base, randomBytes(2 * 1024 * 1024).toString('hex')));
      return packed.subarray(0, packed.length - 20);
    });
    expect(listed).toEqual([]);
    expect(session.sitemaps()).toMatchObject([{ state: 'failed', detail: 'It is not a sitemap.', entries: 0 }]);
  });

  it('of up to a mebibyte needs the thread only if an entry is not written plainly', async () => {
    const read = vi.spyOn(BodyThread.prototype, 'read');
    try {
      // Three quarters of a mebibyte of addresses.
      const long = (base: string) => set(`${base}/${'a'.repeat(600)}`);
      const plain = await crawled(long);
      expect(plain.listed).toHaveLength(1_200);
      expect(read).not.toHaveBeenCalled();
      const other = await crawled(base => long(base).replace('</loc>', '</loc><!-- -->'));
      expect(other.listed).toEqual(plain.listed);
      expect(read).toHaveBeenCalledTimes(1);
    } finally {
      read.mockRestore();
    }
  });

  it('that cannot be compressed is read, and not stored where it would take more than 16 MiB', async () => {
    const noise = (bytes: number) => `<!--${randomBytes(bytes).toString('base64')}-->`;
    const { listed, session } = await crawled(base => set(base, noise(18 * 1024 * 1024)));
    expect(listed).toHaveLength(1_200);
    expect(column(session, "SELECT body_hash FROM fetch WHERE purpose = 'sitemap'")).toEqual([null]);
  });
});

describe('what one turn of the crawl takes', () => {
  it('is at most 500 links or a quarter of a mebibyte of them', () => {
    const link = (href: string): PageLink => ({
      kind: 'a',
      href,
      rel: '',
      facts: 0,
      hreflang: '',
      text: '',
      at: { start: 0, end: 1 },
    });
    const links = [
      ...Array.from({ length: 1_200 }, () => link('/x')),
      ...Array.from({ length: 100 }, () => link('x'.repeat(8_000))),
    ];
    const batches: (readonly BodyItem[])[] = [];
    const into = new Batches(batch => batches.push(batch));
    for (const each of links) into.add(each);
    into.end();
    expect(batches.flat()).toEqual(links);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(500);
      const characters = batch.slice(0, -1).reduce((sum, item) => sum + ('href' in item ? item.href.length : 0), 0);
      expect(characters).toBeLessThan(256 * 1024);
    }
  });

  it('is no sitemap that is longer than the limit once it is unpacked', () => {
    const text = `<urlset>${'<url><loc>http://a.test/</loc></url>'.repeat(100)}</urlset>`;
    const read = (most: number) => readShortSitemap(gzipSync(text), 'http://a.test/sitemap.xml', most);
    expect(read(text.length)?.entries.length).toBe(100);
    expect(read(text.length - 1)).toBeNull();
  });
});
