import { describe, expect, it } from 'vitest';
import { type AccessFacts, mayAccess } from '#core/decision/access.ts';
import { judgeOutcome, type OutcomeFacts } from '#core/decision/outcome.ts';
import { inherited } from '#core/robots/site-rules.ts';
import type { FailureCause, FetchOutcome } from '#shared/model/fetch.ts';

const verdict = (change: Partial<AccessFacts['verdict']> = {}): AccessFacts['verdict'] => ({
  allowed: true,
  line: 0,
  reason: 'no-match',
  rule: '',
  groups: [],
  groupLines: [],
  choice: [],
  matching: [],
  path: '/',
  ...change,
});
const access = (change: Partial<AccessFacts> = {}) =>
  mayAccess({
    verdict: verdict(),
    strict: null,
    obedience: inherited,
    robots: 4,
    settings: 2,
    delay: null,
    delayRobots: 4,
    maxDelayMs: 10_000,
    ...change,
  });

describe('access', () => {
  it('a line that forbids rejects and is the evidence', () => {
    expect(access({ verdict: verdict({ allowed: false, line: 7, reason: 'rule' }) })).toEqual({
      stage: 'access',
      verdict: 'reject',
      reason: 'robots-disallow',
      rule: 'robots.txt',
      evidence: [{ kind: 'robots-line', robots: 4, line: 7 }],
      trace: [{ rule: 'robots.txt', answer: 'reject' }],
    });
  });

  it('an unreachable file defers: it never means allowed', () => {
    expect(access({ verdict: verdict({ allowed: false, reason: 'unreachable' }) })).toMatchObject({
      verdict: 'defer',
      reason: 'robots-unreachable',
      evidence: [{ kind: 'robots-fetch', robots: 4 }],
    });
  });

  it('a delay over the ceiling defers, cites its line and both numbers; one at the ceiling does not', () => {
    expect(access({ delay: { seconds: 10.5, line: 3 } as AccessFacts['delay'] })).toMatchObject({
      verdict: 'defer',
      reason: 'delay-too-long',
      rule: 'delay-ceiling',
      evidence: [
        { kind: 'robots-line', robots: 4, line: 3 },
        { kind: 'limit', name: 'maxDelayMs', limit: 10_000, actual: 10_500 },
      ],
      trace: [
        { rule: 'robots.txt', answer: '' },
        { rule: 'delay-ceiling', answer: 'defer' },
      ],
    });
    expect(access({ delay: { seconds: 10, line: 3 } as AccessFacts['delay'] }).verdict).toBe('accept');
  });

  it('a forbidding line speaks before an overlong delay', () => {
    const both = {
      verdict: verdict({ allowed: false, line: 2, reason: 'rule' }),
      delay: { seconds: 99, line: 3 } as AccessFacts['delay'],
    };
    expect(access(both).reason).toBe('robots-disallow');
  });

  for (const [reason, line, code, kinds] of [
    ['rule', 5, 'robots-allow', ['robots-line']],
    ['no-match', 0, 'robots-no-rule', ['robots-fetch']],
    ['no-group', 0, 'robots-no-group', ['robots-fetch']],
    ['robots-txt', 0, 'robots-txt-itself', []],
    ['no-file', 0, 'robots-missing', ['robots-fetch']],
  ] as const)
    it(`${reason}: accepted as ${code}`, () => {
      const decision = access({ verdict: verdict({ reason, line }) });
      expect(decision).toMatchObject({ verdict: 'accept', reason: code, rule: 'otherwise' });
      expect(decision.evidence.map(item => item.kind)).toEqual(kinds);
    });
});

const timings = { startedAt: 0, endedAt: 1, firstByteMs: 1, totalMs: 1 };
const response = (status: number): FetchOutcome => ({
  kind: 'response',
  status,
  statusText: '',
  headers: [],
  body: new Uint8Array(),
  bodyEnd: 'complete',
  wireBytes: 0,
  remoteAddress: null,
  timings,
});
const failure = (cause: FailureCause): FetchOutcome => ({
  kind: 'failure',
  cause,
  detail: '',
  status: null,
  headers: [],
  wireBytes: 0,
  remoteAddress: null,
  timings,
});
const judge = (outcome: FetchOutcome, change: Partial<OutcomeFacts> = {}) =>
  judgeOutcome({
    outcome,
    fetch: 9,
    attempt: 1,
    maxAttempts: 1,
    hostFailures: 0,
    location: null,
    loops: false,
    challenge: null,
    ...change,
  });

describe('the outcome of a fetch', () => {
  const final: Record<Exclude<FailureCause, 'cancelled'>, string> = {
    'address-blocked': 'address-blocked',
    'scheme-blocked': 'address-blocked',
    'dns-failure': 'dns-failure',
    'connection-refused': 'connection-refused',
    'connection-lost': 'connection-lost',
    'timeout-connect': 'timeout',
    'timeout-headers': 'timeout',
    'timeout-body': 'timeout',
    'tls-failure': 'tls-failure',
    'http-malformed': 'http-malformed',
    'header-too-large': 'header-too-large',
    'encoding-unsupported': 'encoding-failure',
    'encoding-corrupt': 'encoding-failure',
    'decompression-bomb': 'decompression-bomb',
  };
  const cured = new Set([
    'dns-failure',
    'connection-refused',
    'connection-lost',
    'timeout-connect',
    'timeout-headers',
    'timeout-body',
  ]);
  for (const [cause, reason] of Object.entries(final))
    it(`${cause}: ${reason} on the last attempt${cured.has(cause) ? ', another try before' : ', never tried again'}`, () => {
      expect(judge(failure(cause as FailureCause))).toMatchObject({ stage: 'fetch', verdict: 'reject', reason, rule: 'failure' });
      expect(judge(failure(cause as FailureCause), { maxAttempts: 2 })).toMatchObject(
        cured.has(cause) ? { verdict: 'defer', reason: 'will-retry' } : { verdict: 'reject', reason },
      );
    });

  it('our own Stop defers, however many attempts there were', () => {
    expect(judge(failure('cancelled'), { attempt: 9 })).toMatchObject({ verdict: 'defer', reason: 'interrupted' });
  });

  for (const [status, reason] of [
    [404, 'not-found'],
    [410, 'not-found'],
    [401, 'forbidden'],
    [403, 'forbidden'],
    [451, 'forbidden'],
    [400, 'client-error'],
    [418, 'client-error'],
    [500, 'server-error'],
    [599, 'server-error'],
    [304, 'other-status'],
    [300, 'other-status'],
    [700, 'other-status'],
  ] as const)
    it(`${status} is ${reason}`, () => {
      expect(judge(response(status))).toMatchObject({
        verdict: 'reject',
        reason,
        rule: 'status',
        evidence: [{ kind: 'fetch', fetch: 9 }],
      });
    });

  it('2xx is fetched, and every rule was asked', () => {
    for (const status of [200, 204, 299])
      expect(judge(response(status))).toMatchObject({ verdict: 'accept', reason: 'fetched', rule: 'otherwise' });
    expect(judge(response(200)).trace.map(step => step.rule)).toEqual([
      'failure',
      'challenge',
      'throttling',
      'server-error',
      'redirect',
      'status',
    ]);
  });

  it('429 and 503 wait while attempts are left, then are given up', () => {
    for (const status of [429, 503]) {
      expect(judge(response(status), { maxAttempts: 3, attempt: 2 })).toMatchObject({ verdict: 'defer', reason: 'throttled' });
      expect(judge(response(status), { maxAttempts: 3, attempt: 3 })).toMatchObject({
        verdict: 'reject',
        reason: 'throttled-too-often',
        rule: 'throttling',
      });
    }
  });

  it('other 5xx are tried again while attempts are left; 4xx are not', () => {
    expect(judge(response(500), { maxAttempts: 2 })).toMatchObject({
      verdict: 'defer',
      reason: 'will-retry',
      rule: 'server-error',
    });
    expect(judge(response(404), { maxAttempts: 2 }).verdict).toBe('reject');
  });

  it('a redirect needs a target, and one outside its own chain', () => {
    for (const status of [301, 302, 303, 307, 308]) {
      expect(judge(response(status))).toMatchObject({ verdict: 'reject', reason: 'redirect-without-target' });
      expect(judge(response(status), { location: 'http://a.test/' })).toMatchObject({
        verdict: 'accept',
        reason: 'redirected',
        rule: 'redirect',
      });
      expect(judge(response(status), { location: 'http://a.test/', loops: true })).toMatchObject({
        verdict: 'reject',
        reason: 'redirect-loop',
      });
    }
  });
});
