/**
 * Why a crawl takes its own network for down: `link`: the system has no network or no name server; `hosts`: many hosts stopped
 * responding at once; `portal`: a login page of the network responds in place of the hosts.
 */
export type OutageKind = 'link' | 'hosts' | 'portal';

/** A crawl that waits for its own network. Times are epoch milliseconds. */
export interface OutageStatus {
  readonly kind: OutageKind;
  /** The first request that failed. */
  readonly since: number;
  /** One sentence: what was seen. */
  readonly detail: string;
  readonly nextTryAt: number;
  /** Then the crawl stops, and can be resumed. */
  readonly until: number;
}
