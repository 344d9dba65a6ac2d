import { longestOwnRobots, mostOwnRobots } from '#shared/explain/own-robots.ts';
import { isForEveryHost } from '#shared/explain/site-rules.ts';
import { sizeWords } from '#shared/explain/size.ts';
import type { CrawlSettings, OwnRobots } from '#shared/model/crawl.ts';
import { originOf } from '../url/authority.ts';

/** Ours, not in RFC 9309: a robots.txt text of one's own decides in place of the one of a server. */

/** `https://example.com`, `*`, or null for what is no origin. A path other than `/` is none. */
export function ownRobotsOrigin(text: string): string | null {
  const written = text.trim();
  if (isForEveryHost(written)) return written;
  return /^https?:\/\/[^/?#@\s]+\/?$/i.test(written) ? (originOf(written)?.key ?? null) : null;
}

/** What is wrong with the texts; '' if nothing is. */
export function ownRobotsProblem(texts: readonly OwnRobots[]): string {
  const seen = new Set<string>();
  let bytes = 0;
  for (const { origin, text } of texts) {
    if (ownRobotsOrigin(origin) !== origin)
      return `“${origin}” is not an origin. Write it like https://example.com, or * for every host, without a path.`;
    if (seen.has(origin)) return `There are two texts for ${origin}. Give one.`;
    seen.add(origin);
    if (text.includes('\0')) return `The text for ${origin} has a NUL character, so it is not a robots.txt.`;
    bytes += new TextEncoder().encode(text).length;
  }
  if (texts.length > mostOwnRobots) return `At most ${mostOwnRobots} texts.`;
  return bytes > longestOwnRobots
    ? `The texts have ${sizeWords(bytes)} together; at most ${sizeWords(longestOwnRobots)} are kept.`
    : '';
}

/** The text that decides for an origin such as `https://example.com`: its own one, else that for every host; null for none. */
export const ownRobotsFor = ({ ownRobots }: Pick<CrawlSettings, 'ownRobots'>, origin: string): OwnRobots | null =>
  ownRobots.find(each => each.origin === origin) ?? ownRobots.find(each => isForEveryHost(each.origin)) ?? null;
