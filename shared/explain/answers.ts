import type { UrlState } from '../model/decision.ts';

/** Sentences of an explanation that belong to no single reason: the headline, and what is shown where nothing was decided. */

/** How a URL was decided, and what became of it. */
export interface SeenUrl {
  /** The current decision is the one about its fetch. */
  readonly isFetch: boolean;
  /** Its crawl can still fetch it. */
  readonly isLive: boolean;
  /** The response to a request for it that was not for a page of the crawl: 'status 200', 'no response'; '' for none. */
  readonly requested: string;
}

/** What happened to a URL of the crawl. `why`: the sentence of its current decision. */
export function headlineSeen(state: UrlState, why: string, { isFetch, isLive, requested }: SeenUrl): string {
  switch (state) {
    case 'done':
      return isFetch ? why : `This URL was fetched. ${why}`;
    case 'failed':
      return `This URL could not be fetched. ${why}`;
    case 'disregarded':
      return requested === ''
        ? `This URL was not fetched. ${why}`
        : `This URL was requested, but not as a page of the crawl: ${requested}. ${why}`;
    case 'queued':
      return `This URL is waiting to be fetched. ${why}`;
    case 'leased':
      return isLive
        ? 'Crawlscope is fetching this URL right now.'
        : 'Crawlscope was fetching this URL when the program ended. It fetches it again on resume.';
  }
}

/** What would happen to a URL that the crawl never saw. */
export type Prediction =
  | 'not-a-url'
  | 'patterns-unreadable'
  | 'not-admitted'
  | 'fetched-anyway'
  | 'blocked'
  | 'waits'
  | 'nothing-stops-it';

const predictions: Readonly<Record<Prediction, string>> = {
  'not-a-url': 'It is not a valid URL.',
  'patterns-unreadable': 'Crawlscope cannot tell whether the include and exclude patterns would let it in. ',
  'not-admitted': 'Even if a page linked to it, it would not be queued. ',
  'fetched-anyway': 'If a page linked to it, it would be fetched despite robots.txt. ',
  blocked: 'Even if a page linked to it, it would not be fetched. ',
  waits: 'If a page linked to it, it would have to wait. ',
  'nothing-stops-it': '',
};

/** `why`: the sentence of what decides. */
export const headlineUnseen = (prediction: Prediction, why: string): string =>
  `This crawl never saw this URL. ${predictions[prediction]}${prediction === 'not-a-url' ? '' : why}`;

/** What the crawler itself requested, besides the pages of the crawl. */
export interface RequestedAs {
  readonly kind: 'robots.txt' | 'sitemap';
  /** 'Line 3 of https://example.com/robots.txt names it', '' for none. */
  readonly named: string;
  /** When, in words; '' where no request was sent. */
  readonly at: string;
  /** 'status 200', 'connection refused: …' */
  readonly result: string;
}

const roles = { 'robots.txt': 'the robots.txt of its site', sitemap: 'a sitemap' } as const;

/** '/robots.txt' and sitemaps are no pages of the crawl, but the crawler read them. */
export const headlineRequested = ({ kind, named, at, result }: RequestedAs): string =>
  `${
    at === ''
      ? `Crawlscope knows this URL as ${roles[kind]} (${result})`
      : `Crawlscope requested this URL as ${roles[kind]} on ${at}: ${result}`
  }. ${named === '' ? '' : `${named}. `}It is not in the list of URLs because no page links to it.`;

export const listNoteRequested = 'Crawlscope read this URL for itself, not as a page, so nothing was decided about listing it.';
export const followNoteRequested = 'Crawlscope read this URL for itself, not as a page, so it has no links to follow.';

/** Why nothing is known about fetching a URL. */
export const fetchUnknown = {
  queued: 'Not checked yet: Crawlscope requests the robots.txt of the host before anything else.',
  'not-queued': 'Not checked: Crawlscope did not request the robots.txt of the host, because nothing there was to be fetched.',
  unseen: 'Not checked: the robots.txt of the host is not in this file.',
} as const;

/** What the stored robots.txt says of a URL that the crawl never came to. */
export interface FetchNow {
  /** The robots.txt, or the text in its place. */
  readonly robots: string;
  readonly isQueued: boolean;
  readonly allowed: boolean | null;
  /** 0 for no line. */
  readonly line: number;
  readonly rule: string;
  /** Why without a line: 'no rule matches', 'status 404'. */
  readonly because: string;
  /** The user's setting that overrides a block, '' for none. */
  readonly setting: string;
}

export function fetchNowSentence({ robots, isQueued, allowed, line, rule, because, setting }: FetchNow): string {
  const turn = isQueued
    ? 'The crawl has not come to this URL yet.'
    : 'The crawl did not check this URL, because it was not queued.';
  const decides = line > 0 ? `line ${line}: ${rule}` : because;
  const verdicts = {
    true: `would let it be fetched (${decides})`,
    false: `would forbid fetching it (${decides})`,
    null: `leaves it to the crawler whether to fetch it (${decides})`,
  };
  const verdict = verdicts[String(allowed) as keyof typeof verdicts];
  const but = setting === '' ? '' : ` You set “${setting}”, so that would not stop it.`;
  return `${turn} ${robots.charAt(0).toUpperCase()}${robots.slice(1)} ${verdict}.${but}`;
}

/** Why nothing is known about listing a URL. */
export const listUnknown = {
  later: 'Not checkable yet: the page has not been read.',
  'not-read':
    'Not checkable: the page was not read, so its robots directives are unknown. Search engines may still show its URL if other pages link to it.',
  unseen: 'Not checkable: the page was never read.',
  'unseen-blocked': 'robots.txt would block this page, but search engines may still show its URL if other pages link to it.',
} as const;

/** Why nothing is known about the links of a URL. */
export const followUnknown = {
  'no-page': 'There was no page whose links could be followed.',
  'not-read': 'Not checkable: the page was not read.',
  unseen: 'Not checkable: the page was never read.',
} as const;

/** Links that a page has only after its scripts ran. */
export interface ScriptedLinks {
  /** Different URLs that they lead to. */
  readonly count: number;
  /** The rendered page, or its response, says nofollow. */
  readonly isNofollow: boolean;
}

/** What the answer about followed links says besides, of a page that was rendered. `own`: the sentence about the links of the response, '' for none. */
export function withScriptedLinks(own: string, { count, isNofollow }: ScriptedLinks): string {
  const more = own === '' ? '' : 'more ';
  const urls = count === 1 ? `Links to 1 ${more}URL are` : `Links to ${count} ${more}URLs are`;
  const then = isNofollow
    ? 'The page says nofollow, so Crawlscope did not follow them.'
    : 'Crawlscope read them and judged them one by one.';
  return `${own === '' ? 'The response has no links.' : own} ${urls} there only after rendering. ${then}`;
}

/** How a URL of the path from a start URL was found. */
const found: Readonly<Record<string, string>> = {
  seed: 'start URL',
  link: 'linked from the page above',
  redirect: 'redirect of the URL above',
  sitemap: 'listed in a sitemap',
  probe: 'requested as a probe',
  rendering: 'requested by the rendered page above',
};
export const foundWords = (via: string): string => found[via] ?? via;

/** noindex occurs in several places: the others, after the deciding one. */
export const alsoNoindex = (others: readonly { readonly isHeader: boolean; readonly text: string }[], more: number): string =>
  `${others.map(({ isHeader, text }) => ` ${isHeader ? 'Another response header' : 'The page'} says noindex too: ${text}`).join('')}${more > 0 ? ` And ${more} more.` : ''}`;
