import type { VerdictReasonId, VerdictSubject } from '../model/directives.ts';

interface Words {
  /** `{names}` are filled in. */
  readonly sentence: string;
  /** What would change the verdict, '' where nothing would, or where that is unknown. */
  readonly flip: string;
}

const words = (sentence: string, flip = ''): Words => ({ sentence, flip });

/** A sentence for every reason of a verdict about one URL and one crawler. */
export const verdictWords: Readonly<Record<VerdictReasonId, Words>> = {
  'robots-rule': words('robots.txt decides: {text}.', 'Change the rule for this crawler in robots.txt.'),
  'robots-unavailable': words(
    'There is no robots.txt, so everything may be fetched.',
    'Add a robots.txt with a rule that matches.',
  ),
  'robots-unreachable': words('robots.txt could not be read, so nothing may be fetched.', 'Make /robots.txt readable.'),
  'not-fetched': words('Not checkable: this file has no complete response for this URL.', 'Fetch this URL and keep its body.'),
  'status-4xx': words('The server returned {text}, so crawlers ignore what the page says.', 'Return 200.'),
  'status-5xx': words('The server returned {text}, so crawlers ignore what the page says.', 'Return 200.'),
  redirect: words('This URL redirects to {text}. Crawlers do not use the body of a redirect.', 'Return 200 at this URL.'),
  'redirect-directive': words('This redirect carries a directive. Whether that counts is not documented.'),
  refresh: words('This page sends visitors on to {text}; {meaning}.', 'Remove the refresh.'),
  'meta-noindex': words('The page says noindex.', 'Remove the word from the element.'),
  'meta-noindex-rendered': words('After its scripts have run, the page says noindex.', 'Do not add the word by script.'),
  'header-noindex': words('A response header says noindex.', 'Remove the word from the header.'),
  'header-other-agent': words('This header applies to other crawlers only: {text}', 'Name this crawler in it, or no crawler.'),
  'meta-other-agent': words(
    'This element applies to other crawlers only: {text}',
    'Name the element “robots”, or after this crawler.',
  ),
  'unavailable-after': words('The date of unavailable_after has passed ({text}).', 'Set a later date.'),
  'if-embedded': words('Search engines may still use its content for a page that embeds it.', 'Remove indexifembedded.'),
  overruled: words('“{text}” is overruled: {why}.'),
  'robots-choice': words('The words contradict each other, so the crawler may choose.', 'Remove one of them.'),
  'ignored-directive': words('“{text}” does not count: {why}.'),
  'scope-uncertain': words(
    'The header names several crawlers. Which of them this word applies to is not documented.',
    'Write one line for each crawler.',
  ),
  'canonical-elsewhere': words(
    'This page names {text} as its canonical URL: a hint to list that URL instead.',
    'Name this page itself, or no URL.',
  ),
  'canonical-conflict': words('The canonical URLs disagree. Search engines may ignore all of them.', 'Name one URL only.'),
  'canonical-invalid': words('The canonical cannot be used: {text}.', 'Name a whole http(s) URL, in the head.'),
  'canonical-ignored': words('The canonical {text} is not used: {why}.'),
  'canonical-unprotected': words(
    'noindex and a canonical to another URL contradict each other. This page is not listed, and the canonical URL gains nothing.',
    'Keep one of the two.',
  ),
  'media-type': words('The content type is {text}, so only headers can carry directives.'),
  'not-linked': words('No page that was read links to this URL. Only sitemaps or other sites lead to it.', 'Link to this URL.'),
  'link-nofollow-only': words('Every link on this page has rel=nofollow.', 'Remove rel=nofollow from a link.'),
  'page-nofollow': words('A directive says nofollow.', 'Remove the word.'),
  'noindex-stops-links': words(
    'For this engine, noindex without “follow” stops the links as well.',
    'Add follow beside noindex.',
  ),
  'canonical-stops-links': words(
    'For this engine, a canonical in the Link header stops the links as well.',
    'Name the canonical in the page instead.',
  ),
  'snippet-limit': words('A directive limits the snippet: {text}.', 'Remove the word.'),
  'cache-limit': words('A directive forbids showing a stored copy: {text}.', 'Remove the word.'),
  'blocked-but-listed': words(
    'robots.txt blocks this page, but search engines may still show its URL if other pages link to it.',
    'Allow fetching and use noindex.',
  ),
  'site-removed': words(
    'robots.txt closes the whole site to this crawler, and its engine then lists nothing of the site.',
    'Allow part of the site.',
  ),
  'implied-directive': words('“{text}” is supported implicitly: this engine does so for every page.'),
  'noindex-behind-block': words(
    'robots.txt hides a noindex: {text}. This crawler never sees it.',
    'Allow fetching, so that noindex takes effect.',
  ),
  'nofollow-behind-block': words(
    'robots.txt hides a nofollow: {text}. This crawler never sees it.',
    'Allow fetching, so that it takes effect.',
  ),
  'canonical-behind-block': words(
    'robots.txt hides a canonical: {text}. This crawler never sees it.',
    'Allow fetching, so that it takes effect.',
  ),
  'behind-block-unknown': words('Not checkable: robots.txt blocks this page, and this file has no complete response for it.'),
  'script-added': words('A script adds noindex to the page; {why}.', 'Send the word in the page itself.'),
  'script-removed': words(
    'A script removes noindex from the page, but crawlers may read only the page as sent.',
    'Send the page without it.',
  ),
  'script-canonical': words('Scripts change the canonical URL to {text}; {why}.', 'Send the same canonical in the page itself.'),
  'script-links': words('Links to {text} URLs exist only after scripts ran; {why}.', 'Send the links in the page itself.'),
  'head-closed-early': words(
    'The head ended early at {text}. Everything after it is in the body.',
    'Move that element out of the head.',
  ),
};

/** The sentence of a reason, its names filled in. */
export const verdictSentence = (id: VerdictReasonId, params: Readonly<Record<string, string>>): string =>
  verdictWords[id].sentence.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** The five questions by name. Directives for other crawlers decide none of them. */
export const subjectWords: Readonly<Record<VerdictSubject, string>> = {
  crawl: 'Fetch',
  index: 'List',
  follow: 'Follow',
  snippet: 'Snippet',
  canonical: 'Canonical',
  others: 'Applies to other crawlers',
};
