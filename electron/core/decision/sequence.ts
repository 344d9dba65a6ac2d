import type { ReasonCode } from '#shared/explain/reasons.ts';
import type { DecisionDraft, Evidence, Stage, TraceStep, Verdict } from '#shared/model/decision.ts';

/** What a rule says; undefined: it does not apply. */
export interface Answer {
  readonly verdict: Verdict;
  readonly reason: ReasonCode;
  readonly evidence: readonly Evidence[];
}

export interface DecisionRule<Facts> {
  readonly id: string;
  judge(facts: Facts): Answer | undefined;
}

/**
 * Asks the rules in order; the first that speaks decides, and its id is the decisive rule. The trace holds every rule
 * asked, so "why not" has an answer too. `otherwise` makes "no rule spoke" an ordinary, recorded outcome.
 */
export function decide<Facts>(
  stage: Stage,
  rules: readonly DecisionRule<Facts>[],
  facts: Facts,
  otherwise: Answer,
): DecisionDraft {
  const trace: TraceStep[] = [];
  for (const rule of rules) {
    const answer = rule.judge(facts);
    trace.push({ rule: rule.id, answer: answer?.verdict ?? '' });
    if (answer) return { stage, ...answer, rule: rule.id, trace };
  }
  return { stage, ...otherwise, rule: 'otherwise', trace };
}
