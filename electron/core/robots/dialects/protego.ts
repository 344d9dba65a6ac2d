import { assumed, atOnce, common, DELAY, derive, from } from './derive.ts';

const SOURCE = 'scrapy/protego @ 81f1b35';
const CODE = from(SOURCE);
const SCRAPY = from('scrapy/scrapy @ 11079cb1c, RobotsTxtMiddleware');

/** Protego as a library. `scrapy` is Scrapy with it. */
export const protego = derive({ id: 'protego', name: 'Protego' }, common, SOURCE, {
  lineEnds: CODE('splitlines', 'str.splitlines'),
  byteOrderMark: CODE('kept', 'Protego.parse does not change the text'),
  separator: CODE('colon-or-space-known-key', 'the key must be in lower case'),
  aliases: CODE({
    'user-agent': ['useragent', 'user agent'],
    disallow: ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
    sitemap: ['sitemaps', 'site-map'],
    'crawl-delay': ['crawl delay'],
  }),
  runEnd: CODE('any-keyed-line'),
  emptyAgent: CODE('line-skipped'),
  lineToken: CODE('without-stars'),
  robotToken: CODE('as-given', 'the whole User-Agent header'),
  agentCompare: CODE('line-in-name'),
  choice: CODE('longest-token'),
  star: CODE('competes', '* counts as a name of length one'),
  dollar: CODE('end-or-literal', 'a second rule has %24 instead'),
  ruleNormalisation: CODE(
    'requote',
    'a trailing ?, ; or $ moves before the query; // at the start belongs to the path since 0.4.0',
  ),
  urlNormalisation: CODE('requote'),
  fragment: CODE('kept'),
  emptyPath: CODE('slash-if-nothing'),
  indexQuirk: CODE('allow-exact'),
  otherKeys: CODE(['host', 'request-rate', 'visit-time'], 'preferred_host, request_rate, visit_time'),
  crawlDelay: CODE({ ...DELAY }, 'the last of several applies'),
  redirectsExceeded: SCRAPY('allow-all', 'fetch error'),
  maxRedirects: SCRAPY(20, 'redirect middleware'),
  forbidden: SCRAPY('rules', 'the body of every response is parsed'),
  clientError: SCRAPY('rules'),
  tooManyRequests: SCRAPY('rules'),
  serverError: SCRAPY(atOnce('rules')),
  networkError: SCRAPY(atOnce('allow-all')),
  cacheFor: assumed(null, 'one file for a whole crawl'),
});
