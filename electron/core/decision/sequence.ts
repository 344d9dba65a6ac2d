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

/** Traces by rule list: the index of the last rule tried, and its result. They repeat, so each is made once and shared. */
const traces = new WeakMap<readonly { readonly id: string }[], Map<string, readonly TraceStep[]>>();

/** The trace of the first `asked` rules, of which only the last decided; `answer` is '' when none did. */
function traceOf(rules: readonly { readonly id: string }[], asked: number, answer: TraceStep['answer']): readonly TraceStep[] {
  let known = traces.get(rules);
  if (!known) {
    known = new Map();
    traces.set(rules, known);
  }
  const key = `${asked}${answer}`;
  let trace = known.get(key);
  if (!trace) {
    trace = rules.slice(0, asked).map((rule, i) => ({ rule: rule.id, answer: i === asked - 1 ? answer : '' }));
    known.set(key, trace);
  }
  return trace;
}

/**
 * Tries the rules in order. The first that decides is the decisive rule. The trace contains every rule tried, so "why
 * not" can be explained too. `otherwise` is the recorded outcome when no rule decides.
 */
export function decide<Facts>(
  stage: Stage,
  rules: readonly DecisionRule<Facts>[],
  facts: Facts,
  otherwise: Answer,
): DecisionDraft {
  for (const [i, rule] of rules.entries()) {
    const answer = rule.judge(facts);
    if (answer) return { stage, ...answer, rule: rule.id, trace: traceOf(rules, i + 1, answer.verdict) };
  }
  return { stage, ...otherwise, rule: 'otherwise', trace: traceOf(rules, rules.length, '') };
}
