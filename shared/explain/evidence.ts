import { lineWords } from './describe.ts';
import { durationWords } from './duration.ts';
import { figure } from './figure.ts';
import { ownRobotsName } from './own-robots.ts';
import { sizeWords } from './size.ts';

/** Words for evidence: what a place is called, and the values that a reason's sentence takes from it. */

/** Settings as the form names them. */
const settingWords: Readonly<Record<string, string>> = {
  scope: 'the scope',
  follow: 'what the crawl follows',
  internalHosts: 'internal hosts',
  rewrites: 'URL rewriting',
  parameters: 'query parameters',
  cleanParam: 'Clean-param',
  include: 'include patterns',
  exclude: 'exclude patterns',
  maxPages: 'pages',
  maxDepth: 'depth',
  maxDurationMs: 'the time of the crawl',
  maxTotalBytes: 'all bytes',
  hostLimits: 'this host',
  prefixLimits: 'this path',
  maxUrlLength: 'the length of a URL',
  maxRedirects: 'redirects in a row',
  maxDelayMs: 'the longest Crawl-delay',
  siteRules: 'robots.txt on sites',
  ownRobots: 'a robots.txt of your own',
  maxChecksPerHost: 'checks on a host outside the crawl',
  nofollowLinks: 'links with rel=nofollow',
  ugcLinks: 'links with rel=ugc',
  sponsoredLinks: 'links with rel=sponsored',
  link: 'how the URL would be found',
};
const settingNamed = (name: string): string => settingWords[name] ?? name;

/** What a piece of evidence is called. Numbers count from 1, bytes from 0. */
export const evidenceLabels = {
  seed: (number: number): string => `start URL ${number}`,
  link: (from: string): string => `link on ${from}`,
  renderedLink: (from: string): string => `link on ${from} after rendering`,
  rendering: (page: string): string => `${page} after rendering`,
  redirect: (from: string): string => `redirect of ${from}`,
  sitemap: (sitemap: string, line: number): string => `${sitemap}${line > 0 ? `, line ${line}` : ''}`,
  robots: (origin: string, line: number): string => `${origin}/robots.txt${line > 0 ? `, line ${line}` : ''}`,
  ownRobots: (origin: string, line: number): string => `${ownRobotsName(origin)}${line > 0 ? `, line ${line}` : ''}`,
  header: (number: number): string => `response header ${number}`,
  bytes: (start: number, end: number, url: string): string => `bytes ${start}–${end} of ${url}`,
  attempt: (number: number): string => `attempt ${number}`,
  setting: (name: string, version: number | undefined): string =>
    `your setting for ${settingNamed(name)}${version === undefined ? '' : ` (settings version ${version})`}`,
  limit: (name: string): string => `your limit for ${settingNamed(name)}`,
  address: (host: string): string => `address of ${host}`,
  respelled: (name: string): string => `changed by your setting for ${settingNamed(name)}`,
  /** Lines of a robots.txt that share a change; of many, the first 20 are stored. */
  lines: (lines: readonly number[]): string => `lines ${lines.join(', ')}${lines.length < 20 ? '' : ' and maybe more'}`,
  pattern: 'what these addresses have in common',
  listed: 'listed in a sitemap: a weak signal for this URL itself',
  robotsMissing: 'robots.txt (not in this file)',
  attemptMissing: 'attempt (not in this file)',
} as const;

/** `<a rel="nofollow"> “text”`: a link in short. */
export const linkText = ({ kind, rel, text }: { readonly kind: string; readonly rel: string; readonly text: string }): string =>
  `<${kind}${rel === '' ? '' : ` rel="${rel}"`}>${text === '' ? '' : ` “${text}”`}`;

/** The values of a limit in words: durations for settings in milliseconds. */
export const limitWords = (name: string, value: number): string =>
  name.endsWith('Ms') ? durationWords(value) : name.endsWith('Bytes') ? sizeWords(value) : String(value);
export const limitText = (actual: string, limit: string): string => `${actual} of ${limit}`;

/** The robots.txt that a sentence refers to: `line` 0 where the file as a whole decides. `isOwn`: a text of the user stands in for it. */
export const robotsParams = (
  origin: string,
  line: number,
  text: string,
  isOwn = false,
): { readonly line: string; readonly robots: string } => ({
  line: line > 0 ? lineWords(line, text) : 'No single line but the whole',
  robots: isOwn ? ownRobotsName(origin) : `${origin}/robots.txt`,
});

interface RobotsOutcome {
  readonly cause: string | null;
  readonly detail: string;
  readonly status: number | null;
}

/** 'status 404', 'connection refused: …': how the request for robots.txt ended. */
export function robotsOutcomeWords({ cause, detail, status }: RobotsOutcome): string {
  if (cause) return (detail || cause).replace(/\.$/, '');
  if (detail) return detail;
  return status === null ? 'no response' : `status ${status}`;
}

/** 'https://example.com/robots.txt names it in line 3' */
export const namedByRobots = (robotsUrl: string, line: number): string => `${robotsUrl} names it in line ${line}`;

/** How reading a sitemap ended: '120 entries', 'status 404', 'not requested yet'. */
export function sitemapOutcomeWords(sitemap: {
  readonly state: string;
  readonly detail: string;
  readonly entries: number;
  readonly status: number | null;
}): string {
  const { state, detail, entries, status } = sitemap;
  if (state === 'queued' || state === 'leased') return 'not requested yet';
  const ended = detail.replace(/\.$/, '') || (status === null ? state : `status ${status}`);
  return state === 'done' ? `${figure(entries)} ${entries === 1 ? 'entry' : 'entries'}` : ended;
}

interface Attempt {
  readonly status: number | null;
  readonly statusText: string | null;
  readonly detail: string | null;
  readonly cause: string | null;
  readonly bodyEnd: string | null;
  readonly contentType: string | null;
}

/** '404 Not Found' */
export const statusWords = ({ status, statusText }: Pick<Attempt, 'status' | 'statusText'>): string =>
  status === null ? 'no status' : `${status}${statusText ? ` ${statusText}` : ''}`;

/** Why a body is not complete. */
const bodyEndWords: Readonly<Record<string, string>> = {
  'too-large': 'it is longer than the page size limit',
  truncated: 'the connection ended before the length that the server promised',
};

/** How an attempt ended, without a full stop. */
export function attemptDetail(attempt: Attempt): string {
  const { detail, cause, bodyEnd } = attempt;
  const end = bodyEnd !== null && bodyEnd !== 'complete' ? (bodyEndWords[bodyEnd] ?? bodyEnd) : statusWords(attempt);
  return (detail ?? cause ?? end).replace(/\.$/, '');
}

/** How an attempt without a response ended. */
export const noResponseText = ({ detail, cause }: Pick<Attempt, 'detail' | 'cause'>): string => detail ?? cause ?? 'under way';

export const contentTypeWords = (type: string | null): string => type ?? 'not declared';

/** The wait that Retry-After requires: '7 s', 'until Fri, …', 'a while'. */
export function retryAfterWords(value: string | undefined): string {
  if (value === undefined) return 'a while';
  return /^\d+$/.test(value) ? durationWords(Number(value) * 1_000) : `until ${value}`;
}
