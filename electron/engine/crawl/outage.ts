import { networkOutage } from '#core/decision/waiting.ts';
import { NetworkWatch, type Suspicion, signOf } from '#core/frontier/network-watch.ts';
import { outageSentence } from '#shared/explain/outage.ts';
import type { UrlState } from '#shared/model/decision.ts';
import type { FetchFailure, FetchOutcome } from '#shared/model/fetch.ts';
import type { OutageStatus } from '#shared/model/outage.ts';
import { claimRobots, occupy } from './claim.ts';
import type { CrawlContext, Job } from './context.ts';
import { LoginPages } from './login-pages.ts';
import type { Slot } from './slot.ts';

/** Waits between two tries to reach hosts, milliseconds. The last one repeats. */
const tryWaitsMs = [5_000, 10_000, 20_000, 30_000];
/** Requests of one try. */
const mostOfTry = 3;
/** Failures that are remembered in case they turn out to be our own. */
const mostRecent = 10_000;
const recentMs = 60_000;
const mostAnswering = 8;

/** A finished request that may belong to an outage. */
interface Recent {
  readonly job: Job;
  readonly mono: number;
  /** It went to the host of a login page. */
  readonly isOfLogin: boolean;
}

interface Outage {
  readonly kind: Suspicion['kind'];
  readonly sinceAt: number;
  readonly detail: string;
  readonly where: string;
  /** Monotonic milliseconds at which the crawl gives up. */
  readonly untilMono: number;
  readonly untilAt: number;
  readonly suspects: readonly Slot[];
  /** Suspects that failed again, and living hosts that responded, since the outage was found. */
  readonly failedAgain: Set<Slot>;
  livingAnswered: boolean;
  nextMono: number;
  tries: number;
  /** Requests of the current try that are under way. */
  readonly trying: Set<Slot>;
}

/** Ends a wait that was too long: what the crawl says afterwards. */
export interface OutageEnd {
  readonly detail: string;
}

/**
 * Notices that our own network is down. Then no page is requested, failed attempts do not count, and robots.txt of a few hosts is
 * requested now and then until one responds.
 */
export class OutageGuard {
  readonly #context: CrawlContext;
  readonly #watch = new NetworkWatch();
  readonly #logins: LoginPages;
  #recent: Recent[] = [];
  /** Hosts that responded last, the newest first. */
  #answering: Slot[] = [];
  #outage: Outage | null = null;

  constructor(context: CrawlContext) {
    this.#context = context;
    this.#logins = new LoginPages(context.parts.settings);
  }

  get isOn(): boolean {
    return this.#outage !== null;
  }

  /** Monotonic time of the next try. */
  get nextMono(): number {
    return this.#outage?.nextMono ?? Number.POSITIVE_INFINITY;
  }

  status(now: number, mono: number): OutageStatus | null {
    const outage = this.#outage;
    if (!outage) return null;
    const { kind, sinceAt: since, detail, untilAt: until } = outage;
    return { kind, since, detail, nextTryAt: Math.round(now + Math.max(0, outage.nextMono - mono)), until };
  }

  /** The user wants a try at once. */
  tryNow(mono: number): void {
    if (this.#outage) this.#outage.nextMono = mono;
  }

  /** Why the crawl ends now, null if it goes on waiting. */
  givesUp(mono: number): OutageEnd | null {
    const outage = this.#outage;
    return outage && mono >= outage.untilMono ? { detail: outage.detail } : null;
  }

  /**
   * Looks at the end of a request before it is settled. Returns the outcome to settle: as it came, or marked as our own fault. Inside
   * the caller's transaction.
   */
  look(job: Job, outcome: FetchOutcome, mono: number): FetchOutcome {
    if (this.#context.parts.settings.networkWaitMs === 0) return outcome;
    if (outcome.kind === 'failure' && outcome.cause === 'cancelled') return outcome;
    const login = this.#logins.signOf(job, outcome, mono);
    const byLogin = login?.isOwn === true;
    if (byLogin && this.#outage?.kind === 'portal') return ours(outcome, login.where);
    const where = login?.isOwn === false ? login.where : '';
    const sign = byLogin ? ({ kind: 'answered', byLogin } as const) : signOf(outcome, where);
    if (sign.kind === 'none') return outcome;
    const { at: slot } = job;
    if (sign.kind === 'answered') {
      if (byLogin) this.#remember({ job, mono, isOfLogin: true });
      else if (this.#answering[0] !== slot) {
        this.#answering = [slot, ...this.#answering.filter(each => each !== slot)].slice(0, mostAnswering);
      }
      this.#watch.saw(slot.record.key, sign, mono);
      if (this.#outage) this.#answered(slot, outcome.timings.endedAt);
      return outcome;
    }
    const suspicion = this.#watch.saw(slot.record.key, sign, mono);
    if (this.#outage) {
      this.#failedAgain(slot, outcome);
      // The hosts that fail are to blame after all, or the network works.
      return this.#outage ? ours(outcome, where) : outcome;
    }
    if (!suspicion) {
      this.#remember({ job, mono, isOfLogin: false });
      return outcome;
    }
    this.#begin(suspicion, outcome, mono);
    return ours(outcome, where);
  }

  /** Requests that show whether the network works again, when it is time for them. Inside the caller's transaction. */
  claim(now: number, mono: number): Job[] {
    const outage = this.#outage;
    if (!outage || mono < outage.nextMono || outage.trying.size > 0) return [];
    const jobs: Job[] = [];
    for (const slot of this.#candidates(outage)) {
      if (jobs.length === mostOfTry) break;
      if (slot.robotsInFlight) continue;
      slot.robotsTrail = [];
      const job = claimRobots(this.#context, slot, now, mono);
      if (!job) continue;
      occupy(this.#context, job, now);
      outage.trying.add(slot);
      jobs.push(job);
    }
    if (jobs.length > 0) outage.tries += 1;
    outage.nextMono = mono + (jobs.length === 0 ? 500 : (tryWaitsMs[Math.min(outage.tries, tryWaitsMs.length - 1)] ?? 0));
    return jobs;
  }

  /** A request of a try ended, whatever came of it. */
  tried(slot: Slot): void {
    this.#outage?.trying.delete(slot);
  }

  #candidates({ kind, suspects, tries }: Outage): Slot[] {
    const from = suspects.length === 0 ? 0 : (tries * 2) % suspects.length;
    const turned = [...suspects.slice(from), ...suspects.slice(0, from)];
    const [living] = this.#answering.filter(slot => !suspects.includes(slot));
    if (kind === 'hosts') return living ? [living, ...turned] : turned;
    return living ? [...turned.slice(0, mostOfTry - 1), living, ...turned.slice(mostOfTry - 1)] : turned;
  }

  #remember(recent: Recent): void {
    while (
      this.#recent.length > 0 &&
      (this.#recent.length >= mostRecent || (this.#recent[0]?.mono ?? 0) < recent.mono - recentMs)
    )
      this.#recent.shift();
    this.#recent.push(recent);
  }

  #begin(suspicion: Suspicion, outcome: FetchOutcome, mono: number): void {
    const { store, settings, clock, onChange } = this.#context.parts;
    const now = clock.now();
    const hosts = new Set(suspicion.hosts);
    const suspects = [...this.#context.slots.values()].filter(({ record }) => hosts.has(record.key));
    const sinceAt = Math.round(now - (mono - suspicion.sinceMono));
    const detail = outageSentence({
      ...{ kind: suspicion.kind, hosts: hosts.size, of: suspicion.of, where: suspicion.where },
      detail: outcome.kind === 'failure' ? outcome.detail : '',
    });
    this.#outage = {
      ...{ kind: suspicion.kind, sinceAt, detail, where: suspicion.where, suspects },
      untilMono: mono + settings.networkWaitMs,
      untilAt: now + settings.networkWaitMs,
      ...{ failedAgain: new Set(), trying: new Set(), livingAnswered: false, tries: 0 },
      nextMono: mono + (tryWaitsMs[0] ?? 0),
    };
    for (const { job, mono: at, isOfLogin } of this.#recent)
      if (at >= suspicion.sinceMono && (isOfLogin || hosts.has(job.at.record.key))) this.#undo(job, now);
    this.#recent = [];
    this.#answering = this.#answering.filter(slot => !suspects.includes(slot));
    store.crawl.event(now, 'network-down', detail);
    onChange();
  }

  /** A request that ended before the outage was noticed belongs to it: its URL waits again, and its host is not to blame. */
  #undo(job: Job, now: number): void {
    const { store, settingsId } = this.#context.parts;
    for (const slot of new Set([job.at, job.slot])) {
      const { record } = slot;
      slot.robotsFailures = 0;
      slot.robotsTrail = [];
      slot.failingSince = null;
      record.backoffCount = 0;
      record.backoffUntil = Math.min(record.backoffUntil, now);
      if (record.pausedReason === 'robots-unreachable' || record.pausedReason === 'host-unreachable') {
        record.pausedReason = '';
        slot.reading = null;
        record.robotsExpiresAt = 0;
      }
      if (job.kind === 'robots') record.robotsExpiresAt = 0;
      this.#context.changed(slot);
    }
    if (job.kind === 'sitemap') store.sitemaps.again(job.sitemap.id, 0, '');
    if (job.kind !== 'page') return;
    const url = store.urls.byId(job.record.id);
    const undone: readonly UrlState[] = ['queued', 'failed', 'done'];
    if (!url || !undone.includes(url.state)) return;
    const decisionId = store.urls.decide(url.id, networkOutage(job.fetch), now, settingsId);
    store.urls.change(url, { state: 'queued', reason: 'network-outage', decisionId, attempts: job.record.attempts, dueAt: 0 });
    this.#context.wake(job.slot.record.id);
  }

  #answered(slot: Slot, at: number): void {
    const outage = this.#outage;
    if (!outage) return;
    if (outage.kind === 'hosts' && !outage.suspects.includes(slot)) {
      outage.livingAnswered = true;
      this.#proveHosts(outage, at);
      return;
    }
    this.#end(at, 'The network works again.');
  }

  #failedAgain(slot: Slot, outcome: FetchOutcome): void {
    const outage = this.#outage;
    if (!outage) return;
    // A refusal comes from the host, so there is a way to it.
    const isRefused = outcome.kind === 'failure' && outcome.detail.includes('ECONNREFUSED');
    if (outage.kind === 'link' && isRefused) {
      this.#end(outcome.timings.endedAt, 'The network works again.');
      return;
    }
    if (outage.kind !== 'hosts' || !outage.trying.has(slot)) return;
    outage.failedAgain.add(slot);
    this.#proveHosts(outage, outcome.timings.endedAt);
  }

  /** Another host responds and the suspects still fail: they are down, not the network. */
  #proveHosts({ livingAnswered, failedAgain, suspects }: Outage, at: number): void {
    if (!livingAnswered || failedAgain.size < Math.min(2, suspects.length)) return;
    this.#watch.prove(suspects.map(({ record }) => record.key));
    this.#end(at, 'Other hosts respond, so the hosts that failed are down themselves.');
  }

  #end(at: number, why: string): void {
    const { store, onChange } = this.#context.parts;
    this.#outage = null;
    this.#recent = [];
    this.#watch.clear();
    store.crawl.event(at, 'network-up', why);
    for (const { id } of store.origins.withWork()) this.#context.wake(id);
    onChange();
  }
}

/** The same outcome as a failure of our own network. */
function ours(outcome: FetchOutcome, where: string): FetchFailure {
  if (outcome.kind === 'failure') return { ...outcome, ownOutage: true };
  const { status, headers, wireBytes, remoteAddress, timings } = outcome;
  const detail = `a login page of the network responded in place of the host (${where})`;
  return { kind: 'failure', cause: 'cancelled', detail, status, headers, wireBytes, remoteAddress, timings, ownOutage: true };
}
