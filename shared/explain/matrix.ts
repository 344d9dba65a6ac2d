import type { MatrixChange, MatrixDifference, MatrixRow } from '../model/matrix.ts';
import type { RobotsSpecial } from '../model/robots.ts';
import { valuePhrases } from './knob-values.ts';

/** What each setting of a dialect is about, for people. The names are those of the dialects. */
export const knobTitles: Readonly<Record<string, string>> = {
  name: 'the name it goes by',
  ignoresStar: 'overlooks the groups for everybody',
  dialect: 'the whole way of reading',
  lineEnds: 'what ends a line',
  byteOrderMark: 'a byte order mark at the start',
  sizeLimit: 'how much of the file is read',
  lineLimit: 'how much of a line is read',
  ruleLimit: 'how many rules are read',
  comment: 'where a comment begins',
  separator: 'what stands between key and value',
  keyMatch: 'how keys are recognised',
  aliases: 'other spellings of keys',
  blankLine: 'what an empty line does',
  html: 'a page in place of the file',
  nul: 'a NUL byte',
  brokenUtf8: 'octets that are no UTF-8',
  rejectedFile: 'a file that cannot be read',
  runEnd: 'what ends a run of User-agent lines',
  orphan: 'rules before the first User-agent',
  agentValues: 'names on one User-agent line',
  emptyAgent: 'a User-agent without a name',
  groupJoin: 'groups joined while reading',
  lineToken: 'what of a User-agent line is compared',
  robotToken: 'what of its own name is compared',
  agentCompare: 'how names are compared',
  agentCase: 'letter case of names',
  starToken: 'what speaks to everybody',
  choice: 'which of several groups counts',
  star: 'the group for everybody beside its own',
  starPresence: 'a group for everybody that is not there',
  mixedStar: 'a group with * beside names',
  bareNamed: 'its group without rules',
  allowKnown: 'knows Allow',
  rulePaths: 'paths on one rule line',
  noSlash: 'a rule without a leading slash',
  absoluteRule: 'a rule that is a whole address',
  trailingStar: 'a * at the end of a rule',
  starPattern: 'what * stands for',
  dollar: 'what $ stands for',
  trailingSlash: 'a slash at the end of a rule',
  deadCharacters: 'characters that spoil a rule',
  pathCase: 'letter case of paths',
  ruleNormalisation: 'escapes in rules',
  urlNormalisation: 'escapes in the URL',
  brokenEscape: 'a stray percent sign',
  fragment: 'the fragment of the URL',
  emptyPath: 'a URL without a path',
  literalSearch: 'which plain rules are tried',
  precedence: 'which matching rule wins',
  length: 'how the length of a rule is measured',
  tie: 'Allow and Disallow of one length',
  emptyDisallow: 'an empty Disallow',
  emptyAllow: 'an empty Allow',
  indexQuirk: 'index.htm in an Allow',
  selfExemption: '/robots.txt itself',
  landingPage: 'the home page',
  crawlDelay: 'a Crawl-delay',
  sitemap: 'Sitemap lines',
  otherKeys: 'other keywords it uses',
  success: 'which status is a file',
  maxRedirects: 'redirects followed',
  redirectsExceeded: 'too many redirects',
  forbidden: 'status 401 or 403',
  clientError: 'a 4xx status',
  tooManyRequests: 'status 429',
  serverError: 'a 5xx status',
  networkError: 'no answer at all',
  cacheFor: 'how long a file is kept',
};

/** A setting's value in words: 'ends the group', 'yes', 'none'; objects as `name: value`. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return valuePhrases[value] ?? (/^[a-z0-9-]+$/.test(value) ? value.replaceAll('-', ' ') : value);
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).map(([name, part]) => `${name}: ${valueWords(part)}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function changeWords({ knob, from, to }: MatrixChange): string {
  if (knob === 'name') return `goes by the name “${to}”, not “${from}”`;
  if (knob === 'ignoresStar') return 'obeys only groups that name it';
  if (knob === 'dialect') return `no single setting found; it reads as ${to}`;
  return `${knobTitles[knob] ?? knob}: ${to} (ours: ${from})`;
}

/** What makes a crawler's verdict differ from ours, one phrase. */
export const differenceWords = ({ also, ...change }: MatrixDifference): string =>
  also ? `${changeWords(change)}; and ${changeWords(also)}` : changeWords(change);

/** What stands for a verdict that no line decided. */
export const reasonSentences: Readonly<Record<MatrixRow['reason'], string>> = {
  rule: 'a rule decides',
  'no-match': 'no rule of the group matches',
  'no-group': 'no group speaks to this crawler',
  'robots-txt': '/robots.txt itself may always be fetched',
  'no-file': 'there is no robots.txt',
  unreachable: 'robots.txt could not be read',
  'not-asked': 'robots.txt of this site was not asked for',
  'not-stored': 'the body of robots.txt is not in this file',
};

/** What stands for an ending that only some dialects know. */
export const specialSentences: Readonly<Record<RobotsSpecial, string>> = {
  'parse-error': 'the file is rejected as a whole because of a line that cannot be read',
  html: 'the answer is a web page, not a robots.txt',
  'too-large': 'the file is longer than this crawler reads, so nothing in it counts',
  'any-record': 'several records speak to this crawler, and it may take any of them',
  'landing-page': 'a rule forbids the home page, which this crawler fetches all the same',
};

/** `yes`, `no`, `choice` where the robot is free, `unknown` where nothing is known. */
export function matrixVerdict({ allowed, reason }: Pick<MatrixRow, 'allowed' | 'reason'>): 'yes' | 'no' | 'choice' | 'unknown' {
  if (reason === 'not-asked' || reason === 'not-stored') return 'unknown';
  return allowed === null ? 'choice' : allowed ? 'yes' : 'no';
}

/** What decided: the line with its rule, else the reason; an ending of the dialect's own in words. */
export function decidedBy({ line, rule, reason, special }: Pick<MatrixRow, 'line' | 'rule' | 'reason' | 'special'>): string {
  const written = line > 0 ? `line ${line}: ${rule}`.replace(/: $/, '') : '';
  if (special) return written === '' ? specialSentences[special] : `${written}; ${specialSentences[special]}`;
  return written || reasonSentences[reason];
}

/** The rows in three parts: the crawl's own profile, those that differ from it, those that agree. */
export function matrixParts(
  rows: readonly MatrixRow[],
  own: string,
): { readonly own: MatrixRow | null; readonly differing: readonly MatrixRow[]; readonly agreeing: readonly MatrixRow[] } {
  const mine = rows.find(row => row.profile === own) ?? null;
  const others = rows.filter(row => row !== mine);
  const isOther = (row: MatrixRow): boolean =>
    row.differsFrom !== null ||
    (mine?.indexable !== undefined && row.indexable !== undefined && row.indexable !== mine.indexable) ||
    (mine?.follow !== undefined && row.follow !== undefined && row.follow !== mine.follow);
  return { own: mine, differing: others.filter(isOther), agreeing: others.filter(row => !isOther(row)) };
}
