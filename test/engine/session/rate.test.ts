import { describe, expect, it } from 'vitest';
import { Rate } from '#engine/session/rate.ts';

describe('the rate of requests', () => {
  it('is the mean of the last ten seconds, forgets older ones, and survives a long silence', () => {
    const rate = new Rate();
    expect(rate.perSecond(1_000)).toBe(0);
    for (let at = 1_000; at < 3_000; at += 100) rate.add(at);
    expect(rate.perSecond(3_000)).toBe(2);
    expect(rate.perSecond(10_400)).toBe(2);
    expect(rate.perSecond(12_000)).toBe(0.5);
    expect(rate.perSecond(13_500)).toBe(0);
    rate.add(90_000);
    expect(rate.perSecond(90_000)).toBe(0.1);
  });
});
