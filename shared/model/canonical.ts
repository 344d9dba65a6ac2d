/** What following a canonical address through the stored crawl finds. */
export type CanonicalCode =
  | 'self'
  | 'other-host'
  | 'scheme-mix'
  | 'paginated'
  | 'target-blocked'
  | 'target-unknown'
  | 'target-not-200'
  | 'target-redirects'
  | 'target-noindex'
  | 'chain'
  | 'loop';

export interface CanonicalDiagnosis {
  readonly code: CanonicalCode;
  /** The URL it is about. */
  readonly url: string;
}
