import { longestOwnRobots } from '#shared/explain/own-robots.ts';
import { longestCrawlMs, mostTotalBytes } from '#shared/limit-words.ts';
import { HostLimits, PrefixLimits } from '#shared/limits-input.ts';
import { mostLoginFields } from '#shared/login-fields.ts';
import { type CrawlSettings, crawlOrders, defaultSettings, http2Uses, renderThirdParties } from '#shared/model/crawl.ts';
import { credentialKinds, mostCertificates } from '#shared/model/credentials.ts';
import { renderDevices, renderScopes, renderThrottles } from '#shared/model/rendering.ts';
import { maxProfiles, UserProfileInput } from '#shared/profiles-file.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { between, flag, listBy, listOf, objectOf, oneOf, orNull, text, WrongForm, within } from './setting-forms.ts';

/** Settings from a crawl file. The file may come from anyone, so types are checked and numbers are clamped to their ranges. */

const words = text(100_000);
const wordsUpTo = (most: number) => listOf(words, most);

const dayMs = 86_400_000;

const stored = objectOf<CrawlSettings>({
  seeds: wordsUpTo(10_000_000),
  scope: oneOf(['page', 'prefix', 'host', 'domain']),
  follow: oneOf(['links', 'sitemaps', 'nothing']),
  internalHosts: wordsUpTo(1_000),
  rewrites: wordsUpTo(1_000),
  parameters: wordsUpTo(1_000),
  cleanParam: flag,
  include: wordsUpTo(10_000),
  exclude: wordsUpTo(10_000),
  contentInclude: wordsUpTo(50),
  contentExclude: wordsUpTo(50),
  maxPages: between(1, 100_000_000),
  maxDurationMs: between(0, longestCrawlMs),
  maxTotalBytes: between(0, mostTotalBytes),
  hostLimits: listBy(() => HostLimits),
  prefixLimits: listBy(() => PrefixLimits),
  crawlOrder: oneOf(crawlOrders),
  failureGuard: text(20),
  slowFactor: within(0, 1_000),
  maxDepth: between(0, 10_000),
  maxUrlLength: between(1, 65_536),
  maxRedirects: between(0, 50),
  maxBodyBytes: between(1, 1_073_741_824),
  connections: between(1, 256),
  delayMs: between(0, dayMs),
  delayBy: oneOf(['host', 'address']),
  maxDelayMs: between(0, 30 * dayMs),
  maxAttempts: between(1, 20),
  networkWaitMs: between(0, dayMs),
  diskWaitMs: between(0, dayMs),
  userAgent: words,
  profile: words,
  profiles: listBy(() => UserProfileInput.array().max(maxProfiles).readonly()),
  siteRules: listOf(objectOf({ pattern: words, robots: oneOf(['inherit', 'always', 'never']) }), 10_000),
  robotsDefault: oneOf(['inherit', 'always']),
  ownRobots: listOf(objectOf({ origin: words, text: text(longestOwnRobots) }), 1_000),
  sitemaps: flag,
  storeBodies: flag,
  maxStoredBytes: between(0, mostTotalBytes),
  robotsLifetimeMs: between(1, 7 * dayMs),
  checkExternal: flag,
  checkResources: flag,
  probe: flag,
  checkDelayMs: between(0, dayMs),
  maxChecksPerHost: between(1, 10_000_000),
  render: oneOf(renderScopes),
  renderSample: between(1, 1_000),
  renderDevice: oneOf(renderDevices),
  renderWait: words,
  renderLocale: words,
  renderThrottle: oneOf(renderThrottles),
  renderThirdParty: oneOf(renderThirdParties),
  renderScreenshots: flag,
  nofollowLinks: oneOf(['follow', 'record']),
  ugcLinks: oneOf(['follow', 'record']),
  sponsoredLinks: oneOf(['follow', 'record']),
  crawlCanonicals: flag,
  crawlHreflang: flag,
  crawlAmp: flag,
  trapGuards: flag,
  releasedTraps: wordsUpTo(200),
  headers: listOf(objectOf({ origin: words, name: words, value: words }), 1_000),
  credentials: listOf(objectOf({ kind: oneOf(credentialKinds), origin: words }), 1_000),
  login: orNull(objectOf({ url: words, fields: wordsUpTo(mostLoginFields) })),
  proxy: words,
  extraCertificates: wordsUpTo(mostCertificates),
  untrustedHosts: wordsUpTo(1_000),
  ipFamily: oneOf(['any', '4', '6']),
  http2: oneOf(http2Uses),
});

/** Crawls of versions without guards had none, those before the waits for the network and the disk did not wait, and all spoke HTTP/1.1. */
const unguarded = {
  ...{ trapGuards: false, failureGuard: '', slowFactor: 0, networkWaitMs: 0, diskWaitMs: 0 },
  http2: 'no',
} as const;

const damaged = (file: string, what: string): RpcError =>
  new RpcError('refused', `${file} is damaged: its settings cannot be read (${what}).`);

/**
 * Reads settings from a file. Settings that an older file lacks get their defaults. Throws "damaged" with the name of the field.
 */
export function readStoredSettings(json: unknown, file: string): CrawlSettings {
  if (typeof json !== 'string') throw damaged(file, 'none are stored');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(file, 'not JSON');
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged(file, 'not an object');
  const settings = readForms({ ...defaultSettings, ...unguarded, ...value }, file);
  const badSeed = settings.seeds.some(seed => !URL.canParse(seed) || !/^https?:/i.test(seed));
  if (badSeed) throw damaged(file, 'seeds');
  return settings;
}

function readForms(value: object, file: string): CrawlSettings {
  try {
    return stored(value, '');
  } catch (error) {
    if (error instanceof WrongForm) throw damaged(file, error.place || 'wrong type');
    throw error;
  }
}
