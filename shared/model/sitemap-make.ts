/** Sitemaps made from a crawl: what may be chosen, what was written, and what was left out. */

/** Where lastmod comes from: the Last-Modified header, the date that the page states, or nowhere. */
export const lastmodSources = ['header', 'content', 'none'] as const;
export type LastmodSource = (typeof lastmodSources)[number];

/** The limits of sitemaps.org for one file, without gzip. */
export const mostSitemapUrls = 50_000;
export const mostSitemapBytes = 52_428_800;

export interface SitemapWish {
  /** A filter of URLs; '' for all. */
  readonly filter: string;
  /** The folder where the files will be published; null: the root of the origin with the most URLs that may be listed. */
  readonly base: string | null;
  readonly images: boolean;
  readonly hreflang: boolean;
  readonly lastmod: LastmodSource;
  readonly gzip: boolean;
  readonly maxUrls: number;
  readonly maxBytes: number;
}

/** Why an internal URL is not in the sitemap. The first reason that applies counts. */
export const leftOutWords = {
  blocked: 'blocked by robots.txt',
  challenged: 'answered with a bot challenge',
  'not-requested': 'not requested',
  'no-response': 'no response',
  redirect: 'redirect (3xx)',
  'client-error': 'error 4xx',
  'server-error': 'error 5xx',
  'other-status': 'a status other than 200',
  'not-html': 'no HTML page',
  noindex: 'noindex',
  canonicalised: 'canonical is another URL',
  'robots-unknown': 'robots.txt was not checked',
  'not-listable': 'may not be listed: soft 404, conflicting canonicals, unavailable_after, or an incomplete body',
  'other-host': 'on another host than the sitemap',
  'outside-folder': 'outside the folder of the sitemap',
  'too-long': '2,048 characters or more',
} as const;
export type LeftOutReason = keyof typeof leftOutWords;

export interface WrittenSitemap {
  readonly name: string;
  readonly url: string;
  readonly kind: 'urlset' | 'index';
  /** URLs, or files of an index. */
  readonly entries: number;
  readonly bytes: number;
  /** With gzip; the same as `bytes` without. */
  readonly packedBytes: number;
}

/** Why a page has no lastmod. `of-response`: the header has the time of the response, so it says nothing of the page. */
export interface LastmodCounts {
  readonly written: number;
  readonly missing: number;
  readonly bad: number;
  readonly future: number;
  readonly ofResponse: number;
}

export interface SitemapMade {
  /** The index first; empty if no URL may be listed. */
  readonly files: readonly WrittenSitemap[];
  /** The URL of the first file. */
  readonly url: string;
  readonly base: string;
  /** Internal URLs that match the filter. */
  readonly internal: number;
  readonly listed: number;
  /** Most frequent first. */
  readonly leftOut: readonly { readonly reason: LeftOutReason; readonly count: number }[];
  readonly lastmod: LastmodCounts;
  /** Of images on listed pages. Left out: blocked by robots.txt, an error, or more than 1,000 on a page. */
  readonly images: { readonly written: number; readonly leftOut: number };
  /** hreflang links of listed pages. Left out: not returned, to a page that is not listed, a bad code, or a set without the page itself. */
  readonly alternates: { readonly written: number; readonly leftOut: number };
  /** Files of an earlier run that the new index does not list. */
  readonly stale: readonly string[];
}
