/**
 * The name at the end of the user agent that scripts see: `Crawlscope/0.1; +https://…`. Google's crawlers write theirs the same way.
 */
export function scriptName(userAgent: string): string {
  const named = /\(compatible; ([^)]+)\)/.exec(userAgent)?.[1];
  if (named !== undefined) return named;
  return userAgent.replace(/ \(([^)]*)\)/, '; $1').slice(0, 200);
}
