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

/** The rendering that requested the URL ended before the crawl did. `page`: id of its URL. */
export const resourceNotAwaited = (page: number): DecisionDraft => ({
  stage: 'admission',
  verdict: 'unknown',
  reason: 'resource-not-awaited',
  rule: 'rendering-ended',
  evidence: [{ kind: 'url', url: page }],
  trace: [{ rule: 'rendering-ended', answer: 'unknown' }],
});

/** The host is outside the crawl and got as many requests as the settings allow. `actual`: the number that this one would be. */
export const resourceBeyondLimit = (limit: number, actual: number): DecisionDraft => ({
  stage: 'admission',
  verdict: 'unknown',
  reason: 'check-limit',
  rule: 'checks-per-host',
  evidence: [{ kind: 'limit', name: 'maxChecksPerHost', limit, actual }],
  trace: [{ rule: 'checks-per-host', answer: 'unknown' }],
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
