import { z } from 'zod';
import { longestOwnRobots, mostOwnRobots } from '../explain/own-robots.ts';
import { SortKey } from '../export-list.ts';
import { longestCrawlMs, mostTotalBytes } from '../limit-words.ts';
import { HostLimits, PrefixLimits } from '../limits-input.ts';
import { mostLoginFields } from '../login-fields.ts';
import { longestAssertions } from '../model/assertions.ts';
import { longestNote, mostIgnoredUrls, mostIgnoreRules } from '../model/audit-settings.ts';
import { crawlOrders, http2Uses, longestUserAgent, renderThirdParties } from '../model/crawl.ts';
import {
  credentialKinds,
  longestHeaderName,
  longestHeaderValue,
  longestOrigin,
  longestPem,
  longestSecret,
  mostCertificates,
  mostCredentials,
  mostHeaders,
} from '../model/credentials.ts';
import { longestDraft } from '../model/draft.ts';
import { renderDevices, renderScopes, renderThrottles } from '../model/rendering.ts';
import { maxProfiles, UserProfileInput } from '../profiles-file.ts';
import { mostTypedSeeds } from '../seed-lines.ts';

/** The inputs that calls of the API share. Each bounds its texts and lists: the gateway validates with them. */

export const text = (max: number) => z.string().max(max);
export const Url = text(8_192);
export const Id = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
export const Count = z.number().int().min(1).max(1_000);
export const None = z.strictObject({});
/** At most so many entries. */
const few =
  (most: number) =>
  (record: object): boolean =>
    Object.keys(record).length <= most;
/** The text of assertions, typed or generated from a selection. */
export const Assertions = text(longestAssertions);
/** The text of a robots.txt, as typed. */
export const Document = text(1_048_576);

export const SiteRules = z
  .array(z.strictObject({ pattern: text(300), robots: z.enum(['inherit', 'always', 'never']) }))
  .max(200)
  .readonly();

export const CredentialUseInput = z.strictObject({ kind: z.enum(credentialKinds), origin: text(longestOrigin) });

/** Credentials as typed. Null: the value that the system's key store has. */
export const SecretsInput = z
  .array(
    z.strictObject({
      ...CredentialUseInput.shape,
      value: text(longestPem).nullable(),
      passphrase: text(longestSecret).optional(),
    }),
  )
  .max(mostCredentials)
  .readonly();

export const SettingsInput = z.strictObject({
  seeds: z.array(text(2_048)).min(1).max(mostTypedSeeds),
  scope: z.enum(['page', 'prefix', 'host', 'domain']),
  follow: z.enum(['links', 'sitemaps', 'nothing']),
  internalHosts: z.array(text(300)).max(200).readonly(),
  rewrites: z.array(text(1_000)).max(50).readonly(),
  parameters: z.array(text(1_000)).max(100).readonly(),
  cleanParam: z.boolean(),
  include: z.array(text(500)).max(50),
  exclude: z.array(text(500)).max(50),
  contentInclude: z.array(text(100)).max(50).readonly(),
  contentExclude: z.array(text(100)).max(50).readonly(),
  maxPages: z.number().int().min(1).max(100_000_000),
  maxDurationMs: z.number().int().min(0).max(longestCrawlMs),
  maxTotalBytes: z.number().int().min(0).max(mostTotalBytes),
  hostLimits: HostLimits,
  prefixLimits: PrefixLimits,
  crawlOrder: z.enum(crawlOrders),
  failureGuard: text(20),
  slowFactor: z.number().min(0).max(1_000),
  maxDepth: z.number().int().min(0).max(10_000),
  maxUrlLength: z.number().int().min(100).max(8_192),
  maxRedirects: z.number().int().min(0).max(50),
  maxBodyBytes: z.number().int().min(1_024).max(1_073_741_824),
  connections: z.number().int().min(1).max(256),
  delayMs: z.number().int().min(0).max(86_400_000),
  delayBy: z.enum(['host', 'address']),
  maxDelayMs: z.number().int().min(0).max(86_400_000),
  maxAttempts: z.number().int().min(1).max(20),
  networkWaitMs: z.number().int().min(0).max(86_400_000),
  diskWaitMs: z.number().int().min(0).max(86_400_000),
  userAgent: text(longestUserAgent).min(1),
  profile: text(100),
  profiles: z.array(UserProfileInput).max(maxProfiles).readonly(),
  siteRules: SiteRules,
  robotsDefault: z.enum(['inherit', 'always']),
  ownRobots: z
    .array(z.strictObject({ origin: text(longestOrigin), text: text(longestOwnRobots) }))
    .max(mostOwnRobots)
    .readonly(),
  sitemaps: z.boolean(),
  storeBodies: z.boolean(),
  maxStoredBytes: z.number().int().min(0).max(mostTotalBytes),
  robotsLifetimeMs: z.number().int().min(1_000).max(604_800_000),
  checkExternal: z.boolean(),
  checkResources: z.boolean(),
  probe: z.boolean(),
  checkDelayMs: z.number().int().min(0).max(86_400_000),
  maxChecksPerHost: z.number().int().min(1).max(10_000_000),
  render: z.enum(renderScopes),
  renderSample: z.number().int().min(1).max(1_000),
  renderDevice: z.enum(renderDevices),
  renderWait: text(300),
  renderLocale: text(35),
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
  releasedTraps: z.array(text(4_096)).max(200).readonly(),
  headers: z
    .array(z.strictObject({ origin: text(longestOrigin), name: text(longestHeaderName), value: text(longestHeaderValue) }))
    .max(mostHeaders)
    .readonly(),
  credentials: z.array(CredentialUseInput).max(mostCredentials).readonly(),
  login: z
    .strictObject({ url: text(2_048), fields: z.array(text(100).min(1)).min(1).max(mostLoginFields).readonly() })
    .nullable(),
  proxy: text(longestOrigin),
  extraCertificates: z.array(text(longestPem)).max(mostCertificates).readonly(),
  untrustedHosts: z.array(text(longestOrigin)).max(50).readonly(),
  ipFamily: z.enum(['any', '4', '6']),
  http2: z.enum(http2Uses),
});

/** Limits that a crawl continues with; those that are absent stay. */
export const LimitsInput = SettingsInput.pick({
  maxPages: true,
  maxDepth: true,
  maxDelayMs: true,
  maxUrlLength: true,
  maxRedirects: true,
  maxBodyBytes: true,
  maxAttempts: true,
  maxChecksPerHost: true,
  maxDurationMs: true,
  maxTotalBytes: true,
  hostLimits: true,
  prefixLimits: true,
}).partial();

const scopeSettings = {
  scope: true,
  follow: true,
  internalHosts: true,
  rewrites: true,
  parameters: true,
  cleanParam: true,
  include: true,
  exclude: true,
} as const;

/** The settings that say which URLs belong to a crawl. */
export const ScopeInput = SettingsInput.pick(scopeSettings);

/** The settings by which URLs are admitted; of a crawl that has begun, too. */
export const AdmissionInput = SettingsInput.pick({
  ...scopeSettings,
  maxDepth: true,
  nofollowLinks: true,
  ugcLinks: true,
  sponsoredLinks: true,
  crawlCanonicals: true,
  crawlHreflang: true,
  crawlAmp: true,
  profile: true,
  profiles: true,
  userAgent: true,
});

/** Who interprets a robots.txt: a profile, a dialect, or a profile with another dialect. Default: the crawl's own profile. */
export const Interpreter = z.strictObject({ profile: text(100).optional(), dialect: text(100).optional() });

/** A draft of robots.txt. Crawlers read 500 KiB. */
export const Draft = text(longestDraft);
/** An interpretation of an origin's robots.txt. */
export const Side = z.strictObject({ version: Id.nullable(), text: Draft.nullable(), profile: text(100) });

/** Id of a check of the audit. */
export const CheckId = text(100);
/** Thresholds by check and name. */
const ChangedLimits = z.record(CheckId, z.record(text(100), z.number()).refine(few(100))).refine(few(1_000));

const IgnoredUrls = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('urls'), urls: z.array(Url).max(mostIgnoredUrls).readonly() }),
  z.strictObject({ kind: z.literal('prefix'), prefix: Url }),
  z.strictObject({ kind: z.literal('pattern'), pattern: text(500) }),
]);
const IgnoreRule = z.strictObject({
  check: CheckId,
  where: IgnoredUrls,
  note: text(longestNote),
  until: text(10),
  addedBy: text(100),
});
/** A change of the audit's thresholds or ignore rules. */
export const AuditSettingsChange = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('limits'), limits: ChangedLimits }),
  z.strictObject({ do: z.literal('add'), rules: z.array(IgnoreRule).min(1).max(mostIgnoreRules).readonly() }),
  z.strictObject({ do: z.literal('change'), id: Id, rule: IgnoreRule }),
  z.strictObject({ do: z.literal('remove'), ids: z.array(Id).min(1).max(mostIgnoreRules).readonly() }),
]);

/** More columns than there are, custom rules included. */
const mostColumns = 500;
export const ColumnKeys = z.array(text(100)).max(mostColumns);

/** A list request: `filter` is an omnibox expression such as `status:404 site:example.com inurl:shop`. */
export const UrlQuery = z.strictObject({
  filter: text(2_000),
  /** A second filter that must match too, such as the class of a tab: problems are those of the first one as it was typed. */
  within: text(200).optional(),
  sort: SortKey,
  descending: z.boolean(),
  /** Accepts the list as of the last reading of the file for now. */
  soon: z.boolean().optional(),
  /** Returns the first rows too, with these columns. */
  first: z.strictObject({ limit: Count, columns: ColumnKeys }).optional(),
});
