import { momentWords } from './blame.ts';
import { durationWords } from './duration.ts';
import { figure } from './figure.ts';

/** Words for what a stored response says besides what was decided. */

/** What the text of 1997 meant by its meta elements. */
const meant: Readonly<Record<string, string>> = {
  keywords: 'Keywords under which the page should be found. No large search engine uses them.',
  description: 'Meant as a summary for the list of results. Search engines may still use it as the snippet.',
  'document-state': 'Meant to say whether the page changes so often that it should not be stored. It was only ever proposed.',
  url: 'Meant as the address of the main copy, an ancestor of the canonical. It was only ever proposed.',
  robots: 'Robots directives: the one of these elements that still has an effect.',
};

/** Characters of a value that are quoted. */
const maxQuoted = 300;

/** 'KEYWORDS: “crawler, robots”. Meant as …' */
export const historicNote = (name: string, content: string): string =>
  `${name.toUpperCase()}: ${content === '' ? 'empty' : `“${content.slice(0, maxQuoted)}”`}. ${meant[name] ?? ''}`.trim();

/** 'Content-Usage is present (train-ai=n). No crawler documents that it acts on it.' */
export const usageNote = (name: string, statements: readonly { readonly use: string; readonly value: string }[]): string =>
  `${name} is present (${statements.map(({ use, value }) => `${use}=${value}`).join(', ') || 'empty'}). No crawler documents that it acts on it.`;

export const hiddenUnknown =
  'robots.txt blocks this page now. This file has no complete response for it, so its directives cannot be checked.';

/** Directives of a blocked page: `what` 'noindex', `at` and `now` epoch milliseconds. */
export const hiddenSentence = (what: string, at: number, now: number): string =>
  `robots.txt blocks this page now, so crawlers can no longer see its ${what}. The page said so when it was fetched (${momentWords(at)}, ${durationWords(Math.max(0, now - at))} ago). Its current content is unknown.`;

/** A page that declares again and again: `count` meta elements and canonicals were not kept. */
export const droppedNote = (count: number): string =>
  `Crawlscope did not keep ${figure(count)} more robots meta tags and canonical links of this page. They repeat others, or there are too many.`;

/** A large page is read again in part. */
export const unreadNote = (bytes: number): string =>
  `These notes cover the first ${Math.round(bytes / 1_024)} KiB of the page. The decisions above cover all that Crawlscope fetched.`;

/** 'and 3,000 more' */
export const moreWords = (count: number): string => (count > 0 ? `and ${figure(count)} more` : '');
