import type { RobotsFile, RobotsVerdict } from '#shared/model/robots.ts';

/** `Disallow: /`, and the same with a star that adds nothing. */
const WHOLE = /^\/\*?$/;

/**
 * Whether a verdict is that of a file that closes the whole site to the robot: `Disallow: /` decides, and no Allow of its groups opens
 * anything. `file`: the file that gave the verdict.
 */
export function closesWholeSite(
  file: RobotsFile | null,
  { allowed, line, groups }: Pick<RobotsVerdict, 'allowed' | 'line' | 'groups'>,
): boolean {
  if (file === null || allowed !== false || line === 0) return false;
  const rules = file.groups.filter(({ index }) => groups.includes(index)).flatMap(group => group.rules);
  return (
    rules.some(rule => rule.line === line && !rule.allow && WHOLE.test(rule.pattern)) &&
    !rules.some(rule => rule.allow && rule.pattern !== '')
  );
}
