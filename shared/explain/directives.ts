import type { IgnoredWhy, LostWhy } from '../model/directives.ts';

/** Why a directive took no part, as the end of a sentence. */
export const ignoredWords: Readonly<Record<IgnoredWhy, string>> = {
  'unknown-word': 'no engine documents this word',
  'other-robot': 'it is addressed to another robot',
  'not-supported': 'this engine does not read it any more, or never did',
  'not-documented': 'this engine’s documentation does not mention it',
  'wrong-separator': 'its words are not parted by commas, so they make one unknown word',
  'invalid-value': 'its value means nothing',
  'bad-date': 'its date is none of RFC 822, RFC 850 or ISO 8601',
  'header-not-read': 'this engine does not document reading this header',
  'positive-in-header': 'this engine takes permissions from the page only',
  'not-in-head': 'it stands in the body, and this engine reads the head',
  'needs-noindex': 'it only means something beside noindex',
  'report-only': 'it is a proposal no crawler is documented to act on',
};

/** Why a directive that was read did not decide. */
export const lostWords: Readonly<Record<LostWhy, string>> = {
  'restrictive-wins': 'the more restrictive word wins',
  'positive-wins': 'a permission beats a prohibition',
  'specific-wins': 'words for its own name beat those for all robots',
  'all-wins': '“all” beats everything',
  contradiction: 'contradictory words leave it to the robot',
  'smaller-wins': 'the smallest limit wins',
  'nocache-wins': 'nocache with noarchive counts as nocache',
  'earlier-wins': 'the earliest date wins',
  'header-forbids': 'the header forbids it; header against page is not documented, the stricter one is shown',
};
