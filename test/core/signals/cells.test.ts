import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CrawlerPart,
  commonSigns,
  crawlerCode,
  crawlerCodes,
  crawlerPart,
  isElsewhere,
  withCanonical,
} from '#core/signals/cell-codes.ts';
import { type ConflictRule, conflictRules } from '#core/signals/conflicts.ts';
import { type CommonSigns, type CrawlerSigns, signalValues } from '#shared/model/signals.ts';

const parts: fc.Arbitrary<CrawlerPart> = fc.record({
  robots: fc.constantFrom(...signalValues.robots),
  meta: fc.constantFrom(...signalValues.meta),
  header: fc.constantFrom(...signalValues.header),
  canonical: fc.constantFrom(...signalValues.canonical),
  index: fc.constantFrom('yes' as const, 'no' as const, 'choice' as const, 'unknown' as const),
});

describe('signals as numbers', () => {
  test('a code is read back as what it was made of, and fits 16 bits', () => {
    fc.assert(
      fc.property(parts, fc.constantFrom(...signalValues.canonical), (part, canonical) => {
        const code = crawlerCode(part);
        expect(code).toBeLessThan(crawlerCodes);
        expect(crawlerPart(code)).toEqual(part);
        expect(isElsewhere(code)).toBe(part.canonical === 'other');
        expect(crawlerPart(withCanonical(code, canonical))).toEqual({ ...part, canonical });
      }),
    );
    expect(crawlerCodes).toBeLessThan(2 ** 16);
  });

  test('every value of what crawlers share has its bits', () => {
    const seen = { response: new Set<string>(), sitemap: new Set<string>(), hreflang: new Set<string>() };
    for (let bits = 0; bits < 128; bits += 1) {
      const { response, sitemap, hreflang } = commonSigns(bits);
      seen.response.add(response);
      seen.sitemap.add(sitemap);
      seen.hreflang.add(hreflang);
    }
    for (const value of signalValues.response) expect(seen.response).toContain(value);
    expect([...seen.sitemap]).toEqual(signalValues.sitemap);
    expect([...seen.hreflang].sort()).toEqual([...signalValues.hreflang].sort());
  });
});

const usual: CrawlerSigns & CommonSigns = {
  ...{ robots: 'allowed', meta: 'none', header: 'none', canonical: 'self' },
  ...{ response: '2xx', sitemap: 'no', hreflang: 'none' },
};
const found = (change: Partial<typeof usual>): string[] =>
  conflictRules.filter(({ test: hits }) => hits({ ...usual, ...change })).map(({ id }) => id);

describe('conflicts', () => {
  test.each<[ConflictRule['id'], Partial<typeof usual>]>([
    ['noindex-unread', { robots: 'blocked', header: 'noindex' }],
    ['sitemap-blocked', { robots: 'blocked', sitemap: 'yes' }],
    ['sitemap-noindex', { meta: 'noindex-nofollow', sitemap: 'yes' }],
    ['canonical-noindex', { canonical: 'to-noindex' }],
    ['canonical-blocked', { canonical: 'to-blocked' }],
    ['canonical-error', { canonical: 'to-error' }],
    ['canonical-conflict', { canonical: 'conflict' }],
    ['hreflang-blocked', { robots: 'blocked', hreflang: 'listed' }],
    ['hreflang-noindex', { header: 'noindex', hreflang: 'lists' }],
    ['sitemap-error', { response: '4xx', canonical: 'none', sitemap: 'yes' }],
    ['noindex-canonical', { meta: 'noindex', canonical: 'other' }],
    ['canonical-unread', { robots: 'blocked', canonical: 'other' }],
    ['sitemap-canonical', { canonical: 'other', sitemap: 'yes' }],
    ['sitemap-redirect', { response: 'redirect', canonical: 'none', sitemap: 'yes' }],
    ['canonical-redirect', { canonical: 'to-redirect' }],
    ['canonical-chain', { canonical: 'to-chain' }],
    ['hreflang-canonical', { canonical: 'other', hreflang: 'both' }],
    ['hreflang-redirect', { response: 'redirect', canonical: 'none', hreflang: 'listed' }],
    ['hreflang-error', { response: 'none', canonical: 'unknown', hreflang: 'listed' }],
    ['canonical-unknown', { canonical: 'to-unknown' }],
  ])('%s is found where its signals are, and nothing else', (id, change) => {
    expect(found(change)).toEqual([id]);
  });

  test('every conflict is in the list above once, worst first; signals that agree are none', () => {
    const ranks = conflictRules.map(({ rank }) => rank);
    expect(ranks).toEqual([...ranks].sort());
    expect(new Set(conflictRules.map(({ id }) => id)).size).toBe(20);
    expect(found({})).toEqual([]);
    expect(found({ sitemap: 'yes', hreflang: 'both' })).toEqual([]);
    expect(found({ robots: 'blocked', meta: 'unknown', canonical: 'unknown', response: 'not-requested' })).toEqual([]);
  });
});
