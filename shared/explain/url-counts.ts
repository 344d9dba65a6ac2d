import { codesOf } from './reasons.ts';

/** Codes of the decisions that kept a URL out of the crawl because of robots.txt. */
export const blockedCodes: readonly string[] = codesOf('robots-blocked');

/**
 * The counts of a crawl's URLs that are shown anywhere. Each has one definition: the filter that lists the counted
 * URLs. A test compares every counter of the crawl with its filter.
 */
export interface UrlCount {
  /** As a heading. */
  readonly label: string;
  /** Lists exactly the URLs that are counted. */
  readonly filter: string;
  /** What is counted: a sentence. */
  readonly about: string;
}

export const urlCounts = {
  responses: {
    label: 'Responses',
    filter: 'state:done',
    about: 'URLs whose response is stored, whatever its status.',
  },
  waiting: {
    label: 'Waiting',
    filter: 'state:queued',
    about: 'URLs that wait to be requested. Requests in flight are not counted.',
  },
  notCrawled: {
    label: 'Not crawled (by rule)',
    filter: 'state:disregarded',
    about: 'URLs that the scope, a limit, robots.txt or another rule kept out of the crawl.',
  },
  failed: {
    label: 'Failed',
    filter: 'state:failed',
    about: 'URLs whose every attempt failed without a response.',
  },
  blocked: {
    label: 'Blocked by robots.txt',
    filter: `reason:${blockedCodes.join()}`,
    about: 'URLs that the crawl did not request because robots.txt blocks them.',
  },
} as const satisfies Readonly<Record<string, UrlCount>>;
