import { assumed, DELAY, derive, from } from './derive.ts';
import { rfc9309 } from './rfc9309.ts';

const HELP = from('bing.com/webmasters/help and blogs.bing.com');

/** Bingbot as documented. What Microsoft does not document follows RFC 9309. */
export const bing = derive({ id: 'bing', name: 'Bing' }, rfc9309, 'assumed: not documented; as RFC 9309', {
  comment: HELP('any-hash'),
  separator: HELP('colon'),
  html: HELP('text'),
  emptyAgent: HELP('nobody'),
  agentCompare: assumed('equal'),
  choice: HELP('merge-all'),
  star: HELP('only-without-named'),
  allowKnown: HELP(true),
  rulePaths: HELP('one'),
  noSlash: HELP('kept'),
  starPattern: HELP('any-run'),
  dollar: HELP('end-if-last'),
  pathCase: HELP('significant'),
  ruleNormalisation: assumed('rfc9309', 'not published; as RFC 9309'),
  precedence: HELP('longest', 'the most specific rule'),
  tie: HELP('allow'),
  emptyDisallow: HELP('no-effect'),
  emptyAllow: HELP('no-effect'),
  crawlDelay: {
    value: { ...DELAY, scope: 'chosen-then-star' },
    source: 'F. Dubut, Microsoft, 2019 (from the * group if the group of Bingbot has none; 1 to 30 seconds)',
  },
  sitemap: HELP('collected'),
  success: HELP('2xx'),
  cacheFor: assumed(21_600, 'documented as some hours; six are assumed'),
});
