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
  let asked = 0;
  for (const rule of rules) {
    asked += 1;
    const answer = rule.judge(facts);
    if (answer) return draftOf(stage, answer, rule.id, traceOf(rules, asked, answer.verdict));
  }
  return draftOf(stage, otherwise, 'otherwise', traceOf(rules, rules.length, ''));
}

/** Written out, because V8 copies the members of an object slowly. */
const draftOf = (
  stage: Stage,
  { verdict, reason, evidence }: Answer,
  rule: string,
  trace: readonly TraceStep[],
): DecisionDraft => ({ stage, verdict, reason, evidence, rule, trace });
