import { atOnce, common, DELAY, derive, from } from './derive.ts';

const SOURCE = 'CPython Lib/urllib/robotparser.py @ 055a953f';
const CODE = from(SOURCE);

/** Python's urllib.robotparser since 2026. */
export const urllib2026 = derive({ id: 'urllib-2026', name: 'urllib.robotparser (2026)' }, common, SOURCE, {
  lineEnds: CODE('splitlines', 'str.splitlines'),
  runEnd: CODE('rules-delay-and-rate'),
  emptyAgent: CODE('everybody', "'' is part of every name"),
  robotToken: CODE('as-given', 'for an equal name; for a partial match, the part before the slash'),
  agentCompare: CODE('equal-then-line-in-name'),
  choice: CODE('equal-then-first'),
  starPattern: CODE('any-run'),
  dollar: CODE('drops-rule-unless-last'),
  ruleNormalisation: CODE('quote-parts'),
  urlNormalisation: CODE('quote-parts'),
  fragment: CODE('kept'),
  emptyPath: CODE('slash-if-nothing'),
  length: CODE('matched-text'),
  emptyDisallow: CODE('allow-all', 'length 0'),
  emptyAllow: CODE('allow-all', 'length 0'),
  selfExemption: CODE('exact'),
  otherKeys: CODE(['request-rate'], 'request_rate'),
  crawlDelay: CODE({ ...DELAY, number: 'integer' }),
  maxRedirects: CODE(10, 'urlopen'),
  forbidden: CODE('disallow-all'),
  serverError: CODE(atOnce('disallow-all')),
  networkError: CODE(atOnce('disallow-all'), 'an exception; no rules are read'),
});
