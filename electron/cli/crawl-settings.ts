import { profileSet } from '#core/crawlers/profile-set.ts';
import { maxUrlLength } from '#core/url/length.ts';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings, RelPolicy } from '#shared/model/crawl.ts';
import { crawlOrders, defaultSettings } from '#shared/model/crawl.ts';
import { loginExcludes } from '#shared/model/login-excludes.ts';
import type { UserProfile } from '#shared/model/profile.ts';
import { withProfile } from '#shared/profiles-file.ts';
import { type Arguments, choice, seconds, wholeNumber } from './arguments.ts';
import { readConnection } from './connection-options.ts';
import { readCredentials, readHeaders, readLogin } from './credentials.ts';
import { usage } from './exit.ts';
import { failureGuard, limitSettings, mebibytes } from './limit-settings.ts';
import { ownProfiles } from './own-profiles.ts';
import { readRendering } from './render-options.ts';
import { findProfile, requireProfile } from './robots-choice.ts';
import { settingOptions } from './setting-options.ts';
import { readSiteRules } from './site-rules.ts';

const secondsOfWeek = 7 * 86_400;

function lifetime(args: Arguments): number | undefined {
  const whole = wholeNumber(args, 'robots-ttl', 1, secondsOfWeek);
  return whole === undefined ? undefined : whole * 1_000;
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
  const before = session.settings();
  const next = readSettings(args, before.seeds, before, false);
  // The secret of a known credential changes no setting.
  if (
    named.every(name => ['auth', 'client-cert', 'client-key', 'login-field'].includes(name)) &&
    next.credentials.length === before.credentials.length
  )
    return;
  session.changeSettings(next);
}
