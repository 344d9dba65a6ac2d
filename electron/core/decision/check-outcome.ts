import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import type { FailureCause, FetchOutcome } from '#shared/model/fetch.ts';
import { type Challenge, challengeEvidence } from '../challenge/detect.ts';
import { isRetryable } from './outage.ts';
import { isRedirect } from './outcome.ts';
import { type DecisionRule, decide } from './sequence.ts';

export interface CheckOutcomeFacts {
  readonly outcome: FetchOutcome;
  readonly fetch: number;
  /** This attempt's number, from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** The host is outside the crawl. */
  readonly isOutside: boolean;
  /** Resolved Location, null when missing or unusable. */
  readonly location: string | null;
  /** The target was already part of this redirect chain. */
  readonly loops: boolean;
  readonly challenge: Challenge | null;
  /** Another host responded since this one started to fail. */
  readonly isNetworkUp: boolean;
}

/** Statuses by which a host refuses checks; 999 is LinkedIn's. */
const refusals: ReadonlySet<number | null> = new Set([401, 403, 429, 999]);
/** Statuses of HEAD after which GET may get another one: servers that know GET only, or mistake HEAD for an attack. */
const headOnly: ReadonlySet<number | null> = new Set([403, 404, 405, 500, 501, 502, 504]);
/** Failures after which GET may succeed. */
const brokenHead: ReadonlySet<FailureCause> = new Set([
  'connection-lost',
  'timeout-headers',
  'http-malformed',
  'header-too-large',
  'encoding-unsupported',
  'encoding-corrupt',
]);

/** Whether a GET must follow a HEAD before a verdict is possible. */
export const needsGet = (outcome: FetchOutcome, challenge: Challenge | null): boolean =>
  challenge === null && (headOnly.has(outcome.status) || (outcome.kind === 'failure' && brokenHead.has(outcome.cause)));

const at = ({ fetch }: CheckOutcomeFacts): readonly Evidence[] => [{ kind: 'fetch', fetch }];
const canRetry = ({ attempt, maxAttempts }: CheckOutcomeFacts): boolean => attempt < maxAttempts;

const rules: readonly DecisionRule<CheckOutcomeFacts>[] = [
  {
    id: 'failure',
    judge: facts => {
      const { outcome } = facts;
      if (outcome.kind !== 'failure') return undefined;
      const { cause } = outcome;
      const evidence = at(facts);
      // Even with a head: after a lost login, its status is not the answer for this user.
      if (outcome.ownOutage) return { verdict: 'defer', reason: 'network-outage', evidence };
      if (cause === 'cancelled') return { verdict: 'defer', reason: 'interrupted', evidence };
      // A head that arrived says enough, whatever happened to the body.
      if (outcome.status !== null) return undefined;
      if (cause === 'address-blocked' || cause === 'scheme-blocked')
        return { verdict: 'unknown', reason: 'check-address-blocked', evidence };
      if (cause === 'tls-failure') return { verdict: 'reject', reason: 'check-tls-failure', evidence };
      if (!isRetryable(cause)) return { verdict: 'reject', reason: 'check-bad-response', evidence };
      if (canRetry(facts)) return { verdict: 'defer', reason: 'check-retry', evidence };
      return facts.isNetworkUp
        ? { verdict: 'reject', reason: 'check-no-response', evidence }
        : { verdict: 'defer', reason: 'check-no-network', evidence };
    },
  },
  {
    id: 'challenge',
    judge: facts =>
      facts.challenge
        ? {
            verdict: 'unknown',
            reason: 'check-challenged',
            evidence: [...at(facts), challengeEvidence(facts.challenge, facts.fetch)],
          }
        : undefined,
  },
  {
    id: 'refusal',
    judge: facts => {
      const { status } = facts.outcome;
      if (facts.isOutside && refusals.has(status)) return { verdict: 'unknown', reason: 'check-refused', evidence: at(facts) };
      if (status !== 429) return undefined;
      return canRetry(facts)
        ? { verdict: 'defer', reason: 'check-retry', evidence: at(facts) }
        : { verdict: 'unknown', reason: 'check-refused', evidence: at(facts) };
    },
  },
  {
    id: 'server-error',
    judge: facts => {
      const status = facts.outcome.status ?? 0;
      if (status < 500 || status > 599) return undefined;
      return canRetry(facts)
        ? { verdict: 'defer', reason: 'check-retry', evidence: at(facts) }
        : { verdict: 'reject', reason: 'check-server-error', evidence: at(facts) };
    },
  },
  {
    id: 'redirect',
    judge: facts => {
      if (!isRedirect(facts.outcome.status ?? 0)) return undefined;
      return facts.location === null || facts.loops
        ? { verdict: 'reject', reason: 'check-bad-redirect', evidence: at(facts) }
        : { verdict: 'accept', reason: 'check-redirects', evidence: at(facts) };
    },
  },
  {
    id: 'status',
    judge: facts => {
      const status = facts.outcome.status ?? 0;
      if (status >= 200 && status <= 299) return { verdict: 'accept', reason: 'check-ok', evidence: at(facts) };
      if (status === 404 || status === 410) return { verdict: 'reject', reason: 'check-not-found', evidence: at(facts) };
      if (status === 401 || status === 403) return { verdict: 'reject', reason: 'check-forbidden', evidence: at(facts) };
      return status >= 400 && status <= 499
        ? { verdict: 'reject', reason: 'check-client-error', evidence: at(facts) }
        : undefined;
    },
  },
];

/** How a check ended. Deferred ones are sent again; `reject` is a broken target, `unknown` one that could not be checked. */
export const judgeCheck = (facts: CheckOutcomeFacts): DecisionDraft =>
  decide('fetch', rules, facts, { verdict: 'unknown', reason: 'check-other-status', evidence: at(facts) });

/** What prevents every check of a host, or gives the verdict for all of them. */
export type HostVerdict =
  | { readonly kind: 'robots-unreachable'; readonly robots: number }
  | { readonly kind: 'delay-too-long'; readonly robots: number; readonly line: number }
  | { readonly kind: 'refuses' | 'no-response' | 'tls-failure' | 'address-blocked' | 'no-network'; readonly fetch: number };

const hostReasons = {
  refuses: ['unknown', 'check-host-refuses'],
  'no-response': ['reject', 'check-no-response'],
  'tls-failure': ['reject', 'check-tls-failure'],
  'address-blocked': ['unknown', 'check-address-blocked'],
  'no-network': ['defer', 'check-no-network'],
} as const;

/** The same decision for each queued check of a host. */
export function judgeHost(found: HostVerdict): DecisionDraft {
  const trace = [{ rule: 'host', answer: 'unknown' }] as const;
  if (found.kind === 'robots-unreachable')
    return {
      ...{ stage: 'access', verdict: 'unknown', reason: 'check-robots-unreachable', rule: 'host', trace },
      evidence: [{ kind: 'robots-fetch', robots: found.robots }],
    };
  if (found.kind === 'delay-too-long')
    return {
      ...{ stage: 'access', verdict: 'unknown', reason: 'check-delay-too-long', rule: 'host', trace },
      evidence: [{ kind: 'robots-line', robots: found.robots, line: found.line }],
    };
  const [verdict, reason] = hostReasons[found.kind];
  const evidence = [{ kind: 'fetch', fetch: found.fetch }] as const;
  return { stage: 'fetch', verdict, reason, rule: 'host', evidence, trace: [{ rule: 'host', answer: verdict }] };
}

/** robots.txt blocks the URL, so it is not requested. `line` 0: the file as a whole. */
export const checkBlocked = (robots: number, line: number): DecisionDraft => ({
  stage: 'access',
  verdict: 'unknown',
  reason: 'check-robots-blocked',
  rule: 'robots.txt',
  evidence: [{ kind: 'robots-line', robots, line }],
  trace: [{ rule: 'robots.txt', answer: 'unknown' }],
});
