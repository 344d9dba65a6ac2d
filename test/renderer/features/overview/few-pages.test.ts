import { describe, expect, test } from 'vitest';
import { type CrawlStatus, defaultSettings } from '#shared/model/crawl.ts';
import { endedAtLimit } from '../../../../renderer/domain/crawl-words.ts';
import { fewPages } from '../../../../renderer/features/overview/few-pages.ts';

function ended(reasons: Readonly<Record<string, number>>, rest: Partial<CrawlStatus> = {}): CrawlStatus {
  const urls = Object.values(reasons).reduce((sum, n) => sum + n, 0);
  return {
    file: 'a.crawl',
    state: 'finished',
    detail: '',
    seeds: ['https://a.example/'],
    startedAt: 0,
    endedAt: 1,
    now: 2,
    urls,
    decisions: urls,
    queued: 0,
    inFlight: 0,
    fetched: 1,
    failed: 0,
    disregarded: 0,
    fetches: 1,
    bytes: 0,
    rate: 0,
    etaMs: null,
    runningMs: 0,
    reasons: Object.entries(reasons).map(([reason, count]) => ({ reason, count })),
    statuses: [],
    mayList: [],
    hosts: [],
    hostsTotal: 1,
    settings: { ...defaultSettings, seeds: ['https://a.example/'] },
    ...rest,
  };
}

test('a crawl ended at its page limit when URLs wait because of it', () => {
  const limited = { fetched: 3, 'page-limit': 2 };
  expect(endedAtLimit(ended(limited, { fetched: 3, queued: 2 }))).toBe(true);
  expect(endedAtLimit(ended(limited, { fetched: 3, queued: 2, state: 'running' }))).toBe(false);
  expect(endedAtLimit(ended({ fetched: 3 }, { fetched: 3, queued: 1 }))).toBe(false);
});

describe('why so few pages', () => {
  test('robots.txt disallows most URLs in scope; those outside do not count', () => {
    const why = fewPages(ended({ fetched: 1, 'robots-disallow': 3, 'scope-host': 50 }));
    expect(why).toMatchObject({ filter: 'reason:robots-disallow', count: 3 });
    expect(why?.sentence).toContain('3 of 4 URLs');
  });
  test('half is not most', () => expect(fewPages(ended({ fetched: 2, 'robots-disallow': 2 }))).toBeNull());
  test('a redirect to another host', () => {
    expect(fewPages(ended({ redirected: 1, 'scope-host': 1 }))?.filter).toBe('reason:scope-host');
    expect(fewPages(ended({ fetched: 1, 'scope-host': 1 }))).toBeNull();
  });
  test('an unreachable robots.txt goes before everything else', () => {
    const why = fewPages(ended({ 'robots-unreachable': 1 }, { fetched: 0, failed: 1, queued: 1 }));
    expect(why?.filter).toBe('reason:robots-unreachable');
  });
  test('all failed', () => {
    expect(fewPages(ended({ 'dns-failure': 2 }, { fetched: 0, failed: 2 }))?.filter).toBe('state:failed');
    expect(fewPages(ended({ 'dns-failure': 2, fetched: 1 }, { failed: 2 }))).toBeNull();
  });
  test('silent while the crawl moves, and when it fetched pages', () => {
    const blocked = { fetched: 1, 'robots-disallow': 30 };
    for (const state of ['running', 'paused', 'new'] as const) expect(fewPages(ended(blocked, { state }))).toBeNull();
    expect(fewPages(ended(blocked, { fetched: 3 }))).toBeNull();
    expect(fewPages(ended({}, { fetched: 0 }))).toBeNull();
  });
});
