import type { CredentialUse } from './credentials.ts';
import type { RenderScope } from './rendering.ts';

/** What a crawl file from another installation may not do before the user allows it. Hosts as in URLs, without port. */
export interface FileRequests {
  /** Hours between automatic checks of robots.txt, 0 for none. */
  readonly checkEveryHours: number;
  /** Hosts of start URLs, and internal hosts without an asterisk, that are not on the public web, by their name or address. */
  readonly privateHosts: readonly string[];
  /** Sites whose robots.txt is to be ignored, as in site rules. */
  readonly ignoreRobots: readonly string[];
  /** Origins (or `*`) for which the file has a robots.txt text that would decide in place of the server's. */
  readonly ownRobots: readonly string[];
  /** The delay between requests to a host, milliseconds, if it is shorter than the default; null otherwise. */
  readonly delayMs: number | null;
  /** The number of connections, if there are more than the default; null otherwise. */
  readonly connections: number | null;
  /** Settings that lead requests through a proxy, or trust certificates that are not trusted otherwise. */
  readonly connection: readonly ('proxy' | 'extraCertificates' | 'untrustedHosts')[];
  /** Which pages a browser would render, and so which scripts it would run; null for none. */
  readonly render: Exclude<RenderScope, 'never'> | null;
  /** Credentials that it would send. Giving one allows it. */
  readonly credentials: readonly CredentialUse[];
}
