import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffMs, effectiveDelay, parseRetryAfter, retryDelayMs } from '#core/frontier/politeness.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const wait = (value: string | undefined) => parseRetryAfter(value, now, Date.parse);

describe('the effective delay', () => {
  it('is the longer of our own and the declared one; the line is named when it decides', () => {
    expect(effectiveDelay(500, null)).toEqual({ delayMs: 500, line: 0 });
    expect(effectiveDelay(500, { seconds: 0.2, line: 3 })).toEqual({ delayMs: 500, line: 0 });
    expect(effectiveDelay(500, { seconds: 0.5, line: 3 })).toEqual({ delayMs: 500, line: 3 });
    expect(effectiveDelay(500, { seconds: 20, line: 3 })).toEqual({ delayMs: 20_000, line: 3 });
    expect(effectiveDelay(0, { seconds: 0, line: 3 })).toEqual({ delayMs: 0, line: 3 });
  });

  it('is never under either', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e4), (own, seconds) => {
        const { delayMs } = effectiveDelay(own, { seconds, line: 1 });
        expect(delayMs).toBe(Math.max(own, seconds * 1000));
      }),
    );
  });
});

describe('Retry-After (RFC 9110 §10.2.3)', () => {
  it('may be seconds or a date', () => {
    expect(wait('0')).toBe(0);
    expect(wait(' 120 ')).toBe(120_000);
    expect(wait('Sat, 21 Nov 2026 12:01:30 GMT')).toBe(90_000);
  });

  it('that cannot be used is none: garbage, a past date, nothing', () => {
    for (const value of [undefined, '', '  ', 'soon', '-5', '1.5 hours', '12 s', 'Sat, 21 Nov 2026 11:59:59 GMT', '0x10'])
      expect(wait(value), value).toBeNull();
  });

  it('is clamped to a day', () => {
    expect(wait('86401')).toBe(day);
    expect(wait('9'.repeat(400))).toBe(day);
    expect(wait('Sat, 21 Nov 2076 12:00:00 GMT')).toBe(day);
  });

  it('is never negative, endless or NaN, whatever the server writes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date({ noInvalidDate: true }).map(String), fc.nat().map(String)), value => {
        const result = wait(value);
        expect(result === null || (result >= 0 && result <= day)).toBe(true);
      }),
    );
  });
});

describe('back-off', () => {
  it('doubles from 5 s to 10 min and never undercuts the delay', () => {
    expect([1, 2, 3, 7, 8, 50, 5_000].map(count => backOffMs(count, 0))).toEqual([
      5_000, 10_000, 20_000, 320_000, 600_000, 600_000, 600_000,
    ]);
    expect(backOffMs(1, 30_000)).toBe(30_000);
    expect(backOffMs(20, 3_600_000)).toBe(3_600_000);
  });

  it('another attempt waits 2 s, 8 s, 32 s … at most 5 min', () => {
    expect([1, 2, 3, 4, 5, 100].map(retryDelayMs)).toEqual([2_000, 8_000, 32_000, 128_000, 300_000, 300_000]);
  });
});
