import { describe, expect, it } from 'vitest';
import { type CheckOutcomeFacts, judgeCheck } from '#core/decision/check-outcome.ts';
import type { FailureCause, FetchOutcome } from '#shared/model/fetch.ts';

const failure = (cause: FailureCause, status: number | null): FetchOutcome => ({
  ...{ kind: 'failure', cause, detail: '', headers: [], wireBytes: 0, remoteAddress: null, status },
  timings: { startedAt: 0, endedAt: 1, totalMs: 1, firstByteMs: 1 },
});

const judge = (outcome: FetchOutcome, change: Partial<CheckOutcomeFacts> = {}) =>
  judgeCheck({
    ...{ outcome, fetch: 9, attempt: 9, maxAttempts: 1, isOutside: false },
    ...{ location: null, loops: false, challenge: null, isNetworkUp: true, ...change },
  });

describe('a check that was cut off', () => {
  it.each([null, 200, 302, 401, 404, 429, 503])('by us is sent again, whatever status had arrived (%s)', status => {
    for (const isOutside of [false, true])
      expect(judge(failure('cancelled', status), { isOutside })).toMatchObject({
        ...{ verdict: 'defer', reason: 'interrupted', rule: 'failure', evidence: [{ kind: 'fetch', fetch: 9 }] },
      });
  });

  it('by the network after its head is judged by that head', () => {
    expect(judge(failure('timeout-body', 200))).toMatchObject({ verdict: 'accept', reason: 'check-ok' });
    expect(judge(failure('connection-lost', 404))).toMatchObject({ verdict: 'reject', reason: 'check-not-found' });
  });
});
