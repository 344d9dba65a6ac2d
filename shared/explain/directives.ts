import type { IgnoredWhy, LostWhy } from '../model/directives.ts';

/** Why a directive took no part, as the end of a sentence. */
export const ignoredWords: Readonly<Record<IgnoredWhy, string>> = {
  'unknown-word': 'no engine documents this word',
  'other-robot': 'it applies to another crawler',
  'not-supported': 'this engine does not support it, or does not any more',
  implied: 'this engine supports it implicitly: it does so for every page',
  'not-documented': 'this engine’s documentation does not mention it',
  'wrong-separator': 'its words are not separated by commas, so they form one unknown word',
  'invalid-value': 'its value is not valid',
  'bad-date': 'its date is not in the format of RFC 822, RFC 850 or ISO 8601',
  'header-not-read': 'this engine does not document reading this header',
  'positive-in-header': 'this engine accepts permissions from the page only',
  'not-in-head': 'it is in the body, and this engine reads only the head',
  'needs-noindex': 'it has a meaning only together with noindex',
  'report-only': 'it is a proposal, and no crawler documents that it acts on it',
};

/** Why a directive that was read did not decide. */
export const lostWords: Readonly<Record<LostWhy, string>> = {
  'restrictive-wins': 'the more restrictive word wins',
  'positive-wins': 'a permission overrides a prohibition',
  'specific-wins': 'words for this crawler override those for all crawlers',
  'all-wins': '“all” overrides everything',
  contradiction: 'the words contradict each other, so the crawler may choose',
  'smaller-wins': 'the smallest limit wins',
  'nocache-wins': 'nocache together with noarchive counts as nocache',
  'earlier-wins': 'the earliest date wins',
  'header-forbids': 'the header forbids it. How header and page combine is not documented, so the stricter one is shown',
};
