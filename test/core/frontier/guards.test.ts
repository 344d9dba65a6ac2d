import { describe, expect, it } from 'vitest';
import { failureLimitOf, failuresIn, paceAfter, type ResponsePace, unknownPace, withResult } from '#core/frontier/guards.ts';

describe('the failure guard', () => {
  it('reads N/M, and nothing else', () => {
    expect(failureLimitOf('40/50')).toEqual({ failures: 40, of: 50 });
    for (const text of ['', '0', '0/5', '6/5', '5', '5/', 'a/b', '1/99999']) expect(failureLimitOf(text)).toBeNull();
  });
  it('looks at the last results only', () => {
    const limit = { failures: 2, of: 3 };
    const results = [true, true, false, false].reduce<readonly boolean[]>((all, failed) => withResult(all, failed, limit), []);
    expect(results).toEqual([true, false, false]);
    expect(failuresIn(results)).toBe(1);
  });
});

describe('the slow-server guard', () => {
  // One request at a time: each is sent when the wait after the last response is over.
  let clock = 0;
  const paced = (times: readonly number[], pace: ResponsePace = unknownPace, factor = 5) =>
    times.reduce((state, firstByteMs) => {
      const sentMono = clock + state.extraMs;
      clock = sentMono + firstByteMs;
      return paceAfter(state, { firstByteMs, sentMono, nowMono: clock }, factor);
    }, pace);
  const usual = Array.from({ length: 40 }, () => 300);

  it('waits longer while the server is slow, at most a minute, and no longer when it has recovered', () => {
    const steady = paced(usual);
    expect(steady.extraMs).toBe(0);
    const first = paced([2_000, 2_000, 2_000], steady);
    expect(first.extraMs).toBe(2_000);
    const grown = paced(
      Array.from({ length: 12 }, () => 2_000),
      first,
    );
    expect(grown.extraMs).toBe(60_000);
    const half = paced([300, 300, 300], grown);
    expect(half.extraMs).toBe(30_000);
    expect(
      paced(
        Array.from({ length: 12 }, () => 300),
        half,
      ).extraMs,
    ).toBe(0);
  });
  it('of many requests in flight, one slow response makes the wait grow, and quick ones never do', () => {
    const steady = paced(usual);
    const sentMono = clock;
    const inFlight = Array.from({ length: 32 }).reduce(
      (state: ResponsePace) => paceAfter(state, { firstByteMs: 2_000, sentMono, nowMono: sentMono + 2_000 }, 5),
      steady,
    );
    expect(inFlight.extraMs).toBe(2_000);
    clock = sentMono + 2_000;
    // Three of the last five are slow still.
    expect(paced([300, 300], inFlight).extraMs).toBe(2_000);
    expect(paced([300, 300, 300], inFlight).extraMs).toBe(1_000);
    expect(paced([2_000, 2_000], inFlight).extraMs).toBe(4_500);
  });
  it('one slow response, a quick server, an unknown one and no guard change nothing', () => {
    expect(paced([9_000, 300, 9_000, 300], paced(usual)).extraMs).toBe(0);
    expect(paced([900, 900, 900, 900, 900], paced(Array.from({ length: 40 }, () => 10))).extraMs).toBe(0);
    expect(paced([300, 9_000, 9_000, 9_000, 9_000]).extraMs).toBe(0);
    expect(
      paced(
        Array.from({ length: 5 }, () => 9_000),
        paced(usual),
        0,
      ).extraMs,
    ).toBe(0);
  });
  it('a server that stays slow is as usual in the end', () => {
    expect(
      paced(
        Array.from({ length: 120 }, () => 2_000),
        paced(usual),
      ).extraMs,
    ).toBe(0);
  });
});
