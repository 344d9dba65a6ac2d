import { longestUserAgent } from '#shared/model/crawl.ts';

/**
 * The name at the end of the user agent that scripts see: `Crawlscope/0.1; +https://…`. Google's crawlers write theirs the same way.
 */
export function scriptName(userAgent: string): string {
  // A file of somebody else may have a long one, and the patterns take time by its square.
  const text = userAgent.slice(0, longestUserAgent);
  const named = /\(compatible; ([^)]+)\)/.exec(text)?.[1];
  if (named !== undefined) return named;
  return text.replace(/ \(([^)]*)\)/, '; $1').slice(0, 200);
}
