import { basename } from 'node:path';
import { kindOfSetting, type UrlState, type UrlTargets } from '#core/compare/change.ts';
import { CrawlDifference, type GroupedDifference, settingChanges, settingWords } from '#core/compare/crawl-difference.ts';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { Causes, diffOfFiles } from '#core/replay/difference.ts';
import { type Judge, judgeOf } from '#core/replay/judge.ts';
import { obedienceFor, type SiteObedience } from '#core/robots/site-rules.ts';
import type { Steps } from '#core/steps.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { ComparisonSoFar, CrawlChange, SettingChange } from '#shared/model/comparison.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { fail } from '#shared/rpc/errors.ts';
import { urlKey } from '#storage/file/codec.ts';
import { storageError } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { type BriefState, type StoredState, type UrlStates, urlStates } from '#storage/reads/url-states.ts';
import { crawlTable, noCrawlIn } from '#storage/tables/crawls.ts';
import { type RobotsVersion, robotsTable } from '#storage/tables/robots-versions.ts';
import { bytesOf, crawlerFor } from '../replay/sides.ts';
import { accessNow } from '../robots/gate.ts';
import { refusal } from './other-crawl.ts';

/** URLs per step: some milliseconds. */
const blockRows = 256;
/** Ids per step, when only ids are read. */
const idsOfStep = 4_096;
/** Pairs of versions with a cached line diff. */
const keptPairs = 64;

/** One of the two crawls. */
export interface CrawlSide {
  readonly states: UrlStates;
  readonly robots: ReturnType<typeof robotsTable>;
  readonly settings: CrawlSettings;
}

/** Reads an open file. Error messages name the file. */
export function sideOf(db: WriteDb, path: string, columns: readonly UrlColumn[] = urlColumns): CrawlSide {
  const crawl = crawlTable(db);
  const row = crawl.read() ?? fail('refused', noCrawlIn(basename(path)));
  return { states: blaming(urlStates(db, columns), path), robots: robotsTable(db), settings: crawl.settings(row.settingsId) };
}

/** Reads whose failures name their file: with two files open, SQLite does not say which is damaged. */
function blaming(states: UrlStates, path: string): UrlStates {
  const told =
    <A extends unknown[], T>(read: (...args: A) => T) =>
    (...args: A): T => {
      try {
        return read(...args);
      } catch (error) {
        throw refusal(storageError(error, path), basename(path));
      }
    };
  return {
    briefAfter: told(states.briefAfter),
    findBrief: told(states.findBrief),
    find: told(states.find),
    url: told(states.url),
    targets: told(states.targets),
    count: told(states.count),
    details: told(states.details),
    said: told(states.said),
    idsAfter: told(states.idsAfter),
    ofIds: told(states.ofIds),
  };
}

/** How a URL of the first crawl is written in the second. */
export type MapUrl = (url: string) => string;

/** What a comparison reports while it runs, and what it is told. */
export interface CompareOptions {
  readonly keep?: KeepUrl;
  /** Called for every URL that both crawls have, with its ids. */
  readonly onPair?: (before: number, after: number) => void;
  readonly columns?: readonly UrlColumn[];
  /** Receives a function that reads the result so far. */
  readonly watch?: (soFar: () => ComparisonSoFar) => void;
  /** Absent: in the same way. */
  readonly map?: MapUrl | null;
}

/** Called for every URL that differs, with the provisional id of its group. */
export type KeepUrl = (group: number, before: StoredState | null, after: StoredState | null) => void;

/**
 * What differs from one crawl to the other, grouped by the edit that caused it. Reads both files once, stores groups only. Yields
 * URLs done, of the URLs of both files.
 */
export function* compareCrawls(
  before: CrawlSide,
  after: CrawlSide,
  {
    keep = () => undefined,
    onPair = () => undefined,
    columns = urlColumns,
    watch = () => undefined,
    map = null,
  }: CompareOptions = {},
): Steps<GroupedDifference> {
  const edits = new RobotsEdits(before, after);
  const found = new CrawlDifference({
    details: (side, { id }) => {
      const { states } = side === 0 ? before : after;
      return { ...states.details(id), said: stage => states.said(id, stage) };
    },
    targets: (side, state) => (side === 0 ? mappedTargets(targetsOf(state), map) : targetsOf(state)),
    robots: (old, now) => edits.between(old, now),
    setting: name => settingChange(name, before, after),
    siteRule: (old, now) => siteRuleChange(before, after, old, now),
    columns,
  });
  watch(() => found.soFar());
  // A bit for each URL of the second crawl: set if the first crawl has it. This avoids a second look-up.
  const met = new Bits();
  let done = 0;
  for (const block of inBlocks(before)) {
    const urls = map === null ? null : block.map(([, url]) => map(url));
    const keys = urls === null ? block.map(([, , key]) => key) : urls.map(urlKey);
    const stored = new Map(after.states.findBrief(keys).map(state => [state[1], state]));
    // Most URLs are the same in both crawls. The whole state is read only of the others.
    const pairs: [old: number, now: number][] = [];
    for (const [at, old] of block.entries()) {
      const now = stored.get(urls?.[at] ?? old[1]);
      // With a mapping, several URLs may lead to one: the first one is compared.
      if (!now || (map !== null && met.has(now[0]))) {
        pairs.push([old[0], 0]);
        continue;
      }
      met.add(now[0]);
      onPair(old[0], now[0]);
      if (isSame(old, now, map)) found.same();
      else pairs.push([old[0], now[0]]);
    }
    const olds = before.states.ofIds(pairs.map(([old]) => old));
    const nows = after.states.ofIds(pairs.flatMap(([, now]) => (now === 0 ? [] : now)));
    for (const pair of pairs) {
      const [old, now] = [olds.get(pair[0]) ?? null, nows.get(pair[1]) ?? null];
      if (old === null) continue;
      const group = now === null ? found.only(0, old) : found.both(old, now);
      if (group >= 0) keep(group, old, now);
    }
    done += block.length;
    yield done;
  }
  for (let last = 0; ; ) {
    const ids = after.states.idsAfter(last, idsOfStep);
    const unmet = ids.filter(id => !met.has(id));
    for (let from = 0; from < unmet.length; from += blockRows) {
      for (const state of after.states.ofIds(unmet.slice(from, from + blockRows)).values())
        keep(found.only(1, state), null, state);
      yield done;
    }
    done += ids.length;
    yield done;
    if (ids.length < idsOfStep) break;
    last = ids.at(-1) ?? last;
  }
  return found.result(settingChanges(before.settings, after.settings));
}

/** True if no compared value can differ. A mapping first rewrites the target URLs of the first crawl as in the second. */
function isSame(old: BriefState, now: BriefState, map: MapUrl | null): boolean {
  if (old[3] !== now[3]) return false;
  for (let at = 4; at < old.length; at += 1) {
    const was = old[at];
    if ((map !== null && at < 6 && typeof was === 'string' ? map(was) : was) !== now[at]) return false;
  }
  return true;
}

/** The targets of a URL, from its state. */
const targetsOf = ({ id, url, canonical, canonicalUrl, redirectUrl }: UrlState): UrlTargets => ({
  canonical: canonical === id ? url : (canonicalUrl ?? ''),
  redirect: redirectUrl ?? '',
});

function mappedTargets({ canonical, redirect }: UrlTargets, map: MapUrl | null): UrlTargets {
  if (map === null) return { canonical, redirect };
  return { canonical: canonical === '' ? '' : map(canonical), redirect: redirect === '' ? '' : map(redirect) };
}

/** All URLs of a crawl in order of id. */
function* inBlocks({ states }: CrawlSide): Generator<readonly BriefState[]> {
  for (let last = 0; ; ) {
    const block = states.briefAfter(last, blockRows);
    yield block;
    if (block.length < blockRows) return;
    last = block.at(-1)?.[0] ?? last;
  }
}

/** A set of small numbers, a bit each. */
class Bits {
  private words = new Uint8Array(1_024);

  add(at: number): void {
    if (at >> 3 >= this.words.length) {
      const more = new Uint8Array(Math.max(this.words.length * 2, (at >> 3) + 1));
      more.set(this.words);
      this.words = more;
    }
    this.words[at >> 3] = (this.words[at >> 3] as number) | (1 << (at & 7));
  }

  has(at: number): boolean {
    return (((this.words[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  }
}

/** Settings that decide who reads robots.txt, the most telling setting first. */
const readingSettings = ['profile', 'profiles'] as const;

function settingChange(name: string, before: CrawlSide, after: CrawlSide): SettingChange {
  const word = ({ settings }: CrawlSide): string => settingWords((settings as unknown as Record<string, unknown>)[name]);
  return { name, before: word(before), after: word(after) };
}

/** The rule that says how far the site's robots.txt binds: of many that changed, the one of this site. */
function siteRuleChange(before: CrawlSide, after: CrawlSide, old: UrlState, now: UrlState): SettingChange | null {
  const rules = [obedienceFor(before.settings, old.origin), obedienceFor(after.settings, now.origin)] as const;
  if (rules[0].robots === rules[1].robots && rules[0].setting === rules[1].setting) return null;
  const word = ({ setting }: SiteObedience): string => setting || 'no rule';
  return { name: 'siteRules', before: word(rules[0]), after: word(rules[1]) };
}

/** The edits of robots.txt that explain why the deciding lines differ. */
class RobotsEdits {
  private readonly before: CrawlSide;
  private readonly after: CrawlSide;
  private readonly pairs = new Map<
    string,
    { readonly causes: Causes; readonly old: RobotsVersion; readonly now: RobotsVersion }
  >();

  constructor(before: CrawlSide, after: CrawlSide) {
    this.before = before;
    this.after = after;
  }

  between(old: UrlState, now: UrlState): CrawlChange | null {
    const base = { kind: 'robots' as const, origin: now.origin, edit: 'access', name: '', oldLine: 0, newLine: 0 };
    if (old.robots === null || now.robots === null) {
      const words = (version: number | null): string => (version === null ? 'not asked' : 'asked');
      return { ...base, before: words(old.robots), after: words(now.robots) };
    }
    const pair = this.pair(old.robots, now.robots);
    if (!pair) return null;
    const isSameText = sameBytes(pair.old.bodyHash, pair.now.bodyHash) && pair.old.status === pair.now.status;
    if (isSameText) {
      const rule = siteRuleChange(this.before, this.after, old, now);
      if (rule) return { ...base, kind: 'site-rule', origin: '', edit: '', ...rule };
      const change = readingSettings
        .map(name => settingChange(name, this.before, this.after))
        .find(each => each.before !== each.after);
      return change ? { ...base, kind: kindOfSetting(change.name), origin: '', edit: '', ...change } : null;
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
    const [before, after] = [judgeFrom(this.before, first), judgeFrom(this.after, second)];
    const pair = { causes: new Causes(before, after, diffOfFiles(before, after)), old: first, now: second };
    this.pairs.set(key, pair);
    const [oldest] = this.pairs.keys();
    if (this.pairs.size > keptPairs && oldest !== undefined) this.pairs.delete(oldest);
    return pair;
  }
}

function judgeFrom({ robots, settings }: CrawlSide, version: RobotsVersion): Judge {
  const { profile, dialect } = crawlerFor(
    { ownProfile: () => settings.profile, profiles: () => profileSet(settings.profiles) },
    '',
  );
  return judgeOf(accessNow(version, dialect), bytesOf(robots, version), dialect, profile);
}

const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === b || (a !== null && b !== null && Buffer.compare(a, b) === 0);
