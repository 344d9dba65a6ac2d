import {
  directiveSeeds,
  fuzzDirectives,
  fuzzLinks,
  fuzzPage,
  fuzzSitemap,
  fuzzSmall,
  linkSeeds,
  pageSeeds,
  sitemapSeeds,
  smallSeeds,
} from './fuzz-pages.ts';
import { allDialects, fuzzIndex, fuzzLint, fuzzMatcher, fuzzMeasured, fuzzRobots, robotsSeeds } from './fuzz-robots.ts';
import { mutate } from './mutate.ts';
import { type Random, randomFrom } from './random.ts';

/** A reader under test: `share` of 1,000 inputs go to it. */
interface Target {
  readonly name: string;
  readonly share: number;
  readonly seeds: readonly string[];
  readonly most: number;
  try(random: Random, text: string): void;
}

const targets: readonly Target[] = [
  {
    name: 'robots.txt, one dialect',
    share: 300,
    seeds: robotsSeeds,
    most: 300,
    try: (random, text) => fuzzRobots(random, text, [random.pick(allDialects)]),
  },
  {
    name: 'robots.txt, all 26 dialects',
    share: 5,
    seeds: robotsSeeds,
    most: 300,
    try: (random, text) => fuzzRobots(random, text, allDialects),
  },
  { name: 'one pattern, against a plain matcher', share: 200, seeds: [''], most: 0, try: random => fuzzMatcher(random) },
  { name: 'indexed rules, against trying each', share: 15, seeds: [''], most: 0, try: random => fuzzIndex(random) },
  { name: 'measured rules, against trying each', share: 5, seeds: [''], most: 0, try: random => fuzzMeasured(random) },
  { name: 'robots.txt lint', share: 2, seeds: robotsSeeds, most: 300, try: (_, text) => fuzzLint(text) },
  { name: 'meta robots, X-Robots-Tag', share: 120, seeds: directiveSeeds, most: 120, try: (_, text) => fuzzDirectives(text) },
  { name: 'Link header, canonical', share: 100, seeds: linkSeeds, most: 160, try: (_, text) => fuzzLinks(text) },
  {
    name: 'refresh, charset, content type, addresses',
    share: 113,
    seeds: smallSeeds,
    most: 100,
    try: (_, text) => fuzzSmall(text),
  },
  { name: 'HTML', share: 70, seeds: pageSeeds, most: 400, try: (random, text) => fuzzPage(random, text) },
  { name: 'sitemaps', share: 70, seeds: sitemapSeeds, most: 300, try: (random, text) => fuzzSitemap(random, text) },
];

export interface FuzzFailure {
  readonly target: string;
  /** Run again with this seed to see it again: it is that of the input alone. */
  readonly seed: number;
  readonly text: string;
  readonly message: string;
}

export interface FuzzResult {
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly FuzzFailure[];
}

/**
 * Runs the parsers whose name contains `only` on `inputs` mutated inputs. Every input has its own seed, which can
 * make it again.
 */
export function runFuzz(inputs: number, seed: number, progress: (done: number) => void = () => undefined, only = ''): FuzzResult {
  const chosen = targets.filter(target => target.name.includes(only));
  const wheel = chosen.flatMap(target => Array.from({ length: target.share }, () => target));
  const counts = new Map(chosen.map(target => [target.name, 0]));
  const failures: FuzzFailure[] = [];
  for (let done = 0; done < inputs && failures.length < 20; done += 1) {
    const own = (Math.imul(seed, 0x9e3779b1) + done) >>> 0;
    const random = randomFrom(own);
    const target = random.pick(wheel);
    const text = mutate(random, target.seeds, target.most);
    counts.set(target.name, (counts.get(target.name) ?? 0) + 1);
    try {
      target.try(random, text);
    } catch (error) {
      failures.push({
        target: target.name,
        seed: own,
        text,
        message: error instanceof Error ? (error.stack ?? '') : String(error),
      });
    }
    if (done % 100_000 === 0) progress(done);
  }
  return { counts, failures };
}
