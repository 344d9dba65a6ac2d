import type { MatrixChange, MatrixDifference, MatrixRow } from '../model/matrix.ts';
import type { RobotsSpecial } from '../model/robots.ts';
import { valuePhrases } from './knob-values.ts';

/** What each setting of a dialect is about, for people. The names are those of the dialects. */
export const knobTitles: Readonly<Record<string, string>> = {
  name: 'the name whose group it uses',
  ignoresStar: 'ignores the groups for *',
  dialect: 'the whole interpretation',
  lineEnds: 'what ends a line',
  byteOrderMark: 'a byte order mark at the start',
  sizeLimit: 'how much of the file is read',
  lineLimit: 'how much of a line is read',
  ruleLimit: 'how many rules are read',
  comment: 'where a comment starts',
  separator: 'what separates key and value',
  keyMatch: 'how keys are recognised',
  aliases: 'other spellings of keys',
  blankLine: 'the effect of an empty line',
  html: 'a web page instead of the file',
  nul: 'a NUL byte',
  brokenUtf8: 'bytes that are not UTF-8',
  rejectedFile: 'a file that cannot be read',
  runEnd: 'what ends consecutive User-agent lines',
  orphan: 'rules before the first User-agent',
  agentValues: 'names on one User-agent line',
  emptyAgent: 'a User-agent without a name',
  groupJoin: 'how groups are joined',
  lineToken: 'what of a User-agent line is compared',
  robotToken: 'which part of its name is compared',
  agentCompare: 'how names are compared',
  agentCase: 'letter case of names',
  starToken: 'what applies to every crawler',
  choice: 'which of several groups applies',
  star: 'the * group next to its own group',
  starPresence: 'a missing * group',
  mixedStar: 'a group with both * and names',
  bareNamed: 'its group without rules',
  allowKnown: 'knows Allow',
  rulePaths: 'paths on one rule line',
  noSlash: 'a rule without a leading slash',
  absoluteRule: 'a rule that is a whole URL',
  trailingStar: 'a * at the end of a rule',
  starPattern: 'what * matches',
  dollar: 'what $ matches',
  trailingSlash: 'a slash at the end of a rule',
  deadCharacters: 'characters that disable a rule',
  pathCase: 'letter case of paths',
  ruleNormalisation: 'escapes in rules',
  urlNormalisation: 'escapes in the URL',
  brokenEscape: 'a stray percent sign',
  fragment: 'the fragment of the URL',
  emptyPath: 'a URL without a path',
  literalSearch: 'which rules without wildcards are tried',
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
  hostLine: 'what a Host line does',
  success: 'which status is a file',
  maxRedirects: 'redirects followed',
  redirectsExceeded: 'too many redirects',
  forbidden: 'status 401 or 403',
  clientError: 'a 4xx status',
  tooManyRequests: 'status 429',
  serverError: 'a 5xx status',
  networkError: 'no response at all',
  cacheFor: 'how long a copy is used',
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
  if (knob === 'name') return `uses the group for “${to}”, not “${from}”`;
  if (knob === 'ignoresStar') return 'obeys only groups that name it';
  if (knob === 'dialect') return `no single setting explains it; it interprets the file as ${to}`;
  return `${knobTitles[knob] ?? knob}: ${to} (ours: ${from})`;
}

/** Why a crawler's verdict differs from ours, one phrase. */
export const differenceWords = ({ also, ...change }: MatrixDifference): string =>
  also ? `${changeWords(change)}; and ${changeWords(also)}` : changeWords(change);

/** The reason of a verdict that no line decided. */
export const reasonSentences: Readonly<Record<MatrixRow['reason'], string>> = {
  rule: 'a rule decides',
  'no-match': 'no rule of the group matches',
  'no-group': 'no group applies to this crawler',
  'robots-txt': 'crawlers may always fetch /robots.txt',
  'no-file': 'there is no robots.txt',
  unreachable: 'robots.txt could not be read',
  'not-asked': 'robots.txt of this site was not requested',
  'not-stored': 'the body of robots.txt is not in this file',
};

/** Verdicts that only some dialects know. */
export const specialSentences: Readonly<Record<RobotsSpecial, string>> = {
  'parse-error': 'one unreadable line makes this crawler reject the whole file',
  html: 'the response is a web page, not a robots.txt',
  'too-large': 'the file is longer than this crawler reads, so nothing in it counts',
  'any-record': 'several groups apply to this crawler, and it may use any of them',
  'landing-page': 'a rule forbids the home page, but this crawler fetches it anyway',
};

/** `yes`, `no`, `choice` where the crawler is free, `unknown` where nothing is known. */
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

/** The rows in three parts: the crawl's own profile, those that differ from it or do something else besides, those that agree. */
export function matrixParts(
  rows: readonly MatrixRow[],
  own: string,
): { readonly own: MatrixRow | null; readonly differing: readonly MatrixRow[]; readonly agreeing: readonly MatrixRow[] } {
  const mine = rows.find(row => row.profile === own) ?? null;
  const others = rows.filter(row => row !== mine);
  const isOther = (row: MatrixRow): boolean =>
    row.differsFrom !== null ||
    row.notes.some(note => !mine?.notes.includes(note)) ||
    (mine?.indexable !== undefined && row.indexable !== undefined && row.indexable !== mine.indexable) ||
    (mine?.follow !== undefined && row.follow !== undefined && row.follow !== mine.follow);
  return { own: mine, differing: others.filter(isOther), agreeing: others.filter(row => !isOther(row)) };
}
