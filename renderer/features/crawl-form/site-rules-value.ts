import type { Obedience, SiteRule } from '#shared/model/crawl.ts';

/** The site rules as values of a form. */
export interface SiteRulesValue {
  readonly rules: readonly SiteRule[];
  readonly robotsDefault: Exclude<Obedience, 'never'>;
  /** The user confirms the right not to obey robots.txt. */
  readonly consent: boolean;
}

/** Empty rules do not count. */
export const writtenRules = (rules: readonly SiteRule[]): readonly SiteRule[] =>
  rules.map(rule => ({ ...rule, pattern: rule.pattern.trim() })).filter(({ pattern }) => pattern !== '');

export const needsConsent = ({ rules, consent }: SiteRulesValue): boolean =>
  !consent && writtenRules(rules).some(({ robots }) => robots === 'never');
