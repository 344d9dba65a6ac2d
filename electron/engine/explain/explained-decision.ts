import { advise, describe, linkCountWords } from '#shared/explain/describe.ts';
import { isReasonCode } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Decision } from '#shared/model/decision.ts';
import type { Answer, ExplainedDecision, UrlFacts } from '#shared/model/explanation.ts';
import { adviceCases } from './advice-cases.ts';
import { type EvidenceSource, resolveEvidence } from './evidence.ts';

/** The subject of a decision. `facts`: null for a URL that the crawl never saw. */
interface About {
  readonly url: string;
  readonly facts: UrlFacts | null;
  readonly current: boolean;
}

/** A decision with its evidence resolved, its sentence and its advice. */
export function explainDecision(
  source: EvidenceSource & { readonly settings: Pick<CrawlSettings, 'seeds'> },
  decision: Decision,
  { url, facts, current }: About,
): ExplainedDecision {
  const { shown, params } = resolveEvidence(source, decision, url);
  const all = {
    ...params,
    links: facts?.outlinks ?? 0,
    inlinks: linkCountWords(facts?.inlinks ?? 0),
    excerpt: facts?.title ?? facts?.h1 ?? '',
  };
  const isKnown = isReasonCode(decision.reason);
  return {
    ...decision,
    evidence: shown,
    sentence: isKnown ? describe(decision.reason, all) : decision.reason,
    advice: isKnown ? advise(decision.reason, all, adviceCases(source, decision, String(params.host ?? ''), facts)) : '',
    current,
  };
}

/** An explained decision. */
export const answerBy = <V extends string>(verdict: V, { sentence, reason, evidence }: ExplainedDecision): Answer<V> => ({
  verdict,
  sentence,
  reason,
  evidence,
});

/** An explanation without a decision. */
export const plainAnswer = <V extends string>(verdict: V, sentence: string): Answer<V> => ({
  verdict,
  sentence,
  reason: '',
  evidence: [],
});
