import type { CrawlDelay, RobotsFile, RobotsVerdict } from '#shared/model/robots.ts';
import type { RobotsAccess } from '../robots/access.ts';
import { decideAs, type Speaker, speakerFor } from '../robots/choose/speaker.ts';
import { crawlDelayFor, quickVerdict } from '../robots/decide.ts';
import type { Dialect } from '../robots/dialect.ts';
import { parseRobots } from '../robots/parse/parse.ts';
import type { AssertedCrawler } from './crawlers.ts';

/** The response for /robots.txt that assertions are checked against. */
export interface RobotsUnderTest {
  /** Name or address, to be shown with its lines. */
  readonly label: string;
  /** Null where no file was read. */
  readonly bytes: Uint8Array | null;
  access(dialect: Dialect): RobotsAccess;
}

/** What assertions are checked against. */
export interface AssertionTarget {
  /** The origin of paths without a `site` line. */
  readonly origin: string;
  /** The response of an origin, or the reason why there is none. */
  robots(origin: string): RobotsUnderTest | { readonly missing: string };
  /** The version with that number, or the one before the tested response; or the reason why there is none. */
  version(
    origin: string,
    which: number | 'previous',
  ): { readonly number: number; readonly robots: RobotsUnderTest } | { readonly missing: string };
  /** Every stored URL of an origin, null where URLs are not stored. Called again for each assertion that needs them. */
  urls(origin: string): Iterable<string> | null;
}

/** One file as one crawler reads it. */
export interface Reading {
  readonly robots: RobotsUnderTest;
  readonly dialect: Dialect;
  readonly access: RobotsAccess;
  readonly speaker: Speaker;
  readonly file: RobotsFile | null;
  readonly delay: CrawlDelay | null;
  /** Verdict and line alone; equal to those of `decide`. */
  quick(url: string): { readonly allowed: boolean | null; readonly line: number };
  decide(url: string): RobotsVerdict;
}

/** Parses every file once per dialect, and chooses groups once per crawler. */
export class Readings {
  readonly #files = new Map<RobotsUnderTest, Map<string, RobotsFile>>();
  readonly #readings = new Map<RobotsUnderTest, Map<string, Reading>>();

  file(robots: RobotsUnderTest, dialect: Dialect): RobotsFile | null {
    if (!robots.bytes) return null;
    let files = this.#files.get(robots);
    if (!files) this.#files.set(robots, (files = new Map()));
    let file = files.get(dialect.id);
    if (!file) files.set(dialect.id, (file = parseRobots(robots.bytes, dialect)));
    return file;
  }

  of(robots: RobotsUnderTest, crawler: AssertedCrawler): Reading {
    let readings = this.#readings.get(robots);
    if (!readings) this.#readings.set(robots, (readings = new Map()));
    let reading = readings.get(crawler.key);
    if (!reading) readings.set(crawler.key, (reading = this.#read(robots, crawler)));
    return reading;
  }

  #read(robots: RobotsUnderTest, { dialect, names }: AssertedCrawler): Reading {
    const access = robots.access(dialect);
    const isRead = access.kind === 'rules' || access.kind === 'stale';
    const file = isRead ? this.file(robots, dialect) : null;
    const speaker = speakerFor(file, dialect, names);
    const decide = (url: string): RobotsVerdict => decideAs(speaker, access, file, dialect, url);
    const counts = file !== null && (!speaker.ignoresGroups || file.override !== undefined);
    return {
      robots,
      dialect,
      access,
      speaker,
      file,
      delay: file && !speaker.ignoresGroups ? crawlDelayFor(file, dialect, speaker.agent) : null,
      quick: counts ? url => quickVerdict(file, dialect, speaker.agent, url) : decide,
      decide,
    };
  }
}

const decoder = new TextDecoder();
const mostOfLine = 400;

/** A line as written, cut where it is very long; '' for line 0. */
export function lineText(robots: RobotsUnderTest, file: RobotsFile | null, line: number): string {
  const found = line > 0 ? file?.lines[line - 1] : undefined;
  if (!found || !robots.bytes) return '';
  const text = decoder.decode(robots.bytes.subarray(found.start, Math.min(found.end, found.start + mostOfLine)));
  return (found.end - found.start > mostOfLine ? `${text}…` : text).trim();
}
