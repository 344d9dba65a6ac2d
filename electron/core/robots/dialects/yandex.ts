import { assumed, atOnce, common, derive, from, NO_DELAY } from './derive.ts';

const HELP = from('yandex.com/support/webmaster (robots.txt)');

/** YandexBot as documented. */
export const yandex = derive({ id: 'yandex', name: 'Yandex' }, common, 'assumed: not documented; as most robots do', {
  lineEnds: HELP('cr-lf'),
  byteOrderMark: assumed('utf-8', 'not documented; such files are accepted'),
  sizeLimit: HELP({ limit: 512_000, unit: 'bytes', beyond: 'allow-all' }, 'more than 500 KB counts as no restriction'),
  ruleLimit: HELP({ rules: 2048, characters: 1024 }),
  comment: HELP('any-hash'),
  separator: HELP('colon'),
  keyMatch: HELP('exact'),
  blankLine: HELP('ends-record', 'no empty line between User-agent and its rules'),
  runEnd: assumed('rules', 'not documented; empty line or rules'),
  orphan: HELP('ignored'),
  robotToken: HELP(
    'http-token',
    'name of the robot, without version; its characters are not documented, so those of an HTTP token',
  ),
  agentCompare: HELP('line-in-name', 'Yandex speaks to YandexBot'),
  choice: HELP('longest-token', 'the most specific name'),
  star: HELP('only-without-named'),
  noSlash: HELP('ignored', 'a path begins with / or *'),
  starPattern: HELP('any-run', 'every rule ends in * silently'),
  dollar: HELP('end-if-last', '*$ cancels out'),
  pathCase: HELP('significant'),
  ruleNormalisation: assumed('unreserved', 'Cyrillic must be encoded already; escapes as RFC 9309'),
  urlNormalisation: assumed('unreserved', 'as the rule'),
  precedence: HELP('longest', 'rules sorted by prefix length'),
  length: assumed('normalized-octets', 'prefix length; whether $ counts is not said'),
  tie: HELP('allow'),
  emptyDisallow: HELP('no-effect'),
  emptyAllow: HELP('disallow-all', 'older pages: the same as Disallow: /'),
  crawlDelay: HELP(NO_DELAY, 'not read since 2018-02-22'),
  sitemap: HELP('collected'),
  success: HELP('200', 'anything but 200 opens the site'),
  maxRedirects: HELP(5, 'followed, to other hosts too; the number is assumed'),
  forbidden: HELP('allow-all'),
  clientError: HELP('allow-all'),
  tooManyRequests: HELP('allow-all'),
  serverError: HELP(atOnce('allow-all')),
  networkError: HELP(atOnce('allow-all')),
});
