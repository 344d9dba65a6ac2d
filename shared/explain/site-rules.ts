import type { Obedience, SiteRule } from '../model/crawl.ts';

/** 'never obey robots.txt on example.com'; without a pattern the default of the crawl. */
export const obedienceWords = (robots: Obedience, pattern = ''): string =>
  `${robots === 'inherit' ? 'obey robots.txt as the profile does' : `${robots} obey robots.txt`}${pattern === '' ? '' : ` on ${pattern}`}`;

export const siteRuleWords = ({ pattern, robots }: SiteRule): string => obedienceWords(robots, pattern);

/** What a user has to state before robots.txt is not obeyed. */
export const consentWords = 'I run this site or have its owner’s consent';
