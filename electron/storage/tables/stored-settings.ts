import { z } from 'zod';
import { longestOwnRobots } from '#shared/explain/own-robots.ts';
import { longestCrawlMs, mostTotalBytes } from '#shared/limit-words.ts';
import { HostLimits, PrefixLimits } from '#shared/limits-input.ts';
import { mostLoginFields } from '#shared/login-fields.ts';
import { type CrawlSettings, crawlOrders, defaultSettings, http2Uses, renderThirdParties } from '#shared/model/crawl.ts';
import { credentialKinds, mostCertificates } from '#shared/model/credentials.ts';
import { renderDevices, renderScopes, renderThrottles } from '#shared/model/rendering.ts';
import { maxProfiles, UserProfileInput } from '#shared/profiles-file.ts';
import { RpcError } from '#shared/rpc/errors.ts';

/** Settings from a crawl file. The file may come from anyone, so types are checked and numbers are clamped to their ranges. */

const words = z.string().max(100_000);
const listOf = (most: number) => z.array(words).max(most);
/** A whole number, clamped to the range. */
const between = (least: number, most: number) =>
  z.number().transform(value => Math.round(Math.min(most, Math.max(least, value))));

const dayMs = 86_400_000;

const Stored = z.object({
  seeds: listOf(10_000_000),
  scope: z.enum(['page', 'prefix', 'host', 'domain']),
  follow: z.enum(['links', 'sitemaps', 'nothing']),
  internalHosts: listOf(1_000),
  rewrites: listOf(1_000),
  parameters: listOf(1_000),
  cleanParam: z.boolean(),
  include: listOf(10_000),
  exclude: listOf(10_000),
  contentInclude: listOf(50),
  contentExclude: listOf(50),
  maxPages: between(1, 100_000_000),
  maxDurationMs: between(0, longestCrawlMs),
  maxTotalBytes: between(0, mostTotalBytes),
  hostLimits: HostLimits,
  prefixLimits: PrefixLimits,
  crawlOrder: z.enum(crawlOrders),
  failureGuard: z.string().max(20),
  slowFactor: z.number().min(0).max(1_000),
  maxDepth: between(0, 10_000),
  maxUrlLength: between(1, 65_536),
  maxRedirects: between(0, 50),
  maxBodyBytes: between(1, 1_073_741_824),
  connections: between(1, 256),
  delayMs: between(0, dayMs),
  delayBy: z.enum(['host', 'address']),
  maxDelayMs: between(0, 30 * dayMs),
  maxAttempts: between(1, 20),
  networkWaitMs: between(0, dayMs),
  diskWaitMs: between(0, dayMs),
  userAgent: words,
  profile: words,
  profiles: z.array(UserProfileInput).max(maxProfiles).readonly(),
  siteRules: z.array(z.object({ pattern: words, robots: z.enum(['inherit', 'always', 'never']) })).max(10_000),
  robotsDefault: z.enum(['inherit', 'always']),
  ownRobots: z.array(z.object({ origin: words, text: z.string().max(longestOwnRobots) })).max(1_000),
  sitemaps: z.boolean(),
  storeBodies: z.boolean(),
  maxStoredBytes: between(0, mostTotalBytes),
  robotsLifetimeMs: between(1, 7 * dayMs),
  checkExternal: z.boolean(),
  checkResources: z.boolean(),
  probe: z.boolean(),
  checkDelayMs: between(0, dayMs),
  maxChecksPerHost: between(1, 10_000_000),
  render: z.enum(renderScopes),
  renderSample: between(1, 1_000),
  renderDevice: z.enum(renderDevices),
  renderWait: words,
  renderLocale: words,
  renderThrottle: z.enum(renderThrottles),
  renderThirdParty: z.enum(renderThirdParties),
  renderScreenshots: z.boolean(),
  nofollowLinks: z.enum(['follow', 'record']),
  ugcLinks: z.enum(['follow', 'record']),
  sponsoredLinks: z.enum(['follow', 'record']),
  crawlCanonicals: z.boolean(),
  crawlHreflang: z.boolean(),
  crawlAmp: z.boolean(),
  trapGuards: z.boolean(),
  releasedTraps: listOf(200),
  headers: z.array(z.object({ origin: words, name: words, value: words })).max(1_000),
  credentials: z.array(z.object({ kind: z.enum(credentialKinds), origin: words })).max(1_000),
  login: z.object({ url: words, fields: listOf(mostLoginFields) }).nullable(),
  proxy: words,
  extraCertificates: listOf(mostCertificates),
  untrustedHosts: listOf(1_000),
  ipFamily: z.enum(['any', '4', '6']),
  http2: z.enum(http2Uses),
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
  const read = Stored.safeParse({ ...defaultSettings, ...unguarded, ...value });
  if (!read.success) throw damaged(file, read.error.issues[0]?.path.join('.') || 'wrong type');
  const badSeed = read.data.seeds.some(seed => !URL.canParse(seed) || !/^https?:/i.test(seed));
  if (badSeed) throw damaged(file, 'seeds');
  return read.data;
}
