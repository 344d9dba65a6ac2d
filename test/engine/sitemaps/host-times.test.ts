import { expect, test } from 'vitest';
import { delayMarginMs, type RequestEnd } from '#core/frontier/host-clock.ts';
import { HostTimes } from '#engine/sitemaps/host-times.ts';

const at = 1_000_000;
const end = (status: number | null, retryAfterMs: number | null = null): RequestEnd => ({
  status,
  retryAfterMs,
  endedAt: at,
  isFailure: false,
});

test('the delay is that of the request about to leave: Crawl-delay holds from the first file on', () => {
  const times = new HostTimes();
  expect(times.wait('e.com', 10_000, at)).toBe(0);
  times.ended('e.com', end(200), 1_000);
  expect(times.wait('e.com', 10_000, at)).toBe(10_000 + delayMarginMs);
  expect(times.wait('e.com', 10_000, at + 20_000)).toBeLessThanOrEqual(0);
  expect(times.wait('e.com', 0, at)).toBeLessThanOrEqual(0);
  expect(times.wait('f.com', 10_000, at)).toBe(0);
});

test('429 and 503 wait for Retry-After, without it for a back-off that doubles', () => {
  const times = new HostTimes();
  times.ended('e.com', end(503, 30_000), 0);
  expect(times.wait('e.com', 0, at)).toBe(30_000 + delayMarginMs);
  times.ended('f.com', end(429), 0);
  expect(times.wait('f.com', 0, at)).toBe(5_000);
  times.ended('f.com', end(429), 0);
  expect(times.wait('f.com', 0, at)).toBe(10_000);
});

test('a wait that is too long is said, once it is over it is not', () => {
  const times = new HostTimes();
  times.ended('e.com', end(429, 90_000), 0);
  expect(times.heldOff('e.com', 60_000, at)).toMatch(/^e\.com must not be requested for 91 seconds \(the server returned 429\)/);
  expect(times.heldOff('e.com', 60_000, at + 60_000)).toBe('');
  expect(times.heldOff('f.com', 60_000, at)).toBe('');
});
