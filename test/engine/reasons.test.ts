import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoExpectations, specialCases } from '#demo/expectations.ts';
import { type DemoSite, startDemoSite } from '#demo/server.ts';
import { Crawl } from '#engine/crawl.ts';
import { demoSettings } from '#engine/demo.ts';
import { explainRefusal, isPublicAddress } from '#fetcher/address-guard.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import type { Fetcher } from '#shared/model/fetch.ts';
import { createDatabase } from '#storage/database.ts';
import { openStore } from '#storage/store.ts';
import { startSpecialSite } from '../support/special-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'crawlscope-reasons-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Crawls to the end; `stopWhen` is asked at every change and ends the run early, after which the crawl is continued. */
const crawlAll = async (
  name: string,
  settings: CrawlSettings,
  wrap: (fetcher: Fetcher) => Fetcher,
  stopWhen: () => boolean = () => false,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const db = createDatabase(join(folder, `${name}.crawl`));
  const store = openStore(db);
  const settingsId = store.transaction(() => {
    store.crawl.create(Date.now(), 'test', settings);
    return store.crawl.read()?.settingsId ?? 0;
  });
  const trusted = new Set(settings.seeds.map(seed => new URL(seed).hostname));
  const run = async (mayStop: boolean) => {
    const fetcher = wrap(createHttpFetcher({ connectionsPerOrigin: 8 }));
    fetcher.trustHosts([...trusted]);
    const crawl = new Crawl({
      store,
      settings,
      settingsId,
      fetcher,
      limits: { ...defaultFetchLimits, maxBodyBytes: settings.maxBodyBytes },
      refusedAddress: host =>
        trusted.has(host) || !/^[\d.]+$/.test(host) || isPublicAddress(host) ? '' : explainRefusal(host, host),
      now: Date.now,
      onChange: () => undefined,
    });
    const watch = setInterval(() => {
      if (mayStop && stopWhen()) crawl.stop();
    }, 10);
    try {
      return await crawl.run();
    } finally {
      clearInterval(watch);
      await fetcher.close();
    }
  };
  if ((await run(true)) === 'stopped' && stopWhen()) await run(false);
  const rows = db.prepare('SELECT url, reason FROM decisions ORDER BY id').all() as { url: string; reason: string }[];
  db.close();
  const reasons = new Map<string, string[]>();
  for (const { url, reason } of rows) reasons.set(url, [...(reasons.get(url) ?? []), reason]);
  return reasons;
};

describe('every reason is given where it should be', () => {
  let site: DemoSite;
  let decisions: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    site = await startDemoSite();
    decisions = await crawlAll('demo', demoSettings(site.url), fetcher => fetcher);
  }, 90_000);
  afterAll(() => site.close());

  test.each(demoExpectations)('demo $path: $reason', ({ path, reason }) => {
    const url = path.startsWith('/') ? new URL(site.url).origin + path : path;
    expect(decisions.get(url) ?? []).toContain(reason);
  });

  test('pages that may not be fetched were never asked for', () => {
    const forbidden = new Set([
      'robots-disallow',
      'link-nofollow',
      'page-nofollow',
      'depth-limit',
      'redirect-limit',
      'excluded-pattern',
    ]);
    const asked = new Set(site.log.map(item => item.path));
    expect(demoExpectations.filter(item => forbidden.has(item.reason) && asked.has(item.path))).toEqual([]);
  });

  test('the declared Crawl-delay was kept between all requests', () => {
    const robotsAt = site.log.findIndex(item => item.path === '/robots.txt');
    const gaps = site.log.slice(robotsAt + 1).map((item, index) => item.startedAt - (site.log[robotsAt + index]?.endedAt ?? 0));
    expect(gaps.length).toBeGreaterThan(60);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
  });

  test.each(specialCases)('special $id', async ({ id }) => {
    const special = await startSpecialSite(id);
    try {
      const settings = { ...defaultSettings, seeds: special.seeds, maxAttempts: 1, ...special.settings };
      const hanging = () => id === 'interrupted' && special.log.includes('/');
      const found = await crawlAll(id, settings, special.wrap, hanging);
      expect(found.get(special.target) ?? []).toContain(id);
    } finally {
      await special.close();
    }
  });
});
