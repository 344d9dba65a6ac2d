import { networkStop } from '#shared/explain/outage.ts';
import type { CrawlState } from '#shared/model/crawl.ts';
import type { OutageStatus } from '#shared/model/outage.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import { optimizeLater } from '../wasm/optimize-later.ts';
import { assemble } from './assemble.ts';
import { inSlices } from './background.ts';
import { seedCandidate } from './candidates.ts';
import type { CheckOffers } from './checks/offers.ts';
import { offerStored } from './checks/stored-offers.ts';
import { claimJobs } from './claim.ts';
import type { CrawlClock } from './clock.ts';
import { collectSooner } from './collect-sooner.ts';
import type { CrawlContext, CrawlParts, Job } from './context.ts';
import { askAgain } from './deferral.ts';
import { beginRun, type Ending, endRun } from './ending.ts';
import { judgeAgain, mustJudgeAgain } from './judge-again.ts';
import { loadLanguages } from './languages.ts';
import { leasesPerConnection } from './leases.ts';
import { OutageGuard } from './outage.ts';
import { beyondLimits } from './raised-limits.ts';
import { recover } from './recover.ts';
import type { Renderings } from './rendering/renderings.ts';
import { reorder } from './reorder.ts';
import { Requests } from './requests.ts';
import type { SettleContext } from './settle.ts';
import { type LaterTurns, settleJob } from './settle-job.ts';
import type { Slot } from './slot.ts';
import { Suspects } from './suspects.ts';
import { releaseTraps } from './traps.ts';
import { heartbeatMs, Turns } from './turns.ts';
import { WindDown } from './wind-down.ts';

/** Milliseconds a turn spends on settling responses. Pages that several responses change are written once in a turn. */
const settleMs = 50;
/** A turn that took longer does nothing that can wait. */
const longTurnMs = 60;
/** After a longer turn, what came meanwhile is read before anything is sent: a host may have asked for a pause. */
const promptMs = 10;
/** Milliseconds a turn spends on background work. */
const backgroundMs = 40;

const crawlWasStopped = 'not sent: just before, the crawl was paused or stopped';

/**
 * A crawl's life in one process. One loop, top to bottom: settle the responses and claim the next requests in one transaction, then send them.
 */
export class Crawl {
  readonly #context: CrawlContext;
  readonly #settle: SettleContext;
  readonly #checks: CheckOffers;
  readonly #outage: OutageGuard;
  readonly #renderings: Renderings | null;
  readonly #windDown: WindDown;
  readonly #turns: Turns;
  readonly #requests: Requests;
  readonly #suspects = new Suspects();
  readonly #clock: CrawlClock;
  readonly #stop = new AbortController();
  #state: CrawlState = 'new';
  #beatAt = 0;
  /** URLs are decided again after a change of the settings: nothing is requested meanwhile. */
  #judging = false;
  /** The crawl's state after a stop request. */
  #stoppedBecause = '';
  readonly #later: LaterTurns = {
    settle: done => void this.#requests.done.push(done),
    wake: () => this.#schedule(),
    crash: error => this.#crash(error),
    stopped: this.#stop.signal,
  };
  #finish: ((state: CrawlState) => void) | null = null;
  #fail: ((error: unknown) => void) | null = null;
  #failure: unknown = null;

  constructor(parts: CrawlParts) {
    const assembled = assemble(parts, { wake: () => this.#schedule(), crash: error => this.#crash(error) });
    this.#context = assembled.context;
    this.#settle = assembled.settle;
    this.#checks = assembled.checks;
    this.#renderings = assembled.renderings;
    this.#outage = new OutageGuard(this.#context);
    this.#windDown = new WindDown(this.#context, this.#settle);
    this.#clock = parts.clock;
    this.#turns = new Turns(parts.clock, {
      turn: () => this.#finish && this.#turn(),
      crash: error => this.#crash(error),
      onBusy: () => parts.onChange(),
    });
    this.#requests = new Requests(this.#context, {
      turns: this.#turns,
      maySendLeases: () => this.active && this.#state === 'running' && !this.#outage.isOn,
      crash: error => this.#crash(error),
    });
  }

  get state(): CrawlState {
    return this.#state;
  }
  /** True until the crawl has settled its last request and its end is on disk. */
  get active(): boolean {
    return this.#finish !== null;
  }
  /** Why the crawl could not go on; null while it can. */
  get failure(): unknown {
    return this.#failure;
  }
  /** Requests in flight. A response that is not settled yet counts, but no more of them than the crawl has connections. */
  get inFlight(): number {
    return Math.min(this.#context.inFlight, this.#context.parts.settings.connections);
  }
  get slots(): ReadonlyMap<number, Slot> {
    return this.#context.slots;
  }
  /** Requests a second over the last ten seconds. */
  rate(): number {
    return this.#requests.rate();
  }

  /** Starts or continues; resolves when the crawl has ended for whatever reason, rejects when it could not go on. */
  run(): Promise<CrawlState> {
    const { parts } = this.#context;
    const { store, settings, clock } = parts;
    optimizeLater();
    collectSooner();
    return new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
      try {
        const at = clock.now();
        store.transaction(() => {
          parts.claim();
          if (parts.unsettledBecause !== '') store.crawl.event(at, 'disk-full', parts.unsettledBecause);
          // Another process may have counted the pending links.
          store.inlinks.reload();
          const blame = (pages: readonly UrlRecord[]) => this.#suspects.blame(store, pages, { now: at, mono: clock.mono() });
          const because = parts.unsettledBecause === '' ? {} : { because: parts.unsettledBecause };
          recover(store, { settings, settingsId: parts.settingsId, at, ...because, ...(parts.isAfterCrash ? { blame } : {}) });
          this.#renderings?.restart();
          if (parts.renders === undefined) this.#takeUp(at);
          else this.#windDown.restoreAfter(store.crawl.read() ?? null);
          this.#context.ran = { beforeMs: store.crawl.runningMs(store.crawl.read()?.heartbeatAt ?? at), sinceMono: clock.mono() };
          beginRun(this.#context, at);
        });
        this.#state = 'running';
        this.#requests.watch();
        Promise.all([loadLanguages(), inSlices(this.#context.pageLimits.count(store))]).then(
          () => this.#schedule(),
          error => this.#crash(error),
        );
      } catch (error) {
        this.#finish = null;
        this.#failure = error;
        reject(error);
      }
    });
  }

  /** After a failure: resolves when the last request was cut off. */
  quiet(): Promise<void> {
    return this.#requests.quiet();
  }

  /** Takes up what earlier runs left. Runs inside the transaction that takes the file over. */
  #takeUp(at: number): void {
    const { parts } = this.#context;
    const { store, settings } = parts;
    this.#context.background.add(this.#settle.discovery.read());
    this.#context.background.add(askAgain(this.#context, at));
    this.#context.background.add(releaseTraps(this.#context, at));
    if (mustJudgeAgain(parts)) {
      this.#judging = true;
      this.#context.background.add(judgeAgain(this.#context, this.#settle.discovery, at), () => void (this.#judging = false));
    }
    this.#context.background.add(reorder(parts, at));
    this.#context.background.add(beyondLimits(this.#context, this.#checks, at));
    this.#context.background.add(offerStored(this.#context, this.#checks));
    settings.seeds.forEach((url, position) => {
      this.#settle.discovery.discover(seedCandidate(url, position), at);
    });
    for (const record of store.origins.withWork()) this.#context.wake(record.id);
  }

  pause(): void {
    if (this.#state !== 'running') return;
    this.#switch('paused', 'Paused by you.');
    // It returns the leases.
    this.#schedule();
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#switch('running', '');
    this.#schedule();
  }

  /** Another process may have given a host back, or wants one. */
  look(): void {
    if (this.active) this.#schedule();
  }

  /** The wait for our own network; null if there is none. */
  outage(): OutageStatus | null {
    return this.active ? this.#outage.status(this.#clock.now(), this.#clock.mono()) : null;
  }

  /** While the crawl waits for our own network: tries at once whether it works again. */
  tryNetwork(): void {
    this.#outage.tryNow(this.#clock.mono());
    this.#schedule();
  }

  /** Another program locks the file, so this crawl cannot write. Responses wait, and no request starts. */
  get waitsForFile(): boolean {
    return this.#turns.waitsForFile;
  }

  /** Stops the crawl: no request starts, and those in flight are aborted and queued again. `because`: the state afterwards. */
  stop(because = 'Stopped by you.'): void {
    if (this.#state !== 'running' && this.#state !== 'paused') return;
    this.#state = 'stopped';
    this.#stoppedBecause = because;
    this.#stop.abort();
    this.#abortAll();
    this.#schedule();
  }

  /** What is in flight ends, and waits again. */
  #abortAll(): void {
    this.#requests.abort();
    this.#renderings?.stop();
  }

  #switch(state: 'running' | 'paused', detail: string): void {
    const { store, clock, onChange } = this.#context.parts;
    store.transaction(() => {
      store.inlinks.settle(clock.now(), state === 'paused' ? 'pause' : '');
      store.crawl.setState(clock.now(), state, detail, this.#context.parts.owner);
    });
    const context = this.#context;
    context.ran = { beforeMs: context.ranMs(), sinceMono: state === 'running' ? clock.mono() : null };
    this.#state = state;
    onChange();
  }

  #schedule(delay = 0): void {
    this.#turns.schedule(delay);
  }

  /** One turn of the loop. */
  #turn(): void {
    const { store, clock } = this.#context.parts;
    const context = this.#context;
    const started = performance.now();
    this.#requests.turn(started);
    let jobs: Job[] = [];
    let counted = false;
    const at = clock.now();
    let settled = 0;
    const { leases } = context;
    // What is in flight ends as after a stop: it is queued again, and no attempt is counted.
    const over = this.#state === 'running' ? context.overLimit() : null;
    if (over?.reason === 'time-limit') this.#abortAll();
    // Requests in flight may end. A rendering would wait for ever for those that are never sent.
    else if (over) this.#renderings?.stop();
    const hasEnded = this.#requests.done.length > 0 || this.#renderings?.hasNews === true;
    if (hasEnded || !context.background.isEmpty || leases.size > 0 || this.#state !== 'stopped') {
      store.transaction(() => {
        settled = this.#settleSome();
        // First of all, because background work decides about the URLs that are queued.
        const mayGoOn = this.#state === 'running' && !this.#outage.isOn && !context.overLimit();
        leases.giveBack(context, mayGoOn ? 'invalid' : 'all', at, clock.mono());
        context.background.run(backgroundMs);
        this.#renderings?.turn(at, { mayStart: mayGoOn && !this.#judging });
        if (this.#state === 'running' && !this.#judging) jobs = this.#claim(at);
        context.saveOrigins();
        // After a long turn, one page of many links for example, the counts wait for the next turn: the thread must stay free.
        const isLong = this.#state === 'running' && performance.now() - started > longTurnMs;
        if (!isLong) counted = store.inlinks.settle(at, this.#state === 'running' ? '' : 'pause');
        if (at - this.#beatAt > heartbeatMs) {
          this.#beatAt = at;
          store.crawl.heartbeat(at);
        }
      });
    }
    this.#turns.wrote();
    const ended = performance.now();
    this.#requests.turned(ended);
    const hasNews = settled > 0 || jobs.length > 0 || counted;
    // Those that come from now on may wait for more.
    const isLeft = this.#requests.done.length > 0;
    if (ended - started <= promptMs) this.#endTurn(jobs, { hasNews, isLeft });
    else this.#turns.afterReading(() => this.#endTurn(jobs, { hasNews, isLeft }));
  }

  /** Sends what a turn claimed, and plans the next one. `isLeft`: the turn left responses to the next one. */
  #endTurn(jobs: readonly Job[], { hasNews, isLeft }: { readonly hasNews: boolean; readonly isLeft: boolean }): void {
    if (!this.#finish) return;
    const { store, clock, onChange } = this.#context.parts;
    const context = this.#context;
    const hasMore = this.#renderings?.begin() === true;
    for (const job of jobs) this.#requests.start(job, this.#state === 'running' ? '' : crawlWasStopped);
    this.#requests.sendLeases();
    if (jobs.length > 0) this.#windDown.restart();
    if (hasNews) onChange();
    if (isLeft || hasMore || !context.background.isEmpty || store.inlinks.isCounting) this.#schedule();
    if (this.#state === 'paused') this.#schedule(heartbeatMs);
    else if (this.#state === 'stopped') {
      if (context.inFlight === 0 && context.background.isEmpty && !this.#renderings?.isActive)
        this.#close(this.#windDown.stopped(this.#stoppedBecause));
    } else if (this.#outage.isOn && !context.overLimit()) this.#waitForNetwork(clock.mono());
    else {
      const wait = this.#nextWork(clock.mono());
      const isWaiting = context.servers?.isResolving ?? false;
      const renders = context.overLimit() ? this.#renderings?.isActive : this.#renderings?.isBusy;
      const isBusy =
        context.inFlight > 0 || context.leases.size > 0 || !context.background.isEmpty || isWaiting || renders === true;
      const left = this.#timeLeft();
      if (wait !== null) this.#schedule(Math.max(Math.min(wait, left), 1));
      else if (!isBusy) this.#close(this.#windDown.next());
      else this.#schedule(left > 0 ? Math.max(Math.min(heartbeatMs, left), 1) : heartbeatMs);
    }
  }

  /** The next requests; while our own network is down, only those that show whether it works again. */
  #claim(now: number): Job[] {
    const mono = this.#clock.mono();
    if (this.#outage.isOn) return this.#context.overLimit() ? [] : this.#outage.claim(now, mono);
    return claimJobs(this.#context, { now, mono, most: this.#mostLeases() });
  }

  /** Settles responses for some milliseconds; the others wait for the next turn. Returns how many it settled. */
  #settleSome(): number {
    const end = performance.now() + settleMs;
    const { late } = this.#context.parts.store;
    const { done } = this.#requests;
    let settled = 0;
    for (let item = done.shift(); item; item = done.shift()) {
      const { job, outcome, mono, prepared } = item;
      const seen = prepared === undefined ? this.#outage.look(job, outcome, mono) : outcome;
      const settle = (): void => settleJob(this.#context, this.#settle, { ...item, outcome: seen }, this.#later);
      if (job.kind === 'page') late.collect(settle);
      else {
        late.run();
        settle();
      }
      if (job.kind === 'robots') this.#outage.tried(job.slot);
      if (job.kind === 'page') this.#suspects.settled(this.#context.parts.store, job.record.id);
      settled += 1;
      if (performance.now() >= end) break;
    }
    late.run();
    return settled;
  }

  #waitForNetwork(mono: number): void {
    const end = this.#outage.givesUp(mono);
    if (end) this.stop(networkStop(end.detail, this.#context.parts.settings.networkWaitMs));
    else {
      const wait = this.#context.inFlight > 0 ? heartbeatMs : this.#outage.nextMono - mono;
      this.#schedule(Math.max(Math.min(wait, this.#timeLeft()), 1));
    }
  }

  /** Milliseconds until the next request to any origin is allowed; null when no origin is waiting for a delay. */
  #nextWork(mono: number): number | null {
    const context = this.#context;
    if (context.onWire >= context.parts.settings.connections || context.overLimit()) return null;
    let earliest = Number.POSITIVE_INFINITY;
    for (const slot of context.active) {
      if (slot.record.pausedReason || slot.robotsInFlight) continue;
      const due = Math.min(slot.dueMono ?? Number.POSITIVE_INFINITY, slot.checkMono ?? Number.POSITIVE_INFINITY);
      earliest = Math.min(earliest, Math.max(context.earliest(slot), due));
    }
    return earliest === Number.POSITIVE_INFINITY ? null : earliest - mono;
  }

  /** Milliseconds until the time limit of the crawl; infinite without one. */
  #timeLeft(): number {
    const { maxDurationMs } = this.#context.parts.settings;
    return maxDurationMs > 0 ? Math.max(0, maxDurationMs - this.#context.ranMs()) : Number.POSITIVE_INFINITY;
  }

  /** Requests at most that are on disk at a time and not settled: one for each connection, and more while responses come fast. */
  #mostLeases(): number {
    if (this.#suspects.isCareful(this.#clock.mono())) return 1;
    return this.#context.parts.settings.connections * (this.#requests.comeFast ? leasesPerConnection : 1);
  }

  /** Does what is left where no request is possible, and ends the crawl when nothing is. */
  #close(step: Ending | null): void {
    if (step === null) this.#schedule();
    else this.#end(step.state, step.detail);
  }

  #end(state: CrawlState, detail: string): void {
    const { store, clock, onChange } = this.#context.parts;
    const finish = this.#finish;
    store.transaction(() => {
      store.inlinks.settle(clock.now(), 'end');
      if (!store.inlinks.isCounting) endRun(this.#context, { state, detail });
    });
    // A page of very many links takes several turns.
    if (store.inlinks.isCounting) {
      this.#schedule();
      return;
    }
    this.#state = state;
    this.#release();
    this.#finish = null;
    onChange();
    finish?.(state);
  }

  /** Ends what would run on after the crawl. */
  #release(): void {
    this.#turns.stop();
    this.#requests.stop();
    this.#context.bodies.close();
  }

  /** A bug or a full disk: the transaction rolls back, and Resume claims the unsettled URL again. */
  #crash(error: unknown): void {
    if (!this.#finish) return;
    this.#finish = null;
    this.#failure = error;
    this.#state = 'failed';
    this.#release();
    this.#abortAll();
    this.#context.parts.onChange();
    this.#fail?.(error);
  }
}
