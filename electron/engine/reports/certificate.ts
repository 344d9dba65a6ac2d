import { createHash } from 'node:crypto';
import { effectiveDelay } from '#core/frontier/politeness.ts';
import type { InForce, JournalEntry } from '#core/politeness-report/journal.ts';
import { politenessReport } from '#core/politeness-report/report.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { profileById } from '#core/robots/profiles.ts';
import { titleOf } from '#shared/explain/describe.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { PolitenessCertificate } from '#shared/model/politeness.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { JournalReads, JournalRow } from '#storage/journal.ts';
import type { OriginTable } from '#storage/origins.ts';
import type { RobotsTable, RobotsVersion } from '#storage/robots-versions.ts';
import { isUsable, readingOf } from '../robots-gate.ts';
import type { RobotsReading } from '../slot.ts';

export interface CertificateSource {
  readonly journal: JournalReads;
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly robots: Pick<RobotsTable, 'all' | 'body'>;
  readonly crawlState: string;
}

type TimedSettings = Pick<CrawlSettings, 'delayMs' | 'profile'> & { readonly id: number; readonly at: number };

/** How politely a host was crawled, computed from the journal alone. Refuses an origin the file does not have. */
export function politenessCertificate(source: CertificateSource, originKey: string): PolitenessCertificate {
  const origin = source.origins.byKey(originKey) ?? fail('not_found', `${originKey} is no origin of this crawl.`);
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
  // What was brought in from elsewhere was never in force.
  const versions = source.robots.all(origin.id).filter(each => each.source !== 'import');
  for (const version of versions)
    take(['robots', version.id, version.firstSeenAt, version.access, version.status, version.cause, hex(version)]);
  const settings: TimedSettings[] = [];
  for (const { id, at, json } of source.journal.settings()) {
    const { delayMs, profile } = JSON.parse(json) as CrawlSettings;
    take(['settings', id, at, delayMs, profile]);
    settings.push({ id, at, delayMs, profile });
  }
  const inForce = spansOf(source, versions, settings);
  const report = politenessReport(entries, {
    inForce,
    parseDate: Date.parse,
    override: ({ urlId, startedAt }) => overrideOf(source.journal, urlId, startedAt),
  });
  return {
    origin: originKey,
    journal: digest.digest('hex'),
    rows,
    crawlState: source.crawlState,
    versions: versions.map(version => {
      const delay = readingIn(source, version, settings.at(-1))?.delay ?? null;
      return {
        id: version.id,
        firstSeenAt: version.firstSeenAt,
        lastSeenAt: version.lastSeenAt,
        access: version.access,
        status: version.status,
        hash: hex(version),
        delayMs: delay && delay.seconds * 1000,
        delayLine: delay?.line ?? 0,
      };
    }),
    settings,
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
  const throttled = row.status === 429 || row.status === 503;
  const { purpose, target, startedAt, endedAt, outcome, cause, status, urlId } = row;
  return {
    purpose,
    target,
    startedAt,
    endedAt,
    outcome,
    cause,
    status,
    urlId,
    wireBytes: row.wireBytes ?? 0,
    userAgent,
    retryAfter: throttled ? headerIn(row.responseHeaders, 'retry-after') : null,
  };
}

function headerIn(json: string | null, name: string): string | null {
  const headers = json === null ? [] : (JSON.parse(json) as readonly (readonly [string, string])[]);
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

/** The readings in force over time: a new one with every version of robots.txt and every settings version. */
function spansOf(source: CertificateSource, versions: readonly RobotsVersion[], settings: readonly TimedSettings[]): InForce[] {
  const instants = new Set([...versions.map(each => each.firstSeenAt), ...settings.map(each => each.at)]);
  return [...instants]
    .sort((a, b) => a - b)
    .map((from): InForce => {
      const used = settings.findLast(each => each.at <= from) ?? settings[0];
      const version = versionAt(versions, from, used);
      const reading = version && readingIn(source, version, used);
      const delay = effectiveDelay(used?.delayMs ?? 0, reading?.delay ?? null);
      return {
        from,
        robots: version?.id ?? null,
        requiredMs: delay.delayMs,
        line: delay.line,
        forbids: reading
          ? url => {
              const verdict = reading.decide(url);
              return verdict.allowed === true ? null : { line: verdict.line, rule: verdict.rule };
            }
          : null,
      };
    });
}

/** The version that spoke at an instant; where it was unreachable, the last good copy, as the crawl has it (RFC 9309 §2.4). */
function versionAt(
  versions: readonly RobotsVersion[],
  at: number,
  settings: TimedSettings | undefined,
): RobotsVersion | undefined {
  const known = versions.filter(each => each.firstSeenAt <= at);
  const last = known.at(-1);
  const dialect = dialectById(profileById(settings?.profile ?? '')?.dialect ?? '');
  if (!last || !dialect || isUsable(last, dialect)) return last;
  return known.findLast(each => each.access === 'rules') ?? last;
}

function readingIn(
  { robots }: CertificateSource,
  version: RobotsVersion,
  settings: TimedSettings | undefined,
): RobotsReading | undefined {
  const profile = profileById(settings?.profile ?? '');
  const dialect = profile && dialectById(profile.dialect);
  return profile && dialect ? readingOf(robots, version, dialect, profile) : undefined;
}

/** Reasons of access decisions that robots.txt itself gives. */
const robotsReasons = new Set(['robots-allow', 'robots-no-rule', 'robots-no-group', 'robots-txt-itself', 'robots-missing']);

function overrideOf(journal: JournalReads, urlId: number | null, at: number): string {
  const reason = urlId === null ? null : journal.acceptedFor(urlId, at);
  return reason === null || robotsReasons.has(reason) ? '' : titleOf(reason);
}
