import { CrawlDifference, settingChanges, settingWords } from '#core/compare/crawl-difference.ts';
import { Causes, diffOfFiles } from '#core/replay/difference.ts';
import { type Reader, readerOf } from '#core/replay/reader.ts';
import type { Steps } from '#core/replay/steps.ts';
import { profileSet } from '#core/robots/profile-set.ts';
import type { CrawlChange, CrawlComparison, SettingChange } from '#shared/model/comparison.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { fail } from '#shared/rpc/errors.ts';
import { crawlTable } from '#storage/crawls.ts';
import type { WriteDb } from '#storage/database.ts';
import { type RobotsVersion, robotsTable } from '#storage/robots-versions.ts';
import { type StoredState, urlStates } from '#storage/url-states.ts';
import { robotsOutcomeWords } from './evidence.ts';
import { accessNow } from './robots-gate.ts';
import { bytesOf, crawlerFor } from './workbench/readings.ts';

const blockRows = 2_048;
/** Pairs of versions whose line diff is kept. */
const keptPairs = 64;

/** One of the two crawls. */
interface Side {
  readonly states: ReturnType<typeof urlStates>;
  readonly robots: ReturnType<typeof robotsTable>;
  readonly settings: CrawlSettings;
}

function sideOf(db: WriteDb): Side {
  const crawl = crawlTable(db);
  const row = crawl.read() ?? fail('refused', 'One of the files holds no crawl.');
  return { states: urlStates(db), robots: robotsTable(db), settings: crawl.settings(row.settingsId) };
}

/**
 * What flipped from one crawl to the other, grouped by the edit behind it. Goes through both files once and keeps groups only; yields
 * URLs done, of the URLs of both files.
 */
export function* compareCrawls(first: WriteDb, second: WriteDb): Steps<CrawlComparison> {
  const [before, after] = [sideOf(first), sideOf(second)];
  const edits = new RobotsEdits(before, after);
  const found = new CrawlDifference({
    details: (side, { id }) => (side === 0 ? before : after).states.details(id),
    robots: (old, now) => edits.between(old, now),
    setting: name => settingChange(name, before, after),
  });
  let done = 0;
  for (const [side, other, states] of [
    [0, after, before.states],
    [1, before, after.states],
  ] as const) {
    for (let last = 0; ; ) {
      const block = states.after(last, blockRows);
      for (const state of block) {
        last = state.id;
        if (side === 1) {
          if (!other.states.has(state.url)) found.only(1, state);
          continue;
        }
        const now = other.states.find(state.url);
        if (now) found.both(state, now);
        else found.only(0, state);
      }
      done += block.length;
      yield done;
      if (block.length < blockRows) break;
    }
  }
  return found.result(settingChanges(before.settings, after.settings));
}

/** Settings that say who reads robots.txt and how far it binds, the one that says most first. */
const readingSettings = ['profile', 'profiles', 'siteRules', 'robotsDefault'] as const;

function settingChange(name: string, before: Side, after: Side): SettingChange {
  const word = ({ settings }: Side): string => settingWords((settings as unknown as Record<string, unknown>)[name]);
  return { name, before: word(before), after: word(after) };
}

/** The edits of robots.txt behind two deciding lines. */
class RobotsEdits {
  private readonly before: Side;
  private readonly after: Side;
  private readonly pairs = new Map<
    string,
    { readonly causes: Causes; readonly old: RobotsVersion; readonly now: RobotsVersion }
  >();

  constructor(before: Side, after: Side) {
    this.before = before;
    this.after = after;
  }

  between(old: StoredState, now: StoredState): CrawlChange | null {
    const base = { kind: 'robots' as const, origin: now.origin, edit: 'access', name: '', oldLine: 0, newLine: 0 };
    if (old.robots === null || now.robots === null) {
      const words = (version: number | null): string => (version === null ? 'not asked' : 'asked');
      return { ...base, before: words(old.robots), after: words(now.robots) };
    }
    const pair = this.pair(old.robots, now.robots);
    if (!pair) return null;
    const isSameText = sameBytes(pair.old.bodyHash, pair.now.bodyHash) && pair.old.status === pair.now.status;
    if (isSameText) {
      const change = readingSettings
        .map(name => settingChange(name, this.before, this.after))
        .find(each => each.before !== each.after);
      return change ? { ...base, kind: 'setting', origin: '', edit: '', ...change } : null;
    }
    const cause = pair.causes.list[pair.causes.of(old.line, now.line)];
    if (!cause || cause.edit === 'access')
      return { ...base, before: robotsOutcomeWords(pair.old), after: robotsOutcomeWords(pair.now) };
    const { edit, oldLine, newLine, oldText, newText } = cause;
    return { ...base, edit, oldLine, newLine, before: oldText, after: newText };
  }

  private pair(old: number, now: number) {
    const key = `${old} ${now}`;
    const known = this.pairs.get(key);
    if (known) return known;
    const [first, second] = [this.before.robots.byId(old), this.after.robots.byId(now)];
    if (!first || !second) return null;
    const [before, after] = [readerFrom(this.before, first), readerFrom(this.after, second)];
    const pair = { causes: new Causes(before, after, diffOfFiles(before, after)), old: first, now: second };
    this.pairs.set(key, pair);
    const [oldest] = this.pairs.keys();
    if (this.pairs.size > keptPairs && oldest !== undefined) this.pairs.delete(oldest);
    return pair;
  }
}

function readerFrom({ robots, settings }: Side, version: RobotsVersion): Reader {
  const { profile, dialect } = crawlerFor(
    { ownProfile: () => settings.profile, profiles: () => profileSet(settings.profiles) },
    '',
  );
  return readerOf(accessNow(version, dialect), bytesOf(robots, version), dialect, profile);
}

const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === b || (a !== null && b !== null && Buffer.compare(a, b) === 0);
