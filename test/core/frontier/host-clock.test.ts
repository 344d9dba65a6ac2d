import { describe, expect, it } from 'vitest';
import { backOff, clockAfter, delayMarginMs, type HostClock, type RequestEnd, storedWait } from '#core/frontier/host-clock.ts';

const clock = (given: Partial<HostClock> = {}): HostClock => ({
  delayMs: 0,
  nextAt: 0,
  backoffUntil: 0,
  backoffMs: null,
  backoffCount: 0,
  backoffDetail: '',
  busySince: null,
  ...given,
});
const ended = (given: Partial<RequestEnd> = {}): RequestEnd => ({
  status: 200,
  retryAfterMs: null,
  endedAt: 1_000_000,
  isFailure: false,
  ...given,
});

describe('the clock of a host after a request', () => {
  it('waits for the delay, from the end of the response', () => {
    const host = clock();
    expect(clockAfter(host, ended(), 1_000)).toBe(1_000 + delayMarginMs);
    expect(host.nextAt).toBe(1_001_000 + delayMarginMs);
  });

  it('does not wait where there is no delay', () => {
    expect(clockAfter(clock(), ended(), 0)).toBe(0);
  });

  it('never goes back', () => {
    const host = clock({ nextAt: 9_000_000 });
    clockAfter(host, ended(), 1_000);
    expect(host.nextAt).toBe(9_000_000);
  });

  it.each([429, 503])('waits as long as Retry-After of a %i asks for', status => {
    const host = clock();
    expect(clockAfter(host, ended({ status, retryAfterMs: 60_000 }), 1_000)).toBe(60_000 + delayMarginMs);
    expect(host.backoffDetail).toContain(String(status));
  });

  it('doubles the wait of throttling responses without Retry-After, and begins anew after another response', () => {
    const host = clock();
    expect(clockAfter(host, ended({ status: 503 }), 0)).toBe(5_000);
    expect(clockAfter(host, ended({ status: 503 }), 0)).toBe(10_000);
    clockAfter(host, ended({ status: 404 }), 0);
    expect(host.backoffCount).toBe(0);
  });

  it('waits longer after three failures in a row, and not for what we cut off', () => {
    const host = clock();
    const failed = ended({ status: null, isFailure: true });
    expect([clockAfter(host, failed, 0), clockAfter(host, failed, 0)]).toEqual([0, 0]);
    expect(clockAfter(host, failed, 0)).toBe(2_000);
    const cut = clock();
    for (let round = 0; round < 5; round += 1) expect(clockAfter(cut, ended({ status: null }), 0)).toBe(0);
  });
});

describe('the wait that a stored clock asks for', () => {
  const now = 1_000_000;

  it('is what is left of the delay', () => {
    expect(storedWait(clock({ nextAt: now + 300 }), now, 1_000)).toBe(300);
    expect(storedWait(clock({ nextAt: now - 300 }), now, 1_000)).toBe(0);
  });

  it('is a full delay where a request may have been in flight until a crash', () => {
    expect(storedWait(clock({ nextAt: now - 300, busySince: now - 5_000 }), now, 1_000)).toBe(1_000 + delayMarginMs);
  });

  it('is no longer than the delay and the longest back-off, for the clock may have been wrong', () => {
    const years = 10 * 365 * 86_400_000;
    expect(storedWait(clock({ nextAt: now + years }), now, 1_000)).toBe(1_000 + delayMarginMs);
    expect(storedWait(clock({ backoffUntil: now + years }), now, 1_000)).toBe(86_400_000);
  });

  it('is no longer than the whole back-off, however far the clock went back', () => {
    const hour = 3_600_000;
    const host = clock();
    backOff(host, now + hour, 5_000);
    expect(storedWait(host, now, 0)).toBe(5_000);
    expect(storedWait(host, now + hour + 2_000, 0)).toBe(3_000);
    expect(clockAfter(host, ended({ endedAt: now }), 0)).toBe(5_000);
  });
});

describe('a back-off', () => {
  const [at, hour] = [1_000_000, 3_600_000];

  it('never ends sooner because another one begins', () => {
    const host = clock();
    backOff(host, at, 60_000);
    backOff(host, at + 1_000, 5_000);
    expect(host).toMatchObject({ backoffUntil: at + 60_000, backoffMs: 60_000 });
    backOff(host, at + 2_000, 90_000);
    expect(host).toMatchObject({ backoffUntil: at + 92_000, backoffMs: 90_000 });
  });

  it('that began at a time of day to come gives way to a longer one of now', () => {
    const host = clock();
    backOff(host, at + hour, 5_000);
    backOff(host, at, 20_000);
    expect(host).toMatchObject({ backoffUntil: at + 20_000, backoffMs: 20_000 });
  });
});
