import { describe, expect, it } from 'vitest';
import { column, faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../support/crawling.ts';
import { stopWatch } from '../../support/own-time.ts';
import { type Answer, linksTo } from '../../support/site.ts';

const many = Array.from({ length: 60 }, (_, i) => `/p${i}`);

/** A site of many pages. Each responds after a moment; `stuck` ones never respond. */
function busySite(stuck: readonly string[] = []) {
  const answers: Record<string, Answer> = { '/': linksTo(...many) };
  for (const path of many)
    answers[path] = ({ response }) => {
      if (stuck.includes(path)) return undefined;
      setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end('A page'), 30);
      return undefined;
    };
  return site(answers);
}

describe('Stop', () => {
  it('lets no request leave afterwards, cuts off those in flight, and loses nothing', async () => {
    const server = await busySite(['/p0', '/p1', '/p2']);
    const path = newPath();
    const session = newSession([server.url('/')], { connections: 6 }, { path });
    const run = session.run();
    await expect.poll(() => server.log.length).toBeGreaterThan(15);
    const elapsed = stopWatch();
    await session.stop();
    expect(elapsed()).toBeLessThan(500);
    expect(await run).toBe('stopped');
    // What was sent is in the journal. The server may read the last of it only now.
    const journal = 'SELECT target FROM fetches';
    const sent = column(session, journal).length;
    await expect.poll(() => server.sockets()).toBe(0);
    expect(column(session, journal)).toHaveLength(sent);
    expect(server.log.length).toBeLessThanOrEqual(sent);
    expect(server.log.filter(entry => entry.cut).map(entry => entry.path)).toEqual(expect.arrayContaining(['/p0', '/p1', '/p2']));
    expect(reasonsOf(session, server.url('/p0'))).toContain('interrupted');
    expect(session.status()).toMatchObject({ state: 'stopped', inFlight: 0, urls: 61 });
    expect(faults(session)).toEqual([]);
    await session.close();

    for (const stuck of ['/p0', '/p1', '/p2']) server.set(stuck, 'Free now');
    const again = reopen(path);
    expect(await again.run()).toBe('finished');
    expect(again.status()).toMatchObject({ fetched: 61, queued: 0 });
    expect(faults(again)).toEqual([]);
    // Responses that came whole are never asked for again. The crawl knows which did: a server may have written all of a response that
    // Stop cut off on its way.
    const cut = column(again, `${journal} WHERE outcome = 'interrupted' OR cause = 'cancelled'`);
    const whole = column(again, `${journal} WHERE status IS NOT NULL`);
    expect(whole).toHaveLength(62);
    expect(new Set(whole).size).toBe(62);
    const asked = column(again, journal);
    expect(asked).toHaveLength(whole.length + cut.length);
    for (const url of new Set(asked)) {
      const times = (list: readonly unknown[]) => list.filter(item => item === url).length;
      expect(times(server.paths().map(server.url)), String(url)).toBeLessThanOrEqual(times(asked));
    }
  });

  it('before the first answer leaves the seed waiting', async () => {
    const server = await site({ '/robots.txt': () => undefined });
    const session = newSession([server.url('/')]);
    const run = session.run();
    await expect.poll(() => server.log.length).toBe(1);
    await session.stop();
    expect(await run).toBe('stopped');
    expect(session.status()).toMatchObject({ queued: 1, urls: 1 });
    expect(rows(session, 'SELECT count(*) FROM robots_version')).toEqual([[0]]);
    expect(faults(session)).toEqual([]);
  });
});

describe('Pause', () => {
  it('sends nothing new until Resume, keeps what was in flight, and can be stopped', async () => {
    const server = await busySite();
    const session = newSession([server.url('/')], { connections: 4 });
    const run = session.run();
    await expect.poll(() => server.log.length).toBeGreaterThan(10);
    await session.pause();
    await expect.poll(() => session.status().inFlight).toBe(0);
    const asked = server.log.length;
    expect(session.status().state).toBe('paused');
    expect(session.status().fetched).toBe(asked - 1);
    expect(() => session.changeSettings({ maxPages: 1 })).toThrow(/Pause or stop|before changing/);
    await session.resume();
    expect(session.status().state).toBe('running');
    await expect.poll(() => server.log.length).toBeGreaterThan(asked + 5);
    await session.pause();
    await session.stop();
    expect(await run).toBe('stopped');
    expect(await session.run()).toBe('finished');
    expect(session.status().fetched).toBe(61);
    expect(faults(session)).toEqual([]);
  });
});
