import { describe, expect, it } from 'vitest';
import { systemClock } from '#engine/crawl/clock.ts';
import type { Session, SessionOptions } from '#engine/session/session.ts';
import { column, faults, newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { linksTo } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

const hour = 3_600_000;

/** What a session is given whose time of day is an hour ahead. */
const anHourAhead: SessionOptions = {
  clock: { ...systemClock, now: () => Date.now() + hour },
  wrapFetcher: fetcher => ({
    async fetch(...request) {
      const outcome = await fetcher.fetch(...request);
      return { ...outcome, timings: { ...outcome.timings, endedAt: outcome.timings.endedAt + hour } };
    },
    trustHosts: hosts => fetcher.trustHosts(hosts),
    close: () => fetcher.close(),
  }),
};

/** Stops a crawl when this many attempts ended with a 503. */
async function stopAfter(session: Session, attempts: number): Promise<void> {
  const running = session.run();
  while (column(session, 'SELECT count(*) FROM fetch WHERE status = 503')[0] !== attempts) await new Promise(setImmediate);
  session.stop();
  await running;
  await session.close();
}

describe('a crawl whose clock was ahead, and is right when the crawl goes on', () => {
  it.each([
    ['Retry-After', { 'Retry-After': '30' }, 30_000],
    ['a back-off of ours', {}, 5_000],
  ])('waits as long as %s asked for, and no longer', async (_, headers, waitMs) => {
    let isBusy = true;
    const server = await site({
      '/': linksTo('/a'),
      '/a': () => (isBusy ? { status: 503, headers, body: '' } : 'A'),
    });
    const path = newPath();
    await stopAfter(newSession([server.url('/')], { maxAttempts: 5 }, { ...anHourAhead, path }), 1);
    isBusy = false;
    const right = withoutWaits();
    const begun = right.clock.mono();
    const later = reopen(path, right);
    expect(await later.run()).toBe('finished');
    const waited = right.clock.mono() - begun;
    expect(waited).toBeGreaterThanOrEqual(waitMs);
    expect(waited).toBeLessThan(hour / 2);
    expect(later.status()).toMatchObject({ fetched: 2, queued: 0 });
    expect(faults(later)).toEqual([]);
  });
});
