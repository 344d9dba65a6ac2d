import type { WhyNotGroup } from '../model/why-not.ts';

interface Cause {
  readonly group: WhyNotGroup;
  readonly title: string;
  /** Used where no recorded decision has a sentence; `{names}` are filled in. */
  readonly sentence: string;
  readonly change: string;
}

const cause = (group: WhyNotGroup, title: string, sentence = '', change = ''): Cause => ({ group, title, sentence, change });

/** The closed list of causes. */
export const whyNotCauses = {
  fetched: cause('fetched', 'Fetched', 'This URL was fetched.'),
  'not-listed': cause('fetched', 'Fetched, but not to be listed'),
  redirected: cause('fetched', 'Redirected'),
  'error-answer': cause('failed', 'The server returned an error'),
  'redirect-loop': cause('trap', 'Redirect loop'),
  'redirect-limit': cause('trap', 'Too many redirects in a row'),
  'crawler-trap': cause('trap', 'Stopped by a trap guard'),
  'endless-path': cause(
    'trap',
    'Looks like an endless path',
    '{sign}, which is typical of paths that never end. {why}',
    'Repair the relative links that build such URLs. A higher depth limit would only fetch more of them.',
  ),
  failed: cause('failed', 'Could not be fetched'),
  'unknown-reason': cause(
    'failed',
    'A reason of a newer version',
    'This file gives a reason that this version of Crawlscope does not know ({reason}).',
    'Open the file with a newer Crawlscope.',
  ),
  'blocked-by-robots': cause('blocked', 'Blocked by robots.txt'),
  'robots-unreachable': cause('blocked', 'robots.txt could not be read'),
  'address-refused': cause('blocked', 'Internal address refused'),
  'only-nofollow': cause('blocked', 'Linked only with nofollow'),
  'out-of-scope': cause('out-of-scope', 'Outside the scope'),
  'only-some-found': cause('out-of-scope', 'Found in a way that the crawl does not follow'),
  respelled: cause('out-of-scope', 'Taken in another spelling'),
  excluded: cause('out-of-scope', 'Excluded by a pattern'),
  'not-included': cause('out-of-scope', 'Matches no include pattern'),
  'depth-limit': cause('limit', 'Deeper than the limit'),
  'url-length': cause('limit', 'Longer than the limit'),
  'page-limit': cause(
    'limit',
    'The page limit was reached',
    'The crawl has fetched its {limit} pages. A URL found now would wait, and pages that were not fetched may link to it.',
    'Raise the page limit (--max-pages) and resume.',
  ),
  'time-limit': cause('limit', 'The time limit was reached'),
  'byte-limit': cause('limit', 'The limit for bytes was reached'),
  'host-page-limit': cause('limit', 'The page limit of its host was reached'),
  'prefix-limit': cause('limit', 'The page limit of its path was reached'),
  'delay-too-long': cause('waiting', 'Crawl-delay longer than allowed'),
  'crawl-ended': cause(
    'waiting',
    'The crawl ended before its turn',
    'This URL waits in the queue, but the crawl is {state}.',
    'Resume the crawl.',
  ),
  'crawl-paused': cause(
    'waiting',
    'The crawl is paused',
    'This URL waits in the queue while the crawl is paused.',
    'Resume the crawl.',
  ),
  'waiting-robots': cause(
    'waiting',
    'Waiting for robots.txt',
    'Crawlscope requests the robots.txt of the host before anything else.',
  ),
  'waiting-retry': cause('waiting', 'Waiting to be tried again', 'Crawlscope tries again in {wait}: {detail}'),
  'waiting-back-off': cause(
    'waiting',
    'Its host requested a pause',
    'Crawlscope sends nothing to this host for {wait}: {detail}.',
  ),
  'waiting-delay': cause(
    'waiting',
    'Waiting for the delay of its host',
    'Waiting {wait} for the delay between requests to this host ({detail}); {ahead}.',
  ),
  'waiting-turn': cause('waiting', 'Waiting for its turn', 'This URL is in the queue; {ahead}.'),
  'being-fetched': cause('waiting', 'Being fetched'),
  'only-resource': cause('not-a-page', 'Used as a resource only'),
  'only-reference': cause('not-a-page', 'Only referenced, not linked'),
  'invalid-url': cause('not-a-page', 'Not a valid URL', 'This is not a valid URL.', 'Correct its spelling.'),
  scheme: cause('not-a-page', 'Not an HTTP URL', 'Its scheme is neither http nor https, so Crawlscope does not fetch it.'),
  'other-spelling': cause(
    'never-linked',
    'Known under another spelling',
    'No page links to this spelling. The crawl knows {relative} ({why}).',
    'Link to the spelling that you want fetched, or look up the other one.',
  ),
  misspelt: cause(
    'never-linked',
    'Never linked, but a similar URL is',
    'No page links to this URL. The crawl knows {relative} ({why}).',
    'Look up the other URL, or link to this one if both exist.',
  ),
  'parent-unread': cause(
    'never-linked',
    'Its folder page was not read',
    'No page that was read links to this URL. The page most likely to, {page}, was not read: {why}',
    'Make sure that page can be fetched, then crawl again. Its links are unknown until then.',
  ),
  'links-cut': cause(
    'never-linked',
    'Perhaps among links that were not stored',
    'No stored link leads to this URL. {page} has {dropped} more links than the {kept} that Crawlscope stored; this URL may be one of them.',
    'Split that page, or link to this URL from another one.',
  ),
  unfinished: cause(
    'never-linked',
    'Not found yet',
    'No page read so far links to this URL, and {waiting} still waiting to be read.',
    'Let the crawl go on.',
  ),
  'never-linked': cause(
    'never-linked',
    'Never linked',
    'No page that was read links to this URL, and no sitemap that was read lists it. Nothing else would stop it.',
    'Link to this URL from a page of the crawl, list it in a sitemap, or add it as a start URL of a new crawl.',
  ),
} as const satisfies Record<string, Cause>;

export type WhyNotCause = keyof typeof whyNotCauses;
export const whyNotCauseCodes = Object.keys(whyNotCauses) as WhyNotCause[];

/** The questions, each with what a pass means. */
export const whyNotTests = {
  seen: ['Did the crawl see it?', 'yes'],
  valid: ['Is it an HTTP URL?', 'yes'],
  length: ['Short enough?', 'yes'],
  address: ['Public host?', 'yes'],
  redirects: ['Few enough redirects?', 'yes'],
  kind: ['Linked as a page?', 'yes'],
  scope: ['In the scope?', 'yes'],
  patterns: ['Do the patterns allow it?', 'yes'],
  nofollow: ['A link without nofollow?', 'yes'],
  depth: ['Within the depth limit?', 'yes'],
  pages: ['Within the page limit?', 'yes'],
  trap: ['No endless path?', 'no folder repeats'],
  robots: ['Does robots.txt allow it?', 'yes'],
  delay: ['Host not paused?', 'yes'],
  turn: ['Did its turn come?', 'yes'],
  answer: ['Did the server respond well?', 'yes'],
  sitemaps: ['Were all sitemaps read?', 'yes'],
  spelling: ['No other spelling known?', 'none'],
  parent: ['Was its folder page read?', 'yes'],
} as const satisfies Record<string, readonly [question: string, pass: string]>;

export type WhyNotTestId = keyof typeof whyNotTests;

const answerWords = { pass: '', stop: 'no', unknown: 'not known', skipped: 'not checked' } as const;

/** `yes`, `no`, `not checked`: how a test ended, in words. */
export const testWords = ({ id, answer }: { readonly id: WhyNotTestId; readonly answer: keyof typeof answerWords }): string =>
  answer === 'pass' ? whyNotTests[id][1] : answerWords[answer];

/** The sentence of a cause with its names filled in. */
export function whyNotSentence(code: WhyNotCause, params: Readonly<Record<string, string | number>>): string {
  return whyNotCauses[code].sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')).trim();
}
