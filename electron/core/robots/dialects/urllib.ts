import { atOnce, common, DELAY, derive, from } from './derive.ts';

const SOURCE = 'CPython 3.11.7 Lib/urllib/robotparser.py';
const CODE = from(SOURCE);

/** Python's urllib.robotparser before it was rewritten in 2026. */
export const urllib = derive({ id: 'urllib', name: 'urllib.robotparser' }, common, SOURCE, {
  lineEnds: CODE('splitlines', 'str.splitlines'),
  brokenUtf8: CODE('file-rejected', 'decode raises'),
  rejectedFile: CODE('undecided', 'an exception'),
  blankLine: CODE('empty-ends-record', 'names are dropped if no rule came yet'),
  runEnd: CODE('rules-delay-and-rate'),
  emptyAgent: CODE('everybody', "'' is part of every name"),
  robotToken: CODE('before-slash'),
  agentCompare: CODE('line-in-name'),
  choice: CODE('first'),
  mixedStar: CODE('only-everybody', 'a record with * is the default entry'),
  bareNamed: CODE('invisible-without-delay'),
  starPattern: CODE('literal', 'the check for a bare * compares with %2A'),
  dollar: CODE('literal'),
  ruleNormalisation: CODE('unquote-quote'),
  urlNormalisation: CODE('unquote-quote'),
  fragment: CODE('kept'),
  emptyPath: CODE('slash-if-nothing'),
  precedence: CODE('first'),
  length: CODE('none'),
  tie: CODE('first'),
  emptyDisallow: CODE('allow-all'),
  emptyAllow: CODE('allow-all'),
  otherKeys: CODE(['request-rate'], 'request_rate'),
  crawlDelay: CODE({ ...DELAY, number: 'integer' }),
  maxRedirects: CODE(10, 'urlopen'),
  redirectsExceeded: CODE('allow-all', 'an HTTPError with a 3xx status blocks everything until the file is read; Ours: as 404'),
  forbidden: CODE('disallow-all'),
  serverError: CODE(atOnce('disallow-all'), 'the file never counts as read'),
  networkError: CODE(atOnce('disallow-all'), 'an exception; no rules are read'),
});
