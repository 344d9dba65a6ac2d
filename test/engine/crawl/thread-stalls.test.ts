import { describe, expect, it } from 'vitest';
import { ThreadStalls } from '#engine/crawl/thread-stalls.ts';
import { newSession, site } from '../../support/crawling.ts';
import { type Answer, linksTo, page } from '../../support/site.ts';

describe('spans in which the thread was not free', () => {
  it('what is read right after such a span may have waited since its start', () => {
    const stalls = new ThreadStalls(0);
    for (const at of [100, 200, 300, 1_500, 1_600, 1_700, 1_800]) stalls.tick(at);
    expect(stalls.heldMs(250)).toBe(0);
    expect(stalls.heldMs(1_500)).toBe(1_200);
    expect(stalls.heldMs(1_540)).toBe(1_240);
    expect(stalls.heldMs(1_790)).toBe(0);
  });
  it('counts a span that has not ended', () => {
    const stalls = new ThreadStalls(0);
    stalls.tick(100);
    expect(stalls.heldMs(250)).toBe(0);
    expect(stalls.heldMs(1_100)).toBe(1_000);
  });
});

describe('a crawl whose thread is kept busy', () => {
  it('does not take that for a slow host', async () => {
    const paths = Array.from({ length: 120 }, (_, n) => `/${n}`);
    let pages = 0;
    const answer: Answer = ({ response }) => {
      pages += 1;
      // Several requests are in flight.
      if (pages === 100) for (const end = performance.now() + 1_200; performance.now() < end; );
      setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page()), 5);
      return undefined;
    };
    const server = await site({ '/': linksTo(...paths), ...Object.fromEntries(paths.map(path => [path, answer])) });
    const session = newSession([server.url('/')], { slowFactor: 5, connections: 8 });
    let slow = 0;
    session.onChange(() => {
      if (session.status().hosts[0]?.waiting === 'slow-server') slow += 1;
    });
    await session.run();
    expect(slow).toBe(0);
    expect(session.status().fetched).toBe(121);
  });
});
