import { consentForAllWords, consentWords, everyHost, isForEveryHost } from '#shared/explain/site-rules.ts';
import type { CrawlSettings, Obedience, SiteRule } from '#shared/model/crawl.ts';

/** The site rules as values of a form. */
export interface SiteRulesValue {
  readonly rules: readonly SiteRule[];
  /** For sites that no rule names. `never` is the rule for every host. */
  readonly others: Obedience;
  /** The user confirms the right not to obey robots.txt. */
  readonly consent: boolean;
}

type Rules = Pick<CrawlSettings, 'siteRules' | 'robotsDefault'>;

/** The rules of settings as a form shows them. */
export const shownRules = ({ siteRules, robotsDefault }: Rules): Pick<SiteRulesValue, 'rules' | 'others'> => ({
  rules: siteRules.filter(({ pattern }) => !isForEveryHost(pattern)),
  others: siteRules.some(({ pattern }) => isForEveryHost(pattern)) ? 'never' : robotsDefault,
});

/** The rules as settings. Empty ones do not count. */
export function writtenRules({ rules, others }: Pick<SiteRulesValue, 'rules' | 'others'>): Rules {
  const named = rules.map(rule => ({ ...rule, pattern: rule.pattern.trim() })).filter(({ pattern }) => pattern !== '');
  return others === 'never'
    ? { siteRules: [...named, { pattern: everyHost, robots: 'never' }], robotsDefault: 'inherit' }
    : { siteRules: named, robotsDefault: others };
}

/** What the user has to state about the rules; '' for nothing. */
export function consentOf(value: Pick<SiteRulesValue, 'rules' | 'others'>): string {
  if (value.others === 'never') return consentForAllWords;
  return writtenRules(value).siteRules.some(({ robots }) => robots === 'never') ? consentWords : '';
}

export const needsConsent = (value: SiteRulesValue): boolean => !value.consent && consentOf(value) !== '';
