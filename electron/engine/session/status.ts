import { basename } from 'node:path';
import { type ResponsePace, recentMs, usualMs } from '#core/frontier/guards.ts';
import { hostLimitOf, hostSpeedOf } from '#core/frontier/host-limits.ts';
import { durationWords } from '#shared/explain/duration.ts';
import { pausesHost } from '#shared/explain/reasons.ts';
import type { CrawlSettings, CrawlState, CrawlStatus, HostStatus, PauseReason, WaitReason } from '#shared/model/crawl.ts';
import type { CredentialUse } from '#shared/model/credentials.ts';
import type { DiskWait } from '#shared/model/disk-wait.ts';
import type { FileRequests } from '#shared/model/file-requests.ts';
import type { Store } from '#storage/store.ts';
import { type CrawlRow, storedLimitEvent } from '#storage/tables/crawls.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import type { Crawl } from '../crawl/crawl.ts';
import type { Slot } from '../crawl/slot.ts';
import { ofServer } from '../robots/gate.ts';

const maxHosts = 200;
/** Kind of the event that says which limit for stored pages, in bytes, left out the first. */

export interface StatusParts {
  readonly file: string;
  readonly store: Store;
  readonly crawl: Crawl | null;
  readonly diskWait: DiskWait | null;
  readonly row: CrawlRow;
  /** The state as it is now: a "running" without a living owner is an interrupted crawl. */
  readonly state: CrawlState;
  readonly detail: string;
  readonly settings: CrawlSettings;
  readonly waiting: FileRequests | null;
  readonly mayRenderAsked: boolean;
  /** Path of the file before it was converted; null if it was not. */
  readonly original: string | null;
  /** Credentials whose values this session does not have. */
  readonly missing: readonly CredentialUse[];
  readonly now: number;
}

/** Everything the overview and `crawlscope status` show, from the counters kept in memory. */
export function statusOf(parts: StatusParts): CrawlStatus {
  const { store, crawl, row, settings, now } = parts;
  const { tally } = store;
  const state = (name: string) => tally.states.get(name) ?? 0;
  const queued = state('queued');
  const rate = crawl?.rate() ?? 0;
  return {
    file: parts.file,
    state: parts.state,
    detail: parts.detail,
    seeds: settings.seeds,
    startedAt: row.startedAt,
    endedAt: parts.state === 'running' || parts.state === 'paused' ? null : row.endedAt,
    runningMs: store.crawl.runningMs(parts.state === 'running' ? now : (row.heartbeatAt ?? now)),
    now,
    urls: tally.urls,
    decisions: tally.decided,
    queued,
    inFlight: crawl?.inFlight ?? 0,
    fetched: state('done'),
    failed: state('failed'),
    disregarded: state('disregarded'),
    fetches: tally.fetches,
    bytes: tally.bytes,
    rate,
    etaMs:
      parts.state === 'running' && rate > 0
        ? Math.round((Math.min(queued, Math.max(0, settings.maxPages - state('done'))) / rate) * 1000)
        : null,
    reasons: [...tally.reasons]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    statuses: [...tally.statuses].map(([status, count]) => ({ status, count })).sort((a, b) => a.status - b.status),
    mayList: [...tally.listings].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count),
    ...checks(store),
    ...hosts(parts),
    failingAssertions: store.drafts.failing(),
    settings,
    ...outageOf(crawl),
    ...storedLimitOf(store),
    ...(parts.diskWait ? { diskWait: parts.diskWait } : {}),
    ...(parts.original === null ? {} : { keptAs: basename(parts.original) }),
    ...(parts.mayRenderAsked ? {} : { asksToRender: true as const }),
    ...(parts.waiting ? { waiting: parts.waiting } : {}),
    ...(parts.missing.length > 0 && (parts.state !== 'finished' || queued > 0) ? { missingCredentials: parts.missing } : {}),
  };
}

const outageOf = (crawl: Crawl | null): Pick<CrawlStatus, 'outage'> => {
  const outage = crawl?.outage() ?? null;
  return outage === null ? {} : { outage };
};

const storedLimitOf = ({ crawl }: Store): Pick<CrawlStatus, 'storedLimit'> => {
  const storedLimit = Number(crawl.lastEvent(storedLimitEvent)?.detail ?? 0);
  return storedLimit > 0 ? { storedLimit } : {};
};

const checks = (store: Store): Pick<CrawlStatus, 'checks'> => {
  const counts = store.checks.counts();
  return counts.length === 0 ? {} : { checks: counts };
};

function hosts({ store, crawl, state, settings, now }: StatusParts): { hosts: HostStatus[]; hostsTotal: number } {
  const worked = [...store.tally.origins.entries()].sort((a, b) => b[1].queued - a[1].queued || b[1].fetched - a[1].fetched);
  const list: HostStatus[] = [];
  for (const [id, counts] of worked.slice(0, maxHosts)) {
    const slot = crawl?.slots.get(id);
    const record = slot?.record ?? store.origins.byId(id);
    if (!record) continue;
    const version =
      record.robotsId === null ? undefined : slot?.reading ? ofServer(slot.reading).version : store.robots.byId(record.robotsId);
    const waiting = waitReason(record, slot, counts.queued, state, now);
    const speed = hostSpeedOf(settings, record);
    const delayMs = record.robotsId === null ? speed.delayMs : record.delayMs;
    list.push({
      origin: record.key,
      fetched: counts.fetched,
      queued: counts.queued,
      failed: counts.failed,
      blocked: counts.blocked,
      robots: slot?.reading?.stale ? 'stale' : (version?.access ?? 'unknown'),
      delayMs,
      delayLine: record.delayLine,
      robotsVersion: record.robotsId,
      waiting,
      nextAt:
        waiting === 'crawl-delay' || waiting === 'own-delay' || waiting === 'slow-server' || waiting === 'back-off'
          ? Math.max(record.nextAt, record.backoffUntil)
          : null,
      detail: detailOf(record, waiting, delayMs, hostLimitOf(settings.hostLimits, record)?.rate, slot?.guard.pace),
    });
  }
  return { hosts: list, hostsTotal: worked.length };
}

const isPause = (reason: string): reason is PauseReason => pausesHost(reason);

function waitReason(
  record: OriginRecord,
  slot: (Pick<Slot, 'inFlight' | 'robotsInFlight' | 'reading'> & Partial<Pick<Slot, 'guard'>>) | undefined,
  queued: number,
  state: CrawlState,
  now: number,
): WaitReason {
  if (isPause(record.pausedReason)) return record.pausedReason;
  if (queued === 0 && !slot?.inFlight) return 'idle';
  if (state !== 'running') return 'crawl-not-running';
  if (slot?.robotsInFlight) return 'robots-pending';
  if (slot?.inFlight) return 'in-flight';
  if (record.backoffUntil > now) return 'back-off';
  if (!slot?.reading) return 'robots-pending';
  if (record.nextAt > now && (slot.guard?.pace.extraMs ?? 0) > record.delayMs) return 'slow-server';
  if (record.nextAt > now) return record.delayLine > 0 ? 'crawl-delay' : 'own-delay';
  return 'ready';
}

function detailOf(
  record: OriginRecord,
  waiting: WaitReason,
  delayMs: number,
  rate: string | undefined,
  pace: ResponsePace | undefined,
): string {
  switch (waiting) {
    case 'crawl-delay':
      return `robots.txt line ${record.delayLine} requires ${durationWords(delayMs)} between requests`;
    case 'own-delay':
      return `your own delay of ${durationWords(delayMs)}${rate === undefined ? '' : ` and your rate of ${rate}`}`;
    case 'back-off':
      return record.backoffDetail;
    case 'delay-too-long':
      return `robots.txt line ${record.delayLine} requires ${durationWords(delayMs)}, longer than your limit; Crawlscope does not shorten it`;
    case 'robots-pending':
      return 'its robots.txt is requested first';
    case 'host-failing':
      return 'too many of its responses failed; it is requested again when you resume';
    case 'slow-server':
      return pace
        ? `responses take ${durationWords(recentMs(pace))}, usually ${durationWords(usualMs(pace))}, so Crawlscope waits ${durationWords(pace.extraMs)} between them`
        : '';
    case 'host-unreachable':
      return 'the host stopped responding; it is requested again when you resume';
    case 'robots-unreachable':
      return 'its robots.txt could not be read; it is requested again when you resume';
    default:
      return '';
  }
}
