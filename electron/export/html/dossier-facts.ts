import type { LinkRow, UrlExplanation } from '#shared/model/explanation.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { UrlMatrix } from '#shared/model/matrix.ts';
import type { NumberedLine } from './parts.ts';

/** The content of a dossier. Times are epoch milliseconds, sizes bytes. */

export interface DossierAttempt {
  readonly id: number;
  readonly target: string;
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number | null;
  readonly remoteAddress: string | null;
  readonly wireBytes: number | null;
  readonly bodyBytes: number | null;
  readonly outcome: string | null;
  readonly cause: string | null;
  readonly detail: string | null;
  readonly status: number | null;
  readonly statusText: string | null;
  readonly bodyEnd: string | null;
  /** SHA-256 of the decoded body, or null if no body was stored. */
  readonly bodyHash: string | null;
  readonly requestHeaders: Headers;
  readonly responseHeaders: Headers;
}

/** The stored robots.txt that applies to the URL. */
export interface DossierRobots {
  readonly origin: string;
  readonly version: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly status: number | null;
  readonly access: string;
  readonly outcome: string;
  readonly finalUrl: string;
  /** `crawl`, `check` or `import`. */
  readonly source: string;
  readonly hash: string | null;
  readonly bytes: number | null;
  readonly lineCount: number;
  /** The relevant lines, marked, with the lines around them. */
  readonly lines: readonly NumberedLine[];
}

export interface DossierFacts {
  readonly explanation: UrlExplanation;
  readonly matrix: UrlMatrix;
  readonly attempts: readonly DossierAttempt[];
  /** From the URL itself to the end of its redirects. Empty if it does not redirect. */
  readonly hops: readonly { readonly url: string; readonly status: number | null; readonly to: string | null }[];
  readonly inlinks: { readonly total: number; readonly rows: readonly LinkRow[] };
  readonly robots: DossierRobots | null;
  readonly settings: { readonly id: number; readonly at: number; readonly json: string } | null;
  readonly profileName: string;
}
