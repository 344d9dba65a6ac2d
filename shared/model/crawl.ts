import type { FailingAssertions } from './assertions.ts';
import type { CheckCount } from './check.ts';
import type { CredentialUse, LoginForm, OwnHeader } from './credentials.ts';
import type { DiskWait } from './disk-wait.ts';
import type { FileRequests } from './file-requests.ts';
import type { OutageStatus } from './outage.ts';
import type { UserProfile } from './profile.ts';
import type { RenderDevice, RenderScope, RenderThrottle } from './rendering.ts';

/** A crawl's settings and state. Durations in milliseconds unless the name says otherwise. */

export type Scope = 'page' | 'prefix' | 'host' | 'domain';

/**
 * What the crawl goes on to from its start URLs: links and entries of sitemaps, entries of sitemaps only, or nothing. Redirects are followed
 * in each case.
 */
export type Follow = 'links' | 'sitemaps' | 'nothing';

/** Whether robots.txt stops a fetch: as the profile reads it, by RFC 9309 as well, or not at all. */
export type Obedience = 'inherit' | 'always' | 'never';

/** What a user decided for a site. Of several rules the first that matches counts. */
export interface SiteRule {
  /** `https://example.com` (one origin), `example.com` (http and https), `*.example.com` (its subdomains), each with a port if need be; `*` for every host that no other rule names, with `never` only. */
  readonly pattern: string;
  readonly robots: Obedience;
}

/** A robots.txt text that decides in place of the one of a server. `origin`: `https://example.com`, or `*` for every host without its own. */
export interface OwnRobots {
  readonly origin: string;
  readonly text: string;
}

/** What the crawl does with a link that carries such a rel token: follow it like any other, or record it only. */
export type RelPolicy = 'follow' | 'record';

/**
 * Which URL of a host is requested next: the one with the fewest links from a start URL; the same, and among those the highest sitemap
 * priority; in the order in which they were found, a list of start URLs first; the newest lastmod; the fewest parameters.
 */
export type CrawlOrder = 'breadth' | 'priority' | 'list' | 'newest' | 'parameters';
export const crawlOrders = ['breadth', 'priority', 'list', 'newest', 'parameters'] as const satisfies readonly CrawlOrder[];

/** Limits for the hosts that a pattern names. A field that is absent is as for every host. Of several limits the first that matches counts. */
export interface HostLimit {
  /** `example.com` (any port), `example.com:8080`, `*.example.com` (its subdomains), `*`. */
  readonly host: string;
  /** Connections at once, at most those of the crawl. A host with a delay has one. */
  readonly connections?: number | undefined;
  /** Instead of the crawl's own delay; a longer Crawl-delay still counts. Milliseconds. */
  readonly delayMs?: number | undefined;
  /** `5/min`: requests that may start in a second, minute or hour, evenly spaced. */
  readonly rate?: string | undefined;
  /** Pages crawled at most on each such host. */
  readonly pages?: number | undefined;
}

/** Pages crawled at most below a path of any host (`/blog/`) or of one origin (`https://example.com/blog/`). */
export interface PrefixLimit {
  readonly prefix: string;
  readonly pages: number;
}

/** Characters of a user agent at most. */
export const longestUserAgent = 500;

export interface CrawlSettings {
  readonly seeds: readonly string[];
  readonly scope: Scope;
  readonly follow: Follow;
  /** Hosts that count as those of the start URLs: `shop.example.com`, `*.example.com`, and `www` for each start host's twin. */
  readonly internalHosts: readonly string[];
  /** Rules that rewrite links and entries of sitemaps, in order: `EXPRESSION => REPLACEMENT`, RE2. */
  readonly rewrites: readonly string[];
  /** Rules for query parameters, in order: `[WHERE] drop|keep-only NAMES`, `drop-tracking`, `sort`, `keep`. */
  readonly parameters: readonly string[];
  /** Drops the parameters that Clean-param lines of robots.txt name. */
  readonly cleanParam: boolean;
  /** Patterns: RE2 syntax, searched for in the whole URL, with or without `re:` before it; or a glob after `glob:`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Elements whose text is main content; empty: landmarks decide. `main`, `.post`, `#content`, `div.post`. */
  readonly contentInclude: readonly string[];
  /** Elements whose text is never main content. */
  readonly contentExclude: readonly string[];
  readonly maxPages: number;
  /** Ends the crawl after so many milliseconds of crawling, pauses not counted; 0 for no limit. */
  readonly maxDurationMs: number;
  /** Ends the crawl when so many bytes came over the network; 0 for no limit. */
  readonly maxTotalBytes: number;
  readonly hostLimits: readonly HostLimit[];
  /** A URL counts for every prefix that it has. */
  readonly prefixLimits: readonly PrefixLimit[];
  readonly crawlOrder: CrawlOrder;
  /** `40/50`: a host pauses, and is given up after two pauses, when so many of its last so many responses failed; '' for no guard. */
  readonly failureGuard: string;
  /** A host waits longer while its time to the first byte is above so many times what is usual for it; 0 for no guard. */
  readonly slowFactor: number;
  readonly maxDepth: number;
  readonly maxUrlLength: number;
  readonly maxRedirects: number;
  readonly maxBodyBytes: number;
  /** Concurrent connections over all origins; never more than one to an origin with a delay. */
  readonly connections: number;
  /** Own floor for the time between the end of a response and the next request to the same origin, milliseconds. */
  readonly delayMs: number;
  /**
   * What shares a delay: each origin has its own clock, or all origins whose names lead to one IP address share one, as Yahoo! counted.
   */
  readonly delayBy: 'host' | 'address';
  /** A declared Crawl-delay above this pauses the origin, with the reason shown; it is never shortened. */
  readonly maxDelayMs: number;
  readonly maxAttempts: number;
  /** How long the crawl waits when our own network is down, milliseconds; then it stops and can be resumed. 0: outages are not looked for. */
  readonly networkWaitMs: number;
  /** How long the crawl waits when the disk with its file is full, milliseconds; then it ends and can be resumed. 0: it ends at once. */
  readonly diskWaitMs: number;
  readonly userAgent: string;
  /** Crawler profile: product token, dialect and directive names. */
  readonly profile: string;
  /** The user's own profiles as they were when these settings were made: the file needs no others. */
  readonly profiles: readonly UserProfile[];
  /** Where robots.txt binds more or less than the profile says, first match wins. */
  readonly siteRules: readonly SiteRule[];
  /** The default where no rule of `siteRules` matches. It cannot be `never`, which requires a site by name. */
  readonly robotsDefault: Exclude<Obedience, 'never'>;
  /** Texts that decide in place of robots.txt, which is fetched and recorded all the same. A site that is `never` obeyed has none. */
  readonly ownRobots: readonly OwnRobots[];
  readonly sitemaps: boolean;
  readonly storeBodies: boolean;
  /** Stores bodies until they have so many bytes, compressed; of later ones hash and size. 0 for no limit. */
  readonly maxStoredBytes: number;
  /** Lifetime of a robots.txt copy, RFC 9309 section 2.4. */
  readonly robotsLifetimeMs: number;
  /** Checks URLs outside the scope: HEAD, or GET where HEAD fails. They are not crawled, and do not count as pages. */
  readonly checkExternal: boolean;
  /** The same for images, style sheets, scripts and media, and for canonical and alternate targets that are not crawled. */
  readonly checkResources: boolean;
  /**
   * After the pages, sends each host of the crawl some requests for URLs that no link names: a random path, its other
   * addresses (http, https, www), /llms.txt, /favicon.ico, and a few pages as a phone and a desktop browser.
   */
  readonly probe: boolean;
  /** Own floor for the time between two requests to a host outside the crawl, milliseconds. */
  readonly checkDelayMs: number;
  /** URLs checked at most on one host outside the crawl. */
  readonly maxChecksPerHost: number;
  /** Which pages a browser renders. */
  readonly render: RenderScope;
  /** Pages rendered of each template where `render` is `sample` or `different`. */
  readonly renderSample: number;
  readonly renderDevice: RenderDevice;
  /** What ends a rendering: `idle`, `load`, `selector:CSS` or `fixed:2s`. */
  readonly renderWait: string;
  /** Language that pages see, BCP 47: 'en-GB'. */
  readonly renderLocale: string;
  /** How slow the line of rendered pages is, on their own clock. */
  readonly renderThrottle: RenderThrottle;
  /** Which resources on hosts outside the crawl rendered pages get. */
  readonly renderThirdParty: RenderThirdParty;
  readonly renderScreenshots: boolean;
  readonly nofollowLinks: RelPolicy;
  readonly ugcLinks: RelPolicy;
  readonly sponsoredLinks: RelPolicy;
  /** Crawls canonical targets inside the scope, as if a link led there. They have no click depth by that. */
  readonly crawlCanonicals: boolean;
  /** The same for hreflang targets. */
  readonly crawlHreflang: boolean;
  /** The same for AMP versions (rel=amphtml). */
  readonly crawlAmp: boolean;
  /** Stops spaces of addresses without an end: calendars, session ids, combined filters, … */
  readonly trapGuards: boolean;
  /** Patterns of such spaces that are crawled all the same, as the decisions name them. */
  readonly releasedTraps: readonly string[];
  /** Header lines to send besides the usual ones. Not for secrets: they are stored. */
  readonly headers: readonly OwnHeader[];
  /** The credentials that the crawl sends, without their values. */
  readonly credentials: readonly CredentialUse[];
  /** The form that the crawl logs in with; null for none. */
  readonly login: LoginForm | null;
  /** `http://host:port` of the HTTP proxy of all requests; '' for none. */
  readonly proxy: string;
  /** Certificates (PEM) that are trusted as roots besides the usual ones. */
  readonly extraCertificates: readonly string[];
  /** Hosts (as URL.hostname) that are requested although their certificate is not valid. They get no credentials. */
  readonly untrustedHosts: readonly string[];
  /** The kind of addresses that are connected to. */
  readonly ipFamily: IpFamily;
  /** `auto`: https servers are offered HTTP/2 and HTTP/1.1, and choose. `no`: HTTP/1.1 only. */
  readonly http2: Http2Use;
}

/** All but those of known analytics and advertising hosts, all, or none. */
export const renderThirdParties = ['skip-known', 'all', 'none'] as const;
export type RenderThirdParty = (typeof renderThirdParties)[number];

export type IpFamily = 'any' | '4' | '6';

export const http2Uses = ['no', 'auto'] as const;
export type Http2Use = (typeof http2Uses)[number];

export type CrawlState =
  | 'new'
  | 'running'
  | 'paused'
  | 'stopped' // by the user, can be continued
  | 'finished'
  | 'interrupted' // the program ended while it ran; can be continued
  | 'failed'; // disk full and the like; nothing lost, can be continued

/** Codes of the reasons that stop all requests to an origin until the user resumes. */
export type PauseReason = 'delay-too-long' | 'robots-unreachable' | 'host-unreachable' | 'host-failing';

/** Why the crawl does not request an origin at this moment. */
export type WaitReason =
  | PauseReason
  | 'ready'
  | 'in-flight'
  | 'robots-pending'
  | 'crawl-delay'
  | 'own-delay'
  | 'back-off'
  | 'slow-server'
  | 'idle'
  | 'crawl-not-running';

export interface HostStatus {
  readonly origin: string;
  readonly fetched: number;
  readonly queued: number;
  readonly failed: number;
  readonly blocked: number;
  readonly robots: 'unknown' | 'rules' | 'allow-all' | 'disallow-all' | 'stale';
  /** Effective delay and where it comes from; `delayLine` is the robots.txt line, 0 for our own setting. */
  readonly delayMs: number;
  readonly delayLine: number;
  readonly robotsVersion: number | null;
  readonly waiting: WaitReason;
  /** Epoch milliseconds of the next allowed request, null when not waiting for a clock. */
  readonly nextAt: number | null;
  readonly detail: string;
}

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

export interface CrawlStatus {
  readonly file: string;
  readonly state: CrawlState;
  /** One sentence: why it ended or what it waits for. */
  readonly detail: string;
  readonly seeds: readonly string[];
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Milliseconds the crawl has been running, without pauses and the time between runs. */
  readonly runningMs: number;
  readonly now: number;
  readonly urls: number;
  /** URLs with a current decision: equals `urls` at every instant. */
  readonly decisions: number;
  readonly queued: number;
  readonly inFlight: number;
  readonly fetched: number;
  readonly failed: number;
  readonly disregarded: number;
  readonly fetches: number;
  readonly bytes: number;
  /** Fetches a second over the last 10 s, and the expected end; null when it cannot be said. */
  readonly rate: number;
  readonly etaMs: number | null;
  readonly reasons: readonly ReasonCount[];
  readonly statuses: readonly { readonly status: number; readonly count: number }[];
  readonly mayList: readonly { readonly value: string; readonly count: number }[];
  /** Checks of URLs that are not crawled, by result; absent where there are none. */
  readonly checks?: readonly CheckCount[];
  readonly hosts: readonly HostStatus[];
  readonly hostsTotal: number;
  /** Stored assertions about robots.txt that fail; absent or empty when all pass. */
  readonly failingAssertions?: readonly FailingAssertions[];
  readonly settings: CrawlSettings;
  /** Credentials of an unfinished crawl whose values this session does not have; absent when none are missing. */
  readonly missingCredentials?: readonly CredentialUse[];
  /** The crawl waits for its own network; absent when it does not. */
  readonly outage?: OutageStatus;
  /** The crawl waits for room on the disk; absent when it does not. */
  readonly diskWait?: DiskWait;
  /** Opening the file converted it to this version: the name of the file as it was, in the same folder. Absent otherwise. */
  readonly keptAs?: string;
  /** The limit in bytes that kept bodies from being stored last; absent when none did. */
  readonly storedLimit?: number;
  /** What the file from another installation requests and the user has not allowed; absent when nothing waits. */
  readonly waiting?: FileRequests | undefined;
  /** The file is from another installation, and the user has not allowed yet that a browser runs scripts of its pages; absent otherwise. */
  readonly asksToRender?: true;
}

export const defaultSettings: Omit<CrawlSettings, 'seeds'> = {
  scope: 'host',
  follow: 'links',
  internalHosts: [],
  rewrites: [],
  parameters: [],
  cleanParam: false,
  include: [],
  exclude: [],
  contentInclude: [],
  contentExclude: [],
  maxPages: 100_000,
  maxDurationMs: 0,
  maxTotalBytes: 0,
  hostLimits: [],
  prefixLimits: [],
  crawlOrder: 'breadth',
  failureGuard: '40/50',
  slowFactor: 5,
  maxDepth: 50,
  maxUrlLength: 2_048,
  maxRedirects: 10,
  maxBodyBytes: 16 * 1024 * 1024,
  connections: 8,
  delayMs: 500,
  delayBy: 'host',
  maxDelayMs: 300_000,
  maxAttempts: 3,
  networkWaitMs: 600_000,
  diskWaitMs: 600_000,
  userAgent: 'Crawlscope/0.1 (+https://github.com/crawlscope/crawlscope)',
  profile: 'crawlscope',
  profiles: [],
  siteRules: [],
  robotsDefault: 'inherit',
  ownRobots: [],
  sitemaps: true,
  storeBodies: true,
  maxStoredBytes: 0,
  robotsLifetimeMs: 24 * 60 * 60 * 1000,
  checkExternal: false,
  checkResources: false,
  probe: false,
  checkDelayMs: 1_000,
  maxChecksPerHost: 2_000,
  render: 'never',
  renderSample: 3,
  renderDevice: 'smartphone',
  renderWait: 'idle',
  renderLocale: 'en-US',
  renderThrottle: 'none',
  renderThirdParty: 'skip-known',
  renderScreenshots: false,
  nofollowLinks: 'record',
  ugcLinks: 'follow',
  sponsoredLinks: 'follow',
  crawlCanonicals: false,
  crawlHreflang: false,
  crawlAmp: false,
  trapGuards: true,
  releasedTraps: [],
  headers: [],
  credentials: [],
  login: null,
  proxy: '',
  extraCertificates: [],
  untrustedHosts: [],
  ipFamily: 'any',
  http2: 'no',
};

/** Whether a crawl reads the sitemaps of its hosts. */
export const readsSitemaps = ({ sitemaps, follow }: Pick<CrawlSettings, 'sitemaps' | 'follow'>): boolean =>
  sitemaps && follow !== 'nothing';

/** What the window's preset “Audit” changes: links and resources are checked too. */
export const auditSettings = { checkExternal: true, checkResources: true } as const satisfies Partial<CrawlSettings>;
