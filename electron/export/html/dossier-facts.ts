import type { LinkRow, UrlExplanation } from '#shared/model/explanation.ts';
import type { UrlMatrix } from '#shared/model/matrix.ts';
import type { FetchRow } from '#storage/reads/lookup.ts';
import type { NumberedLine } from './parts.ts';

/** The content of a dossier. Times are epoch milliseconds, sizes bytes. */

/** One request for the URL, as stored. */
export interface DossierAttempt extends Omit<FetchRow, 'urlId' | 'contentType' | 'bodyHash'> {
  /** SHA-256 of the decoded body, or null if no body was stored. */
  readonly bodyHash: string | null;
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
