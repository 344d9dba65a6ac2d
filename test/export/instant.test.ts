import { describe, expect, it } from 'vitest';
import { isoTime, timeUpTo } from '../../electron/export/instant.ts';

const at = Date.UTC(2026, 10, 21, 5, 46, 3, 125);

describe('a point in time', () => {
  it('is written as ISO 8601, and null for a number that is no time', () => {
    expect(isoTime(at)).toBe('2026-11-21T05:46:03.125Z');
    for (const absurd of [8.64e15 + 1, -9e15, 2 ** 63, Number.NaN, Number.POSITIVE_INFINITY]) expect(isoTime(absurd)).toBeNull();
  });

  it('is written up to a unit', () => {
    expect(timeUpTo(at, 'minute')).toBe('2026-11-21 05:46 UTC');
    expect(timeUpTo(at, 'second')).toBe('2026-11-21 05:46:03 UTC');
    expect(timeUpTo(at, 'millisecond')).toBe('2026-11-21 05:46:03.125 UTC');
    expect(timeUpTo(8.64e15, 'minute')).toBe('+275760-09-13 00:00 UTC');
    expect(timeUpTo(2 ** 63, 'second')).toBe('unknown time');
  });
});
