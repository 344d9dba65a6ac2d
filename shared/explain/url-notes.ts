/** Sentences about a URL and a crawler that decide nothing, but that a reader would miss. */

/** A URL with a parameter that tells where a visitor came from, or one that robots.txt blocks together with its query. */
export const anyOriginNote =
  'Rules of robots.txt apply to the URL as it is, whatever links to it. A link from another site with a tracking code changes nothing: the query is compared with the rules too.';

/** The crawler requests another URL because of a Host line. */
export const hostNote = (url: string, line: number): string =>
  `This crawler requests ${url} instead: line ${line} (Host) replaces scheme, host and port. Crawlscope does not follow Host lines.`;

/** The crawler reaches a blocked URL through a redirect that its HTTP library follows. */
export const unseenRedirectNote = (from: string, more: number): string =>
  `${from}${more > 0 ? ` and ${more} more` : ''} redirects here. This crawler follows redirects without asking robots.txt for the target, so it downloads this URL all the same. Crawlscope never does.`;

/** The crawler follows href and not src, and only frames lead to the URL. */
export const onlyFramesNote =
  'Only frames lead to this URL in this crawl. This crawler follows href and not src, so it does not find it.';
