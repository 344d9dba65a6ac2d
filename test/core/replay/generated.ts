import type { CrawlerNames } from '#core/crawlers/profile.ts';
import { type Judge, judgeFor } from '#core/replay/judge.ts';
import { TargetTable } from '#core/replay/target-table.ts';
import type { RobotsAccess } from '#core/robots/access.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { speakerFor } from '#core/robots/choose/speaker.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';

/** A random source with a seed: the same seed gives the same files. */
export interface Dice {
  below(count: number): number;
  pick<T>(from: readonly T[]): T;
}

export function dice(seed: number): Dice {
  let state = seed >>> 0 || 1;
  const below = (count: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % count;
  };
  for (let round = 0; round < 8; round += 1) below(2);
  return { below, pick: from => from[below(from.length)] as never };
}

const PIECES = [
  '/',
  '/a',
  '/b',
  '/a/',
  '/index.html',
  '/index.htm',
  'a',
  'b',
  '?',
  '&',
  '=',
  'x=1',
  '.gif',
  '*',
  '*',
  '$',
  '%41',
  '%2F',
  '%c3%a9',
  'é',
  '%zz',
  '+',
  '/A',
  ';p',
  "'",
  '~',
  '//',
  '/.',
  '|',
  '#f',
  '%2a',
  '%24',
] as const;
const NAMES = ['Bot', 'bot', '*', 'Bot/1.0', 'Other', 'FooBot', 'B*t', '', 'Bot News'] as const;

/** A slash and up to some pieces; mostly plain. */
export function pathFrom({ below, pick }: Dice): string {
  let path = '/';
  for (let left = below(5); left > 0; left -= 1) path += below(3) > 0 ? pick(PIECES.slice(0, 9)) : pick(PIECES);
  return path;
}

/** A robots.txt with one to four groups, now and then odd. */
export function fileFrom(source: Dice, rules = 8): string {
  const { below, pick } = source;
  const lines: string[] = [];
  if (below(12) === 0) lines.push('Disallow: /orphan');
  for (let groups = 1 + below(4); groups > 0; groups -= 1) {
    for (let names = 1 + below(2); names > 0; names -= 1) lines.push(`User-agent: ${below(2) > 0 ? '*' : pick(NAMES)}`);
    if (below(10) === 0) lines.push(`Crawl-delay: ${pick(['1', '10', '100', '4000', 'ten'])}`);
    for (let left = below(rules); left > 0; left -= 1) {
      const key = below(3) > 0 ? 'Disallow' : 'Allow';
      lines.push(`${key}: ${below(15) === 0 ? '' : pathFrom(source)}${below(6) === 0 ? '$' : ''}`);
    }
    if (below(3) > 0) lines.push('');
  }
  if (below(30) === 0) lines.unshift('<html><body>');
  return lines.join(below(12) === 0 ? '\r' : '\n');
}

export const ORIGIN = 'https://site.test';

/** Random paths and the ones dialects treat specially. */
export function tableFrom(source: Dice, count: number): TargetTable {
  const table = new TargetTable(ORIGIN);
  const special = ['/', '/robots.txt', '/Robots.txt', '', '?q', '/a', '/a/', '/?', '//x/a'];
  for (let id = 1; id <= count; id += 1) {
    const target = special[id - 1] ?? pathFrom(source);
    table.add({ id, target, inlinks: source.below(20), depth: source.below(6), inSitemap: source.below(2) > 0 });
  }
  return table;
}

export const ok = (dialect: Dialect): RobotsAccess => robotsAccess({ kind: 'status', status: 200 }, dialect);

export const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const BOT: CrawlerNames = { productToken: 'Bot', userAgent: 'Bot/1.0' };

/** The judge for a text of a response with status 200. */
export function judgeOfText(text: string, dialect: Dialect, names: CrawlerNames = BOT): Judge {
  const file = parseRobots(encoded(text), dialect);
  return judgeFor(ok(dialect), file, dialect, speakerFor(file, dialect, names));
}
