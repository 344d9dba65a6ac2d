import { atOnce, common, DELAY, derive, from } from './derive.ts';

const SOURCE = 'crawler-commons/crawler-commons @ 8e14e27';
const CODE = from(SOURCE);
const NUTCH = from('apache/nutch HttpRobotRulesParser');

/** crawler-commons, which Nutch and StormCrawler use. */
export const crawlerCommons = derive({ id: 'crawler-commons', name: 'crawler-commons' }, common, SOURCE, {
  lineEnds: CODE('unicode'),
  byteOrderMark: CODE('utf-8-and-16'),
  separator: CODE('colon-or-space'),
  aliases: CODE({
    'user-agent': ['useragent', 'useg-agent', 'ser-agent', 'users-agent', 'user agent', 'user-agnet', 'user-agents'],
    disallow: [
      'desallow',
      'dissallow',
      'dissalow',
      'disalow',
      'dssalow',
      'dsallow',
      'diasllow',
      'disallaw',
      'diallow',
      'disallows',
      'disllow',
    ],
    'crawl-delay': ['crawl delay', 'clawl-delay', 'craw-delay', 'crawl-deley'],
    sitemap: ['sitemaps'],
  }),
  html: CODE('tags-stripped'),
  agentCompare: CODE('equal-or-leading-letters'),
  starPattern: CODE('first-occurrence', 'only the first occurrence is tried'),
  ruleNormalisation: CODE('rfc9309-and-unsafe'),
  urlNormalisation: CODE('rfc9309-and-unsafe'),
  indexQuirk: CODE('both-exact'),
  selfExemption: CODE('exact'),
  crawlDelay: CODE({ ...DELAY, several: 'smallest', closesAbove: 300, closes: 'site' }),
  redirectsExceeded: CODE('defer'),
  maxRedirects: NUTCH(1, 'one redirect'),
  forbidden: CODE('allow-all', 'Nutch has a setting for status 403'),
  serverError: CODE(atOnce('defer')),
  networkError: NUTCH(atOnce('allow-all'), 'a setting can defer it'),
});
