import { type Challenge, challengeBytes, findChallenge, mayBeChallenge, mayBeChallengeText } from '#core/challenge/detect.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import type { FetchOutcome, Headers } from '#shared/model/fetch.ts';

/** Looks for a bot challenge in a response. `words`: visible words of the page, null where it was not read. */
export function challengeOf(outcome: FetchOutcome, words: number | null): Challenge | null {
  if (outcome.kind !== 'response' || !mayBeChallenge(outcome)) return null;
  const { status, headers, body } = outcome;
  const start = mayBeChallengeText({ status, words }) ? startOf(headers, body) : '';
  return findChallenge({ status, headers, start, words });
}

/** A character for each byte; '' for a body that is no text. */
function startOf(headers: Headers, { buffer, byteOffset, length }: Uint8Array): string {
  const type = contentTypeOf(headers)?.toLowerCase() ?? '';
  const isText = type === '' || /^text\/|html|json|xml/.test(type);
  return isText ? Buffer.from(buffer, byteOffset, Math.min(length, challengeBytes)).toString('latin1') : '';
}
