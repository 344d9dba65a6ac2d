import { readFileSync } from 'node:fs';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { failureLimitOf } from '#core/frontier/guards.ts';
import { withHostLimits, withPrefixLimits } from '#core/frontier/host-limits.ts';
import { maxUrlLength } from '#core/url/length.ts';
import type { Session } from '#engine/session/session.ts';
import {
  hostLimitsProblem,
  longestCrawlMs,
  mostTotalBytes,
  prefixLimitsProblem,
  readHostLimit,
  readPrefixLimit,
} from '#shared/limit-words.ts';
import type { CrawlSettings, RelPolicy } from '#shared/model/crawl.ts';
import { crawlOrders, defaultSettings } from '#shared/model/crawl.ts';
import { loginExcludes } from '#shared/model/login-excludes.ts';
import type { UserProfile } from '#shared/model/profile.ts';
import { withProfile } from '#shared/profiles-file.ts';
import { type Arguments, choice, type OptionTable, seconds, wholeNumber } from './arguments.ts';
import { connectionOptions, readConnection } from './connection-options.ts';
import {
  credentialOptions,
  headerOptions,
  loginOptions,
  noAuthOption,
  readCredentials,
  readHeaders,
  readLogin,
} from './credentials.ts';
import { usage } from './exit.ts';
import { ownProfiles, profilesOption } from './own-profiles.ts';
import { readRendering, renderOptions } from './render-options.ts';
import { findProfile, requireProfile } from './robots-choice.ts';
import { readSiteRules, siteRuleOptions } from './site-rules.ts';
import type { GivenSetting } from './text/finished.ts';
import { urlFrom } from './url-argument.ts';

const MIB = 1024 * 1024;
const secondsOfWeek = 7 * 86_400;

export const settingOptions = {
  profile: {
    value: 'P',
    help: `crawler profile: how robots.txt is interpreted, for which name, and the User-Agent header (default: ${defaultSettings.profile})`,
  },
  ...profilesOption,
  ...siteRuleOptions,
  'max-pages': { value: 'N', help: `stop after N pages (default: ${defaultSettings.maxPages})` },
  'max-time': { value: 'TIME', help: 'end the crawl after so long, as in 90s, 30min or 2h; 0 for no limit' },
  'max-total': { value: 'MIB', help: 'end the crawl when N MiB came over the network; 0 for no limit' },
  'max-stored': {
    value: 'MIB',
    help: 'store pages until they take N MiB, compressed; later ones are crawled and judged without their text; 0 for no limit',
  },
  host: {
    value: "'HOST LIMIT…'",
    help: 'limits of a host, *.example.com or *: \'example.com connections=2 rate=5/min delay=1 pages=100\'; a longer Crawl-delay counts; when continuing, it changes what it names and the rest stays; "" for none',
    repeatable: true,
  },
  'prefix-limit': {
    value: "'PREFIX N'",
    help: "crawl at most N pages below this path, as in '/blog/ 100' or 'https://example.com/blog/ 100'; when continuing, limits of other paths stay; \"\" for none",
    repeatable: true,
  },
  order: {
    value: crawlOrders.join('|'),
    help: `which URL of a host is next: fewest links from a start URL, the same and then sitemap priority, as found, newest lastmod, fewest parameters (default: ${defaultSettings.crawlOrder})`,
  },
  'failure-guard': {
    value: 'N/M',
    help: `pause a host, and give it up after two pauses, when N of its last M responses failed; 0 for no guard (default: ${defaultSettings.failureGuard})`,
  },
  'slow-guard': {
    value: 'K',
    help: `wait longer while a host takes over K times its usual time to respond; 0 for no guard (default: ${defaultSettings.slowFactor})`,
  },
  'max-depth': { value: 'N', help: `follow at most N links from a start URL (default: ${defaultSettings.maxDepth})` },
  scope: { value: 'page|prefix|host|domain', help: `how far to go from the start URLs (default: ${defaultSettings.scope})` },
  follow: {
    value: 'links|sitemaps|nothing',
    help: 'what to crawl besides the start URLs: links and sitemaps, entries of sitemaps only, or nothing (default: links)',
  },
  'internal-host': {
    value: 'HOST',
    help: 'count a host as one of the start hosts: shop.example.com, *.example.com, or www for their twins with and without www; "" for none',
    repeatable: true,
  },
  rewrite: {
    value: 'RULE',
    help: 'rewrite links and sitemap entries, "EXPRESSION => REPLACEMENT" in RE2, such as "^http: => https:"; in the order given; "" for none',
    repeatable: true,
  },
  parameters: {
    value: 'RULE',
    help: 'query parameters: "drop sid,utm_*", "keep-only id", "drop-tracking", "sort" or "keep", after a host or path if need be; "" for none',
    repeatable: true,
  },
  'clean-param': { value: '', help: 'drop the parameters that Clean-param lines of robots.txt name, as Yandex does' },
  'no-clean-param': { value: '', help: 'when continuing a crawl: keep them' },
  include: {
    value: 'PATTERN',
    help: 'crawl only URLs that match: an RE2 expression found anywhere in the URL, or glob:/blog/** or glob:https://*.example.com/**; "" for none',
    repeatable: true,
  },
  exclude: { value: 'PATTERN', help: 'crawl no URL that matches; patterns as for --include; "" for none', repeatable: true },
  content: {
    value: 'SEL',
    help: 'count only the text of these elements as main content: main, .post, #content, div.post; "" for none',
    repeatable: true,
  },
  'no-content': { value: 'SEL', help: 'never count the text of these elements as main content; "" for none', repeatable: true },
  connections: { value: 'N', help: `connections at once, one to a host with a delay (default: ${defaultSettings.connections})` },
  delay: { value: 'S', help: `at least S seconds between requests to a host (default: ${defaultSettings.delayMs / 1000})` },
  'delay-by': {
    value: 'host|address',
    help: `what shares a delay: each host, or all names of one IP address (default: ${defaultSettings.delayBy})`,
  },
  'max-delay': { value: 'S', help: `pause hosts whose Crawl-delay is longer (default: ${defaultSettings.maxDelayMs / 1000})` },
  'user-agent': {
    value: 'S',
    help: 'User-Agent header to send instead of the profile’s; the profile’s name still chooses the rules in robots.txt',
  },
  'max-url-length': {
    value: 'N',
    help: `skip URLs longer than N characters, at most ${maxUrlLength} (default: ${defaultSettings.maxUrlLength})`,
  },
  'max-redirects': { value: 'N', help: `follow at most N redirects in a row (default: ${defaultSettings.maxRedirects})` },
  'max-body': { value: 'MIB', help: `read at most N MiB of a page (default: ${defaultSettings.maxBodyBytes / MIB})` },
  attempts: { value: 'N', help: `request a URL at most N times when it fails (default: ${defaultSettings.maxAttempts})` },
  'network-wait': {
    value: 'S',
    help: `wait S seconds when the network of this computer is down, then stop (default: ${defaultSettings.networkWaitMs / 1000})`,
  },
  'disk-wait': {
    value: 'S',
    help: `wait S seconds for room when the disk with the crawl file is full, then end (default: ${defaultSettings.diskWaitMs / 1000})`,
  },
  'robots-ttl': {
    value: 'S',
    help: `request robots.txt again after S seconds (default: ${defaultSettings.robotsLifetimeMs / 1000})`,
  },
  probe: {
    value: '',
    help: 'send each host a few more requests: a random path, http and www variants, llms.txt, favicon, pages as phone and desktop',
  },
  'check-external': { value: '', help: 'check links to other sites too: HEAD or GET, robots.txt obeyed, no page counted' },
  'check-resources': {
    value: '',
    help: 'check images, og:image, style sheets, scripts, media, and canonical, alternate and AMP targets that are not crawled',
  },
  'no-checks': { value: '', help: 'when continuing a crawl: check no further URLs' },
  'check-delay': {
    value: 'S',
    help: `at least S seconds between requests to a host outside the crawl (default: ${defaultSettings.checkDelayMs / 1000})`,
  },
  'max-checks': {
    value: 'N',
    help: `request at most N URLs of a host outside the crawl, to check or to render (default: ${defaultSettings.maxChecksPerHost})`,
  },
  ...renderOptions,
  rel: {
    value: 'TOKEN:WHAT',
    help: 'links with rel=nofollow, ugc or sponsored: follow or record, as in nofollow:follow (default: only nofollow is recorded)',
    repeatable: true,
  },
  'crawl-references': {
    value: 'canonical|hreflang|amp',
    help: 'crawl such targets inside the scope, not only linked pages',
    repeatable: true,
  },
  'no-trap-guards': { value: '', help: 'crawl calendars, session ids and other address spaces without an end, too' },
  'release-trap': {
    value: 'PATTERN',
    help: 'crawl the addresses that a trap guard stopped; PATTERN as the explanation names it',
    repeatable: true,
  },
  ...headerOptions,
  ...credentialOptions,
  ...loginOptions,
  ...noAuthOption,
  ...connectionOptions,
  'no-sitemaps': { value: '', help: 'do not read sitemaps' },
  'no-bodies': { value: '', help: 'do not keep page bodies' },
} as const satisfies OptionTable;

/** Seeds from the command line and `--list` files: one URL a line, `#` starts a comment; `-` is standard input. */
export function readSeeds(args: Arguments): string[] {
  const listed = args.all('list').flatMap(path => {
    const text = readFileSync(path === '-' ? 0 : path, 'utf8').replace(/^\ufeff/, '');
    const lines = text.split(/\r\n|\r|\n/).map((line, i) => ({ line: line.trim(), number: i + 1 }));
    const found = lines.filter(({ line }) => line !== '' && !line.startsWith('#'));
    if (found.length === 0) return usage(`--list ${path} contains no URL; write one per line.`);
    return found.map(({ line, number }) => {
      try {
        return urlFrom(line);
      } catch (error) {
        return usage(`--list ${path}, line ${number}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  });
  for (const seed of args.positionals)
    if (/^[^/]+\.crawl$/i.test(seed))
      usage(`“${seed}” is a crawl file, not a start URL. To continue it: crawlscope resume ${seed}`);
  const seeds = [...new Set([...args.positionals.map(urlFrom), ...listed])];
  const secret = seeds.map(seed => new URL(seed)).find(({ username, password }) => `${username}${password}` !== '');
  if (secret)
    usage(
      `the start URL at ${secret.host} has a user name or password, which other programs can read. Leave it out and write --auth basic:NAME.`,
    );
  return seeds;
}

function mebibytes(args: Arguments, name: string): number | undefined {
  const mib = wholeNumber(args, name, 1, 1_024);
  return mib === undefined ? undefined : mib * MIB;
}

function lifetime(args: Arguments): number | undefined {
  const whole = wholeNumber(args, 'robots-ttl', 1, secondsOfWeek);
  return whole === undefined ? undefined : whole * 1_000;
}

type LimitSettings = Pick<CrawlSettings, 'maxDurationMs' | 'maxTotalBytes' | 'maxStoredBytes' | 'hostLimits' | 'prefixLimits'>;

/** A new crawl has the given limits only. A continued one keeps what they do not name, unless an empty value clears it. */
function limitSettings(args: Arguments, base: LimitSettings, isNew: boolean): LimitSettings {
  const kept = (name: string): boolean => !isNew && !args.all(name).some(text => text.trim() === '');
  const hosts = limitLines(args, 'host', readHostLimit, hostLimitsProblem);
  const prefixes = limitLines(args, 'prefix-limit', readPrefixLimit, prefixLimitsProblem);
  const mib = wholeNumber(args, 'max-total', 0, mostTotalBytes / MIB);
  const stored = wholeNumber(args, 'max-stored', 0, mostTotalBytes / MIB);
  return {
    maxDurationMs: args.has('max-time') ? crawlTime(args.one('max-time') ?? '') : base.maxDurationMs,
    maxTotalBytes: mib === undefined ? base.maxTotalBytes : mib * MIB,
    maxStoredBytes: stored === undefined ? base.maxStoredBytes : stored * MIB,
    hostLimits: args.has('host') ? withHostLimits(kept('host') ? base.hostLimits : [], hosts) : base.hostLimits,
    prefixLimits: args.has('prefix-limit')
      ? withPrefixLimits(kept('prefix-limit') ? base.prefixLimits : [], prefixes)
      : base.prefixLimits,
  };
}

function failureGuard(args: Arguments): string | undefined {
  const text = args.one('failure-guard');
  if (text === undefined || text === '0') return text === undefined ? undefined : '';
  return failureLimitOf(text) ? text : usage(`--failure-guard ${text}: write N/M, as in 40/50, or 0 for no guard.`);
}

/** `90s`, `30min`, `2h`, or a number of seconds, in milliseconds. */
function crawlTime(text: string): number {
  const [, count = '', unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)(s|min|h)?$/.exec(text) ?? [];
  const ms = Math.round(Number(count) * { s: 1_000, min: 60_000, h: 3_600_000 }[unit as 's' | 'min' | 'h']);
  if (count === '' || ms > longestCrawlMs) usage(`--max-time ${text}: write a time of up to a year, as in 90s, 30min or 2h.`);
  return ms;
}

function limitLines<T>(
  args: Arguments,
  name: string,
  read: (line: string) => T | string,
  problemOf: (limits: readonly T[]) => string,
): T[] {
  const lines = args.all(name).filter(text => text.trim() !== '');
  const limits = lines.map(line => {
    const limit = read(line);
    return typeof limit === 'string' ? usage(`--${name}: ${limit}`) : limit;
  });
  const problem = problemOf(limits);
  return problem === '' ? limits : usage(`--${name}: ${problem}`);
}

type RelName = 'nofollowLinks' | 'ugcLinks' | 'sponsoredLinks';

/** `--rel ugc:record`, any number of them. */
function relSettings(args: Arguments, base: Pick<CrawlSettings, RelName>): Pick<CrawlSettings, RelName> {
  const { nofollowLinks, ugcLinks, sponsoredLinks } = base;
  const settings: Record<RelName, RelPolicy> = { nofollowLinks, ugcLinks, sponsoredLinks };
  for (const text of args.all('rel')) {
    const [, token, policy] = /^(nofollow|ugc|sponsored):(follow|record)$/.exec(text) ?? [];
    if (!token) usage(`--rel ${text}: write nofollow, ugc or sponsored, a colon, and follow or record, as in --rel ugc:record.`);
    settings[`${token}Links` as RelName] = policy as RelPolicy;
  }
  return settings;
}

type ReferenceSettings = Pick<CrawlSettings, 'crawlCanonicals' | 'crawlHreflang' | 'crawlAmp'>;

function referenceSettings(args: Arguments, base: ReferenceSettings): ReferenceSettings {
  const wanted = args.all('crawl-references');
  const other = wanted.find(text => !['canonical', 'hreflang', 'amp'].includes(text));
  if (other !== undefined) usage(`--crawl-references ${other}: write canonical, hreflang or amp.`);
  return {
    crawlCanonicals: wanted.includes('canonical') || base.crawlCanonicals,
    crawlHreflang: wanted.includes('hreflang') || base.crawlHreflang,
    crawlAmp: wanted.includes('amp') || base.crawlAmp,
  };
}

type CheckSettings = Pick<CrawlSettings, 'checkExternal' | 'checkResources' | 'probe' | 'checkDelayMs' | 'maxChecksPerHost'>;

function checkSettings(args: Arguments, base: CheckSettings): CheckSettings {
  if (args.has('no-checks') && (args.has('check-external') || args.has('check-resources')))
    usage('--no-checks contradicts --check-external and --check-resources. Leave one of them out.');
  const isOn = !args.has('no-checks');
  return {
    checkExternal: isOn && (args.has('check-external') || base.checkExternal),
    checkResources: isOn && (args.has('check-resources') || base.checkResources),
    probe: args.has('probe') || base.probe,
    checkDelayMs: seconds(args, 'check-delay') ?? base.checkDelayMs,
    maxChecksPerHost: wholeNumber(args, 'max-checks', 1, 10_000_000) ?? base.maxChecksPerHost,
  };
}

/** The settings of a new crawl: defaults changed by options. */
export function readSettings(
  args: Arguments,
  seeds: readonly string[],
  base: Omit<CrawlSettings, 'seeds'> = defaultSettings,
  isNew = true,
): CrawlSettings {
  const connection = readConnection(args, base);
  const login = readLogin(args, base);
  const credentials = readCredentials(args, { ...base, ...connection, ...login }, seeds);
  const wanted = args.one('profile') ?? base.profile;
  const profiles = carriedProfiles(args, base, wanted, isNew);
  const profile = args.has('profile') ? requireProfile(wanted, profileSet(profiles)).id : base.profile;
  return {
    ...base,
    ...readSiteRules(args, base),
    ...readHeaders(args, base),
    ...connection,
    ...login,
    ...credentials,
    seeds,
    profile,
    profiles,
    maxPages: wholeNumber(args, 'max-pages', 1, 100_000_000) ?? base.maxPages,
    ...limitSettings(args, base, isNew),
    failureGuard: failureGuard(args) ?? base.failureGuard,
    slowFactor: wholeNumber(args, 'slow-guard', 0, 1_000) ?? base.slowFactor,
    crawlOrder: choice(args, 'order', crawlOrders) ?? base.crawlOrder,
    maxDepth: wholeNumber(args, 'max-depth', 0, 10_000) ?? base.maxDepth,
    scope: choice(args, 'scope', ['page', 'prefix', 'host', 'domain'] as const) ?? base.scope,
    follow: choice(args, 'follow', ['links', 'sitemaps', 'nothing'] as const) ?? base.follow,
    internalHosts: args.has('internal-host')
      ? args
          .all('internal-host')
          .filter(text => text !== '')
          .map(text => text.toLowerCase())
      : base.internalHosts,
    rewrites: args.has('rewrite') ? args.all('rewrite').filter(text => text !== '') : base.rewrites,
    parameters: args.has('parameters') ? args.all('parameters').filter(text => text !== '') : base.parameters,
    cleanParam: !args.has('no-clean-param') && (args.has('clean-param') || base.cleanParam),
    include: args.has('include') ? args.all('include').filter(text => text !== '') : base.include,
    exclude: args.has('exclude')
      ? args.all('exclude').filter(text => text !== '')
      : isNew && loggedIn(credentials.credentials)
        ? [...base.exclude, ...loginExcludes]
        : base.exclude,
    contentInclude: args.has('content') ? args.all('content').filter(text => text !== '') : base.contentInclude,
    contentExclude: args.has('no-content') ? args.all('no-content').filter(text => text !== '') : base.contentExclude,
    connections: wholeNumber(args, 'connections', 1, 256) ?? base.connections,
    maxUrlLength: wholeNumber(args, 'max-url-length', 100, maxUrlLength) ?? base.maxUrlLength,
    maxRedirects: wholeNumber(args, 'max-redirects', 0, 50) ?? base.maxRedirects,
    maxBodyBytes: mebibytes(args, 'max-body') ?? base.maxBodyBytes,
    maxAttempts: wholeNumber(args, 'attempts', 1, 20) ?? base.maxAttempts,
    networkWaitMs: seconds(args, 'network-wait') ?? base.networkWaitMs,
    diskWaitMs: seconds(args, 'disk-wait') ?? base.diskWaitMs,
    robotsLifetimeMs: lifetime(args) ?? base.robotsLifetimeMs,
    delayMs: seconds(args, 'delay') ?? base.delayMs,
    delayBy: choice(args, 'delay-by', ['host', 'address'] as const) ?? base.delayBy,
    maxDelayMs: seconds(args, 'max-delay') ?? base.maxDelayMs,
    userAgent:
      args.one('user-agent') ?? ((args.has('profile') && profileSet(profiles).byId(profile)?.userAgent) || base.userAgent),
    ...checkSettings(args, base),
    ...readRendering(args, base),
    ...relSettings(args, base),
    ...referenceSettings(args, base),
    trapGuards: !args.has('no-trap-guards') && base.trapGuards,
    releasedTraps: [...new Set([...base.releasedTraps, ...args.all('release-trap').filter(text => text !== '')])],
    sitemaps: !args.has('no-sitemaps') && base.sitemaps,
    storeBodies: !args.has('no-bodies') && base.storeBodies,
  };
}

/**
 * The user's own profiles for the file. A new crawl stores all of them. A continued crawl keeps its own and adds
 * those of `--profiles`, which replace profiles of the same id, and the profile that the options choose.
 */
function carriedProfiles(
  args: Arguments,
  base: Omit<CrawlSettings, 'seeds'>,
  profile: string,
  isNew: boolean,
): readonly UserProfile[] {
  if (!isNew && !args.has('profiles') && findProfile(profile, profileSet(base.profiles))) return base.profiles;
  const own = ownProfiles(args).filter(each => isNew || args.has('profiles') || each.id === profile.toLowerCase());
  return own.reduce((list, each) => withProfile(list, each), base.profiles);
}

/** Whether a crawl sees the site as a user does. */
const loggedIn = (credentials: CrawlSettings['credentials']): boolean => credentials.some(({ kind }) => kind !== 'proxy');

/** Gives an unfinished crawl the settings that were named on the command line; all others stay as they were. */
export function changeSettings(session: Session, args: Arguments): void {
  const named = Object.keys(settingOptions).filter(name => args.has(name));
  if (named.length === 0) return;
  const before = session.status().settings;
  const next = readSettings(args, before.seeds, before, false);
  // The secret of a known credential changes no setting.
  if (
    named.every(name => ['auth', 'client-cert', 'client-key', 'login-field'].includes(name)) &&
    next.credentials.length === before.credentials.length
  )
    return;
  session.changeSettings(next);
}

const renamed: Readonly<Partial<Record<keyof CrawlSettings, string>>> = {
  maxPages: '--max-pages',
  internalHosts: '--internal-host',
  rewrites: '--rewrite',
  cleanParam: '--clean-param',
  contentInclude: '--content',
  contentExclude: '--no-content',
  maxDurationMs: '--max-time',
  maxTotalBytes: '--max-total',
  maxStoredBytes: '--max-stored',
  hostLimits: '--host',
  prefixLimits: '--prefix-limit',
  crawlOrder: '--order',
  failureGuard: '--failure-guard',
  slowFactor: '--slow-guard',
  maxDepth: '--max-depth',
  delayMs: '--delay',
  maxDelayMs: '--max-delay',
  userAgent: '--user-agent',
  maxUrlLength: '--max-url-length',
  maxRedirects: '--max-redirects',
  maxBodyBytes: '--max-body',
  maxAttempts: '--attempts',
  networkWaitMs: '--network-wait',
  diskWaitMs: '--disk-wait',
  robotsLifetimeMs: '--robots-ttl',
  siteRules: '--robots',
  ownRobots: '--robots-file',
  nofollowLinks: '--rel',
  ugcLinks: '--rel',
  sponsoredLinks: '--rel',
  checkDelayMs: '--check-delay',
  maxChecksPerHost: '--max-checks',
  renderSample: '--render-sample',
  renderDevice: '--render-device',
  renderWait: '--render-wait',
  renderLocale: '--render-locale',
  renderThrottle: '--render-throttle',
  renderThirdParty: '--render-third-party',
  renderScreenshots: '--render-screenshots',
  trapGuards: '--no-trap-guards',
  releasedTraps: '--release-trap',
  headers: '--header',
  credentials: '--auth',
  extraCertificates: '--ca',
  untrustedHosts: '--invalid-certificate',
  ipFamily: '--ip',
  sitemaps: '--no-sitemaps',
  storeBodies: '--no-bodies',
};

/** The option of a setting: '--max-depth'. */
export const optionOf = (name: string): string => Object.entries(renamed).find(([key]) => key === name)?.[1] ?? `--${name}`;

/** The settings named on the command line, in the order of the options. */
export const givenSettings = (args: Arguments): GivenSetting[] =>
  Object.keys(settingOptions)
    .filter(name => args.has(name))
    .flatMap(name =>
      settingNames
        .filter(each => optionOf(each) === `--${name.replace(/^no-(?=clean)/, '')}`)
        .map(setting => ({ option: `--${name}`, name: setting })),
    );

const settingNames = Object.keys(defaultSettings) as (keyof typeof defaultSettings)[];

/** Refuses with the first problem, named by its option. */
export function refuseProblems(problems: Readonly<Record<string, string>>): void {
  const first = Object.entries(problems).find(([, problem]) => problem !== '');
  if (!first) return;
  const [field, problem] = first;
  usage(field === 'seeds' ? problem : `${optionOf(field)}: ${problem}`);
}

/** 'example.com.crawl', 'localhost-8080.crawl' */
export const defaultFile = (seed: string): string =>
  `${new URL(seed).host.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '') || 'site'}.crawl`;
