import { crawlerNamed } from '#core/assertions/crawlers.ts';
import { assertionsFor, type FrozenVerdict } from '#core/assertions/freeze.ts';
import { parseAssertions } from '#core/assertions/parse-assertions.ts';
import { assertionReport, reportOf } from '#core/assertions/report.ts';
import { type AssertionTarget, type Reading, Readings, type RobotsUnderTest } from '#core/assertions/target.ts';
import type { ProfileSet } from '#core/crawlers/profile-set.ts';
import { profileById } from '#core/crawlers/profiles.ts';
import { finish, type Steps } from '#core/steps.ts';
import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import type { AssertionReport, AssertionResult } from '#shared/model/assertions.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Store } from '#storage/store.ts';
import type { AssertionSet } from '#storage/tables/drafts.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { accessNow } from './gate.ts';

/** URLs that a comparison looks at while the crawl waits for it. Ours: a second of work at most. */
const mostUrlsAtOnce = 50_000;

/** The tables assertions are about. */
export type AssertionStore = Pick<Store, 'origins' | 'robots' | 'drafts'>;

/** What is used instead of the version in force, for one origin. */
export type Instead =
  | { readonly origin: string; readonly version: number }
  | { readonly origin: string; readonly draft: RobotsUnderTest };

const underTest = (store: AssertionStore, version: RobotsVersion): RobotsUnderTest => ({
  label: version.finalUrl,
  bytes: version.access === 'rules' ? (store.robots.body(version.bodyHash) ?? new Uint8Array()) : null,
  access: dialect => accessNow(version, dialect),
});

const inForce = (store: AssertionStore, origin: OriginRecord): RobotsVersion | undefined =>
  (origin.robotsId === null ? undefined : store.robots.byId(origin.robotsId)) ?? store.robots.latest(origin.id);

/** The stored crawl as something to put assertions to. Versions are numbered from 1 within their origin. */
export function crawlTarget(store: AssertionStore, origin: string, instead: Instead | null = null): AssertionTarget {
  const unknown = (key: string) => ({ missing: key === '' ? 'No site is named.' : `${key} is not in this crawl.` });
  const versionUnderTest = (record: OriginRecord): RobotsVersion | null => {
    if (instead?.origin === record.key) return 'version' in instead ? (store.robots.byId(instead.version) ?? null) : null;
    return inForce(store, record) ?? null;
  };
  return {
    origin,
    robots(key) {
      if (instead?.origin === key && 'draft' in instead) return instead.draft;
      const record = store.origins.byKey(key);
      if (!record) return unknown(key);
      const version = versionUnderTest(record);
      return version ? underTest(store, version) : { missing: `robots.txt of ${key} was never requested.` };
    },
    version(key, which) {
      const record = store.origins.byKey(key);
      if (!record) return unknown(key);
      const all = store.robots.all(record.id);
      const number = which === 'previous' ? previousOf(all, versionUnderTest(record), inForce(store, record)) : which;
      const found = all[number - 1];
      if (found) return { number, robots: underTest(store, found) };
      if (which === 'previous') return { missing: `No version of ${robotsUrlOf(key)} that could be read comes before it.` };
      const stored = all.length === 1 ? 'one version' : `${all.length} versions`;
      return { missing: `There is no version ${number} of ${robotsUrlOf(key)}: ${all.length === 0 ? 'none' : stored} stored.` };
    },
    urls(key) {
      const record = store.origins.byKey(key);
      return record ? store.drafts.urlsOf(record.id) : null;
    },
  };
}

/** Number of the last readable version before `asked`; a draft (null) counts as after the version in force. 0 for none. */
function previousOf(all: readonly RobotsVersion[], asked: RobotsVersion | null, current: RobotsVersion | undefined): number {
  const before = asked ? all.findIndex(({ id }) => id === asked.id) : all.findIndex(({ id }) => id === current?.id) + 1;
  for (let number = before; number > 0; number -= 1) if (all[number - 1]?.access !== 'disallow-all') return number;
  return 0;
}

export interface AssertionQuery {
  readonly text: string;
  /** The site for paths without a `site` line. Default: the first seed's. */
  readonly origin?: string | undefined;
  /** In place of the version in force: the version of that number, from 1, or a draft. */
  readonly version?: number | undefined;
  readonly draft?: RobotsUnderTest | undefined;
}

/** Runs assertions on a stored crawl. Throws for an unknown origin or version. */
export function runQuery(
  store: AssertionStore,
  fallback: string,
  { text, origin, version, draft }: AssertionQuery,
): AssertionReport {
  const key = origin ?? fallback;
  const record = store.origins.byKey(key);
  if (draft) return assertionReport(text, crawlTarget(store, key, { origin: key, draft }));
  if (origin !== undefined && !record) fail('not_found', `${origin} is not in this crawl.`);
  if (version === undefined) return assertionReport(text, crawlTarget(store, key));
  const all = record ? store.robots.all(record.id) : [];
  const found = all[version - 1] ?? fail('not_found', `robots.txt of ${key} has no version ${version}: ${all.length} stored.`);
  return assertionReport(text, crawlTarget(store, key, { origin: key, version: found.id }));
}

/** Writes the assertions of an origin ('' : of the whole file) and runs them. Inside the caller's transaction. */
export function saveAssertions(store: AssertionStore, key: string, text: string, fallback: string, at: number): AssertionReport {
  const record = key === '' ? null : (store.origins.byKey(key) ?? fail('not_found', `${key} is not in this crawl.`));
  const parsed = parseAssertions(text);
  const report = reportOf(parsed, crawlTarget(store, key || fallback), { mostUrls: mostUrlsAtOnce });
  const saved = store.drafts.saveAssertions(record?.id ?? null, text, at);
  if (!saved) return report;
  for (const origin of new Set(report.results.map(each => each.origin))) {
    const about = store.origins.byKey(origin);
    const version = about && inForce(store, about);
    if (version) noteRun(store, saved, version, ofOrigin(report.results, origin), at);
  }
  return report;
}

const ofOrigin = (results: readonly AssertionResult[], origin: string): AssertionResult[] =>
  results.filter(each => each.origin === origin);

interface Counts {
  readonly met: number;
  readonly unmet: number;
  readonly unchecked: number;
}

function noteRun(
  store: AssertionStore,
  set: AssertionSet,
  version: RobotsVersion,
  results: readonly AssertionResult[],
  at: number,
): Counts {
  const count = (status: AssertionResult['status']): number => results.filter(each => each.status === status).length;
  const counts = { met: count('met'), unmet: count('unmet'), unchecked: count('unchecked') };
  store.drafts.recordRun({ setId: set.id, robotsId: version.id, originId: version.originId, at, ...counts });
  return counts;
}

/**
 * Runs the stored assertions about an origin on a version of its robots.txt that was just stored. Inside the caller's transaction.
 * Records an event for each assertion that newly fails or is met again.
 */
export function checkNewVersion(
  store: AssertionStore & Pick<Store, 'crawl'>,
  origin: OriginRecord,
  version: RobotsVersion,
  fallback: string,
  at: number,
): void {
  const sets = store.drafts.assertionSets();
  if (sets.length === 0) return;
  const wasFailing = store.drafts.failing().some(each => each.origin === origin.key);
  const results = sets.flatMap(set => {
    const key = set.originId === null ? fallback : (store.origins.byId(set.originId)?.key ?? '');
    const target = crawlTarget(store, key, { origin: origin.key, version: version.id });
    const found = reportOf(parseAssertions(set.text), target, { only: origin.key, mostUrls: mostUrlsAtOnce }).results;
    if (found.length > 0) noteRun(store, set, version, found, at);
    return found;
  });
  if (results.length === 0) return;
  const unmet = results.filter(each => each.status === 'unmet');
  const unchecked = results.filter(each => each.status === 'unchecked').length;
  if (unmet.length === 0 && unchecked === 0 && !wasFailing) return;
  const number = store.robots.all(origin.id).findIndex(({ id }) => id === version.id) + 1;
  const lines = unmet.slice(0, 10).map(each => each.line);
  const of = `of ${results.length === 1 ? '1 assertion' : `${results.length} assertions`} about ${origin.key}`;
  const words =
    unmet.length > 0
      ? `${unmet.length} ${of} not met in version ${number} (line ${lines.join(', ')}${unmet.length > lines.length ? ' …' : ''})`
      : unchecked > 0
        ? `${unchecked} ${of} not checkable in version ${number}`
        : `${results.length} ${of} met in version ${number}`;
  store.crawl.event(at, 'assertions', words);
}

/** Assertions made of verdicts. */
export interface Frozen {
  readonly text: string;
  /** URLs without a verdict: robots.txt was never requested, or could not be read. */
  readonly undecided: number;
  /** The origin most of the verdicts are about, '' where there is none. */
  readonly origin: string;
}

/** URLs between two yields. */
const urlsOfStep = 64;

/** A crawler as assertions write it: a profile of the user by token and dialect, since the text is read elsewhere too. */
export function assertedAs(crawler: string, known: ProfileSet): string {
  const profile = profileById(crawler) ? null : known.byId(crawler);
  return profile ? `${profile.productToken}@${profile.dialect}` : crawler;
}

/** Assertions that state the verdicts of today for these URLs. Refuses unknown crawlers. */
export const freezeVerdicts = (store: AssertionStore, urls: Iterable<string>, agent: string): string =>
  finish(freezeInSteps(store, urls, agent)).text;

/** As `freezeVerdicts`, in steps; yields URLs done. */
export function* freezeInSteps(store: AssertionStore, urls: Iterable<string>, agent: string): Steps<Frozen> {
  const crawler = crawlerNamed(agent, null);
  if ('message' in crawler) return fail('bad_request', `${crawler.message} ${crawler.fix}`);
  const target = crawlTarget(store, '');
  const readings = new Readings();
  const byOrigin = new Map<string, Reading | null>();
  const readingFor = (origin: string): Reading | null => {
    const known = byOrigin.get(origin);
    if (known !== undefined) return known;
    const robots = target.robots(origin);
    const reading = 'missing' in robots ? null : readings.of(robots, crawler);
    byOrigin.set(origin, reading?.access.kind === 'disallow-all' ? null : reading);
    return byOrigin.get(origin) ?? null;
  };
  const verdicts: FrozenVerdict[] = [];
  const counts = new Map<string, number>();
  let undecided = 0;
  for (const url of urls) {
    const key = originOf(url)?.key;
    if (key === undefined) continue;
    const allowed = readingFor(key)?.quick(url).allowed ?? null;
    verdicts.push({ url, allowed });
    if (allowed === null) undecided += 1;
    else counts.set(key, (counts.get(key) ?? 0) + 1);
    if (verdicts.length % urlsOfStep === 0) yield verdicts.length;
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return { text: assertionsFor(verdicts, agent), undecided, origin: most?.[0] ?? '' };
}

/** The id of the origin that assertions are about; null for the whole file (''). Refuses an origin that the file lacks. */
export const assertedOrigin = (
  { origins }: { readonly origins: { byKey(key: string): { readonly id: number } | undefined } },
  key: string,
): number | null => (key === '' ? null : (origins.byKey(key)?.id ?? fail('not_found', `${key} is not in this crawl.`)));
