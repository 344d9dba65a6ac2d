import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoExpectations, specialCases } from '#demo/expectations.ts';
import { startDemoSite } from '#demo/server.ts';
import { settingsForDemo } from '#engine/session/demo.ts';
import { createSession, openSession, type Session } from '#engine/session/session.ts';
import { describe as sentenceFor } from '#shared/explain/describe.ts';
import { type ReasonCode, reasonCodes, reasons } from '#shared/explain/reasons.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { fakeRenderer } from '../../support/fake-renderer.ts';
import { startSpecialSite } from '../../support/special-site.ts';
import { tempFolder } from '../../support/temp.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

const sql = (session: Session, statement: string) =>
  [...session.sql(statement, { timeMs: 5_000, maxRows: 10_000 }).rows].map(row => row[0]);

async function decisionsOf(session: Session, url: string) {
  const explanation = await session.handlers['url.explain']({ url });
  return explanation.decisions;
}

describe('every reason code', () => {
  it('has a fixture: the demo site or a special site', () => {
    const fixtures = new Set<string>([...demoExpectations.map(e => e.reason), ...specialCases.map(c => c.id)]);
    expect(reasonCodes.filter(code => !fixtures.has(code))).toEqual([]);
  });

  it('has a title, a sentence and a source, and there are at least 40', () => {
    expect(reasonCodes.length).toBeGreaterThanOrEqual(40);
    for (const code of reasonCodes) {
      expect(reasons[code].title, code).not.toBe('');
      expect(reasons[code].sentence, code).toMatch(/^([A-Z{/]|robots\.txt ).*[.}”)]$/s);
      expect(reasons[code].source, code).not.toBe('');
      expect(sentenceFor(code, {}), code).not.toBe('');
    }
  });
});

describe('crawling the demo site', () => {
  it('produces every decision it promises, each with its evidence, and one current decision per URL', async () => {
    const network = withoutWaits();
    const site = await startDemoSite(network.clock);
    const session = createSession(join(tempFolder(), 'demo.crawl'), settingsForDemo(site.url), network);
    try {
      expect(await session.run()).toBe('finished');
      const missing: string[] = [];
      for (const { path, reason } of demoExpectations) {
        const url = path.startsWith('/') ? new URL(path, site.url).href : path;
        const decisions = await decisionsOf(session, url);
        const hit = decisions.find(decision => decision.reason === reason);
        if (!hit) missing.push(`${path} ${reason}: has ${decisions.map(d => d.reason).join(', ') || 'nothing'}`);
        else {
          const kind = reasons[reason].evidence;
          if (kind !== 'none' && !hit.evidence.some(e => e.kind === kind)) missing.push(`${path} ${reason}: no ${kind} evidence`);
          if (hit.sentence.includes('not recorded')) missing.push(`${path} ${reason}: ${hit.sentence}`);
        }
      }
      expect(missing).toEqual([]);
      expect(sql(session, 'SELECT count(*) FROM urls')).toEqual(sql(session, 'SELECT count(*) FROM current_decisions'));
      expect(sql(session, 'PRAGMA integrity_check')).toEqual(['ok']);
      expect(sql(session, 'SELECT count(*) FROM pragma_foreign_key_check')).toEqual([0]);
      expect(session.status().decisions).toBe(session.status().urls);
      const asked = new Set(site.log.map(item => item.path));
      const forbidden = [
        'robots-disallow',
        'link-nofollow',
        'page-nofollow',
        'depth-limit',
        'redirect-limit',
        'excluded-pattern',
      ];
      expect(demoExpectations.filter(item => forbidden.includes(item.reason) && asked.has(item.path))).toEqual([]);
      const robotsAt = site.log.findIndex(item => item.path === '/robots.txt');
      const gaps = site.log.slice(robotsAt + 1).map((item, index) => item.startedAt - (site.log[robotsAt + index]?.endedAt ?? 0));
      expect(gaps.length).toBeGreaterThan(60);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
      expect(session.status().urls).toBe(sql(session, 'SELECT count(*) FROM urls')[0]);
    } finally {
      await session.close();
      await site.close();
    }
  });
});

const ofTheirOwn: readonly string[] = [
  // Needs processes that die: test/engine/session/crash.test.ts.
  'engine-crash',
  'limit-has-room',
  'limit-raised',
  'trap-released',
  'interrupted',
  'robots-asked-again',
  'asked-by-hand',
  'host-unreachable',
];

describe('a special site', () => {
  for (const { id, setting } of specialCases.filter(special => !ofTheirOwn.includes(special.id))) {
    it(`produces ${id}: ${setting}`, async () => {
      const site = await startSpecialSite(id as ReasonCode);
      const { clock } = withoutWaits();
      const session = createSession(
        join(tempFolder(), 'special.crawl'),
        { ...defaultSettings, delayMs: 0, maxAttempts: 1, sitemaps: false, ...site.settings, seeds: site.seeds },
        { clock, wrapFetcher: fetcher => clock.watching(site.wrap(fetcher)), openBrowser: async () => fakeRenderer() },
      );
      try {
        await session.run();
        const decisions = await decisionsOf(session, site.target);
        const hit = decisions.find(decision => decision.reason === id);
        expect(decisions.map(d => d.reason)).toContain(id);
        expect(hit?.sentence).not.toContain('not recorded');
        expect(sql(session, 'SELECT count(*) FROM urls')).toEqual(sql(session, 'SELECT count(*) FROM current_decisions'));
      } finally {
        await session.close();
        await site.close();
      }
    });
  }

  it('produces asked-by-hand: a URL the user names is judged by a fresh robots.txt, and only then fetched', async () => {
    const special = await startSpecialSite('asked-by-hand');
    const settings = { ...defaultSettings, delayMs: 0, sitemaps: false, ...special.settings, seeds: special.seeds };
    const session = createSession(join(tempFolder(), 'special.crawl'), settings);
    try {
      expect(await session.run()).toBe('finished');
      expect(await session.handlers['crawl.askAgain']({ urls: [special.target, 'http://unknown.test/'] })).toEqual({ queued: 1 });
      expect(await session.run()).toBe('finished');
      expect((await decisionsOf(session, special.target)).map(d => d.reason)).toEqual(
        expect.arrayContaining(['robots-disallow', 'asked-by-hand', 'fetched']),
      );
      expect(sql(session, "SELECT count(*) FROM fetch WHERE purpose = 'robots'")).toEqual([2]);
      expect(await session.handlers['crawl.askAgain']({ urls: [special.target] })).toEqual({ queued: 0 });
    } finally {
      await session.close();
      await special.close();
    }
  });

  it('produces limit-has-room: what the limit of its host kept out is crawled after the limit was raised, in a finished crawl', async () => {
    const special = await startSpecialSite('limit-has-room');
    const settings = { ...defaultSettings, delayMs: 0, sitemaps: false, ...special.settings, seeds: special.seeds };
    const session = createSession(join(tempFolder(), 'special.crawl'), settings);
    try {
      expect(await session.run()).toBe('finished');
      expect(special.log).not.toContain('/second');
      session.changeSettings({ hostLimits: [{ host: '127.0.0.1', pages: 5 }] });
      expect(await session.run()).toBe('finished');
      const codes = (await decisionsOf(session, special.target)).map(d => d.reason);
      expect(codes).toEqual(expect.arrayContaining(['linked', 'host-page-limit', 'limit-has-room', 'fetched']));
      expect(special.log).toContain('/second');
    } finally {
      await session.close();
      await special.close();
    }
  });

  it('produces limit-raised: a page that a limit cut is requested again, whole, after the limit was raised, in a finished crawl', async () => {
    const special = await startSpecialSite('limit-raised');
    const settings = { ...defaultSettings, delayMs: 0, sitemaps: false, ...special.settings, seeds: special.seeds };
    const session = createSession(join(tempFolder(), 'special.crawl'), settings);
    try {
      expect(await session.run()).toBe('finished');
      const links = 'SELECT count(*) FROM links';
      expect([special.log, sql(session, links)]).toEqual([['/robots.txt', '/', '/first'], [1]]);
      session.changeSettings({ maxBodyBytes: 1_000_000 });
      expect(await session.run()).toBe('finished');
      const decisions = await decisionsOf(session, special.target);
      expect(decisions.map(d => d.reason)).toEqual(expect.arrayContaining(['body-incomplete', 'limit-raised', 'listable']));
      expect(decisions.find(d => d.reason === 'body-incomplete')?.sentence).toContain('(it is longer than the page size limit)');
      expect(decisions.find(d => d.reason === 'limit-raised')?.sentence).toContain('1.0 MB');
      expect(special.log.filter(path => path === '/')).toHaveLength(2);
      expect(special.log).toContain('/last');
      expect(sql(session, links)).toEqual([2]);
      expect(sql(session, "SELECT inlinks FROM urls WHERE url LIKE '%/first' OR url LIKE '%/last' ORDER BY url")).toEqual([1, 1]);
      // Nothing is cut any more: another run requests nothing.
      const asked = special.log.length;
      expect(await session.run()).toBe('finished');
      expect(special.log).toHaveLength(asked);
    } finally {
      await session.close();
      await special.close();
    }
  });

  it('produces trap-released: what a trap guard stopped is crawled after its pattern was released, also in a finished crawl', async () => {
    const special = await startSpecialSite('trap-released');
    const settings = { ...defaultSettings, delayMs: 0, sitemaps: false, ...special.settings, seeds: special.seeds };
    const session = createSession(join(tempFolder(), 'special.crawl'), settings);
    try {
      expect(await session.run()).toBe('finished');
      session.changeSettings({ releasedTraps: [`${new URL(special.target).origin}/cal/#/#`] });
      expect(await session.run()).toBe('finished');
      expect((await decisionsOf(session, special.target)).map(d => d.reason)).toEqual([
        'trap-calendar',
        'trap-released',
        'robots-no-rule',
        'fetched',
        'listable',
        'links-followed',
      ]);
    } finally {
      await session.close();
      await special.close();
    }
  });

  it('produces robots-asked-again: what robots.txt stopped is decided again after the site was set to never obey', async () => {
    const special = await startSpecialSite('robots-asked-again');
    const settings = { ...defaultSettings, delayMs: 0, sitemaps: false, ...special.settings, seeds: special.seeds };
    const session = createSession(join(tempFolder(), 'special.crawl'), settings);
    try {
      expect(await session.run()).toBe('finished');
      session.changeSettings({ siteRules: [{ pattern: new URL(special.target).origin, robots: 'never' }] });
      expect(await session.run()).toBe('finished');
      expect((await decisionsOf(session, special.target)).map(d => d.reason)).toEqual([
        'seed',
        'robots-disallow',
        'blocked-but-listable',
        'robots-asked-again',
        'robots-overridden',
        'fetched',
        'listable',
        'blocked-but-listable',
        'not-html',
      ]);
    } finally {
      await session.close();
      await special.close();
    }
  });

  it('produces interrupted: what was in flight when the program stopped is queued again and fetched on resume', async () => {
    const site = await startSpecialSite('interrupted');
    const path = join(tempFolder(), 'special.crawl');
    const session = createSession(path, { ...defaultSettings, delayMs: 0, sitemaps: false, ...site.settings, seeds: site.seeds });
    try {
      const run = session.run();
      await expect.poll(() => site.log.filter(entry => !entry.includes('robots')).length).toBeGreaterThan(0);
      await session.stop();
      expect(await run).toBe('stopped');
      expect((await decisionsOf(session, site.target)).map(d => d.reason)).toContain('interrupted');
      await session.close();
      const again = openSession(path);
      try {
        expect(again.status().queued).toBe(1);
        expect(await again.run()).toBe('finished');
        expect(again.status().fetched).toBe(1);
      } finally {
        await again.close();
      }
    } finally {
      await session.close();
      await site.close();
    }
  });
});
