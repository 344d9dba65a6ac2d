import type { WorkProgress } from './replay.ts';

/**
 * The audit of a crawl file by itself: every verdict that stored evidence allows is recomputed, and the invariants of
 * docs/invariants.md that a file can show are checked.
 */
export const fileChecks = [
  { id: 'sound', invariant: 'I6', name: 'The database is sound: pages, indexes and references' },
  { id: 'one-decision', invariant: 'I1', name: 'Each URL has one current decision, and its reason is that decision’s' },
  { id: 'not-leased', invariant: 'I1', name: 'No URL is leased to a process that has ended' },
  { id: 'attempts', invariant: 'I2', name: 'A URL counts no more attempts than the journal has' },
  { id: 'delay', invariant: 'I3', name: 'The delay of the host was kept before each request' },
  { id: 'one-request', invariant: 'I4', name: 'A host with a delay had one request in flight' },
  { id: 'allowed', invariant: 'I5', name: 'robots.txt allowed each request, and a decision preceded it' },
  { id: 'robots-first', invariant: 'I11', name: 'robots.txt was requested before the first page of each host' },
  { id: 'bodies', invariant: 'I7', name: 'Each body has the hash it is stored by, and no row points to a missing one' },
  { id: 'counts', invariant: 'I9', name: 'Counters equal a recount: of the file, of links, of sitemaps' },
  { id: 'ended', invariant: 'I10', name: 'A crawl that has ended has no open attempt' },
  { id: 'checked', invariant: 'I14', name: 'Checks of URLs that are not crawled have ended, with a result' },
  { id: 'admission', invariant: 'I15', name: 'Admission decisions equal those recomputed' },
  { id: 'access', invariant: 'I15', name: 'Decisions by robots.txt equal those recomputed' },
  { id: 'outcome', invariant: 'I15', name: 'Decisions about responses equal those recomputed' },
  { id: 'listing', invariant: 'I15', name: 'Listing verdicts equal those recomputed' },
  { id: 'follow', invariant: 'I15', name: 'Verdicts on links equal those recomputed' },
] as const;
export type FileCheckId = (typeof fileChecks)[number]['id'];

/** Something that is stored otherwise than it should be. */
export interface FileDifference {
  readonly check: FileCheckId;
  readonly invariant: string;
  /** A URL, an origin, or a part of the file. */
  readonly subject: string;
  readonly stored: string;
  readonly recomputed: string;
}

export interface FileCheckCount {
  readonly check: FileCheckId;
  readonly invariant: string;
  readonly name: string;
  /** What was compared: decisions, URLs, requests, bodies. */
  readonly checked: number;
  readonly differences: number;
  /** How many could not be compared, by why. */
  readonly notRecomputable: Readonly<Record<string, number>>;
}

export interface FileAudit {
  readonly progress: WorkProgress;
  readonly checks: readonly FileCheckCount[];
  readonly total: number;
  /** The first ones, at most `mostShownDifferences`. */
  readonly differences: readonly FileDifference[];
  /** Why it failed, '' otherwise. */
  readonly problem: string;
}
export const mostShownDifferences = 200;
