import type { ReasonCode } from '#shared/explain/reasons.ts';
import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import type { FailureCause, FetchOutcome } from '#shared/model/fetch.ts';
import { type Challenge, challengeEvidence } from '../challenge/detect.ts';
import { asksForPause } from '../frontier/host-clock.ts';
import { blamesUrl, isRetryable } from './outage.ts';
import { type DecisionRule, decide } from './sequence.ts';

export interface OutcomeFacts {
  readonly outcome: FetchOutcome;
  readonly fetch: number;
  /** This attempt's number, from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Failures of the host in a row before this attempt. */
  readonly hostFailures: number;
  /** Resolved Location, null when missing or unusable. */
  readonly location: string | null;
  /** The target was already part of this redirect chain. */
  readonly loops: boolean;
  /** Set if a bot challenge came instead of the page. */
  readonly challenge: Challenge | null;
}

const failureReasons: Record<FailureCause, ReasonCode> = {
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
  cancelled: 'interrupted',
};

/** Statuses whose Location is followed (RFC 9110 §15.4). */
export const isRedirect = (status: number): boolean =>
  status === 301 || status === 302 || status === 303 || status === 307 || status === 308;

/**
 * Whether a status returns the whole page. Crawlscope requests no range, so a 206 is at best a part of the page (RFC
 * 9110 §15.3.7). It is not read, like an error page.
 */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300 && status !== 206;

const at = (facts: OutcomeFacts): readonly Evidence[] => [{ kind: 'fetch', fetch: facts.fetch }];

const statusReason = (status: number): ReasonCode =>
  status === 404 || status === 410
    ? 'not-found'
    : status === 401 || status === 403 || status === 451
      ? 'forbidden'
      : status >= 400 && status < 500
        ? 'client-error'
        : status >= 500 && status < 600
          ? 'server-error'
          : 'other-status';

const rules: readonly DecisionRule<OutcomeFacts>[] = [
  {
    id: 'failure',
    judge: facts => {
      if (facts.outcome.kind !== 'failure') return undefined;
      const { cause, ownOutage } = facts.outcome;
      if (ownOutage) return { verdict: 'defer', reason: 'network-outage', evidence: at(facts) };
      if (cause === 'cancelled') return { verdict: 'defer', reason: 'interrupted', evidence: at(facts) };
      if (isRetryable(cause) && (facts.attempt < facts.maxAttempts || !blamesUrl(cause, facts)))
        return { verdict: 'defer', reason: 'will-retry', evidence: at(facts) };
      return { verdict: 'reject', reason: failureReasons[cause], evidence: at(facts) };
    },
  },
  {
    // No attempt follows: the guard of the site would return the same again.
    id: 'challenge',
    judge: facts =>
      facts.challenge
        ? { verdict: 'reject', reason: 'challenged', evidence: [...at(facts), challengeEvidence(facts.challenge, facts.fetch)] }
        : undefined,
  },
  {
    id: 'throttling',
    judge: facts => {
      if (facts.outcome.kind !== 'response' || !asksForPause(facts.outcome.status)) return undefined;
      return facts.attempt < facts.maxAttempts
        ? { verdict: 'defer', reason: 'throttled', evidence: at(facts) }
        : { verdict: 'reject', reason: 'throttled-too-often', evidence: at(facts) };
    },
  },
  {
    id: 'server-error',
    judge: facts =>
      facts.outcome.kind === 'response' &&
      facts.outcome.status >= 500 &&
      facts.outcome.status < 600 &&
      facts.attempt < facts.maxAttempts
        ? { verdict: 'defer', reason: 'will-retry', evidence: at(facts) }
        : undefined,
  },
  {
    id: 'redirect',
    judge: facts => {
      if (facts.outcome.kind !== 'response' || !isRedirect(facts.outcome.status)) return undefined;
      if (!facts.location) return { verdict: 'reject', reason: 'redirect-without-target', evidence: at(facts) };
      if (facts.loops) return { verdict: 'reject', reason: 'redirect-loop', evidence: at(facts) };
      return { verdict: 'accept', reason: 'redirected', evidence: at(facts) };
    },
  },
  {
    id: 'status',
    judge: facts => {
      if (facts.outcome.kind !== 'response') return undefined;
      const { status } = facts.outcome;
      return isSuccess(status) ? undefined : { verdict: 'reject', reason: statusReason(status), evidence: at(facts) };
    },
  },
];

/** How did fetching end? Deferred outcomes are tried again; a rejected one is final. */
export function judgeOutcome(facts: OutcomeFacts): DecisionDraft {
  return decide('fetch', rules, facts, { verdict: 'accept', reason: 'fetched', evidence: at(facts) });
}
