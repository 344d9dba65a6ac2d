import { common, DELAY, derive, from, outcomesLeftToCaller } from './derive.ts';

const SOURCE = 'Smerity/texting_robots @ 8e52f3f';
const CODE = from(SOURCE);

/** texting_robots, a Rust library. */
export const textingRobots = derive({ id: 'texting-robots', name: 'texting_robots (Rust)' }, common, SOURCE, {
  byteOrderMark: CODE('utf-8-partial'),
  separator: CODE('colon-or-space'),
  aliases: CODE({
    'user-agent': ['user agent', 'useragent'],
    disallow: ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
    sitemap: ['site-map', 'site map'],
    'crawl-delay': ['crawl delay', 'crawldelay'],
  }),
  nul: CODE('line-end'),
  runEnd: CODE('rules-and-delay'),
  orphan: CODE('everybody-if-no-agent'),
  dollar: CODE('end-if-last', 'an inner $ is an ordinary character in the model used for our decision table'),
  ruleNormalisation: CODE('escape-octets', 'non-ASCII'),
  urlNormalisation: CODE('whatwg'),
  length: CODE('normalized-octets', 'escaped pattern'),
  emptyDisallow: CODE('allow-slash', 'becomes Allow: /'),
  emptyAllow: CODE('allow-all', 'an empty expression, length 0'),
  selfExemption: CODE('exact'),
  crawlDelay: CODE({ ...DELAY, number: 'integer', several: 'first' }),
  ...outcomesLeftToCaller,
});
