import type { CanonicalCode } from '../model/canonical.ts';
import type { CanonicalStand } from '../model/directives.ts';

const sentences: Readonly<Record<CanonicalCode, string>> = {
  self: 'It names this page itself.',
  'other-host': 'The canonical URL is on another host.',
  'scheme-mix': 'One of page and canonical URL is http, the other https.',
  paginated: 'A later page of a list names a page without a number. Search engines may ignore such a canonical.',
  'target-blocked': 'robots.txt blocks {url}, so crawlers cannot check the canonical there.',
  'target-unknown': 'Not checkable: {url} was not fetched in this crawl.',
  'target-not-200': '{url} does not return 200.',
  'target-redirects': '{url} redirects.',
  'target-noindex': '{url} says noindex.',
  chain: 'From there the chain continues to {url}.',
  loop: 'The chain comes back to {url}.',
};

/** One sentence for a finding about a canonical. */
export const canonicalSentence = (code: CanonicalCode, url: string): string => sentences[code].replace('{url}', url);

const stands: Readonly<Record<CanonicalStand, string>> = {
  none: 'This page declares no canonical URL.',
  self: 'This page names itself as canonical.',
  elsewhere: 'This page names {url} as canonical: a hint that the two are the same page.',
  conflict: 'The canonical URLs of this page disagree. Search engines may ignore all of them.',
  invalid: 'The canonical of this page cannot be used: {url}',
  ignored: 'This engine ignores the canonical {url}: it is too similar to the URL of the page, or too long.',
  'not-read': 'This page declares a canonical that this engine does not read.',
};

/** What the declarations amount to, one sentence. */
export const canonicalStandSentence = (kind: CanonicalStand, url: string): string => stands[kind].replace('{url}', url);
