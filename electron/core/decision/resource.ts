import type { DecisionDraft } from '#shared/model/decision.ts';

/** A rendered page requests the URL; that alone does not make it part of the crawl. `page`: id of the page's URL. */
export const resourceDecision = (page: number): DecisionDraft => ({
  stage: 'admission',
  verdict: 'reject',
  reason: 'rendering-resource',
  rule: 'rendering-resource',
  evidence: [{ kind: 'url', url: page }],
  trace: [{ rule: 'rendering-resource', answer: 'reject' }],
});

/** robots.txt blocks a URL that a rendered page requests. `line` 0: the file as a whole. */
export const resourceBlocked = (robots: number, line: number): DecisionDraft => ({
  stage: 'access',
  verdict: 'reject',
  reason: 'resource-blocked',
  rule: 'robots.txt',
  evidence: [{ kind: 'robots-line', robots, line }],
  trace: [{ rule: 'robots.txt', answer: 'reject' }],
});
