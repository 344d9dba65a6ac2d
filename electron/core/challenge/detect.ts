import { isHeaderNamed } from '#shared/header-values.ts';
import type { Evidence } from '#shared/model/decision.ts';
import type { FetchOutcome, Headers } from '#shared/model/fetch.ts';
import { challengeMarkers } from './markers.ts';

/** A challenge, and the sign of it: a header by its index, or a range of bytes in the body. */
export type Challenge = { readonly vendor: string; readonly source: string } & (
  | { readonly kind: 'header'; readonly index: number }
  | { readonly kind: 'bytes'; readonly start: number; readonly end: number }
);

/** Bytes of a body that are looked at. */
export const challengeBytes = 64 * 1024;
/** A challenge says little. A page with more words has content, whatever else is in it. */
const mostWords = 400;

const refusing: ReadonlySet<number> = new Set([202, 401, 403, 405, 429, 503]);

export interface ChallengeFacts {
  readonly status: number;
  readonly headers: Headers;
  /** The first `challengeBytes` of the body, a character for each byte; '' for a body that is no text, or says too much. */
  readonly start: string;
  /** Words of visible text; null where the page was not read. */
  readonly words: number | null;
}

/** Whether the text of a body may be that of a challenge. */
export const mayBeChallengeText = ({ status, words }: Pick<ChallengeFacts, 'status' | 'words'>): boolean =>
  refusing.has(status) || (status === 200 && (words ?? 0) <= mostWords);

const certainMarkers = challengeMarkers.filter(({ when }) => when === 'any');

/** Whether a response is a challenge for bots instead of the content; null if nothing says so. */
export function findChallenge({ status, headers, start, words }: ChallengeFacts): Challenge | null {
  const isRefused = refusing.has(status);
  const isPlausible = mayBeChallengeText({ status, words });
  for (const { vendor, header, text, source } of isRefused ? challengeMarkers : certainMarkers) {
    if (header !== undefined) {
      const index = headers.findIndex(each => isHeaderNamed(each, header) && each[1].toLowerCase().includes(text));
      if (index >= 0) return { vendor, source, kind: 'header', index };
    } else if (isPlausible) {
      const at = start.indexOf(text);
      if (at >= 0) return { vendor, source, kind: 'bytes', start: at, end: at + text.length };
    }
  }
  return null;
}

/** Where the sign of a challenge is, as evidence for a decision about that attempt. */
export const challengeEvidence = (challenge: Challenge, fetch: number): Evidence =>
  challenge.kind === 'header'
    ? { kind: 'header', fetch, index: challenge.index }
    : { kind: 'bytes', fetch, start: challenge.start, end: challenge.end };

/** Whether a challenge must be looked for in the body of a response. */
export const mayBeChallenge = (outcome: Pick<FetchOutcome, 'status'>): boolean =>
  outcome.status !== null && (refusing.has(outcome.status) || outcome.status === 200);
