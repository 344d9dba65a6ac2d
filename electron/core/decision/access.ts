import type { ReasonCode } from '#shared/explain/reasons.ts';
import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import type { CrawlDelay, RobotsVerdict } from '#shared/model/robots.ts';
import { type DecisionRule, decide } from './sequence.ts';

export interface AccessFacts {
  readonly verdict: RobotsVerdict;
  /** Id of the robots.txt version that was read. */
  readonly robots: number;
  readonly delay: CrawlDelay | null;
  readonly maxDelayMs: number;
}

const rules: readonly DecisionRule<AccessFacts>[] = [
  {
    id: 'robots.txt',
    judge: ({ verdict, robots }) => {
      if (verdict.allowed) return undefined;
      const evidence: Evidence =
        verdict.line > 0 ? { kind: 'robots-line', robots, line: verdict.line } : { kind: 'robots-fetch', robots };
      return verdict.reason === 'unreachable'
        ? { verdict: 'defer', reason: 'robots-unreachable', evidence: [evidence] }
        : { verdict: 'reject', reason: 'robots-disallow', evidence: [evidence] };
    },
  },
  {
    id: 'delay-ceiling',
    judge: ({ delay, maxDelayMs, robots }) =>
      delay && delay.seconds * 1000 > maxDelayMs
        ? {
            verdict: 'defer',
            reason: 'delay-too-long',
            evidence: [
              { kind: 'robots-line', robots, line: delay.line },
              { kind: 'limit', name: 'maxDelayMs', limit: maxDelayMs, actual: delay.seconds * 1000 },
            ],
          }
        : undefined,
  },
];

const allowed: Record<RobotsVerdict['reason'], ReasonCode> = {
  rule: 'robots-allow',
  'no-match': 'robots-no-rule',
  'no-group': 'robots-no-group',
  'robots-txt': 'robots-txt-itself',
  'no-file': 'robots-missing',
  unreachable: 'robots-unreachable',
};

/** May it be fetched now? A disallowing line rejects, an unreachable file or an overlong delay defers, nothing is shortened. */
export function mayAccess(facts: AccessFacts): DecisionDraft {
  const { verdict, robots } = facts;
  const evidence: readonly Evidence[] =
    verdict.line > 0
      ? [{ kind: 'robots-line', robots, line: verdict.line }]
      : verdict.reason === 'robots-txt'
        ? []
        : [{ kind: 'robots-fetch', robots }];
  return decide('access', rules, facts, { verdict: 'accept', reason: allowed[verdict.reason], evidence });
}
