import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfRanks, parametersOf, priorityOf, rankOf } from '#core/frontier/order.ts';
import { type CrawlOrder, crawlOrders } from '#shared/model/crawl.ts';

const facts = { url: 'https://example.com/', id: 1, distance: 1, priority: '', lastmod: '' };
const rank = (order: CrawlOrder, change: Partial<typeof facts> = {}) => rankOf(order, { ...facts, ...change });

describe('the order of a crawl', () => {
  it('priority: depth first, then the sitemap priority; without one it is 0.5', () => {
    expect(rank('priority', { priority: '0.9' })).toBeLessThan(rank('priority'));
    expect(rank('priority', { priority: '0.1' })).toBeGreaterThan(rank('priority'));
    expect(rank('priority', { priority: '0.0' })).toBeLessThan(rank('priority', { distance: 2, priority: '1.0' }));
    expect([priorityOf('0.5'), priorityOf('high'), priorityOf('2'), priorityOf('.8')]).toEqual([0.5, 0.5, 0.5, 0.8]);
  });

  it('newest: each form of a W3C date, the newest first, those without a date last', () => {
    const dates = [
      '2026-11-23T10:00:00+05:00',
      '2026-11-23T04:59:00Z',
      '2026-11-23',
      '2026-11-22T23:59:59.9Z',
      '2026-11',
      '2025',
      '1970-01-01',
    ];
    const ranks = dates.map(lastmod => rank('newest', { lastmod }));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(new Set(ranks).size).toBe(dates.length);
    for (const lastmod of ['', 'yesterday', '2026-02-30', '2026-13-01', '1-1-2026'])
      expect(rank('newest', { lastmod })).toBe(rank('newest'));
    expect(rank('newest')).toBeGreaterThan(ranks.at(-1) ?? 0);
    const seconds = (lastmod: string) => 4_102_444_800 - rank('newest', { lastmod });
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true }), date => {
        const text = `${date.toISOString().slice(0, 16)}Z`;
        expect(seconds(text)).toBe(Date.parse(text) / 1000);
      }),
    );
  });

  it('parameters: counts those of the query', () => {
    const counts = ['/', '/?', '/?a', '/?a=1&b=2', '/?a=1&&b=2#c?d&e'].map(path => parametersOf(`https://example.com${path}`));
    expect(counts).toEqual([0, 0, 1, 2, 2]);
  });

  it('every rank is a whole number below the times of the clock', () => {
    const any = fc.record({
      url: fc.webUrl({ withQueryParameters: true }),
      id: fc.nat(),
      distance: fc.nat({ max: 10_000 }),
      priority: fc.string(),
      lastmod: fc.oneof(fc.string(), fc.constantFrom('9999-12-31', '0000-01-01')),
    });
    fc.assert(
      fc.property(fc.constantFrom(...crawlOrders), any, (order, given) => {
        const value = rankOf(order, given);
        expect(Number.isSafeInteger(value) && value >= 0 && value < endOfRanks).toBe(true);
      }),
    );
  });
});
