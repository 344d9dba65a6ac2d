import type { CrawlSettings } from '#shared/model/crawl.ts';
import { fail } from '#shared/rpc/errors.ts';
import { crawlerProblems, patternProblems } from '../crawl/scope.ts';

/**
 * A file may contain settings that nobody can crawl with. Without its patterns, the crawl would include what the user
 * excluded. With another crawler or User-Agent, it would be a different crawl.
 */
export function refuseUnusable(settings: CrawlSettings): void {
  const [pattern] = Object.entries(patternProblems(settings));
  if (pattern) {
    const [field, problem] = pattern;
    fail(
      'refused',
      `The ${field} patterns of this file must be changed first. ${problem} Resume with other --${field} patterns.`,
    );
  }
  const [other] = Object.values(crawlerProblems(settings));
  if (other) fail('refused', `The settings of this file must be changed first. ${other}`);
}
