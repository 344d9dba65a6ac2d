import type { CanonicalCode } from '../model/canonical.ts';
import type { CanonicalStand } from '../model/directives.ts';

const sentences: Readonly<Record<CanonicalCode, string>> = {
  self: 'It names itself.',
  'other-host': 'The canonical address is on another host.',
  'scheme-mix': 'The page and its canonical address differ in http and https.',
  paginated: 'A later page of a list names a page without a number; engines may then ignore it.',
  'target-blocked': 'robots.txt forbids {url}, so nobody can check there what this page says.',
  'target-unknown': 'Not checkable: {url} was not fetched in this crawl.',
  'target-not-200': '{url} does not answer 200.',
  'target-redirects': '{url} redirects.',
  'target-noindex': '{url} says noindex.',
  chain: 'It goes on to {url}.',
  loop: 'It comes back to {url}.',
};

/** One sentence for a finding about a canonical. */
export const canonicalSentence = (code: CanonicalCode, url: string): string => sentences[code].replace('{url}', url);

const stands: Readonly<Record<CanonicalStand, string>> = {
  none: 'It declares no canonical address.',
  self: 'It names itself as canonical.',
  elsewhere: 'It names {url} as canonical: a hint that the two are one page.',
  conflict: 'Its canonical addresses disagree; all of them may be ignored.',
  invalid: 'Its canonical cannot be used: {url}',
  ignored: 'Its canonical {url} is thrown away by this engine: too near to its own address, or too long.',
  'not-read': 'It declares a canonical that this engine does not read.',
};

/** What the declarations amount to, one sentence. */
export const canonicalStandSentence = (kind: CanonicalStand, url: string): string => stands[kind].replace('{url}', url);
