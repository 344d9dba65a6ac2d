/** Extra requests that the user allowed (`CrawlSettings.probe`): their URLs, and their results. */

/**
 * `not-found`: a random path of the host. `home`: the home page with the other scheme, or with or without www. `llms`: /llms.txt. `icon`:
 * /favicon.ico. `phone`, `desktop`: a page again, with the User-Agent of a phone or a desktop browser that still names the crawler.
 */
export const probeKinds = ['not-found', 'home', 'llms', 'icon', 'phone', 'desktop'] as const;
export type ProbeKind = (typeof probeKinds)[number];

/** What is kept of a probe's body. */
export interface ProbeFacts {
  /** Media type, lower case, '' for none. */
  readonly mime: string;
  /** Bytes of the body after decoding. */
  readonly bytes: number;
  /** The body was cut at the limit for probes. */
  readonly isCut?: true;
  /** The Vary header. */
  readonly vary?: string;
  /** Target of a redirect, resolved. */
  readonly location?: string;
  readonly isHtml?: true;
  /** The only canonical of the page, resolved. */
  readonly canonical?: string;
  readonly title?: string;
  /** As in `PageFacts`. */
  readonly textHash?: string;
  readonly signature?: string;
  /** A Markdown file has a first-level heading: its text. */
  readonly heading?: string;
}
