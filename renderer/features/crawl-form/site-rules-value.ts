import type { Obedience, SiteRule } from '#shared/model/crawl.ts';

/** The site rules as a form holds them. */
export interface SiteRulesValue {
  readonly rules: readonly SiteRule[];
  readonly robotsDefault: Exclude<Obedience, 'never'>;
  /** The user states to have the right not to obey. */
  readonly consent: boolean;
}

/** Rules that were begun and not written are none. */
export const writtenRules = (rules: readonly SiteRule[]): readonly SiteRule[] =>
  rules.map(rule => ({ ...rule, pattern: rule.pattern.trim() })).filter(({ pattern }) => pattern !== '');

export const needsConsent = ({ rules, consent }: SiteRulesValue): boolean =>
  !consent && writtenRules(rules).some(({ robots }) => robots === 'never');
