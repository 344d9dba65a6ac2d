import type { CrawlerProfile } from '../crawlers/profile.ts';

/** What a crawl knows about one origin, as the lint needs it. Storage implements it. Iterables can be iterated more than once. */
export interface CrawlFacts {
  /** `https://example.com`. */
  readonly origin: string;
  /** Every URL of the origin the crawl saw. */
  readonly urls: Iterable<CrawlUrl>;
  /** Links of pages of the origin to the origin that are no plain anchors. */
  readonly links: Iterable<CrawlLink>;
  readonly sitemaps: readonly CrawlSitemap[];
  /** Every origin whose robots.txt the crawl requested, this one included. */
  readonly origins: readonly CrawlOrigin[];
  /** The version before this one, null for none. `until` is a day or time in words. */
  readonly earlier: { readonly bytes: Uint8Array; readonly until: string } | null;
  /** The crawler whose verdicts count, built-in or the user's own; Googlebot if omitted. */
  readonly profile?: CrawlerProfile;
}

export interface CrawlUrl {
  readonly url: string;
  readonly status: number | null;
  /** Pages that link to it. */
  readonly inlinks: number;
  /** Sitemap entries that name it. */
  readonly inSitemaps: number;
  /** Whether page or header says noindex; false too where it was never read. */
  readonly noindex: boolean;
  readonly canonical: string | null;
  readonly redirectTo: string | null;
}

export interface CrawlLink {
  readonly from: string;
  readonly to: string;
  readonly kind: 'hreflang' | 'next-prev' | 'resource';
}

export interface CrawlSitemap {
  readonly url: string;
  readonly status: number | null;
  /** Why it could not be read, '' where it could. */
  readonly problem: string;
  /** The line of this robots.txt that names it, null where none does. */
  readonly line: number | null;
}

export interface CrawlOrigin {
  readonly origin: string;
  /** `none`: no file. `unreachable`: requested, without a usable response. */
  readonly access: 'rules' | 'none' | 'unreachable';
  /** The same for the same body. */
  readonly hash: string | null;
  readonly bytes: () => Uint8Array | null;
}
