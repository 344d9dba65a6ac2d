import { assumed, atOnce, common, DELAY, derive, from } from './derive.ts';

const SOURCE = 'temoto/robotstxt @ cadd395';
const CODE = from(SOURCE);

/** temoto/robotstxt, the usual Go library. */
export const temoto = derive({ id: 'temoto', name: 'temoto/robotstxt (Go)' }, common, SOURCE, {
  byteOrderMark: CODE('utf-8'),
  comment: CODE('token-start'),
  separator: CODE('colon-or-space'),
  aliases: CODE({ 'user-agent': ['useragent'], 'crawl-delay': ['crawldelay'] }),
  rejectedFile: CODE('undecided', 'the parser returns an error'),
  runEnd: CODE('rules-and-delay'),
  orphan: CODE('file-rejected'),
  lineToken: CODE('first-word'),
  agentCompare: CODE('line-prefixes-name'),
  starToken: CODE('star-then-space', 'the first word'),
  choice: CODE('longest-token'),
  star: CODE('competes-first', '* counts as a name of length one and is tried first'),
  bareNamed: CODE('invisible-without-delay'),
  rulePaths: CODE('first-word'),
  noSlash: CODE('slash-added'),
  trailingStar: CODE('all'),
  starPattern: CODE('anywhere', 'a regular expression without an anchor'),
  dollar: CODE('end-anywhere'),
  length: CODE('regex-source'),
  tie: CODE('first'),
  otherKeys: CODE(['host'], 'RobotsData.Host'),
  crawlDelay: CODE({ ...DELAY, broken: 'file-rejected' }),
  redirectsExceeded: CODE('defer', 'returns an error'),
  serverError: CODE(atOnce('disallow-all')),
  networkError: assumed(atOnce('disallow-all'), 'left to the caller; as a server error'),
});
