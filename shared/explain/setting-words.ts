import { hostLimitText, prefixLimitText } from '../limit-words.ts';
import type {
  CrawlOrder,
  CrawlSettings,
  Follow,
  HostLimit,
  Http2Use,
  Obedience,
  OwnRobots,
  PrefixLimit,
  RenderThirdParty,
  SiteRule,
} from '../model/crawl.ts';
import { type CredentialUse, headerLine, type OwnHeader } from '../model/credentials.ts';
import type { UserProfile } from '../model/profile.ts';
import type { RenderScope, RenderThrottle } from '../model/rendering.ts';
import { renderWaitWords } from '../render-wait.ts';
import { credentialWords } from './credentials.ts';
import { durationWords } from './duration.ts';
import { figure } from './figure.ts';
import { ownRobotsWords } from './own-robots.ts';
import { obedienceWords, siteRuleWords } from './site-rules.ts';
import { sizeWords } from './size.ts';

/** Names of the settings for people, in the order of the form. */
export const settingNames: Readonly<Record<keyof CrawlSettings, string>> = {
  seeds: 'Start URLs',
  scope: 'Scope',
  follow: 'Follow',
  internalHosts: 'Internal hosts',
  rewrites: 'URL rewriting',
  parameters: 'Query parameters',
  cleanParam: 'Clean-param',
  include: 'Include',
  exclude: 'Exclude',
  contentInclude: 'Main content',
  contentExclude: 'Not main content',
  maxPages: 'Page limit',
  maxDurationMs: 'Time limit',
  maxTotalBytes: 'Limit for bytes',
  hostLimits: 'Limits per host',
  prefixLimits: 'Limits per path',
  crawlOrder: 'Order',
  failureGuard: 'Failure guard',
  slowFactor: 'Slow-server guard',
  maxDepth: 'Depth limit',
  maxUrlLength: 'URL length limit',
  maxRedirects: 'Redirect limit',
  maxBodyBytes: 'Body size limit',
  connections: 'Connections',
  delayMs: 'Delay',
  delayBy: 'Delay counted for',
  maxDelayMs: 'Longest Crawl-delay',
  maxAttempts: 'Attempts',
  networkWaitMs: 'Wait for the network',
  diskWaitMs: 'Wait for room on the disk',
  userAgent: 'User agent',
  profile: 'Crawler profile',
  profiles: 'Own profiles in the file',
  siteRules: 'robots.txt rules per site',
  robotsDefault: 'robots.txt on other sites',
  ownRobots: 'Own robots.txt',
  sitemaps: 'Read sitemaps',
  storeBodies: 'Store page contents',
  maxStoredBytes: 'Limit for stored pages',
  robotsLifetimeMs: 'robots.txt lifetime',
  checkExternal: 'Check external links',
  checkResources: 'Check resources',
  probe: 'Probes',
  checkDelayMs: 'Delay for hosts outside the crawl',
  maxChecksPerHost: 'Checks per host outside the crawl',
  render: 'Render pages',
  renderSample: 'Rendered pages per template',
  renderDevice: 'Device of rendered pages',
  renderWait: 'Rendering ends',
  renderLocale: 'Language of rendered pages',
  renderThrottle: 'Line of rendered pages',
  renderThirdParty: 'Resources of other sites',
  renderScreenshots: 'Screenshots',
  nofollowLinks: 'Links with nofollow',
  ugcLinks: 'Links with ugc',
  sponsoredLinks: 'Links with sponsored',
  crawlCanonicals: 'Crawl canonical targets',
  crawlHreflang: 'Crawl hreflang targets',
  crawlAmp: 'Crawl AMP versions',
  trapGuards: 'Trap guards',
  releasedTraps: 'Released traps',
  headers: 'Headers',
  credentials: 'Credentials',
  login: 'Login form',
  proxy: 'Proxy',
  extraCertificates: 'Extra certificates',
  untrustedHosts: 'Hosts with an invalid certificate',
  ipFamily: 'Addresses',
  http2: 'HTTP/2',
};

/** What a crawl goes on to from its start URLs. */
export const followWords: Readonly<Record<Follow, string>> = {
  links: 'links and sitemaps',
  sitemaps: 'entries of sitemaps only',
  nothing: 'nothing: only the start URLs',
};

/** The orders of a crawl in words. */
export const orderWords: Readonly<Record<CrawlOrder, string>> = {
  breadth: 'fewest links from a start URL first',
  priority: 'fewest links from a start URL first, then by sitemap priority',
  list: 'in the order found, the start URLs first',
  newest: 'newest lastmod in a sitemap first',
  parameters: 'fewest parameters first',
};

/** Which pages a crawl renders. */
export const renderWords: Readonly<Record<RenderScope, string>> = {
  never: 'none',
  sample: 'some of each template',
  different: 'some of each template, and all where scripts change links, text or robots metas',
  all: 'all',
};

/** The line of rendered pages. */
export const throttleWords: Readonly<Record<RenderThrottle, string>> = {
  none: 'not slowed',
  'fast-4g': 'fast 4G (165 ms, 8.1 Mbit/s)',
  'slow-4g': 'slow 4G (563 ms, 1.4 Mbit/s)',
  '3g': '3G (2 s, 400 kbit/s)',
};

/** Whether a crawl offers HTTP/2. */
export const http2Words: Readonly<Record<Http2Use, string>> = {
  no: 'HTTP/1.1 only',
  auto: 'HTTP/2 where the server chooses it',
};

/** Which resources of other sites rendered pages get. */
export const thirdPartyWords: Readonly<Record<RenderThirdParty, string>> = {
  'skip-known': 'all but known analytics and advertising',
  all: 'all',
  none: 'none',
};

/** The value of a setting in words with its unit. */
export function settingWords<K extends keyof CrawlSettings>(name: K, value: CrawlSettings[K]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'follow') return followWords[value as Follow];
  if (value === 'follow') return 'followed';
  if (value === 'record') return 'recorded only';
  if (name === 'delayBy') return value === 'address' ? 'all names of one IP address' : 'each host';
  if (name === 'robotsDefault') return obedienceWords(value as Obedience);
  if (name === 'siteRules') return (value as readonly SiteRule[]).map(siteRuleWords).join('; ') || 'none';
  if (name === 'ownRobots') return (value as readonly OwnRobots[]).map(ownRobotsWords).join('; ') || 'none';
  if (name === 'profiles') return (value as readonly UserProfile[]).map(profile => profile.id).join('  ') || 'none';
  if (name === 'headers') return (value as readonly OwnHeader[]).map(headerLine).join('; ') || 'none';
  if (name === 'credentials') return (value as readonly CredentialUse[]).map(credentialWords).join('; ') || 'none';
  if (name === 'login') {
    const login = value as CrawlSettings['login'];
    return login === null ? 'none' : `${login.url} (${login.fields.join(', ')})`;
  }
  if (name === 'extraCertificates')
    return (value as readonly string[]).length === 0 ? 'none' : figure((value as readonly string[]).length);
  if (name === 'maxDurationMs' || name === 'maxTotalBytes' || name === 'maxStoredBytes') if (value === 0) return 'none';
  if (name === 'hostLimits') return (value as readonly HostLimit[]).map(hostLimitText).join('; ') || 'none';
  if (name === 'prefixLimits') return (value as readonly PrefixLimit[]).map(prefixLimitText).join('; ') || 'none';
  if (name === 'failureGuard') return value === '' ? 'none' : `${String(value).replace('/', ' of the last ')} responses`;
  if (name === 'slowFactor') return value === 0 ? 'none' : `above ${figure(value as number)} times the usual time`;
  if (name === 'render') return renderWords[value as RenderScope];
  if (name === 'renderThrottle') return throttleWords[value as RenderThrottle];
  if (name === 'renderThirdParty') return thirdPartyWords[value as RenderThirdParty];
  if (name === 'renderWait') return renderWaitWords(String(value));
  if (name === 'crawlOrder') return orderWords[value as CrawlOrder];
  if (name === 'ipFamily') return value === 'any' ? 'IPv4 and IPv6' : `IPv${value} only`;
  if (name === 'http2') return http2Words[value as Http2Use];
  if (name === 'proxy') return value === '' ? 'none' : String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join('  ');
  if (typeof value === 'number') {
    if (name.endsWith('Ms')) return durationWords(value);
    return name.endsWith('Bytes') ? sizeWords(value) : figure(value);
  }
  return String(value);
}
