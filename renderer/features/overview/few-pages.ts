import { reasonOf } from '#shared/explain/reasons.ts';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import { countWords, plural } from '../../ui/text/format.ts';

/** Why a finished crawl has almost no pages. */
export interface FewPages {
  readonly sentence: string;
  readonly advice: string;
  /** Omnibox expression of the URLs in question, and how many they are. */
  readonly filter: string;
  readonly count: number;
}

const few = 2;

/** Whether admission rejected a URL for good, so that it never belonged to the crawl. */
const isOutside = (code: string): boolean => {
  const reason = reasonOf(code);
  return reason?.stage === 'admission' && reason.verdict === 'reject';
};

/** Null if the crawl can continue, if it fetched pages, or if there is another cause. */
export function fewPages(status: CrawlStatus): FewPages | null {
  const moving = status.state === 'running' || status.state === 'paused' || status.state === 'new';
  if (moving || status.fetched > few || status.urls === 0) return null;
  const counts = new Map(status.reasons.map(row => [row.reason, row.count]));
  const of = (reason: string): number => counts.get(reason) ?? 0;
  const inScope = status.reasons.reduce((sum, row) => (isOutside(row.reason) ? sum : sum + row.count), 0);
  const share = (count: number): string => `${countWords(count)} of ${plural(inScope, 'URL')} in scope`;

  const unreachable = of('robots-unreachable');
  if (unreachable > 0)
    return {
      sentence: `The robots.txt of a host could not be read, so ${share(unreachable)} must not be requested.`,
      advice: 'Look at the host in the Robots view. Resume the crawl when the server responds again.',
      filter: 'reason:robots-unreachable',
      count: unreachable,
    };
  if (status.failed > 0 && status.failed === inScope)
    return {
      sentence: `Every request failed: ${share(status.failed)}.`,
      advice: 'Open one of them to see the cause. Check the address, the port and the network.',
      filter: 'state:failed',
      count: status.failed,
    };
  const disallowed = of('robots-disallow');
  if (disallowed * 2 > inScope)
    return {
      sentence: `The robots.txt of the site disallows ${share(disallowed)}.`,
      advice:
        'Open one of them to see the deciding line. Start URLs in another part of the site, or another profile, may be allowed.',
      filter: 'reason:robots-disallow',
      count: disallowed,
    };
  const elsewhere = of('scope-host');
  if (of('redirected') > 0 && elsewhere > 0)
    return {
      sentence: `The site redirects to another host, which is outside the scope “${status.settings.scope}”.`,
      advice: 'Start a new crawl with the address it redirects to as the start URL.',
      filter: 'reason:scope-host',
      count: elsewhere,
    };
  return null;
}
