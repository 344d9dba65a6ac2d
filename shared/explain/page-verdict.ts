import type { VerdictReasonId, VerdictSubject } from '../model/directives.ts';

interface Words {
  /** `{names}` are filled in. */
  readonly sentence: string;
  /** What would turn the answer, '' where nothing would or nobody knows. */
  readonly flip: string;
}

const words = (sentence: string, flip = ''): Words => ({ sentence, flip });

/** A sentence for every reason of a verdict about one URL and one crawler. */
export const verdictWords: Readonly<Record<VerdictReasonId, Words>> = {
  'robots-rule': words('robots.txt decides: {text}.', 'Another rule for this crawler in robots.txt.'),
  'robots-unavailable': words('There is no robots.txt, so everything may be fetched.', 'A robots.txt with a rule that matches.'),
  'robots-unreachable': words('robots.txt could not be read, so nothing may be fetched.', 'An answer to /robots.txt.'),
  'not-fetched': words('Not checkable: no whole answer for this URL is in this file.', 'Fetch it, with bodies stored.'),
  'status-4xx': words('The server answers {text}; what the page says is not looked at.', 'An answer of 200.'),
  'status-5xx': words('The server answers {text}; what the page says is not looked at.', 'An answer of 200.'),
  redirect: words('It redirects to {text}; the body of a redirect is not used.', 'An answer of 200 at this address.'),
  'redirect-directive': words('A directive stands on a redirect; whether it counts is not documented.'),
  refresh: words('It sends readers on to {text}; {meaning}.', 'Remove the refresh.'),
  'meta-noindex': words('The page forbids listing it.', 'Remove the word from the element.'),
  'meta-noindex-rendered': words('After scripts the page forbids listing it.', 'Do not add the word by script.'),
  'header-noindex': words('A header forbids listing it.', 'Remove the word from the header.'),
  'header-other-agent': words('This header applies to other crawlers only: {text}', 'Name this crawler in it, or no crawler.'),
  'meta-other-agent': words(
    'This element applies to other crawlers only: {text}',
    'Name the element “robots”, or after this crawler.',
  ),
  'unavailable-after': words('The date of unavailable_after has passed ({text}).', 'A later date.'),
  'if-embedded': words('Its content may still count for a page that embeds it.', 'Remove indexifembedded.'),
  overruled: words('“{text}” is overruled: {why}.'),
  'robots-choice': words('The words contradict each other; the robot may choose.', 'Remove one of them.'),
  'ignored-directive': words('“{text}” does not count: {why}.'),
  'scope-uncertain': words(
    'The header line names several robots; for which of them this word holds is not documented.',
    'One line for each robot.',
  ),
  'canonical-elsewhere': words(
    'It names {text} as its canonical address: a hint to list that one instead.',
    'Name itself, or nothing.',
  ),
  'canonical-conflict': words('Its canonical addresses disagree; all of them may be ignored.', 'Name one address only.'),
  'canonical-invalid': words('Its canonical cannot be used: {text}.', 'A whole http(s) address, in the head.'),
  'canonical-ignored': words('Its canonical {text} is not used: {why}.'),
  'canonical-unprotected': words(
    'noindex and a canonical elsewhere contradict each other: the page is not listed, the target is neither helped nor protected.',
    'Keep one of the two.',
  ),
  'media-type': words('It is {text}: only its headers can carry directives.'),
  'not-linked': words('No page that was read links to it; only sitemaps or other sites lead there.', 'A link to it.'),
  'link-nofollow-only': words('Every link on it carries rel=nofollow.', 'Remove rel=nofollow from a link.'),
  'page-nofollow': words('A directive stops its links.', 'Remove the word.'),
  'noindex-stops-links': words('noindex without a word about links stops them as well.', 'Say follow beside noindex.'),
  'canonical-stops-links': words(
    'A canonical in the Link header stops its links as well.',
    'Name the canonical in the page instead.',
  ),
  'snippet-limit': words('Its snippet is limited: {text}.', 'Remove the word.'),
  'cache-limit': words('No stored copy may be shown: {text}.', 'Remove the word.'),
  'blocked-but-listed': words(
    'The page may not be read, but its bare address can be listed from links.',
    'Allow fetching and say noindex.',
  ),
  'noindex-behind-block': words(
    'A noindex stands behind the block: {text}. This crawler never sees it.',
    'Allow fetching, then noindex takes effect.',
  ),
  'nofollow-behind-block': words(
    'A nofollow stands behind the block: {text}. This crawler never sees it.',
    'Allow fetching, then it takes effect.',
  ),
  'canonical-behind-block': words(
    'A canonical stands behind the block: {text}. This crawler never sees it.',
    'Allow fetching, then it takes effect.',
  ),
  'behind-block-unknown': words('Not checkable what it says behind the block: no whole answer for it is in this file.'),
  'script-added': words('A script adds noindex to the page; {why}.', 'Deliver the word in the page.'),
  'script-removed': words(
    'A script takes noindex out of the page; the delivered one may be all that is read.',
    'Deliver the page without it.',
  ),
  'head-closed-early': words('The head ended at {text}: what follows stands in the body.', 'Move that element behind the head.'),
};

/** The sentence of a reason, its names filled in. */
export const verdictSentence = (id: VerdictReasonId, params: Readonly<Record<string, string>>): string =>
  verdictWords[id].sentence.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** The five questions by name, and what speaks to other robots and so answers none of them. */
export const subjectWords: Readonly<Record<VerdictSubject, string>> = {
  crawl: 'Fetch',
  index: 'List',
  follow: 'Follow',
  snippet: 'Snippet',
  canonical: 'Canonical',
  others: 'Addressed to other robots',
};
