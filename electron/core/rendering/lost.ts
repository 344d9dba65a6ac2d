import type { LostResource } from '#shared/model/rendered-facts.ts';

/** Whether robots.txt blocked it, and not a limit, a setting or the address guard. */
export const isBlockedByRobots = ({ robots, detail }: LostResource): boolean =>
  robots !== undefined || detail === 'resource-blocked' || detail.startsWith('robots-');

/** 'line 14: Disallow: /app'; the file as a whole where no line is known. */
export const blockWords = ({ robots }: Pick<LostResource, 'robots'>): string =>
  robots && robots.line > 0 ? `line ${robots.line}: ${robots.rule}` : 'robots.txt as a whole';
