import type { CrawlerNames } from '#core/crawlers/profile.ts';
import { effectiveDelay } from '#core/frontier/politeness.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import { decideAccess, type RobotsAccess, type RobotsOutcome, robotsAccess } from '#core/robots/access.ts';
import { decideAs, type Speaker, speakerFor } from '#core/robots/choose/speaker.ts';
import { crawlDelayFor } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { crawlscope } from '#core/robots/dialects/crawlscope.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { type RobotsHop, robotsHop } from '#core/robots/redirects.ts';
import { inherited, type SiteObedience } from '#core/robots/site-rules.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import type { CrawlDelay, RobotsFile } from '#shared/model/robots.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import type { RobotsTable, RobotsVersion } from '#storage/tables/robots-versions.ts';
import { headerOf } from '../crawl/read-page.ts';
import type { RobotsReading, Slot } from '../crawl/slot.ts';
import { ParsedFiles } from './parsed-files.ts';

/**
 * What a stored outcome means in a dialect. The same response can allow a host for one crawler and block it for another. `copyAge`:
 * seconds since an older copy was valid that can be used instead.
 */
export function accessNow(version: RobotsVersion, dialect: Dialect, copyAge: number | null = null): RobotsAccess {
  const failed = version.cause !== null || version.status === null;
  return robotsAccess(
    failed ? { kind: 'network', cause: version.cause ?? '' } : { kind: 'status', status: version.status ?? 0 },
    dialect,
    copyAge,
  );
}

/** The dialects that decide about a site: the profile's, and RFC 9309 if the user always obeys it. */
const asked = (dialect: Dialect, { robots }: SiteObedience): readonly Dialect[] =>
  robots === 'always' ? [dialect, rfc9309] : [dialect];

/** Whether a stored version can be used again. A version that could not be read must be requested again. */
export const isUsable = (version: RobotsVersion, dialect: Dialect, obedience: SiteObedience = inherited): boolean =>
  asked(dialect, obedience).every(each => accessNow(version, each).kind !== 'disallow-all');

/** How a crawl interprets robots.txt. */
export interface ReadAs {
  readonly dialect: Dialect;
  readonly names: CrawlerNames;
  /** The user's setting for the site. */
  readonly obedience?: SiteObedience;
  /** The older copy that is used because the file could not be fetched. */
  readonly isStale?: boolean;
  /** A cache of parsed files. */
  readonly files?: ParsedFiles;
}

type Parsed = (dialect: Dialect) => RobotsFile | null;

/**
 * Prepares a stored version for the decisions of a crawl, with the user's setting for the site. The result does not
 * keep the parsed file. The file comes from the cache `files`, or is parsed again from the stored body. So a crawl of
 * ten thousand hosts does not keep ten thousand files in memory.
 */
export function readingOf(
  table: Pick<RobotsTable, 'body'>,
  version: RobotsVersion,
  { dialect, names, obedience = inherited, isStale = false, files = new ParsedFiles() }: ReadAs,
): RobotsReading {
  const body = () => table.body(version.bodyHash) ?? new Uint8Array();
  const parsed: Parsed = as => (version.access === 'rules' ? files.get(version.id, body, as) : null);
  const first = parsed(dialect);
  const access = accessNow(version, dialect);
  const speaker = speakerFor(first, dialect, names);
  return {
    version,
    stale: isStale,
    dialect,
    get file() {
      return parsed(dialect);
    },
    speaker,
    delay: first && delayOf(parsed, first, { dialect, names }, speaker),
    obedience,
    decide: url => decideAs(speaker, access, parsed(dialect), dialect, url),
    strictly: obedience.robots === 'always' ? strictly(version, parsed, names) : () => null,
  };
}

/** The reading of the file that the server returned, whatever decides in its place. */
export const ofServer = (reading: RobotsReading): RobotsReading => reading.server ?? reading;

/**
 * The reading by which a text of the user decides in place of the server's file. A file that cannot be read still closes its host, and a
 * site that is never obeyed needs no text. `own`: the stored text.
 */
export function inPlaceOf(
  server: RobotsReading,
  table: Pick<RobotsTable, 'body'>,
  own: RobotsVersion,
  readAs: Pick<ReadAs, 'dialect' | 'names' | 'obedience' | 'files'>,
): RobotsReading {
  const { speaker, file, decide, strictly: byRfc, ...rest } = readingOf(table, own, readAs);
  const files = readAs.files ?? new ParsedFiles();
  return {
    ...rest,
    ...{ speaker, decide, strictly: byRfc, server, stale: server.stale, delay: server.delay },
    get file() {
      return file === null ? null : files.get(own.id, () => table.body(own.bodyHash) ?? new Uint8Array(), rest.dialect);
    },
  };
}

/** Whether a text of the user may decide in place of this reading of the server's file. */
export const mayBeReplaced = ({ version, dialect, obedience }: RobotsReading): boolean =>
  obedience.robots !== 'never' && isUsable(version, dialect, obedience);

/** The crawl is polite whatever crawler the profile imitates: the longer delay of the profile's dialect and our own applies. */
function delayOf(
  parsed: Parsed,
  file: RobotsFile,
  { dialect, names }: Pick<ReadAs, 'dialect' | 'names'>,
  speaker: Speaker,
): CrawlDelay | null {
  const played = speaker.ignoresGroups ? null : crawlDelayFor(file, dialect, speaker.agent);
  if (dialect.id === crawlscope.id && !speaker.ignoresGroups) return played;
  const read = parsed(crawlscope);
  const ours = read && crawlDelayFor(read, crawlscope, speakerFor(read, crawlscope, names).agent);
  return played && ours ? (ours.seconds > played.seconds ? ours : played) : (played ?? ours);
}

/** RFC 9309 with the crawler's own name; the `*` groups apply too. */
function strictly(version: RobotsVersion, parsed: Parsed, names: CrawlerNames): RobotsReading['strictly'] {
  const access = accessNow(version, rfc9309);
  const own = { productToken: names.productToken, userAgent: names.userAgent };
  const { agent } = speakerFor(parsed(rfc9309), rfc9309, own);
  return url => decideAccess(access, parsed(rfc9309), rfc9309, agent, url);
}

/** How a request ended, for robots.txt or for a URL it redirects to. */
export interface RobotsAnswer {
  readonly origin: Pick<OriginRecord, 'id' | 'robotsId'>;
  /** The URLs requested so far; the outcome is that of the last one. */
  readonly trail: readonly string[];
  /** Id of the recorded fetch. */
  readonly fetch: number;
  readonly outcome: FetchOutcome;
  readonly source: 'crawl' | 'check';
  /** The request let the server confirm a stored copy (RFC 9110 section 13.1). Absent: it did not. */
  readonly isConditional?: boolean;
}

/** Whose rules apply to the response. */
export interface RobotsRules {
  readonly dialect: Dialect;
  readonly obedience: SiteObedience;
}

export type RobotsStep =
  | { readonly kind: 'hop'; readonly url: string }
  /** The file could not be fetched, and no usable copy exists. */
  | { readonly kind: 'unreachable'; readonly version: RobotsVersion }
  | { readonly kind: 'read'; readonly version: RobotsVersion; readonly stale: boolean };

/**
 * Records the version that results from one request for robots.txt. A redirect that is followed makes no version. Runs inside the
 * caller's transaction. A failed request is a version too and never means "allowed".
 */
export function robotsStep(table: RobotsTable, answer: RobotsAnswer, { dialect, obedience }: RobotsRules): RobotsStep {
  const { origin, trail, source } = answer;
  const outcome = wholeOrFailed(answer.outcome);
  const at = outcome.timings.endedAt;
  const { status } = outcome;
  const base = {
    originId: origin.id,
    detail: '',
    cause: null,
    status,
    body: null,
    finalUrl: trail.at(-1) ?? '',
    redirects: JSON.stringify(trail.slice(0, -1)),
    contentType: contentTypeOf(outcome.headers),
    etag: headerOf(outcome, 'etag'),
    lastModified: headerOf(outcome, 'last-modified'),
    fetchId: answer.fetch,
    source,
  };
  const hop = hopOf(outcome, trail, dialect.maxRedirects.value);
  if (hop.kind === 'next') return { kind: 'hop', url: hop.url };
  if (hop.kind === 'ended') {
    const access = plain(robotsAccess({ kind: 'too-many-redirects' }, dialect).kind);
    const detail =
      hop.why === 'no-target' ? 'redirects without a usable target' : `redirected ${trail.length} times without reaching a file`;
    return { kind: 'read', stale: false, version: table.record({ ...base, access, detail }, at) };
  }
  const confirmed =
    status === 304 && answer.isConditional === true && origin.robotsId !== null ? table.byId(origin.robotsId) : undefined;
  if (outcome.kind === 'response' && confirmed?.access === 'rules') {
    table.confirm(confirmed.id, at);
    return { kind: 'read', stale: false, version: table.byId(confirmed.id) ?? confirmed };
  }
  const ending: RobotsOutcome =
    outcome.kind === 'response' ? { kind: 'status', status: outcome.status } : { kind: 'network', cause: outcome.cause };
  // If several dialects decide, the one that blocks the site wins.
  const closes = asked(dialect, obedience).find(each => robotsAccess(ending, each).kind === 'disallow-all');
  const reader = closes ?? dialect;
  const access = plain(robotsAccess(ending, reader).kind);
  const said =
    outcome.kind === 'failure'
      ? { cause: outcome.cause, detail: outcome.detail }
      : { body: access === 'rules' ? outcome.body : null, ...(status === 304 ? { detail: unasked304 } : {}) };
  const version = table.record({ ...base, access, ...said }, at);
  if (version.access !== 'disallow-all') return { kind: 'read', stale: false, version };
  const good = table.lastGood(origin.id);
  if (good && robotsAccess(ending, reader, (at - good.lastSeenAt) / 1000).kind === 'stale')
    return { kind: 'read', stale: true, version: good };
  return { kind: 'unreachable', version };
}

const unasked304 = 'status 304 (not modified), although no stored copy was to be confirmed';

/** The next step after a request for robots.txt. Only responses can redirect. */
export const hopOf = (outcome: FetchOutcome, trail: readonly string[], most: number): RobotsHop =>
  robotsHop(
    trail,
    { status: outcome.kind === 'response' ? outcome.status : null, location: headerOf(outcome, 'location') },
    most,
  );

/** A truncated file may lack the line that disallows a URL. So it counts as unreachable, never as the whole file. */
function wholeOrFailed(answer: FetchOutcome): FetchOutcome {
  if (answer.kind === 'failure' || answer.bodyEnd !== 'truncated') return answer;
  return {
    kind: 'failure',
    cause: 'connection-lost',
    detail: `the connection ended after ${answer.body.length} bytes of the file`,
    status: answer.status,
    headers: answer.headers,
    wireBytes: answer.wireBytes,
    remoteAddress: answer.remoteAddress,
    timings: answer.timings,
  };
}

const plain = (kind: string): 'rules' | 'allow-all' | 'disallow-all' =>
  kind === 'rules' || kind === 'allow-all' ? kind : 'disallow-all';

/** From when and for how long a version applies. */
export interface Enforcement {
  /** When it was requested, in epoch milliseconds. */
  readonly at: number;
  readonly lifetimeMs: number;
  readonly settings: Pick<CrawlSettings, 'delayMs' | 'maxDelayMs'>;
}

/** Applies a version to an origin: its delay and its lifetime. The caller saves the origin. */
export function enforce(slot: Slot, reading: RobotsReading, { at, lifetimeMs, settings }: Enforcement): void {
  const { record } = slot;
  const { maxDelayMs } = settings;
  const delay = effectiveDelay(settings.delayMs, reading.delay);
  slot.reading = reading;
  slot.robotsTrail = [];
  record.robotsId = ofServer(reading).version.id;
  record.robotsCheckedAt = at;
  // A lifetime shorter than the delay would end before the first page. So it lasts for at least one page.
  record.robotsExpiresAt = at + Math.max(lifetimeMs, 2 * delay.delayMs);
  record.delayMs = delay.delayMs;
  record.delayLine = delay.line;
  record.pausedReason = reading.delay && reading.delay.seconds * 1000 > maxDelayMs ? 'delay-too-long' : '';
}
