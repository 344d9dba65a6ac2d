import { ownHeaderProblems } from '#core/requests/own-headers.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { fail } from '#shared/rpc/errors.ts';
import { connectionProblems } from '../crawl/connection-settings.ts';

/**
 * Refuses headers, credentials and connections that no crawl can be made with. A file may contain some, because somebody else wrote it.
 * Throws `refused`.
 */
export function refuseUnusableRequests(settings: CrawlSettings): void {
  const [problem] = Object.values({ ...ownHeaderProblems(settings), ...connectionProblems(settings) });
  if (problem) fail('refused', `The settings of this file must be changed first. ${problem}`);
}
