import { createHash } from 'node:crypto';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { asksForPause } from '#core/frontier/host-clock.ts';
import { hostSpeedOf } from '#core/frontier/host-limits.ts';
import { effectiveDelay } from '#core/frontier/politeness.ts';
import type { InForce, JournalEntry } from '#core/politeness-report/journal.ts';
import { politenessReport } from '#core/politeness-report/report.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { ownRobotsFor } from '#core/robots/own-robots.ts';
import { inherited, obedienceFor } from '#core/robots/site-rules.ts';
import { originOf } from '#core/url/authority.ts';
import { ownRobotsName } from '#shared/explain/own-robots.ts';
import { headerValue } from '#shared/header-values.ts';
import { largest } from '#shared/lists.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { PolitenessCertificate } from '#shared/model/politeness.ts';
import { fail } from '#shared/rpc/errors.ts';
import { storedHeaders } from '#storage/file/stored-json.ts';
import type { JournalReads, JournalRow } from '#storage/tables/journal.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable, RobotsVersion } from '#storage/tables/robots-versions.ts';
import type { RobotsReading } from '../crawl/slot.ts';
import { isUsable, readingOf } from '../robots/gate.ts';

export interface CertificateSource {
  readonly journal: JournalReads;
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly robots: Pick<RobotsTable, 'all' | 'body'>;
  /** Settings of a version, with what files of earlier versions lack. */
  settings(id: number): CrawlSettings;
  readonly crawlState: string;
}

interface TimedSettings {
  readonly id: number;
  readonly at: number;
  readonly used: CrawlSettings;
}

/**
 * How politely a host was crawled, computed from the journal alone. Throws for an origin that is not in the file.
 * Versions of robots.txt are numbered as when version `upTo` (an id) was the newest, so that an older document can be
 * reproduced.
 */
export function politenessCertificate(
  source: CertificateSource,
  originKey: string,
  upTo = Number.MAX_SAFE_INTEGER,
): PolitenessCertificate {
  const origin = source.origins.byKey(originKey) ?? fail('not_found', `${originKey} is not an origin of this crawl.`);
  const digest = createHash('sha256');
  let rows = 0;
  const take = (row: readonly unknown[]): void => {
    digest.update(`${JSON.stringify(row)}\n`);
    rows += 1;
  };
  const entries: JournalEntry[] = [];
  const agents = new Map<string | null, string>();
  for (const row of source.journal.attempts(origin.id)) {
    take(['fetch', ...Object.values(row)]);
    entries.push(entryOf(row, agents));
  }
  // Imported versions were never in force.
  const all = source.robots.all(origin.id);
  const numbered = all.filter(({ id }) => id <= upTo);
  const numbers = new Map(numbered.map(({ id }, at) => [id, at + 1]));
  const numberOf = ({ id }: RobotsVersion): number => numbers.get(id) ?? 0;
  const versions = all.filter(each => each.source !== 'import');
  for (const version of versions)
    take(['robots', version.id, version.firstSeenAt, version.access, version.status, version.cause, hex(version)]);
  const settings = source.journal.settings().map(({ id, at, json }): TimedSettings => {
    take(['settings', id, at, json]);
    return { id, at, used: source.settings(id) };
  });
  const inForce = spansOf(source, originKey, versions, settings, numberOf);
  const report = politenessReport(entries, { inForce, parseDate: Date.parse });
  return {
    origin: originKey,
    journal: digest.digest('hex'),
    rows,
    crawlState: source.crawlState,
    newest: Math.max(0, largest(numbered.map(({ id }) => id))),
    versions: versions.map(version => {
      const delay = readingIn(source, originKey, version, settings.at(-1)?.used)?.delay ?? null;
      return {
        number: numberOf(version),
        firstSeenAt: version.firstSeenAt,
        lastSeenAt: version.lastSeenAt,
        access: version.access,
        status: version.status,
        hash: hex(version),
        delayMs: delay && delay.seconds * 1000,
        delayLine: delay?.line ?? 0,
      };
    }),
    settings: settings.map(({ id, at, used }) => ({ id, at, delayMs: used.delayMs, profile: used.profile })),
    report,
  };
}

const hex = ({ bodyHash }: RobotsVersion): string | null => (bodyHash ? Buffer.from(bodyHash).toString('hex') : null);

function entryOf(row: JournalRow, agents: Map<string | null, string>): JournalEntry {
  // All requests of a crawl carry few different headers.
  let userAgent = agents.get(row.requestHeaders);
  if (userAgent === undefined) {
    userAgent = headerIn(row.requestHeaders, 'user-agent') ?? '';
    agents.set(row.requestHeaders, userAgent);
  }
  const throttled = asksForPause(row.status);
  const { purpose, target, startedAt, endedAt, outcome, cause, status } = row;
  return {
    purpose,
    target,
    startedAt,
    endedAt,
    outcome,
    cause,
    status,
    wireBytes: row.wireBytes ?? 0,
    userAgent,
    retryAfter: throttled ? headerIn(row.responseHeaders, 'retry-after') : null,
  };
}

const headerIn = (json: string | null, name: string): string | null => headerValue(storedHeaders(json), name);

/** What was in force at an origin over time: delay, robots.txt and the user's settings. */
export function rulesInForce(source: CertificateSource, origin: { readonly id: number; readonly key: string }): InForce[] {
  const versions = source.robots.all(origin.id).filter(each => each.source !== 'import');
  const settings = source.journal.settings().map(({ id, at }): TimedSettings => ({ id, at, used: source.settings(id) }));
  return spansOf(source, origin.key, versions, settings, ({ id }) => id);
}

/** The readings in force over time: a new one with every version of robots.txt and every settings version. */
function spansOf(
  source: CertificateSource,
  origin: string,
  versions: readonly RobotsVersion[],
  settings: readonly TimedSettings[],
  numberOf: (version: RobotsVersion) => number,
): InForce[] {
  const instants = new Set([...versions.map(each => each.firstSeenAt), ...settings.map(each => each.at)]);
  return [...instants]
    .sort((a, b) => a - b)
    .map((from): InForce => {
      const used = (settings.findLast(each => each.at <= from) ?? settings[0])?.used;
      const known = versions.filter(each => each.firstSeenAt <= from);
      const reading = used && readingAt(source, origin, known, used);
      const named = originOf(origin);
      const own = used && named ? hostSpeedOf(used, named).delayMs : (used?.delayMs ?? 0);
      const delay = effectiveDelay(own, reading?.delay ?? null);
      const { robots: obeyed, setting } = used ? obedienceFor(used, origin) : inherited;
      const ownText = used && ownRobotsFor(used, origin);
      return {
        from,
        robots: reading ? numberOf(reading.version) : null,
        requiredMs: delay.delayMs,
        line: delay.line,
        forbids: reading ? url => forbiddenBy(reading, url) : null,
        override: obeyed === 'never' ? setting : ownText ? ownRobotsName(ownText.origin) : '',
        login: used?.login?.url ?? '',
      };
    });
}

function forbiddenBy(reading: RobotsReading, url: string): { line: number; rule: string } | null {
  const verdict = reading.decide(url);
  const closed = verdict.allowed === true ? reading.strictly(url) : verdict;
  return closed === null || closed.allowed === true ? null : { line: closed.line, rule: closed.rule };
}

/** The reading of the version known last; where that is unreachable, of the last good copy, as the crawl has it (RFC 9309 §2.4). */
function readingAt(
  source: CertificateSource,
  origin: string,
  known: readonly RobotsVersion[],
  used: CrawlSettings,
): RobotsReading | undefined {
  const last = known.at(-1);
  const reading = last && readingIn(source, origin, last, used);
  if (!reading || isUsable(reading.version, reading.dialect, reading.obedience)) return reading;
  const good = known.findLast(each => each.access === 'rules');
  return good ? readingIn(source, origin, good, used) : reading;
}

function readingIn(
  { robots }: CertificateSource,
  origin: string,
  version: RobotsVersion,
  used: CrawlSettings | undefined,
): RobotsReading | undefined {
  const profile = used && profileSet(used.profiles).byId(used.profile);
  const dialect = profile && dialectById(profile.dialect);
  return profile && dialect
    ? readingOf(robots, version, { dialect, names: profile, obedience: obedienceFor(used, origin) })
    : undefined;
}
