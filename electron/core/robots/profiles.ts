/** A crawler to play: its names, its dialect and which page directives speak to it. Data only. */
export interface CrawlerProfile {
  readonly id: string;
  readonly name: string;
  /** The name matched in robots.txt (RFC 9309 section 2.2.1); `*` for a robot no group names. */
  readonly productToken: string;
  /** The User-Agent header; '' where the profile is for judging only and never sends one. */
  readonly userAgent: string;
  /** Id of the dialect. */
  readonly dialect: string;
  /** Names honoured in meta elements and X-Robots-Tag besides `robots`, lower case. */
  readonly directiveAgents: readonly string[];
  readonly source: string;
  /** The day the source was last read, YYYY-MM-DD. */
  readonly checkedAt: string;
}

const known: readonly CrawlerProfile[] = [
  {
    id: 'crawlscope',
    name: 'Crawlscope',
    productToken: 'Crawlscope',
    userAgent: 'Crawlscope/0.1 (+https://github.com/crawlscope/crawlscope)',
    dialect: 'crawlscope',
    directiveAgents: ['crawlscope'],
    source: 'Ours: this program',
    checkedAt: '2026-11-21',
  },
  {
    id: 'googlebot',
    name: 'Googlebot',
    productToken: 'Googlebot',
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    dialect: 'google',
    directiveAgents: ['googlebot'],
    source: 'developers.google.com/search/docs/crawling-indexing/overview-google-crawlers',
    checkedAt: '2026-11-21',
  },
  {
    id: 'generic-rfc9309',
    name: 'Any robot (RFC 9309)',
    productToken: '*',
    userAgent: '',
    dialect: 'rfc9309',
    directiveAgents: [],
    source: 'RFC 9309 §2.2.1 (the group for robots no other group names)',
    checkedAt: '2026-11-21',
  },
];

/** A profile by its id, null for an unknown one. */
export function profileById(id: string): CrawlerProfile | null {
  return known.find(profile => profile.id === id) ?? null;
}

/** Every known profile, our own first. */
export function profiles(): readonly CrawlerProfile[] {
  return known;
}
