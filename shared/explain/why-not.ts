import type { WhyNotGroup } from '../model/why-not.ts';

interface Cause {
  readonly group: WhyNotGroup;
  readonly title: string;
  /** Used where no recorded decision has a sentence of its own; `{names}` are filled in. */
  readonly sentence: string;
  readonly change: string;
}

const cause = (group: WhyNotGroup, title: string, sentence = '', change = ''): Cause => ({ group, title, sentence, change });

/** The closed list of causes. */
export const whyNotCauses = {
  fetched: cause('fetched', 'Fetched', 'It was fetched.'),
  'not-listed': cause('fetched', 'Fetched, but not to be listed'),
  redirected: cause('fetched', 'Redirected'),
  'error-answer': cause('failed', 'The server answered with an error'),
  'redirect-loop': cause('trap', 'Redirect loop'),
  'redirect-limit': cause('trap', 'Too many redirects in a row'),
  'endless-path': cause(
    'trap',
    'Looks like an endless path',
    '{sign}, the mark of an address space without an end. {why}',
    'Repair the relative links that build such addresses; a deeper limit would only fetch more of them.',
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
  excluded: cause('out-of-scope', 'Excluded by a pattern'),
  'not-included': cause('out-of-scope', 'Matches no include pattern'),
  'depth-limit': cause('limit', 'Deeper than the limit'),
  'url-length': cause('limit', 'Longer than the limit'),
  'page-limit': cause(
    'limit',
    'The page limit was reached',
    'The crawl has fetched its {limit} pages; a URL found now would wait, and pages that were not fetched may link to it.',
    'Raise the page limit and resume.',
  ),
  'delay-too-long': cause('waiting', 'Crawl-delay longer than allowed'),
  'crawl-ended': cause(
    'waiting',
    'The crawl ended before its turn',
    'It waits in the queue, but the crawl is {state}.',
    'Resume the crawl.',
  ),
  'crawl-paused': cause(
    'waiting',
    'The crawl is paused',
    'It waits in the queue while the crawl is paused.',
    'Resume the crawl.',
  ),
  'waiting-robots': cause('waiting', 'Waiting for robots.txt', 'The robots.txt of its host is asked for before anything else.'),
  'waiting-retry': cause('waiting', 'Waiting to be tried again', 'It is tried again in {wait}: {detail}'),
  'waiting-back-off': cause('waiting', 'Its host is left alone for a while', 'Its host waits {wait}: {detail}.'),
  'waiting-delay': cause(
    'waiting',
    'Waiting for the delay of its host',
    'Its host may be asked again in {wait} ({detail}); {ahead} of the host before it.',
  ),
  'waiting-turn': cause('waiting', 'Waiting for its turn', 'It is in the queue; {ahead} of its host before it.'),
  'being-fetched': cause('waiting', 'Being fetched'),
  'only-resource': cause('not-a-page', 'Used as a resource only'),
  'only-reference': cause('not-a-page', 'Only named, not linked'),
  'invalid-url': cause('not-a-page', 'Not a valid URL', 'It is not a valid URL.', 'Correct its spelling.'),
  scheme: cause('not-a-page', 'Not a web address', 'Its scheme is neither http nor https, so there is nothing to fetch.'),
  'other-spelling': cause(
    'never-linked',
    'Known under another spelling',
    'Nothing links to this spelling. The crawl knows {relative} ({why}).',
    'Link to the spelling you want fetched, or ask about the other one.',
  ),
  misspelt: cause(
    'never-linked',
    'Never linked, but something like it is',
    'Nothing links to it. The crawl knows {relative} ({why}).',
    'Ask about the other one, or link to this one if both exist.',
  ),
  'parent-unread': cause(
    'never-linked',
    'Its folder page was not read',
    'No page that was read links to it. The page most likely to, {page}, was not read: {why}',
    'Let that page be fetched; its links are unknown until then.',
  ),
  'links-cut': cause(
    'never-linked',
    'Perhaps among links that were not kept',
    'No recorded link leads to it. {page} has {dropped} links more than the {kept} that were kept; it may be one of them.',
    'Split that page, or link to the URL from another one.',
  ),
  unfinished: cause(
    'never-linked',
    'Not found yet',
    'Nothing read so far links to it, and {waiting} still waiting to be read.',
    'Let the crawl go on.',
  ),
  'never-linked': cause(
    'never-linked',
    'Never linked',
    'No page that was read links to it and no sitemap that was read lists it. Nothing else would stop it.',
    'Link to it from a page that is crawled, list it in a sitemap, or add it as a seed.',
  ),
} as const satisfies Record<string, Cause>;

export type WhyNotCause = keyof typeof whyNotCauses;
export const whyNotCauseCodes = Object.keys(whyNotCauses) as WhyNotCause[];

/** The questions, each with what a pass means. */
export const whyNotTests = {
  seen: ['Was it seen?', 'seen'],
  valid: ['Is it a web address?', 'yes'],
  length: ['Is it short enough?', 'yes'],
  address: ['Is its host public?', 'yes'],
  redirects: ['Few enough redirects?', 'yes'],
  kind: ['Is it linked as a page?', 'yes'],
  scope: ['Is it in the scope?', 'yes'],
  patterns: ['Do patterns let it in?', 'yes'],
  nofollow: ['A link without nofollow?', 'yes'],
  depth: ['Near enough to a seed?', 'yes'],
  pages: ['Under the page limit?', 'yes'],
  trap: ['Is its path plain?', 'nothing repeats'],
  robots: ['Does robots.txt allow it?', 'yes'],
  delay: ['Is its host not paused?', 'yes'],
  turn: ['Was it its turn?', 'yes'],
  answer: ['Was it answered?', 'yes'],
  sitemaps: ['Were all sitemaps read?', 'yes'],
  spelling: ['No other spelling known?', 'none'],
  parent: ['Was its folder page read?', 'yes'],
} as const satisfies Record<string, readonly [question: string, pass: string]>;

export type WhyNotTestId = keyof typeof whyNotTests;

const answerWords = { pass: '', stop: 'no', unknown: 'not known', skipped: 'not asked' } as const;

/** `yes`, `no`, `not asked`: how a test ended, in words. */
export const testWords = ({ id, answer }: { readonly id: WhyNotTestId; readonly answer: keyof typeof answerWords }): string =>
  answer === 'pass' ? whyNotTests[id][1] : answerWords[answer];

/** The sentence of a cause with its names filled in. */
export function whyNotSentence(code: WhyNotCause, params: Readonly<Record<string, string | number>>): string {
  return whyNotCauses[code].sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')).trim();
}
