import { type Challenge, challengeBytes, findChallenge, mayBeChallenge } from '#core/challenge/detect.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';

/** Looks for a bot challenge in a response. `words`: visible words of the page, null where it was not read. */
export function challengeOf(outcome: FetchOutcome, words: number | null): Challenge | null {
  if (outcome.kind !== 'response' || !mayBeChallenge(outcome)) return null;
  const type = contentTypeOf(outcome.headers)?.toLowerCase() ?? '';
  const isText = type === '' || /^text\/|html|json|xml/.test(type);
  const { buffer, byteOffset, length } = outcome.body;
  const start = isText ? Buffer.from(buffer, byteOffset, Math.min(length, challengeBytes)).toString('latin1') : '';
  return findChallenge({ status: outcome.status, headers: outcome.headers, start, words });
}
