/**
 * Why a URL that is not crawled is checked. `external`: outside the scope. `resource`: an image, style sheet, script or medium.
 * `reference`: a canonical, alternate, next or previous page. `redirect`: a checked URL redirects to it.
 */
export type CheckSubject = 'external' | 'resource' | 'reference' | 'redirect';

/** `done`: it has a result. `skipped`: it is not requested. */
export type CheckState = 'queued' | 'leased' | 'done' | 'skipped';

export interface CheckCount {
  readonly state: CheckState;
  /** Reason code. */
  readonly result: string;
  readonly urls: number;
}
