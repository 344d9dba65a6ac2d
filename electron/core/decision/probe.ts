import type { DecisionDraft } from '#shared/model/decision.ts';
import type { ProbeKind } from '#shared/model/probe.ts';

/** The URL is requested as a probe; that alone does not make it part of the crawl. */
export const probeDecision = (kind: ProbeKind): DecisionDraft => ({
  stage: 'admission',
  verdict: 'reject',
  reason: 'probe',
  rule: 'probe',
  evidence: [{ kind: 'setting', name: 'probe', value: kind }],
  trace: [{ rule: 'probe', answer: 'reject' }],
});
