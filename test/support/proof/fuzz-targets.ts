import {
  addressSeeds,
  contentTypeSeeds,
  fuzzAddress,
  fuzzContentType,
  fuzzRetryAfter,
  fuzzSettings,
  retrySeeds,
  settingsSeeds,
} from './fuzz-headers.ts';
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
import type { Random } from './random.ts';

/** A reader under test: `share` of 10,000 inputs go to it. */
export interface FuzzTarget {
  readonly name: string;
  readonly share: number;
  readonly seeds: readonly string[];
  /** Octets of an input at most; 0: it makes its own. */
  readonly most: number;
  /** Throws where the reader throws, or what it read cannot be. */
  try(random: Random, text: string): void;
}

export const fuzzTargets: readonly FuzzTarget[] = [
  {
    name: 'robots.txt, one dialect',
    share: 700,
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
  { name: 'one pattern, against a plain matcher', share: 2_500, seeds: [''], most: 0, try: random => fuzzMatcher(random) },
  { name: 'indexed rules, against trying each', share: 20, seeds: [''], most: 0, try: random => fuzzIndex(random) },
  { name: 'measured rules, against trying each', share: 15, seeds: [''], most: 0, try: random => fuzzMeasured(random) },
  { name: 'robots.txt lint', share: 8, seeds: robotsSeeds, most: 300, try: (_, text) => fuzzLint(text) },
  {
    name: 'meta robots, X-Robots-Tag',
    share: 1_900,
    seeds: directiveSeeds,
    most: 120,
    try: (random, text) => fuzzDirectives(random, text),
  },
  { name: 'Link header, canonical', share: 1_300, seeds: linkSeeds, most: 160, try: (_, text) => fuzzLinks(text) },
  { name: 'refresh, srcset, references', share: 700, seeds: smallSeeds, most: 100, try: (_, text) => fuzzSmall(text) },
  { name: 'addresses', share: 700, seeds: addressSeeds, most: 100, try: (_, text) => fuzzAddress(text) },
  { name: 'content type, charset', share: 700, seeds: contentTypeSeeds, most: 120, try: (_, text) => fuzzContentType(text) },
  { name: 'Retry-After', share: 487, seeds: retrySeeds, most: 60, try: (_, text) => fuzzRetryAfter(text) },
  { name: 'HTML', share: 360, seeds: pageSeeds, most: 400, try: (random, text) => fuzzPage(random, text) },
  { name: 'sitemaps', share: 600, seeds: sitemapSeeds, most: 300, try: (random, text) => fuzzSitemap(random, text) },
  { name: 'settings of a crawl file', share: 5, seeds: settingsSeeds, most: 6_000, try: (_, text) => fuzzSettings(text) },
];
