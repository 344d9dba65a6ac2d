import type { OwnRobots } from '../model/crawl.ts';
import { figure } from './figure.ts';
import { isForEveryHost } from './site-rules.ts';
import { sizeWords } from './size.ts';

/** Bytes of all texts of one's own together: what RFC 9309 §2.5 has a crawler read of one robots.txt. */
export const longestOwnRobots = 500 * 1024;
export const mostOwnRobots = 50;

/** What stands in for the robots.txt of an origin: 'your own robots.txt for https://example.com'. */
export const ownRobotsName = (origin: string): string =>
  `your own robots.txt for ${isForEveryHost(origin) ? 'every host' : origin}`;

const lines = (text: string): number => text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '').length;

/** A text in short: 'https://example.com: 3 lines, 60 bytes'. */
export const ownRobotsWords = ({ origin, text }: OwnRobots): string => {
  const count = lines(text);
  const bytes = new TextEncoder().encode(text).length;
  return `${isForEveryHost(origin) ? 'every host' : origin}: ${figure(count)} ${count === 1 ? 'line' : 'lines'}, ${sizeWords(bytes)}`;
};
