import { describe, expect, it } from 'vitest';
import { causeOf, type SeenFacts, testsOf, type UnseenFacts } from '#core/whynot/cause.ts';

const linked = { stage: 'admission', verdict: 'accept', reason: 'linked', rule: 'otherwise', trace: [], sentence: '' } as const;
const queued: SeenFacts = {
  seen: true,
  state: 'queued',
  reason: 'linked',
  decisions: [linked],
  crawl: 'running',
  now: 1_000,
  dueAt: 0,
  host: { pausedReason: '', robotsKnown: true, nextAt: 0, backoffUntil: 0 },
  endless: '',
};
const host = (change: Partial<NonNullable<SeenFacts['host']>>): Partial<SeenFacts> => ({
  host: { pausedReason: '', robotsKnown: true, nextAt: 0, backoffUntil: 0, ...change },
});

describe('what a queued URL waits for', () => {
  const cases: readonly (readonly [string, Partial<SeenFacts>, string])[] = [
    ['its turn', {}, 'waiting-turn'],
    ['the delay of its host', host({ nextAt: 1_001 }), 'waiting-delay'],
    ['the back-off of its host, before the delay', host({ nextAt: 1_001, backoffUntil: 2_000 }), 'waiting-back-off'],
    ['robots.txt', host({ robotsKnown: false }), 'waiting-robots'],
    ['robots.txt that is asked for again after a while', host({ robotsKnown: false, backoffUntil: 2_000 }), 'waiting-back-off'],
    ['its next attempt', { dueAt: 1_001 }, 'waiting-retry'],
    ['a host without clocks', { host: null }, 'waiting-robots'],
    ['a paused crawl, whatever else', { crawl: 'paused', dueAt: 2_000 }, 'crawl-paused'],
    ['an ended crawl, whatever else', { crawl: 'interrupted', ...host({ nextAt: 2_000 }) }, 'crawl-ended'],
    [
      'a paused host, even in an ended crawl',
      { crawl: 'stopped', ...host({ pausedReason: 'robots-unreachable' }) },
      'robots-unreachable',
    ],
    ['a higher page limit, before all', { reason: 'page-limit', crawl: 'finished' }, 'page-limit'],
  ];
  it.each(cases)('%s', (_, change, cause) => expect(causeOf({ ...queued, ...change })).toBe(cause));

  it('a URL in flight is being fetched only while the crawl runs', () => {
    expect(causeOf({ ...queued, state: 'leased' })).toBe('being-fetched');
    expect(causeOf({ ...queued, state: 'leased', crawl: 'interrupted' })).toBe('crawl-ended');
  });
});

describe('what kept an unseen URL away', () => {
  const unseen: UnseenFacts = {
    seen: false,
    valid: true,
    admission: linked,
    access: { ...linked, stage: 'access', reason: 'robots-allow' },
    pageLimitReached: false,
    endless: '',
    spelling: null,
    isMisspelt: false,
    parent: { url: 'https://x.test/', read: true, dropped: 0, depth: 0, reason: 'fetched' },
    sitemapsUnread: 0,
    sitemapsAsked: true,
    waiting: 0,
    maxDepth: 9,
  };
  const cases: readonly (readonly [string, Partial<UnseenFacts>, string])[] = [
    ['nobody links to it', {}, 'never-linked'],
    ['more is to be read', { waiting: 3 }, 'unfinished'],
    [
      'its folder page has more links than are kept',
      { parent: { url: 'u', read: true, dropped: 5, depth: 0, reason: 'fetched' } },
      'links-cut',
    ],
    [
      'its folder page was not read',
      { parent: { url: 'u', read: false, dropped: 0, depth: 0, reason: 'failed' } },
      'parent-unread',
    ],
    ['the page limit, while pages wait', { pageLimitReached: true, waiting: 1 }, 'page-limit'],
    ['nothing waits at the page limit', { pageLimitReached: true }, 'never-linked'],
    [
      'robots.txt comes before reachability',
      { access: { ...linked, stage: 'access', verdict: 'reject', reason: 'robots-disallow' }, endless: 'x' },
      'blocked-by-robots',
    ],
    ['scope comes before robots.txt', { admission: { ...linked, verdict: 'reject', reason: 'scope-host' } }, 'out-of-scope'],
    ['no robots.txt is stored', { access: null }, 'never-linked'],
  ];
  it.each(cases)('%s', (_, change, cause) => expect(causeOf({ ...unseen, ...change })).toBe(cause));

  it('its depth is not known unless a folder page gives it', () => {
    const admission = { ...linked, trace: [{ rule: 'depth', answer: '' as const }] };
    const depth = (facts: UnseenFacts) => testsOf(facts, '').find(({ id }) => id === 'depth');
    expect(depth({ ...unseen, admission })?.answer).toBe('pass');
    expect(depth({ ...unseen, admission, maxDepth: 0 })).toMatchObject({
      answer: 'unknown',
      detail: expect.stringContaining('over the limit of 0'),
    });
    expect(depth({ ...unseen, admission, parent: null })).toMatchObject({ answer: 'unknown' });
  });
});
