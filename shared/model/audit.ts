/** The audit: checks of pages, URLs, hosts and sitemaps, each with its denominator. */

export type CheckType = 'issue' | 'warning' | 'opportunity';
/** High, medium, low. */
export type CheckPriority = 'H' | 'M' | 'L';

export const checkGroups = {
  resp: 'Response codes',
  sec: 'Security',
  url: 'URLs',
  title: 'Page titles',
  desc: 'Meta descriptions',
  h: 'Headings',
  content: 'Content',
  img: 'Images and media',
  canon: 'Canonicals',
  page: 'Pagination',
  dir: 'Directives',
  robots: 'robots.txt',
  hl: 'Hreflang',
  js: 'JavaScript',
  link: 'Links',
  amp: 'AMP',
  sd: 'Structured data',
  sm: 'Sitemaps',
  val: 'HTML and HTTP',
  mob: 'Mobile',
  a11y: 'Accessibility',
  perf: 'Performance',
  soc: 'Social media',
  x: 'Conflicts between signals',
  crawl: 'Health of the crawl',
  own: 'Own checks',
} as const;
export type CheckGroup = keyof typeof checkGroups;

/** What a check looks at, by name. The population of a check is what it looked at and what it would have looked at. */
export const populations = {
  internal: 'internal URLs',
  pages: 'internal pages (status 2xx, HTML)',
  fetched: 'internal URLs with status 2xx',
  indexable: 'indexable internal pages',
  redirects: 'internal redirects',
  external: 'external URLs that pages link to',
  resources: 'images, style sheets, scripts and other resources',
  images: 'image files',
  linked: 'internal URLs with links from pages',
  canonicals: 'pages with a canonical',
  hreflang: 'pages with hreflang',
  amp: 'AMP pages and pages with an AMP version',
  paginated: 'pages with rel=next or rel=prev',
  structured: 'pages with structured data',
  hosts: 'hosts of the crawl',
  robots: 'robots.txt files',
  sitemaps: 'sitemap files',
  entries: 'sitemap entries',
  crawl: 'the crawl as a whole',
} as const;
export type Population = keyof typeof populations;

/** Why something could not be checked. */
export const notCheckableReasons = {
  'not-requested': 'not requested yet',
  limit: 'not requested: a limit of the crawl',
  blocked: 'not requested: blocked by robots.txt',
  'not-asked': 'not requested: the crawl does not request such URLs',
  'no-response': 'no response',
  'no-network': 'the crawl had no network: no public host responded',
  challenged: 'the server returned a bot challenge',
  refused: 'the host refuses checks',
  'no-facts': 'the file has no facts of the page: it was crawled by an older version',
  'no-body': 'the file has no text of it',
  cut: 'the body was cut at the size limit',
  language: 'the language is not supported',
  'too-short': 'too little text',
  'needs-baseline': 'no earlier crawl was given',
  'not-in-baseline': 'the earlier crawl has no response of it',
  'baseline-recent': 'the earlier crawl is too recent',
  'needs-rendering': 'was not rendered in a browser',
  'render-failed': 'the browser could not render it',
  'needs-probe': 'probes were not allowed',
  'needs-score': 'needs link scores',
  'needs-tls': 'the file has no facts of the connection',
  'needs-http2': 'the crawl did not offer HTTP/2',
  'needs-robots': 'robots.txt was not requested',
  'guards-off': 'trap guards were switched off in this crawl',
  'no-stored-body': 'the body is not stored',
  'not-run': 'the custom rule has not looked at it yet',
  'too-slow': 'the custom rule took longer than its time limit',
  'rule-failed': 'the custom rule cannot run',
  'not-allowed': 'the custom rule came with the file and is not allowed yet',
  'later-version': 'not in this version yet',
} as const;
export type NotCheckableReason = keyof typeof notCheckableReasons;

/** A number of hits with its denominators. The window and the command line show no other count of findings. */
export interface CheckCount {
  /** At most `checked`. */
  readonly hits: number;
  /** The part of `hits` that ignore rules set aside; absent where no rule applies. */
  readonly ignored?: number;
  readonly checked: number;
  /** `checked` and these together are the population. */
  readonly notCheckable: Readonly<Partial<Record<NotCheckableReason, number>>>;
}

/** Hits that no ignore rule sets aside. */
export const openHits = ({ hits, ignored = 0 }: CheckCount): number => hits - ignored;

/** A threshold that the user may change. */
export interface Threshold {
  readonly value: number;
  readonly label: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

/** A check as the window and the command line describe it. */
export interface CheckInfo {
  readonly id: string;
  readonly name: string;
  readonly group: CheckGroup;
  readonly type: CheckType;
  readonly priority: CheckPriority;
  readonly population: Population;
  /** When it is a hit: one sentence. */
  readonly trigger: string;
  readonly why: string;
  readonly fix: string;
  readonly sources: readonly string[];
  readonly thresholds: Readonly<Record<string, Threshold>>;
}

/** One piece of evidence. Exactly one pointer, or none where the fact is that something is missing. */
export type FindingRole = 'location' | 'status' | 'linked-from' | 'raw' | 'rendered' | 'script';

export interface FindingItem {
  /** What was found, as a short value: a title, a number, an address. Not a sentence. */
  readonly value?: string;
  /** Bytes of the page's stored body. */
  readonly bytes?: readonly [start: number, end: number];
  /** Index into the response headers, from 0. */
  readonly header?: number;
  /** Position among the page's links. */
  readonly link?: number;
  /** Another URL that the finding is about. */
  readonly url?: string;
  /** What the value or the other URL is, where several kinds stand together. */
  readonly role?: FindingRole;
  /** A line of a robots.txt or of a sitemap file, from 1. */
  readonly line?: number;
  /** Number of occurrences, where one item represents several. */
  readonly count?: number;
}

export interface FindingEvidence {
  readonly items: readonly FindingItem[];
  /** Items beyond the limit. */
  readonly dropped?: number;
  /** The same for all members of a group of duplicates. */
  readonly group?: string;
}

/** One hit. `url` is the page that has the problem, or the origin where a whole site has it. */
export interface Finding {
  readonly check: string;
  readonly url: string;
  readonly evidence: FindingEvidence;
}
