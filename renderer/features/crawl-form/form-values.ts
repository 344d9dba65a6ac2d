import {
  hostLimitText,
  longestCrawlMs,
  mostTotalBytes,
  prefixLimitText,
  readHostLimit,
  readPrefixLimit,
} from '#shared/limit-words.ts';
import {
  auditSettings,
  type CrawlOrder,
  type CrawlSettings,
  type Follow,
  type Http2Use,
  type IpFamily,
  type RelPolicy,
  type RenderThirdParty,
  type Scope,
} from '#shared/model/crawl.ts';
import { headerLine, plainOrigin, readHeaderLine } from '#shared/model/credentials.ts';
import type { UserProfile } from '#shared/model/profile.ts';
import type { RenderDevice, RenderScope, RenderThrottle } from '#shared/model/rendering.ts';
import { certificatesIn } from '#shared/pem.ts';
import { badLinesWords, mostTypedSeeds, readSeedLines } from '#shared/seed-lines.ts';
import { isEmptyLogin, type LoginRow, loginFormOf, rowOf, useOf } from '../../domain/login-rows.ts';
import { readNumber, writeNumber } from '../../ui/numbers.ts';
import { type OwnRobotsValue, writtenTexts } from './own-robots-value.ts';
import { consentOf, needsConsent, type SiteRulesValue, shownRules, writtenRules } from './site-rules-value.ts';

const mebibyte = 1_048_576;

/** The values of the new-crawl form's fields: text, with times in seconds. */
export interface FormValues {
  readonly seeds: string;
  readonly scope: Scope;
  readonly follow: Follow;
  /** One host a line. */
  readonly internalHosts: string;
  readonly maxPages: string;
  readonly maxDepth: string;
  /** Minutes. */
  readonly maxTime: string;
  /** MiB. */
  readonly maxTotal: string;
  /** MiB. */
  readonly maxStored: string;
  readonly maxUrlLength: string;
  readonly maxRedirects: string;
  /** MiB. */
  readonly maxBody: string;
  /** One host a line. */
  readonly hostLimits: string;
  /** One path a line. */
  readonly prefixLimits: string;
  readonly crawlOrder: CrawlOrder;
  readonly failureGuard: string;
  readonly slowFactor: string;
  readonly profile: string;
  readonly userAgent: string;
  readonly sites: SiteRulesValue;
  readonly ownRobots: OwnRobotsValue;
  readonly delay: string;
  readonly maxDelay: string;
  readonly maxAttempts: string;
  /** Minutes. */
  readonly robotsLifetime: string;
  /** Minutes. */
  readonly networkWait: string;
  /** Minutes. */
  readonly diskWait: string;
  readonly connections: string;
  readonly include: string;
  /** One rule a line. */
  readonly parameters: string;
  /** One rule a line. */
  readonly rewrites: string;
  readonly cleanParam: boolean;
  readonly exclude: string;
  readonly contentInclude: string;
  readonly contentExclude: string;
  readonly delayByAddress: boolean;
  readonly sitemaps: boolean;
  readonly storeBodies: boolean;
  readonly checkExternal: boolean;
  readonly checkResources: boolean;
  readonly probe: boolean;
  readonly checkDelay: string;
  readonly maxChecks: string;
  readonly render: RenderScope;
  readonly renderSample: string;
  readonly renderDevice: RenderDevice;
  readonly renderWait: string;
  readonly renderLocale: string;
  readonly renderThrottle: RenderThrottle;
  readonly renderThirdParty: RenderThirdParty;
  readonly renderScreenshots: boolean;
  readonly followNofollow: boolean;
  readonly followUgc: boolean;
  readonly followSponsored: boolean;
  readonly crawlCanonicals: boolean;
  readonly crawlHreflang: boolean;
  readonly crawlAmp: boolean;
  readonly trapGuards: boolean;
  /** One header a line. */
  readonly headers: string;
  readonly proxy: string;
  /** Certificates in PEM. */
  readonly extraCertificates: string;
  /** One host a line. */
  readonly untrustedHosts: string;
  readonly ipFamily: IpFamily;
  readonly http2: Http2Use;
  readonly logins: readonly LoginRow[];
  readonly keepSecrets: boolean;
}

/** The part of the form that a preset fills in. */
export type Preset = 'crawl' | 'audit';

export const presets: readonly { readonly value: Preset; readonly label: string; readonly hint: string }[] = [
  { value: 'crawl', label: 'Crawl', hint: 'Pages inside the scope only.' },
  {
    value: 'audit',
    label: 'Audit',
    hint: 'Also checks external links, images, style sheets and scripts, at most one request a second to other sites.',
  },
];

/** Which preset the form is; null: neither. */
export function presetOf({ checkExternal, checkResources }: FormValues): Preset | null {
  if (checkExternal !== checkResources) return null;
  return checkExternal ? 'audit' : 'crawl';
}

export const presetValues = (preset: Preset): Partial<FormValues> =>
  preset === 'audit' ? auditSettings : { checkExternal: false, checkResources: false };

type Defaults = Omit<CrawlSettings, 'seeds'>;

export const formOf = (defaults: Defaults): FormValues => ({
  seeds: '',
  scope: defaults.scope,
  follow: defaults.follow,
  internalHosts: defaults.internalHosts.join('\n'),
  maxPages: writeNumber(defaults.maxPages),
  maxDepth: writeNumber(defaults.maxDepth),
  maxTime: writeNumber(defaults.maxDurationMs / 60_000),
  maxTotal: writeNumber(defaults.maxTotalBytes / mebibyte),
  maxStored: writeNumber(defaults.maxStoredBytes / mebibyte),
  maxUrlLength: writeNumber(defaults.maxUrlLength),
  maxRedirects: writeNumber(defaults.maxRedirects),
  maxBody: writeNumber(defaults.maxBodyBytes / mebibyte),
  hostLimits: defaults.hostLimits.map(hostLimitText).join('\n'),
  prefixLimits: defaults.prefixLimits.map(prefixLimitText).join('\n'),
  crawlOrder: defaults.crawlOrder,
  failureGuard: defaults.failureGuard,
  slowFactor: writeNumber(defaults.slowFactor),
  profile: defaults.profile,
  userAgent: defaults.userAgent,
  sites: { ...shownRules(defaults), consent: false },
  ownRobots: { texts: defaults.ownRobots, consent: false },
  delay: writeNumber(defaults.delayMs / 1000),
  maxDelay: writeNumber(defaults.maxDelayMs / 1000),
  maxAttempts: writeNumber(defaults.maxAttempts),
  robotsLifetime: writeNumber(defaults.robotsLifetimeMs / 60_000),
  networkWait: writeNumber(defaults.networkWaitMs / 60_000),
  diskWait: writeNumber(defaults.diskWaitMs / 60_000),
  connections: writeNumber(defaults.connections),
  delayByAddress: defaults.delayBy === 'address',
  include: defaults.include.join('\n'),
  parameters: defaults.parameters.join('\n'),
  rewrites: defaults.rewrites.join('\n'),
  cleanParam: defaults.cleanParam,
  exclude: defaults.exclude.join('\n'),
  contentInclude: defaults.contentInclude.join('\n'),
  contentExclude: defaults.contentExclude.join('\n'),
  sitemaps: defaults.sitemaps,
  storeBodies: defaults.storeBodies,
  checkExternal: defaults.checkExternal,
  checkResources: defaults.checkResources,
  probe: defaults.probe,
  checkDelay: writeNumber(defaults.checkDelayMs / 1000),
  maxChecks: writeNumber(defaults.maxChecksPerHost),
  render: defaults.render,
  renderSample: writeNumber(defaults.renderSample),
  renderDevice: defaults.renderDevice,
  renderWait: defaults.renderWait,
  renderLocale: defaults.renderLocale,
  renderThrottle: defaults.renderThrottle,
  renderThirdParty: defaults.renderThirdParty,
  renderScreenshots: defaults.renderScreenshots,
  followNofollow: defaults.nofollowLinks === 'follow',
  followUgc: defaults.ugcLinks === 'follow',
  followSponsored: defaults.sponsoredLinks === 'follow',
  crawlCanonicals: defaults.crawlCanonicals,
  crawlHreflang: defaults.crawlHreflang,
  crawlAmp: defaults.crawlAmp,
  trapGuards: defaults.trapGuards,
  headers: defaults.headers.map(headerLine).join('\n'),
  proxy: defaults.proxy,
  extraCertificates: defaults.extraCertificates.join(''),
  untrustedHosts: defaults.untrustedHosts.join('\n'),
  ipFamily: defaults.ipFamily,
  http2: defaults.http2,
  logins: defaults.credentials.map(use => rowOf(use, defaults.login)),
  keepSecrets: false,
});

/** The form for a crawl that repeats another: what the user agreed to there holds. Values of credentials are typed again. */
export const formAgain = (settings: CrawlSettings): FormValues => {
  const form = formOf(settings);
  return {
    ...form,
    seeds: settings.seeds.join('\n'),
    sites: { ...form.sites, consent: true },
    ownRobots: { ...form.ownRobots, consent: true },
  };
};

/** The settings that say which URLs belong to the crawl. */
export const scopeOfForm = (form: FormValues) => ({
  scope: form.scope,
  follow: form.follow,
  internalHosts: linesOfText(form.internalHosts).map(host => host.toLowerCase()),
  rewrites: linesOfText(form.rewrites),
  parameters: linesOfText(form.parameters),
  cleanParam: form.cleanParam,
  include: linesOfText(form.include),
  exclude: linesOfText(form.exclude),
});

/** The settings that admit URLs, with the depth limit where it can be read. The profile is one of the file or the user's own (`profiles`). */
export const admissionOfForm = (form: FormValues, profiles: readonly UserProfile[]) => ({
  ...scopeOfForm(form),
  maxDepth: readRange(form.maxDepth, ranges.maxDepth).value,
  ...followedOfForm(form),
  profile: form.profile,
  profiles,
  userAgent: form.userAgent,
});

/** Links and references that are crawled only on request. */
const followedOfForm = (form: FormValues) => ({
  nofollowLinks: policy(form.followNofollow),
  ugcLinks: policy(form.followUgc),
  sponsoredLinks: policy(form.followSponsored),
  crawlCanonicals: form.crawlCanonicals,
  crawlHreflang: form.crawlHreflang,
  crawlAmp: form.crawlAmp,
});

/** Trimmed lines, without empty ones. */
export const linesOfText = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

export interface Range {
  readonly least: number;
  readonly most: number;
  readonly factor?: number;
  readonly unit?: string;
}

export const ranges = {
  maxPages: { least: 1, most: 100_000_000 },
  maxDepth: { least: 0, most: 10_000 },
  maxTime: { least: 0, most: longestCrawlMs / 60_000, factor: 60_000, unit: ' minutes' },
  slowFactor: { least: 0, most: 1_000 },
  maxTotal: { least: 0, most: mostTotalBytes / mebibyte, factor: mebibyte, unit: ' MiB' },
  maxStored: { least: 0, most: mostTotalBytes / mebibyte, factor: mebibyte, unit: ' MiB' },
  maxUrlLength: { least: 100, most: 8_192 },
  maxRedirects: { least: 0, most: 50 },
  maxBody: { least: 1, most: 1_024, factor: mebibyte, unit: ' MiB' },
  connections: { least: 1, most: 256 },
  delay: { least: 0, most: 86_400, factor: 1000, unit: ' seconds' },
  maxDelay: { least: 0, most: 86_400, factor: 1000, unit: ' seconds' },
  maxAttempts: { least: 1, most: 20 },
  robotsLifetime: { least: 0.1, most: 10_080, factor: 60_000, unit: ' minutes' },
  networkWait: { least: 0, most: 1_440, factor: 60_000, unit: ' minutes' },
  diskWait: { least: 0, most: 1_440, factor: 60_000, unit: ' minutes' },
  checkDelay: { least: 0, most: 86_400, factor: 1000, unit: ' seconds' },
  maxChecks: { least: 1, most: 10_000_000 },
  renderSample: { least: 1, most: 1_000 },
} as const satisfies Partial<Record<keyof FormValues, Range>>;

/** A typed number in the unit of its setting, or what is wrong with it. */
export function readRange(typed: string, { least, most, factor = 1, unit = '' }: Range): { value: number; problem: string } {
  const value = readNumber(typed, factor === 1 ? 'whole' : 'decimal') * factor;
  const good = Number.isInteger(value) && value >= least * factor && value <= most * factor;
  const kind = factor === 1 ? 'A whole number' : 'A number';
  return { value, problem: good ? '' : `${kind} from ${writeNumber(least)} to ${writeNumber(most)}${unit}.` };
}

const policy = (isFollowed: boolean): RelPolicy => (isFollowed ? 'follow' : 'record');

export interface FormReading {
  /** Null when a field cannot be read. */
  readonly settings: CrawlSettings | null;
  /** Problems by the name of the setting. */
  readonly problems: Readonly<Record<string, string>>;
}

/** What the fields say, or what is wrong with them. Fields the form does not show, and numbers as it shows them first, keep their defaults. */
export function readForm(form: FormValues, defaults: Defaults): FormReading {
  const problems: Record<string, string> = {};
  const shown = formOf(defaults);
  const number = (field: keyof typeof ranges, setting: keyof Defaults): number => {
    // The form shows three decimals; an untouched setting has them all.
    if (form[field] === shown[field]) return Number(defaults[setting]);
    const { value, problem } = readRange(form[field], ranges[field]);
    if (problem !== '') problems[setting] = problem;
    return value;
  };
  const list = readSeedLines(form.seeds);
  const limits = <T>(field: 'hostLimits' | 'prefixLimits', read: (line: string) => T | string): T[] =>
    linesOfText(form[field]).flatMap(line => {
      const limit = read(line);
      if (typeof limit !== 'string') return [limit];
      problems[field] ??= limit;
      return [];
    });
  const lines = linesOfText(form.headers);
  const settings: CrawlSettings = {
    ...defaults,
    seeds: list.seeds,
    scope: form.scope,
    follow: form.follow,
    internalHosts: linesOfText(form.internalHosts).map(host => host.toLowerCase()),
    maxPages: number('maxPages', 'maxPages'),
    maxDepth: number('maxDepth', 'maxDepth'),
    maxDurationMs: number('maxTime', 'maxDurationMs'),
    maxTotalBytes: number('maxTotal', 'maxTotalBytes'),
    maxStoredBytes: number('maxStored', 'maxStoredBytes'),
    maxUrlLength: number('maxUrlLength', 'maxUrlLength'),
    maxRedirects: number('maxRedirects', 'maxRedirects'),
    maxBodyBytes: number('maxBody', 'maxBodyBytes'),
    hostLimits: limits('hostLimits', readHostLimit),
    prefixLimits: limits('prefixLimits', readPrefixLimit),
    crawlOrder: form.crawlOrder,
    failureGuard: form.failureGuard.trim(),
    slowFactor: number('slowFactor', 'slowFactor'),
    connections: number('connections', 'connections'),
    delayMs: number('delay', 'delayMs'),
    maxDelayMs: number('maxDelay', 'maxDelayMs'),
    maxAttempts: number('maxAttempts', 'maxAttempts'),
    robotsLifetimeMs: number('robotsLifetime', 'robotsLifetimeMs'),
    networkWaitMs: number('networkWait', 'networkWaitMs'),
    diskWaitMs: number('diskWait', 'diskWaitMs'),
    delayBy: form.delayByAddress ? 'address' : 'host',
    profile: form.profile,
    userAgent: form.userAgent.trim(),
    ...writtenRules(form.sites),
    ownRobots: writtenTexts(form.ownRobots),
    include: linesOfText(form.include),
    parameters: linesOfText(form.parameters),
    rewrites: linesOfText(form.rewrites),
    cleanParam: form.cleanParam,
    exclude: linesOfText(form.exclude),
    contentInclude: linesOfText(form.contentInclude),
    contentExclude: linesOfText(form.contentExclude),
    sitemaps: form.sitemaps,
    storeBodies: form.storeBodies,
    checkExternal: form.checkExternal,
    checkResources: form.checkResources,
    probe: form.probe,
    checkDelayMs: number('checkDelay', 'checkDelayMs'),
    maxChecksPerHost: number('maxChecks', 'maxChecksPerHost'),
    render: form.render,
    renderSample: number('renderSample', 'renderSample'),
    renderDevice: form.renderDevice,
    renderWait: form.renderWait.trim(),
    renderLocale: form.renderLocale.trim(),
    renderThrottle: form.renderThrottle,
    renderThirdParty: form.renderThirdParty,
    renderScreenshots: form.renderScreenshots,
    ...followedOfForm(form),
    trapGuards: form.trapGuards,
    headers: lines.flatMap(line => readHeaderLine(line) ?? []),
    proxy: form.proxy.trim() === '' ? '' : plainOrigin(form.proxy.trim()),
    extraCertificates: certificatesIn(form.extraCertificates),
    untrustedHosts: linesOfText(form.untrustedHosts).map(host => host.toLowerCase()),
    ipFamily: form.ipFamily,
    http2: form.http2,
    credentials: form.logins.map(useOf),
    login: loginFormOf(form.logins),
  };
  if (form.extraCertificates.trim() !== '' && settings.extraCertificates.length === 0)
    problems['extraCertificates'] = 'Paste certificates in PEM (-----BEGIN CERTIFICATE-----).';
  const wrong = lines.find(line => readHeaderLine(line) === null);
  if (wrong !== undefined) problems['headers'] = `“${wrong.slice(0, 60)}” is not a header. Write one per line, like Name: value.`;
  if (form.logins.some(isEmptyLogin)) problems['credentials'] = 'Enter the value of each credential, or remove it.';
  if (needsConsent(form.sites)) problems['siteRules'] = `Confirm it first: ${consentOf(form.sites)}.`;
  if (settings.ownRobots.length > 0 && !form.ownRobots.consent)
    problems['ownRobots'] = 'Confirm it first: you run the site, or have its owner’s consent.';
  if (settings.userAgent === '') problems['userAgent'] = 'Enter a user agent, so that site owners know who crawls.';
  if (list.bad.length > 0) problems['seeds'] = badLinesWords(list);
  if (list.seeds.length > mostTypedSeeds)
    problems['seeds'] = `At most ${writeNumber(mostTypedSeeds)} start URLs. The command line takes more (--list).`;
  if (settings.include.length > 50) problems['include'] = 'At most 50 patterns.';
  if (settings.rewrites.length > 50) problems['rewrites'] = 'At most 50 rules.';
  if (settings.parameters.length > 100) problems['parameters'] = 'At most 100 rules.';
  if (settings.exclude.length > 50) problems['exclude'] = 'At most 50 patterns.';
  return { settings: Object.keys(problems).length === 0 ? settings : null, problems };
}

/** The file name to suggest: the first seed's host. */
export function suggestedName(seeds: readonly string[]): string {
  const first = seeds[0] ?? '';
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(first) ? first : `https://${first}`).hostname.replace(/^www\./, '') || 'Crawl';
  } catch (error) {
    if (error instanceof TypeError) return 'Crawl';
    throw error;
  }
}
