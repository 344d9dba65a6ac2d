import type { RobotsFile } from '#shared/model/robots.ts';
import type { CrawlerProfile } from '../crawlers/profile.ts';
import { profileById } from '../crawlers/profiles.ts';
import { speakerFor } from '../robots/choose/speaker.ts';
import { quickVerdict } from '../robots/decide.ts';
import type { Dialect } from '../robots/dialect.ts';
import { google } from '../robots/dialects/google.ts';
import { dialectById } from '../robots/dialects/registry.ts';
import { pathOf } from '../robots/match/path.ts';
import { parseRobots } from '../robots/parse/parse.ts';
import type { CrawlFacts, CrawlLink, CrawlUrl } from './crawl-facts.ts';

/** A URL with the verdict of the file that is linted. */
export interface Judged {
  readonly row: CrawlUrl;
  readonly path: string;
  readonly allowed: boolean;
  /** The deciding line, 0 for none. */
  readonly line: number;
}

type Judge = (url: string) => { readonly allowed: boolean; readonly line: number };

/** The facts of a crawl beside the file, worked out once for all checks. */
export interface CrawlView {
  readonly facts: CrawlFacts;
  readonly profile: CrawlerProfile;
  /** URLs looked at, at most `MOST_URLS`. */
  readonly urls: readonly Judged[];
  /** True where the crawl has more URLs than were looked at. */
  readonly cut: boolean;
  /** Paths of all URLs looked at, sorted, each once. */
  readonly paths: readonly string[];
  readonly links: readonly CrawlLink[];
  readonly byUrl: (url: string) => Judged | null;
  readonly isOwn: (url: string) => boolean;
  /** The verdict of the linted file. `as`: under another dialect, by the same name. */
  readonly judge: Judge;
  readonly judgeIn: (dialect: Dialect) => Judge;
  /** The verdict of another file for the same crawler. */
  readonly judgeBy: (bytes: Uint8Array) => Judge;
  /** What the crawler's dialect makes of the file. */
  readonly file: RobotsFile;
}

/** Ours: enough to see what a rule does; a crawl of millions would take minutes. */
const MOST_URLS = 200_000;
const MOST_LINKS = 200_000;

function limited<T>(items: Iterable<T>, most: number): { readonly list: T[]; readonly cut: boolean } {
  const list: T[] = [];
  for (const item of items) {
    if (list.length === most) return { list, cut: true };
    list.push(item);
  }
  return { list, cut: false };
}

function judgeOf(
  bytes: Uint8Array,
  dialect: Dialect,
  profile: CrawlerProfile,
): { readonly file: RobotsFile; readonly judge: Judge } {
  const file = parseRobots(bytes, dialect);
  const speaker = speakerFor(file, dialect, profile);
  if (speaker.ignoresGroups) return { file, judge: () => ({ allowed: true, line: 0 }) };
  return {
    file,
    judge: url => {
      const { allowed, line } = quickVerdict(file, dialect, speaker.agent, url);
      return { allowed: allowed !== false, line };
    },
  };
}

/** The profile whose verdicts count where the caller names none: the crawler most files are written for. */
const USUAL_PROFILE = 'googlebot';

/** Null where the usual profile is not built in. */
export function crawlViewOf(facts: CrawlFacts, bytes: Uint8Array): CrawlView | null {
  const profile = facts.profile ?? profileById(USUAL_PROFILE);
  if (!profile) return null;
  const dialect = dialectById(profile.dialect) ?? google;
  const { file, judge } = judgeOf(bytes, dialect, profile);
  const { list, cut } = limited(facts.urls, MOST_URLS);
  const urls = list.map(row => ({ row, path: pathOf(row.url, dialect), ...judge(row.url) }));
  // Few checks ask for these, and there may be many.
  let byUrl: ReadonlyMap<string, Judged> | null = null;
  let paths: readonly string[] | null = null;
  return {
    facts,
    profile,
    urls,
    cut,
    get paths() {
      paths ??= [...new Set(urls.map(each => each.path))].sort();
      return paths;
    },
    links: limited(facts.links, MOST_LINKS).list,
    byUrl(url) {
      byUrl ??= new Map(urls.map(each => [each.row.url, each]));
      return byUrl.get(url) ?? null;
    },
    isOwn: url => url === facts.origin || url.startsWith(`${facts.origin}/`) || url.startsWith(`${facts.origin}?`),
    judge,
    judgeIn: other => judgeOf(bytes, other, profile).judge,
    judgeBy: other => judgeOf(other, dialect, profile).judge,
    file,
  };
}

/** The paths that start with `prefix`, from a sorted list. */
export function beginningWith(paths: readonly string[], prefix: string): readonly string[] {
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paths[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < paths.length && paths[end]?.startsWith(prefix)) end += 1;
  return paths.slice(low, end);
}
