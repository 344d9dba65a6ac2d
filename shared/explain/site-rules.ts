import type { Obedience, SiteRule } from '../model/crawl.ts';

/** Whether a pattern of a site rule names every host. */
export const isForEveryHost = (pattern: string): boolean => pattern.trim() === everyHost;

/** The pattern of a site rule for every host. */
export const everyHost = '*';

/** 'never obey robots.txt on example.com'; without a pattern the default of the crawl. */
export const obedienceWords = (robots: Obedience, pattern = ''): string =>
  `${robots === 'inherit' ? 'obey robots.txt as the profile does' : `${robots} obey robots.txt`}${pattern === '' ? '' : ` on ${isForEveryHost(pattern) ? 'any host' : pattern}`}`;

export const siteRuleWords = ({ pattern, robots }: SiteRule): string => obedienceWords(robots, pattern);

/** What a user has to state before robots.txt is not obeyed. */
export const consentWords = 'I run this site or have its owner’s consent';
/** The same where robots.txt is obeyed nowhere. */
export const consentForAllWords = 'I run every site of this crawl or have its owner’s consent';
