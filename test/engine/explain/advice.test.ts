import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import { type ReasonCode, reasonCodes, reasons } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { newSession, site } from '../../support/crawling.ts';
import { type Answer, linksTo, page, redirect, robotsFile } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

/** A crawl that ends with a reason, and the change of its setting that would have avoided it. */
interface Case {
  readonly answers: Readonly<Record<string, Answer>>;
  readonly seed?: string;
  readonly target: string;
  readonly before: Partial<CrawlSettings> | ((origin: string) => Partial<CrawlSettings>);
  readonly after: Partial<CrawlSettings> | ((origin: string) => Partial<CrawlSettings>);
}

const closed = robotsFile('User-agent: *\nDisallow: /\n');
const home = (...hrefs: readonly string[]) => ({ '/': linksTo(...hrefs), '/a': page() });
const otherHost = 'http://elsewhere.invalid/';
/** Fails twice, then responds. */
const thirdTime =
  (status: number): Answer =>
  ({ count }) =>
    count < 3 ? { status, headers: { 'Retry-After': '0' } } : page();
const dropsTwice: Answer = ({ request, count }) => {
  if (count > 2) return page();
  request.socket.destroy();
  return undefined;
};

const oneRel = (rel: string) => ({ '/': page(`<a rel="${rel}" href="/a">a</a>`), '/a': page() });

const cases: Partial<Record<ReasonCode, Case>> = {
  'scope-page': { answers: home('/a'), target: '/a', before: { scope: 'page' }, after: { scope: 'host' } },
  'scope-prefix': {
    answers: { '/docs/': linksTo('/a'), '/a': page() },
    seed: '/docs/',
    target: '/a',
    before: { scope: 'prefix' },
    after: { scope: 'host' },
  },
  'scope-host': {
    answers: home(otherHost),
    target: otherHost,
    before: {},
    after: { internalHosts: ['elsewhere.invalid'] },
  },
  'scope-domain': {
    answers: home(otherHost),
    target: otherHost,
    before: { scope: 'domain' },
    after: origin => ({ seeds: [`${origin}/`, otherHost] }),
  },
  'sitemaps-only': {
    answers: home('/a'),
    target: '/a',
    before: { follow: 'sitemaps', sitemaps: true },
    after: { follow: 'links' },
  },
  'start-urls-only': { answers: home('/a'), target: '/a', before: { follow: 'nothing' }, after: { follow: 'links' } },
  'url-rewritten': {
    answers: { ...home('/a'), '/b': page() },
    target: '/a',
    before: { rewrites: ['/a$ => /b'] },
    after: { rewrites: [] },
  },
  'parameters-changed': {
    answers: { ...home('/a?x=1'), '/a?x=1': page() },
    target: '/a?x=1',
    before: { parameters: ['drop x'] },
    after: { parameters: ['drop y'] },
  },
  'clean-param': {
    answers: { ...home('/a?x=1'), '/a?x=1': page(), '/robots.txt': robotsFile('User-agent: *\nDisallow:\nClean-param: x\n') },
    target: '/a?x=1',
    before: { cleanParam: true },
    after: { cleanParam: false },
  },
  'excluded-pattern': { answers: home('/a'), target: '/a', before: { exclude: ['/a$'] }, after: { exclude: [] } },
  'not-included': { answers: home('/a'), target: '/a', before: { include: ['/$'] }, after: { include: [] } },
  'depth-limit': { answers: home('/a'), target: '/a', before: { maxDepth: 0 }, after: { maxDepth: 5 } },
  'url-too-long': {
    answers: { '/': linksTo(`/${'a'.repeat(300)}`), [`/${'a'.repeat(300)}`]: page() },
    target: `/${'a'.repeat(300)}`,
    before: { maxUrlLength: 256 },
    after: { maxUrlLength: 2_048 },
  },
  'redirect-limit': {
    answers: { '/': redirect('/r1'), '/r1': redirect('/r2'), '/r2': page() },
    target: '/r2',
    before: { maxRedirects: 1 },
    after: { maxRedirects: 5 },
  },
  'trap-repeated-folders': {
    answers: { ...home('/x/x/x/'), '/x/x/x/': page() },
    target: '/x/x/x/',
    before: {},
    after: { releasedTraps: ['…/x/…'] },
  },
  'trap-session': {
    answers: { ...home('/s?sid=a1b2c3d4e5', '/s?sid=f6a7b8c9d0'), '/s?sid=a1b2c3d4e5': page(), '/s?sid=f6a7b8c9d0': page() },
    target: '/s?sid=f6a7b8c9d0',
    before: {},
    after: origin => ({ releasedTraps: [`${origin}/s`] }),
  },
  'trap-calendar': {
    answers: { '/cal/2026/12': linksTo('/cal/9998/12'), '/cal/9998/12': page() },
    seed: '/cal/2026/12',
    target: '/cal/9998/12',
    before: {},
    after: { trapGuards: false },
  },
  'trap-parameters': {
    answers: { '/f': linksTo(...Array.from({ length: 40 }, (_, n) => `/f?a=${n}`), '/f?a=1&b=2'), '/f?a=1&b=2': page() },
    seed: '/f',
    target: '/f?a=1&b=2',
    before: { maxPages: 100 },
    after: origin => ({ maxPages: 100, releasedTraps: [`${origin}/f?…`] }),
  },
  'page-limit': { answers: home('/a'), target: '/a', before: { maxPages: 1 }, after: { maxPages: 10 } },
  'time-limit': {
    answers: home(),
    target: '/',
    before: { maxDurationMs: 1_000, delayMs: 2_000 },
    after: { maxDurationMs: 0, delayMs: 0 },
  },
  'host-failing': {
    answers: {
      '/': linksTo(...Array.from({ length: 8 }, (_, n) => `/${n}`)),
      ...Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`/${n}`, { status: 500 }])),
    },
    target: '/7',
    before: { failureGuard: '2/2', connections: 1 },
    after: { failureGuard: '' },
  },
  'byte-limit': { answers: home(), target: '/', before: { maxTotalBytes: 1 }, after: { maxTotalBytes: 1_000_000 } },
  'host-page-limit': {
    answers: home('/a'),
    target: '/a',
    before: { hostLimits: [{ host: '*', pages: 1 }] },
    after: { hostLimits: [{ host: '*', pages: 2 }] },
  },
  'prefix-limit': {
    answers: { ...home('/b/1', '/b/2'), '/b/1': page(), '/b/2': page() },
    target: '/b/2',
    before: { prefixLimits: [{ prefix: '/b/', pages: 1 }] },
    after: { prefixLimits: [{ prefix: '/b/', pages: 2 }] },
  },
  'robots-disallow': {
    answers: { ...home(), '/robots.txt': closed },
    target: '/',
    before: {},
    after: origin => ({ siteRules: [{ pattern: origin, robots: 'never' }] }),
  },
  'robots-always-obeyed': {
    answers: { ...home(), '/robots.txt': closed },
    target: '/',
    before: origin => ({ profile: 'adsbot-google', siteRules: [{ pattern: origin, robots: 'always' }] }),
    after: { siteRules: [] },
  },
  'robots-unreachable': {
    answers: { ...home(), '/robots.txt': { status: 500 } },
    target: '/',
    before: {},
    after: origin => ({ siteRules: [{ pattern: origin, robots: 'never' }] }),
  },
  'delay-too-long': {
    answers: { ...home(), '/robots.txt': robotsFile('User-agent: *\nCrawl-delay: 1\nDisallow:\n') },
    target: '/',
    before: { maxDelayMs: 500 },
    after: { maxDelayMs: 5_000 },
  },
  'link-ugc': { answers: oneRel('ugc'), target: '/a', before: { ugcLinks: 'record' }, after: { ugcLinks: 'follow' } },
  'frame-not-followed': {
    answers: { '/': page('<iframe src="/framed"></iframe>'), '/framed': page() },
    target: '/framed',
    before: { profile: 'slurp' },
    after: { profile: 'crawlscope' },
  },
  'link-sponsored': {
    answers: oneRel('sponsored'),
    target: '/a',
    before: { sponsoredLinks: 'record' },
    after: { sponsoredLinks: 'follow' },
  },
  'check-limit': {
    answers: home(`${otherHost}first`, otherHost),
    target: otherHost,
    before: { checkExternal: true, maxChecksPerHost: 1 },
    after: { checkExternal: true, maxChecksPerHost: 5 },
  },
  'check-excluded': {
    answers: home(otherHost),
    target: otherHost,
    before: { checkExternal: true, exclude: ['elsewhere'] },
    after: { checkExternal: true, exclude: [] },
  },
  'server-error': {
    answers: { '/': thirdTime(500) },
    target: '/',
    before: { maxAttempts: 1 },
    after: { maxAttempts: 5 },
  },
  'throttled-too-often': {
    answers: { '/': thirdTime(429) },
    target: '/',
    before: { maxAttempts: 1 },
    after: { maxAttempts: 5 },
  },
  'connection-lost': { answers: { '/': dropsTwice }, target: '/', before: { maxAttempts: 1 }, after: { maxAttempts: 5 } },
  'body-incomplete': {
    answers: { '/': page('x'.repeat(80_000)) },
    target: '/',
    before: { maxBodyBytes: 65_536 },
    after: { maxBodyBytes: 1_000_000 },
  },
  'nofollow-implied': {
    answers: { '/': page('<meta name="robots" content="noindex"><a href="/a">a</a>'), '/a': page() },
    target: '/',
    before: { profile: 'infoseek' },
    after: { profile: 'crawlscope' },
  },
};

/** Not in the table: accepted, waiting by nature, or (`timeout`, `throttled…`) the same setting and states as ones that are. */
const elsewhere: readonly ReasonCode[] = [
  'robots-overridden',
  'robots-unreachable-overridden',
  'robots-asked-again',
  'throttled',
  // As connection-lost: they need a name or a port that fails first, and then not.
  'dns-failure',
  'connection-refused',
  'timeout',
  'check-delay-too-long',
  // test/engine/crawl/traps.test.ts releases a folder.
  'trap-numbers',
  'trap-folder',
  'trap-hosts',
];

const reasonsNow = async (session: Session, url: string): Promise<readonly string[]> => {
  const { decisions } = await session.handlers['url.explain']({ url });
  const last = new Map(decisions.map(({ stage, reason }) => [stage, reason]));
  const current = decisions.find(decision => decision.current);
  return [...last]
    .filter(([stage]) => stage === current?.stage || stage === 'listing' || stage === 'follow')
    .map(([, code]) => code);
};

describe('a changed setting takes effect when the reason says so', () => {
  it('is tried for every reason that names a setting', () => {
    const untried = reasonCodes.filter(code => reasons[code].setting && !cases[code] && !elsewhere.includes(code));
    expect(untried).toEqual([]);
  });

  for (const [code, { answers, seed = '/', target, before, after }] of Object.entries(cases) as [ReasonCode, Case][])
    it(`${code}: ${reasons[code].setting?.takesEffect}`, async () => {
      const server = await site(answers);
      const made = (change: Case['before']) => (typeof change === 'function' ? change(server.origin) : change);
      const url = target.startsWith('/') ? server.url(target) : target;
      const network = withoutWaits();
      const first = newSession([server.url(seed)], made(before), network);
      await first.run();
      expect(await reasonsNow(first, url)).toContain(code);
      first.changeSettings(made(after));
      await first.run();
      const resumed = await reasonsNow(first, url);
      if (reasons[code].setting?.takesEffect === 'on-resume') return expect(resumed).not.toContain(code);
      expect(resumed).toContain(code);
      const { seeds = [server.url(seed)], ...changed } = made(after);
      const second = newSession(seeds, { ...made(before), ...changed }, network);
      await second.run();
      expect(await reasonsNow(second, url)).not.toContain(code);
    });
});
