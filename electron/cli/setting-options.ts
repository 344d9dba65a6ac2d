import { maxUrlLength } from '#core/url/length.ts';
import { type CrawlSettings, crawlOrders, defaultSettings } from '#shared/model/crawl.ts';
import type { Arguments, OptionTable } from './arguments.ts';
import { connectionOptions } from './connection-options.ts';
import { credentialOptions, headerOptions, loginOptions, noAuthOption } from './credentials.ts';
import { usage } from './exit.ts';
import { MIB } from './limit-settings.ts';
import { profilesOption } from './own-profiles.ts';
import { renderOptions } from './render-options.ts';
import { siteRuleOptions } from './site-rules.ts';
import type { GivenSetting } from './text/finished.ts';

/** The options that set how a site is crawled. `crawl`, `resume` and `scope` have them. */
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
