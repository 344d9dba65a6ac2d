import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, mostInFlight, peakOf, smallest } from '#core/politeness-report/figures.ts';
import { type InForce, inForceAt, type JournalEntry } from '#core/politeness-report/journal.ts';
import { politenessReport } from '#core/politeness-report/report.ts';

const entry = (startedAt: number, endedAt: number | null, more: Partial<JournalEntry> = {}): JournalEntry => ({
  purpose: 'page',
  target: 'http://site.test/a',
  startedAt,
  endedAt,
  outcome: endedAt === null ? null : 'response',
  cause: null,
  status: endedAt === null ? null : 200,
  wireBytes: 100,
  userAgent: 'bot/1',
  retryAfter: null,
  ...more,
});
const span = (from: number, requiredMs: number, more: Partial<InForce> = {}): InForce => ({
  from,
  robots: 1,
  requiredMs,
  line: 3,
  forbids: () => null,
  override: '',
  login: '',
  ...more,
});
const report = (journal: readonly JournalEntry[], ...inForce: readonly InForce[]) =>
  politenessReport(journal, { inForce, parseDate: Date.parse });

describe('gaps between requests', () => {
  it('run from the end of one response to the start of the next request, whatever the order of the journal', () => {
    const journal = [entry(2_600, 2_700), entry(0, 100), entry(1_100, 1_600)];
    const found = report(journal, span(0, 1_000));
    expect(found).toMatchObject({ requests: 3, gaps: 2, shortestMs: 1_000, medianMs: 1_000, marginMs: 0, shortGaps: 0 });
    expect(found.kept).toBe(true);
  });

  it('that are a millisecond short are counted, listed and break the verdict', () => {
    const found = report([entry(0, 100), entry(1_099, 1_200)], span(0, 1_000));
    expect(found).toMatchObject({ kept: false, shortGaps: 1, marginMs: -1 });
    expect(found.short).toEqual([{ at: 1_099, target: 'http://site.test/a', gapMs: 999, requiredMs: 1_000 }]);
  });

  it('are measured against the delay in force when the later request began', () => {
    const found = report(
      [entry(0, 0), entry(1_000, 1_000), entry(2_000, 2_000)],
      span(0, 1_000),
      span(1_500, 5_000, { line: 9, robots: 2 }),
    );
    expect(found.delays).toEqual([
      { from: 0, requiredMs: 1_000, line: 3, robots: 1, gaps: 1, shortestMs: 1_000, medianMs: 1_000, short: 0 },
      { from: 1_500, requiredMs: 5_000, line: 9, robots: 2, gaps: 1, shortestMs: 1_000, medianMs: 1_000, short: 1 },
    ]);
    expect(found.kept).toBe(false);
  });

  it('run from the latest end so far: a slow response is not hidden by a quick one', () => {
    const found = report([entry(0, 5_000), entry(1_000, 1_010), entry(5_500, 5_600)], span(0, 1_000));
    expect(found.short.map(({ gapMs }) => gapMs)).toEqual([-4_000, 500]);
  });

  it('beside a request that never ended are short: nobody knows how far they overlap', () => {
    const found = report([entry(0, null), entry(60_000, 60_100)], span(0, 1_000));
    expect(found).toMatchObject({ open: 1, shortGaps: 1, kept: false });
  });

  it('need not be kept where no delay is required', () => {
    expect(report([entry(0, 100), entry(50, 150)], span(0, 0))).toMatchObject({ gaps: 0, kept: true, mostInFlight: 2 });
  });

  it('do not count attempts that sent nothing', () => {
    const unsent = entry(500, 501, { outcome: 'failure', cause: 'dns-failure', status: null });
    expect(report([entry(0, 100), unsent, entry(1_100, 1_200)], span(0, 1_000))).toMatchObject({
      attempts: 3,
      unsent: 1,
      requests: 2,
      gaps: 1,
      kept: true,
    });
  });

  it('of any journal: none is short exactly when every margin is at least 0', () => {
    const times = fc.array(fc.tuple(fc.nat(10_000), fc.nat(500)), { maxLength: 30 });
    fc.assert(
      fc.property(times, fc.nat(800), (pairs, required) => {
        const found = report(
          pairs.map(([start, lasts]) => entry(start, start + lasts)),
          span(0, required),
        );
        expect(found.shortGaps === 0).toBe(found.marginMs === null || found.marginMs >= 0);
        expect(found.gaps).toBe(required === 0 ? 0 : Math.max(0, pairs.length - 1));
      }),
    );
  });
});

describe('what robots.txt forbids', () => {
  const forbids = (url: string) => (url.endsWith('/private') ? { line: 2, rule: 'Disallow: /private' } : null);
  const secret = entry(0, 10, { target: 'http://site.test/private' });

  it('is broken by a request to it, which is listed with its line', () => {
    const found = report([secret], span(0, 0, { forbids }));
    expect(found).toMatchObject({ kept: false, disallowedRequests: 1, overriddenRequests: 0 });
    expect(found.disallowed).toEqual([
      { at: 0, target: 'http://site.test/private', line: 2, rule: 'Disallow: /private', override: '' },
    ]);
  });

  it('may be overridden by the user, which is listed and not held against the crawl', () => {
    const found = report([secret], span(0, 0, { forbids, override: 'never:site.test' }));
    expect(found).toMatchObject({ kept: true, disallowedRequests: 0, overriddenRequests: 1 });
    expect(found.disallowed).toHaveLength(1);
  });

  it('never concerns robots.txt itself, and a page requested before it was known is told', () => {
    const unknown = span(0, 0, { forbids: null });
    expect(report([entry(0, 10, { purpose: 'robots' })], unknown)).toMatchObject({
      kept: true,
      robotsRequests: 1,
      beforeRobots: 0,
    });
    expect(report([entry(0, 10)], unknown)).toMatchObject({ kept: false, beforeRobots: 1 });
  });

  describe('and a login that the user named', () => {
    const login = 'http://site.test/login';
    const page = entry(0, 10, { purpose: 'probe', target: login });
    const form = entry(20, 30, { purpose: 'probe', target: 'http://site.test/private' });
    const later = entry(40, 50, { purpose: 'probe', target: 'http://site.test/private' });

    it('is told where it precedes robots.txt, and nothing else is excused by it', () => {
      const unknown = span(0, 0, { forbids: null, login });
      const found = report([page, form], unknown);
      expect(found).toMatchObject({ kept: true, beforeRobots: 0, loginBeforeRobots: 2 });
      expect(found.verdict).toContain('2 requests of the login, which the user named, went out before robots.txt was requested.');
      expect(found.verdict).not.toContain('robots.txt came first');
      expect(report([page, form, later], unknown)).toMatchObject({ kept: false, beforeRobots: 1 });
      expect(report([page, { ...form, purpose: 'page' }], unknown)).toMatchObject({ kept: false, beforeRobots: 1 });
      expect(report([page, form], span(0, 0, { forbids: null }))).toMatchObject({ kept: false, beforeRobots: 2 });
    });

    it('is listed as the user’s own word where robots.txt forbids it', () => {
      const found = report([page, form, later], span(0, 0, { forbids, login }));
      expect(found).toMatchObject({ overriddenRequests: 1, disallowedRequests: 1 });
      expect(found.disallowed.map(({ override }) => override)).toEqual(['the user named this login', '']);
    });
  });
});

describe('Retry-After', () => {
  const busy = (retryAfter: string) => entry(0, 1_000, { status: 429, retryAfter });

  it('is honoured by a next request that waits as long, a rounding of 2 ms apart', () => {
    expect(report([busy('5'), entry(5_998, 6_000)], span(0, 100)).throttled).toEqual([
      { at: 1_000, target: 'http://site.test/a', status: 429, askedMs: 5_000, waitedMs: 4_998, honoured: true },
    ]);
    expect(report([busy('5'), entry(5_997, 6_000)], span(0, 100))).toMatchObject({ kept: false, retryAfterBroken: 1 });
  });

  it('without a request behind it, or without a readable time, is not broken', () => {
    expect(report([busy('5')], span(0, 100))).toMatchObject({ throttledAnswers: 1, retryAfterBroken: 0, kept: true });
    expect(report([busy('soon'), entry(1_200, 1_300)], span(0, 100))).toMatchObject({ retryAfterBroken: 0 });
  });

  it('is read as a date, too', () => {
    const at = Date.parse('Sat, 21 Nov 2026 10:00:10 GMT');
    const dated = entry(at - 20_000, at - 10_000, { status: 503, retryAfter: 'Sat, 21 Nov 2026 10:00:10 GMT' });
    expect(report([dated, entry(at - 5_000, at)], span(0, 100)).throttled[0]).toMatchObject({ askedMs: 10_000, honoured: false });
  });
});

describe('figures', () => {
  it('most in flight: an end at the same instant comes before a start', () => {
    expect(mostInFlight([entry(0, 10), entry(10, 20), entry(15, null)])).toBe(2);
    expect(mostInFlight([])).toBe(0);
  });

  it('peak: the most requests that began within a span, wherever it lies', () => {
    const entries = [0, 400, 900, 1_100, 1_399, 3_000].map(at => entry(at, at));
    expect(peakOf(entries, 1_000)).toEqual({ requests: 4, at: 400 });
    expect(peakOf([], 1_000)).toBeNull();
  });

  it('median and smallest', () => {
    expect([median([]), median([3]), median([9, 1, 2]), median([4, 1, 2, 9])]).toEqual([null, 3, 2, 3]);
    expect([smallest([]), smallest([2, -1, 3])]).toEqual([null, -1]);
  });

  it('what was in force at an instant is the last span that began by then; the first speaks for everything before', () => {
    const spans = [span(10, 1), span(20, 2), span(20, 3), span(30, 4)];
    expect([0, 10, 19, 20, 29, 30, 99].map(at => inForceAt(spans, at))).toEqual([0, 0, 0, 2, 2, 3, 3]);
  });

  it('an empty journal says that nothing was sent', () => {
    expect(report([], span(0, 1_000))).toMatchObject({ requests: 0, from: null, until: null, peakSecond: null, kept: true });
  });

  it('counts bytes, robots.txt requests, user agents and the time of the crawl', () => {
    const found = report(
      [entry(0, 100, { purpose: 'robots' }), entry(200, 300, { userAgent: 'bot/2' }), entry(400, 900, { purpose: 'sitemap' })],
      span(0, 0),
    );
    expect(found).toMatchObject({ bytes: 300, pages: 1, sitemaps: 1, from: 0, until: 900 });
    expect(found.robots).toEqual([{ at: 0, target: 'http://site.test/a', totalMs: 100, outcome: '200' }]);
    expect(found.userAgents).toEqual([
      { text: 'bot/1', requests: 2 },
      { text: 'bot/2', requests: 1 },
    ]);
  });
});
