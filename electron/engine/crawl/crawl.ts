import { performance } from 'node:perf_hooks';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { recovered } from '#core/decision/waiting.ts';
import { engineById } from '#core/directives/engines.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { acceptHeaders } from '#fetcher/request-headers.ts';
import type { CrawlState } from '#shared/model/crawl.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { isBusy } from '#storage/file/database.ts';
import { Rate } from '../session/rate.ts';
import { Arrivals } from './arrivals.ts';
import { forSomeTime } from './background.ts';
import { seedCandidate } from './candidates.ts';
import { CheckOffers } from './checks/offers.ts';
import { offerStored } from './checks/stored-offers.ts';
import { claimJobs } from './claim.ts';
import type { CrawlClock } from './clock.ts';
import { CrawlContext, type CrawlParts, type Job } from './context.ts';
import { askAgain, deferOrigin, deferToLimit } from './deferral.ts';
import { correctDepths } from './depths.ts';
import { Discovery } from './discover.ts';
import { endOf } from './ending.ts';
import { loadLanguages } from './languages.ts';
import { offerProbes } from './probes/offer-probes.ts';
import { scopeOf } from './scope.ts';
import type { SettleContext } from './settle.ts';
import { type Done, type LaterTurns, settleJob } from './settle-job.ts';
import type { Slot } from './slot.ts';

const heartbeatMs = 5_000;
/** Pause between two attempts to write while another program locks the file. */
const busyRetryMs = 250;

/** Milliseconds a turn spends on settling responses, and again on background work. */
const sliceMs = 40;
/** How long the depth calculation may delay the end of a crawl that the user stopped. */
const stoppingMs = 1_000;

/** Fixed, whatever limit pages have: RFC 9309 §2.5 requires at least 500 KiB of robots.txt, sitemaps.org allows 50 MiB. */
export const robotsBodyBytes = 1024 * 1024;
/** A check reads no more of a body than tells a bot challenge. */
const fixedBodyBytes = { robots: robotsBodyBytes, sitemap: 50 * 1024 * 1024 + 1, check: 16 * 1024, probe: 512 * 1024 } as const;

/**
 * A crawl's life in one process. One loop, top to bottom: settle the responses and claim the next requests in one transaction, then send them.
 */
export class Crawl {
  readonly #context: CrawlContext;
  readonly #settle: SettleContext;
  readonly #checks: CheckOffers;
  readonly #clock: CrawlClock;
  readonly #abort = new AbortController();
  readonly #recent = new Rate();
  /** Responses that are not settled yet, oldest first. */
  readonly #done: Done[] = [];
  readonly #arrivals = new Arrivals();
  #state: CrawlState = 'new';
  /** Cancels the turn that waits for its time. */
  #cancelTurn: (() => void) | null = null;
  #soon = false;
  #beatAt = 0;
  /** No requests are left. The URLs still in the frontier get their decisions. */
  #ending = false;
  /** The probes of this run are queued. */
  #probed = false;
  #stopping = false;
  /** The crawl's state after a stop request. */
  #stoppedBecause = '';
  /** Another program writes to the file. Monotonic milliseconds of the next attempt. */
  #busyUntil = 0;
  readonly #later: LaterTurns = {
    settle: done => void this.#done.push(done),
    wake: () => this.#schedule(),
    crash: error => this.#crash(error),
  };
  #finish: ((state: CrawlState) => void) | null = null;
  #fail: ((error: unknown) => void) | null = null;

  constructor(parts: CrawlParts) {
    const profile = profileSet(parts.settings.profiles).byId(parts.settings.profile);
    const dialect = profile && dialectById(profile.dialect);
    if (!profile || !dialect) throw new Error(`unknown profile ${parts.settings.profile}`);
    const { store, settings, settingsId } = parts;
    const context = new CrawlContext(parts, profile, dialect);
    const scope = scopeOf(settings);
    const wake = (originId: number) => context.wake(originId);
    const refusedAddress = (host: string) => parts.refusedAddress(host);
    const { hosts } = context;
    const checks = new CheckOffers({ store, settings, settingsId, scope, hosts, wake: id => context.wakeCheck(id) });
    this.#checks = checks;
    this.#context = context;
    this.#clock = parts.clock;
    this.#settle = {
      store,
      settings,
      settingsId,
      discovery: new Discovery({ store, settings, settingsId, scope, checks, refusedAddress, wake }),
      seedDomains: scope.domains,
      directiveProfile: {
        agents: profile.directiveAgents,
        engine: engineById(profile.directives),
        content: { include: settings.contentInclude, exclude: settings.contentExclude },
      },
      wake,
      onPage: page => parts.onPage(page),
    };
  }

  get state(): CrawlState {
    return this.#state;
  }
  /** True until the crawl has settled its last request and its end is on disk. */
  get active(): boolean {
    return this.#finish !== null;
  }
  get inFlight(): number {
    return this.#context.inFlight;
  }
  get slots(): ReadonlyMap<number, Slot> {
    return this.#context.slots;
  }
  /** Requests a second over the last ten seconds. */
  rate(): number {
    return this.#recent.perSecond(performance.now());
  }

  /** Starts or continues; resolves when the crawl has ended for whatever reason, rejects when it could not go on. */
  run(): Promise<CrawlState> {
    const { parts } = this.#context;
    const { store, settings, clock } = parts;
    return new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
      try {
        const at = clock.now();
        store.transaction(() => {
          parts.claim();
          // Another process may have counted the pending links.
          store.inlinks.reload();
          this.#recover(at);
          this.#context.background.add(askAgain(this.#context, at));
          this.#context.background.add(offerStored(this.#context, this.#checks));
          settings.seeds.forEach((url, position) => {
            this.#settle.discovery.discover(seedCandidate(url, position), at);
          });
          for (const record of store.origins.withWork()) this.#context.wake(record.id);
          store.crawl.setState(at, 'running', '', parts.owner);
        });
        this.#state = 'running';
        loadLanguages().then(
          () => this.#schedule(),
          error => this.#crash(error),
        );
      } catch (error) {
        this.#finish = null;
        reject(error);
      }
    });
  }

  pause(): void {
    if (this.#state === 'running') this.#switch('paused', 'Paused by you.');
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#switch('running', '');
    this.#schedule();
  }

  /** Another program locks the file, so this crawl cannot write. Responses wait, and no request starts. */
  get waitsForFile(): boolean {
    return this.#busyUntil > 0;
  }

  /** Stops the crawl: no request starts, and those in flight are aborted and queued again. `because`: the state afterwards. */
  stop(because = 'Stopped by you.'): void {
    if (this.#state !== 'running' && this.#state !== 'paused') return;
    this.#state = 'stopped';
    this.#stoppedBecause = because;
    this.#abort.abort();
    this.#schedule();
  }

  #switch(state: 'running' | 'paused', detail: string): void {
    const { store, clock, onChange } = this.#context.parts;
    store.transaction(() => {
      store.inlinks.settle(clock.now(), state === 'paused' ? 'pause' : '');
      store.crawl.setState(clock.now(), state, detail, this.#context.parts.owner);
    });
    this.#state = state;
    onChange();
  }

  /** After a crash: queues requests that were in flight again. Their hosts wait a full delay from now. */
  #recover(at: number): void {
    const { store, settings, settingsId } = this.#context.parts;
    for (const fetch of store.fetches.interrupted(at)) {
      const url = fetch.urlId === null ? undefined : store.urls.byId(fetch.urlId);
      if (url?.state !== 'leased') continue;
      const decisionId = store.urls.decide(url.id, recovered(fetch.id), at, settingsId);
      store.urls.change(url, { state: 'queued', reason: 'interrupted', decisionId });
    }
    store.sitemaps.requeueLeased();
    store.checks.requeueLeased();
    store.probes.requeueLeased();
    store.origins.recover(at, settings.delayMs);
  }

  #schedule(delay = 0): void {
    if (delay > 0) {
      this.#cancelTurn?.();
      this.#cancelTurn = this.#clock.after(Math.min(Math.ceil(delay), heartbeatMs), () => {
        this.#cancelTurn = null;
        this.#tick();
      });
      return;
    }
    if (this.#soon) return;
    this.#soon = true;
    setImmediate(() => {
      this.#soon = false;
      this.#tick();
    });
  }

  #tick(): void {
    if (!this.#finish) return;
    const wait = this.#busyUntil - this.#clock.mono();
    if (wait > 0) this.#schedule(wait);
    else this.#tryTurn();
  }

  #tryTurn(): void {
    try {
      this.#turn();
      this.#nowBusy(0);
    } catch (error) {
      if (isBusy(error)) {
        this.#nowBusy(this.#clock.mono() + busyRetryMs);
        this.#schedule(busyRetryMs);
      } else this.#crash(error);
    }
  }

  #nowBusy(until: number): void {
    const isNews = until > 0 !== this.#busyUntil > 0;
    this.#busyUntil = until;
    if (isNews) this.#context.parts.onChange();
  }

  /** One turn of the loop. */
  #turn(): void {
    const { store, clock, onChange } = this.#context.parts;
    const context = this.#context;
    this.#arrivals.turn(performance.now());
    let jobs: Job[] = [];
    let counted = false;
    const at = clock.now();
    let settled = 0;
    if (this.#done.length > 0 || !context.background.isEmpty || this.#state !== 'stopped') {
      store.transaction(() => {
        settled = this.#settleSome();
        context.background.run(sliceMs);
        if (this.#state === 'running') jobs = claimJobs(context, at, clock.mono());
        context.saveOrigins();
        counted = store.inlinks.settle(at, this.#state === 'running' ? '' : 'pause');
        if (at - this.#beatAt > heartbeatMs) {
          this.#beatAt = at;
          store.crawl.heartbeat(at);
        }
      });
    }
    for (const job of jobs) this.#send(job);
    if (jobs.length > 0) this.#ending = false;
    if (settled > 0 || jobs.length > 0 || counted) onChange();
    if (this.#done.length > 0 || !context.background.isEmpty) this.#schedule();
    if (this.#state === 'paused') this.#schedule(heartbeatMs);
    else if (this.#state === 'stopped') {
      if (context.inFlight === 0 && context.background.isEmpty) this.#endStopped();
    } else {
      const wait = this.#nextWork(clock.mono());
      const isBusy = context.inFlight > 0 || !context.background.isEmpty;
      if (wait !== null) this.#schedule(Math.max(wait, 1));
      else if (!isBusy) this.#endOfWork();
      else this.#schedule(heartbeatMs);
    }
  }

  /** Settles responses for some milliseconds; the others wait for the next turn. Returns how many it settled. */
  #settleSome(): number {
    const end = performance.now() + sliceMs;
    let settled = 0;
    for (let item = this.#done.shift(); item; item = this.#done.shift()) {
      settleJob(this.#context, this.#settle, item, this.#later);
      settled += 1;
      if (performance.now() >= end) break;
    }
    return settled;
  }

  /** Milliseconds until the next request to any origin is allowed; null when no origin is waiting for a delay. */
  #nextWork(mono: number): number | null {
    const context = this.#context;
    if (context.inFlight >= context.parts.settings.connections) return null;
    let earliest = Number.POSITIVE_INFINITY;
    for (const slot of context.active) {
      if (slot.record.pausedReason || slot.robotsInFlight) continue;
      const due = Math.min(slot.dueMono ?? Number.POSITIVE_INFINITY, slot.checkMono ?? Number.POSITIVE_INFINITY);
      earliest = Math.min(earliest, Math.max(context.earliest(slot), due));
    }
    return earliest === Number.POSITIVE_INFINITY ? null : earliest - mono;
  }

  #send(job: Job): void {
    const { fetcher, limits, settings } = this.#context.parts;
    this.#recent.add(performance.now());
    const conditional = job.kind === 'robots' ? { ifNoneMatch: job.ifNoneMatch, ifModifiedSince: job.ifModifiedSince } : {};
    const method = job.kind === 'check' ? job.check.method : 'GET';
    const userAgent = job.kind === 'probe' ? job.userAgent : settings.userAgent;
    const request = { method, url: job.url, userAgent, accept: acceptHeaders[job.kind], ...conditional };
    const bounded = job.kind === 'page' ? limits : { ...limits, maxBodyBytes: fixedBodyBytes[job.kind] };
    fetcher.fetch(request, bounded, this.#abort.signal).then(
      outcome => {
        this.#done.push({ job, outcome, mono: this.#clock.mono() });
        this.#arrived(job, outcome);
      },
      (error: unknown) => this.#crash(error),
    );
  }

  /** Settles a response at once, or batches pages of fast hosts while at least a quarter of the requests is in flight. */
  #arrived(job: Job, outcome: FetchOutcome): void {
    this.#arrivals.add(outcome.kind === 'response' ? outcome.body.length : 0);
    const gathers =
      job.kind === 'page' &&
      outcome.kind === 'response' &&
      this.#arrivals.isWorthWaiting &&
      this.#done.length < this.#context.inFlight * 0.75;
    if (gathers) this.#arrivals.wait(() => this.#schedule());
    else this.#schedule();
  }

  /** The user stopped the crawl. Depths are updated first; if that takes too long, the next run continues. */
  #endStopped(): void {
    const { store, clock } = this.#context.parts;
    if (this.#stopping || store.urls.depths.isSettled) {
      this.#end('stopped', this.#stoppedBecause);
      return;
    }
    this.#stopping = true;
    this.#context.background.add(forSomeTime(correctDepths(this.#settle, clock.now()), stoppingMs));
    this.#schedule();
  }

  /** No request is possible: the crawl is done, or it waits for something only the user can change. */
  #endOfWork(): void {
    const context = this.#context;
    const { store, settings, clock } = context.parts;
    const limit = context.limitReached();
    const paused = [...context.slots.values()].filter(slot => slot.record.pausedReason);
    if (!store.urls.depths.isSettled) {
      // A shorter path may bring back a URL that was too deep.
      context.background.add(correctDepths(this.#settle, clock.now()));
      this.#schedule();
      return;
    }
    if (settings.probe && !this.#probed) {
      this.#probed = true;
      context.background.add(offerProbes(context, this.#settle));
      this.#schedule();
      return;
    }
    if (!this.#ending) {
      // Each remaining URL gets a decision with the reason, in slices. Then the crawl ends.
      this.#ending = true;
      for (const slot of paused)
        if (slot.record.pausedReason !== 'host-unreachable') context.background.add(deferOrigin(context, slot, clock.now()));
      if (limit) context.background.add(deferToLimit(context, clock.now()));
      if (!context.background.isEmpty) {
        this.#schedule();
        return;
      }
    }
    const { state, detail } = endOf(context, limit, paused);
    this.#end(state, detail);
  }

  #end(state: CrawlState, detail: string): void {
    const { store, clock, onChange } = this.#context.parts;
    const finish = this.#finish;
    store.transaction(() => {
      store.inlinks.settle(clock.now(), 'end');
      store.crawl.setState(clock.now(), state, detail, null);
    });
    this.#state = state;
    this.#release();
    this.#finish = null;
    onChange();
    finish?.(state);
  }

  /** Ends what would run on after the crawl. */
  #release(): void {
    this.#cancelTurn?.();
    this.#arrivals.stop();
    this.#context.bodies.close();
  }

  /** A bug or a full disk: the transaction rolls back, and Resume claims the unsettled URL again. */
  #crash(error: unknown): void {
    if (!this.#finish) return;
    this.#finish = null;
    this.#state = 'failed';
    this.#release();
    this.#abort.abort();
    this.#context.parts.onChange();
    this.#fail?.(error);
  }
}
