import type { CheckInfo, FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import { type OwnCheckRule, ownCheckId, type RuleOutcome, type SearchRule } from '#shared/model/rules.ts';
import { readPattern } from '../url/url-pattern.ts';
import { type AuditUrl, type Check, responseCheck, urlCheck, type Verdict } from './check.ts';
import { standing } from './populations.ts';

/** A rule that makes a check of the audit. */
export type CheckRule = OwnCheckRule | SearchRule;

/** What a rule says as a check. */
export function ownInfo(rule: CheckRule): CheckInfo {
  const common = {
    id: ownCheckId(rule) ?? rule.name,
    group: 'own',
    sources: ['Own rule of this crawl file'],
    thresholds: {},
  } as const;
  if (rule.kind === 'search') {
    const place = rule.where === 'source' ? 'The source' : 'The text';
    return {
      ...common,
      name: `Search: ${rule.name}`,
      type: 'issue',
      priority: 'M',
      population: 'pages',
      trigger: `${place} of the page ${rule.hit === 'contains' ? 'contains' : 'does not contain'} “${rule.find}”.`,
      why: 'You search for this.',
      fix: rule.hit === 'contains' ? 'Remove it from the page.' : 'Add it to the page.',
    };
  }
  const { title, name, type, priority, population, by, expression, why, fix } = rule;
  return {
    ...common,
    name: title || name,
    type,
    priority,
    population,
    trigger: by === 'filter' ? `The URL matches ${expression}` : `The statement returns the URL: ${expression.slice(0, 500)}`,
    why: why || 'You added this check.',
    fix: fix || 'You gave no advice.',
  };
}

/** The URLs that an own check found, by id, with evidence where a statement returned some. */
export interface OwnHits {
  has(id: number): boolean;
  evidence(id: number): readonly FindingItem[];
  /** Why nobody knows whether it is a hit: a search or extraction that decides it has no result; null where it is known. */
  missing?(id: number, url: string): NotCheckableReason | null;
  /** Whether the searches and extractions that every hit needs are meant for a URL. */
  covers?(url: string): boolean;
}

/** A check whose hits were found beforehand. A reason: why nothing of its population could be checked. */
export function foundCheck(rule: CheckRule, hits: OwnHits | NotCheckableReason): Check {
  const info = ownInfo(rule);
  const test = (url: AuditUrl): Verdict => {
    const found = standing(info.population, url);
    if (found !== 'in') return found === 'out' ? null : found;
    if (typeof hits === 'string') return hits;
    const missing = hits.missing?.(url.id, url.url) ?? null;
    if (missing !== null) return missing;
    return hits.has(url.id) ? hits.evidence(url.id) : null;
  };
  const covers = (url: AuditUrl): boolean => typeof hits === 'string' || (hits.covers?.(url.url) ?? true);
  return urlCheck({ ...info, applies: url => standing(info.population, url) !== 'out' && covers(url), test });
}

/** What a search found on a page; null: it has not looked at it. */
export type OutcomeOf = (urlId: number) => RuleOutcome | null;

/** A custom search as a check. */
export function searchCheck(rule: SearchRule, outcomeOf: OutcomeOf): Check {
  const urls = rule.urls === '' ? null : readPattern(rule.urls);
  return responseCheck({
    ...ownInfo(rule),
    applies: page => page.url.isPage && (urls?.kind !== 'pattern' || urls.pattern.test(page.url.url)),
    test(page): Verdict {
      const outcome = outcomeOf(page.url.id);
      if (outcome === null) return page.response.bodyHash === '' ? 'no-stored-body' : 'not-run';
      if (outcome.state !== 'done') return outcome.state === 'too-slow' ? 'too-slow' : 'rule-failed';
      if (rule.hit === 'absent') return outcome.count === 0 ? [] : null;
      if (outcome.count === 0) return null;
      return outcome.values.map(({ value, bytes }) => ({ value, ...(bytes ? { bytes } : {}) }));
    },
  });
}
