/**
 * What a crawl file of another installation asks for, and what waits until the user has allowed it. Nothing of it happens before.
 * Hosts as in URLs, without port.
 */
export interface FileRequests {
  /** Hours between automatic checks of robots.txt, 0 for none. */
  readonly checkEveryHours: number;
  /** Hosts of start URLs that are not on the public web, by their name or address. */
  readonly privateHosts: readonly string[];
  /** Sites whose robots.txt is to be ignored, as in site rules. */
  readonly ignoreRobots: readonly string[];
}
