import { performance } from 'node:perf_hooks';
import { mayAccess } from '#core/decision/access.ts';
import { blockedListing } from '#core/decision/listing.ts';
import { backOffMs, parseRetryAfter, retryDelayMs } from '#core/frontier/politeness.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { type CrawlerProfile, profileById } from '#core/robots/profiles.ts';
import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import type { CrawlSettings, CrawlState } from '#shared/model/crawl.ts';
import type { Fetcher, FetchLimits, FetchOutcome } from '#shared/model/fetch.ts';
import type { SitemapRecord } from '#storage/sitemaps.ts';
import type { Store } from '#storage/store.ts';
import type { UrlRecord } from '#storage/urls.ts';
import { type Discovery, discovery } from './discover.ts';
import { ownName } from './owner.ts';
import { headerOf } from './read-page.ts';
import { enforce, readingOf, robotsStep } from './robots-gate.ts';
import { scopeOf } from './scope.ts';
import { type SettleContext, settlePage } from './settle.ts';
import { queueSitemaps, settleSitemap } from './sitemap-step.ts';
import { Slot } from './slot.ts';

/** Ours: added to every delay, because our clock sees a response end a moment before or after the server's does. */
const delayMarginMs = 5;
/** URLs turned down in one transaction before the loop breathes. */
const maxRefusalsPerTurn = 500;
const heartbeatMs = 5_000;
const pageAccept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';

type Job =
  | {
      readonly kind: 'robots';
      readonly slot: Slot;
      readonly at: Slot;
      readonly url: string;
      readonly fetch: number;
      readonly ifNoneMatch?: string | undefined;
      readonly ifModifiedSince?: string | undefined;
    }
  | {
      readonly kind: 'sitemap';
      readonly slot: Slot;
      readonly at: Slot;
      readonly url: string;
      readonly fetch: number;
      readonly sitemap: SitemapRecord;
    }
  | {
      readonly kind: 'page';
      readonly slot: Slot;
      readonly at: Slot;
      readonly url: string;
      readonly fetch: number;
      readonly record: UrlRecord;
    };

interface Done {
  readonly job: Job;
  readonly outcome: FetchOutcome;
  readonly mono: number;
}

export interface CrawlParts {
  readonly store: Store;
  readonly settings: CrawlSettings;
  readonly settingsId: number;
  readonly fetcher: Fetcher;
  readonly limits: FetchLimits;
  refusedAddress(hostname: string): string;
  /** Wall clock, epoch milliseconds. */
  now(): number;
  onChange(): void;
}

/**
 * A crawl's life in one process. One loop, top to bottom: settle what came back, claim what may be asked now, both in one
 * transaction; then send. Every request passes `#claim`, where robots.txt, politeness and limits are asked.
 */
export class Crawl {
  readonly #parts: CrawlParts;
  readonly #profile: CrawlerProfile;
  readonly #dialect: Dialect;
  readonly #discovery: Discovery;
  readonly #context: SettleContext;
  readonly #slots = new Map<number, Slot>();
  readonly #active = new Set<Slot>();
  readonly #abort = new AbortController();
  readonly #recent: number[] = [];
  #done: Done[] = [];
  #inFlight = 0;
  #pagesInFlight = 0;
  #state: CrawlState = 'new';
  #timer: NodeJS.Timeout | null = null;
  #soon = false;
  #beatAt = 0;
  #finish: ((state: CrawlState) => void) | null = null;
  #fail: ((error: unknown) => void) | null = null;

  constructor(parts: CrawlParts) {
    this.#parts = parts;
    const profile = profileById(parts.settings.profile);
    const dialect = profile && dialectById(profile.dialect);
    if (!profile || !dialect) throw new Error(`unknown profile ${parts.settings.profile}`);
    this.#profile = profile;
    this.#dialect = dialect;
    this.#discovery = discovery(parts.store, {
      settings: parts.settings,
      settingsId: parts.settingsId,
      scope: scopeOf(parts.settings),
      refusedAddress: host => parts.refusedAddress(host),
    });
    this.#discovery.onWork = originId => this.#wake(originId);
    this.#context = {
      store: parts.store,
      settings: parts.settings,
      settingsId: parts.settingsId,
      discovery: this.#discovery,
      agents: profile.directiveAgents,
    };
  }

  get state(): CrawlState {
    return this.#state;
  }
  get inFlight(): number {
    return this.#inFlight;
  }
  get slots(): ReadonlyMap<number, Slot> {
    return this.#slots;
  }
  /** Requests a second over the last ten seconds. */
  rate(): number {
    const from = performance.now() - 10_000;
    while (this.#recent.length && (this.#recent[0] ?? 0) < from) this.#recent.shift();
    return this.#recent.length / 10;
  }

  /** Starts or continues; resolves when the crawl has ended for whatever reason, rejects when it could not go on. */
  run(): Promise<CrawlState> {
    const { store, settings } = this.#parts;
    return new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
      try {
        const at = this.#parts.now();
        store.transaction(() => {
          this.#recover(at);
          settings.seeds.forEach((url, position) => {
            this.#discovery.discover(
              {
                url,
                valid: true,
                via: 'seed',
                viaId: null,
                kind: 'a',
                nofollow: false,
                pageNofollow: false,
                depth: 0,
                hops: 0,
                evidence: { kind: 'seed', position },
              },
              at,
            );
          });
          for (const record of store.origins.withWork()) this.#wake(record.id);
          store.crawl.setState(at, 'running', '', ownName());
        });
        this.#state = 'running';
        this.#schedule();
      } catch (error) {
        reject(error);
      }
    });
  }

  pause(): void {
    if (this.#state !== 'running') return;
    this.#state = 'paused';
    const at = this.#parts.now();
    this.#parts.store.transaction(() => this.#parts.store.crawl.setState(at, 'paused', 'Paused by you.', ownName()));
    this.#parts.onChange();
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    const at = this.#parts.now();
    this.#parts.store.transaction(() => this.#parts.store.crawl.setState(at, 'running', '', ownName()));
    this.#schedule();
    this.#parts.onChange();
  }

  /** No request starts after this call; those in flight are cut off and queued again. */
  stop(): void {
    if (this.#state !== 'running' && this.#state !== 'paused') return;
    this.#state = 'stopped';
    this.#abort.abort();
    this.#schedule();
  }

  /** After a crash: what was in flight is queued again, and its hosts wait a full delay from now. */
  #recover(at: number): void {
    const { store, settings, settingsId } = this.#parts;
    for (const fetch of store.fetches.interrupted(at)) {
      const url = fetch.urlId === null ? undefined : store.urls.byId(fetch.urlId);
      if (url?.state !== 'leased') continue;
      const decisionId = store.urls.decide(
        url.id,
        {
          stage: 'fetch',
          verdict: 'defer',
          reason: 'interrupted',
          rule: 'recovery',
          evidence: [{ kind: 'fetch', fetch: fetch.id }],
          trace: [{ rule: 'recovery', answer: 'defer' }],
        },
        at,
        settingsId,
      );
      store.urls.change(url, { state: 'queued', reason: 'interrupted', decisionId });
    }
    store.sitemaps.requeueLeased();
    store.origins.recover(at, settings.delayMs);
  }

  #slot(originId: number): Slot {
    const known = this.#slots.get(originId);
    if (known) return known;
    const record = this.#parts.store.origins.byId(originId);
    if (!record) throw new Error(`origin ${originId} is not in the file`);
    const slot = new Slot(record);
    const now = this.#parts.now();
    // A host asked by an earlier run waits a full delay again: only this process's own clock can be trusted.
    const asked = record.robotsId !== null || record.nextAt > 0;
    const own = Math.max(record.delayMs, this.#parts.settings.delayMs);
    const remaining = Math.max(asked ? own : 0, Math.min(record.nextAt - now, own), record.backoffUntil - now, 0);
    slot.nextMono = remaining > 0 ? performance.now() + remaining + delayMarginMs : 0;
    const version = record.robotsId !== null ? this.#parts.store.robots.byId(record.robotsId) : undefined;
    if (version && version.access !== 'disallow-all' && record.robotsExpiresAt !== null && record.robotsExpiresAt > now) {
      const reading = readingOf(this.#parts.store.robots, version, this.#dialect, this.#profile.productToken);
      enforce(
        slot,
        reading,
        record.robotsCheckedAt ?? now,
        this.#parts.settings.delayMs,
        record.robotsExpiresAt - (record.robotsCheckedAt ?? now),
        this.#parts.settings.maxDelayMs,
      );
    } else record.pausedReason = '';
    this.#slots.set(originId, slot);
    return slot;
  }

  #wake(originId: number): void {
    const slot = this.#slot(originId);
    slot.dueMono = 0;
    this.#active.add(slot);
  }

  #schedule(delay = 0): void {
    if (delay > 0) {
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = setTimeout(
        () => {
          this.#timer = null;
          this.#tick();
        },
        Math.min(Math.ceil(delay), heartbeatMs),
      );
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
    try {
      const done = this.#done;
      this.#done = [];
      let jobs: Job[] = [];
      const now = this.#parts.now();
      const mono = performance.now();
      const running = this.#state === 'running';
      if (done.length > 0 || this.#state !== 'stopped') {
        this.#parts.store.transaction(() => {
          for (const item of done) this.#settle(item);
          if (running) jobs = this.#claim(now, mono);
          if (now - this.#beatAt > heartbeatMs) {
            this.#beatAt = now;
            this.#parts.store.crawl.heartbeat(now);
          }
        });
      }
      for (const job of jobs) this.#send(job);
      if (done.length > 0 || jobs.length > 0) this.#parts.onChange();
      if (this.#inFlight > 0 && this.#state !== 'running') return;
      if (this.#state === 'stopped') return this.#end('stopped', 'Stopped by you.');
      if (this.#state === 'paused') return this.#schedule(heartbeatMs);
      const wait = this.#nextWork(performance.now());
      if (wait !== null) this.#schedule(Math.max(wait, 1));
      else if (this.#inFlight === 0 && this.#done.length === 0) this.#endOfWork();
      else this.#schedule(heartbeatMs);
    } catch (error) {
      this.#crash(error);
    }
  }

  /** Milliseconds until some origin may be asked; null when nothing waits for a clock. */
  #nextWork(mono: number): number | null {
    if (this.#inFlight >= this.#parts.settings.connections) return null;
    let earliest = Number.POSITIVE_INFINITY;
    for (const slot of this.#active) {
      if (slot.record.pausedReason || slot.robotsInFlight || slot.inFlight >= this.#laneCount(slot)) continue;
      if (slot.dueMono === null || (slot.reading && this.#limitReached() && !slot.sitemapTurn)) continue;
      earliest = Math.min(earliest, Math.max(slot.nextMono, slot.dueMono));
    }
    return earliest === Number.POSITIVE_INFINITY ? null : earliest - mono;
  }

  #laneCount(slot: Slot): number {
    return slot.reading && slot.record.delayMs === 0 ? this.#parts.settings.connections : 1;
  }

  #limitReached(): boolean {
    return (this.#parts.store.tally.states.get('done') ?? 0) + this.#pagesInFlight >= this.#parts.settings.maxPages;
  }

  // ---- claiming: every request passes here ----

  #claim(now: number, mono: number): Job[] {
    const jobs: Job[] = [];
    for (const slot of [...this.#active]) {
      while (this.#inFlight < this.#parts.settings.connections) {
        const job = this.#claimFrom(slot, now, mono);
        if (!job) break;
        jobs.push(job);
        this.#occupy(job, now);
      }
      // The next turn begins with the next origin.
      if (this.#inFlight >= this.#parts.settings.connections) {
        this.#active.delete(slot);
        this.#active.add(slot);
        break;
      }
    }
    return jobs;
  }

  #occupy(job: Job, now: number): void {
    this.#inFlight++;
    if (job.kind === 'page') this.#pagesInFlight++;
    if (job.kind === 'robots') job.slot.robotsInFlight = true;
    job.at.inFlight++;
    job.at.record.busySince = now;
    this.#parts.store.origins.save(job.at.record);
  }

  #claimFrom(slot: Slot, now: number, mono: number): Job | null {
    const { store, settings } = this.#parts;
    const { record } = slot;
    if (slot.robotsInFlight || record.pausedReason || slot.dueMono === null || slot.dueMono > mono) return null;
    if (!slot.reading || (record.robotsExpiresAt ?? 0) <= now) return this.#claimRobots(slot, now, mono);
    if (slot.nextMono > mono || slot.inFlight >= this.#laneCount(slot)) return null;
    const limit = this.#limitReached();
    for (const turn of [slot.sitemapTurn, !slot.sitemapTurn]) {
      const job = turn ? this.#claimSitemap(slot, now) : limit ? null : this.#claimPage(slot, now);
      if (job) {
        slot.sitemapTurn = !turn;
        return job;
      }
    }
    const due = [store.urls.nextDue(record.id), settings.sitemaps ? store.sitemaps.nextDue(record.id) : null].filter(
      at => at !== null,
    );
    if (limit || due.length === 0) {
      slot.dueMono = null;
      if (slot.inFlight === 0) this.#active.delete(slot);
    } else slot.dueMono = mono + Math.max(0, Math.min(...due) - now);
    return null;
  }

  #claimRobots(slot: Slot, now: number, mono: number): Job | null {
    const { store } = this.#parts;
    const url = slot.robotsHop?.url ?? robotsUrlOf(slot.record.key);
    const origin = originOf(url);
    if (!origin) throw new Error(`no origin in ${url}`);
    // A hop may lead to another host: its clock is asked, not ours.
    const at =
      origin.key === slot.record.key ? slot : this.#slot((store.origins.byKey(origin.key) ?? store.origins.insert(origin)).id);
    if (at.nextMono > mono || at.inFlight >= this.#laneCount(at)) return null;
    const known = slot.robotsHop || slot.record.robotsId === null ? undefined : store.robots.byId(slot.record.robotsId);
    const copy = known?.access === 'rules' ? known : undefined;
    const fetch = store.fetches.begin({
      urlId: null,
      originId: at.record.id,
      purpose: 'robots',
      target: url,
      attempt: slot.robotsFailures + 1,
      startedAt: now,
      requestHeaders: this.#requestHeaders('text/plain,*/*;q=0.5', copy),
    });
    return {
      kind: 'robots',
      slot,
      at,
      url,
      fetch,
      ifNoneMatch: copy?.etag ?? undefined,
      ifModifiedSince: copy?.lastModified ?? undefined,
    };
  }

  #claimSitemap(slot: Slot, now: number): Job | null {
    const { store, settings } = this.#parts;
    if (!settings.sitemaps) return null;
    for (;;) {
      const sitemap = store.sitemaps.next(slot.record.id, now);
      if (!sitemap || !slot.reading) return null;
      const verdict = slot.reading.decide(sitemap.url);
      if (verdict.allowed) {
        store.sitemaps.lease(sitemap.id);
        const fetch = store.fetches.begin({
          urlId: null,
          originId: slot.record.id,
          purpose: 'sitemap',
          target: sitemap.url,
          attempt: sitemap.attempts + 1,
          startedAt: now,
          requestHeaders: this.#requestHeaders('application/xml,text/xml,text/plain,*/*;q=0.5'),
        });
        return { kind: 'sitemap', slot, at: slot, url: sitemap.url, fetch, sitemap };
      }
      store.sitemaps.end(sitemap.id, 'refused', `robots.txt line ${verdict.line} forbids it (${verdict.rule}).`, null, null);
    }
  }

  #claimPage(slot: Slot, now: number): Job | null {
    const { store, settings, settingsId } = this.#parts;
    const { reading, record } = slot;
    if (!reading) return null;
    for (let refused = 0; refused < maxRefusalsPerTurn; refused++) {
      const url = store.urls.next(record.id, now, 1)[0];
      if (!url) return null;
      const verdict = reading.decide(url.url);
      const robots = reading.version.id;
      const access = mayAccess({ verdict, robots, delay: reading.delay, maxDelayMs: settings.maxDelayMs });
      const decisionId = store.urls.decide(url.id, access, now, settingsId);
      if (access.verdict === 'accept') {
        store.urls.change(url, {
          state: 'leased',
          reason: access.reason,
          decisionId,
          mayFetch: 'yes',
          robotsId: robots,
          robotsLine: verdict.line,
        });
        const fetch = store.fetches.begin({
          urlId: url.id,
          originId: record.id,
          purpose: 'page',
          target: url.url,
          attempt: url.attempts + 1,
          startedAt: now,
          requestHeaders: this.#requestHeaders(pageAccept),
        });
        return {
          kind: 'page',
          slot,
          at: slot,
          url: url.url,
          fetch,
          record: { ...url, state: 'leased', reason: access.reason, mayFetch: 'yes' },
        };
      }
      store.urls.decide(url.id, blockedListing(robots, verdict.line), now, settingsId);
      store.urls.change(url, {
        state: 'disregarded',
        reason: access.reason,
        decisionId,
        mayFetch: 'no',
        mayList: 'url-only',
        robotsId: robots,
        robotsLine: verdict.line,
      });
    }
    // More may be blocked: come back right away.
    slot.dueMono = 0;
    this.#schedule();
    return null;
  }

  #requestHeaders(
    accept: string,
    copy?: { readonly etag: string | null; readonly lastModified: string | null },
  ): (readonly [string, string])[] {
    const headers: (readonly [string, string])[] = [
      ['user-agent', this.#parts.settings.userAgent],
      ['accept', accept],
    ];
    if (copy?.etag) headers.push(['if-none-match', copy.etag]);
    if (copy?.lastModified) headers.push(['if-modified-since', copy.lastModified]);
    return headers;
  }

  #send(job: Job): void {
    const { fetcher, limits, settings } = this.#parts;
    const accept =
      job.kind === 'page'
        ? pageAccept
        : job.kind === 'robots'
          ? 'text/plain,*/*;q=0.5'
          : 'application/xml,text/xml,text/plain,*/*;q=0.5';
    this.#recent.push(performance.now());
    const conditional = job.kind === 'robots' ? { ifNoneMatch: job.ifNoneMatch, ifModifiedSince: job.ifModifiedSince } : {};
    fetcher.fetch({ url: job.url, userAgent: settings.userAgent, accept, ...conditional }, limits, this.#abort.signal).then(
      outcome => {
        this.#done.push({ job, outcome, mono: performance.now() });
        this.#schedule();
      },
      (error: unknown) => this.#crash(error),
    );
  }

  // ---- settling: everything about one attempt in one transaction ----

  #settle({ job, outcome, mono }: Done): void {
    const { store } = this.#parts;
    this.#inFlight--;
    const { record } = job.at;
    job.at.inFlight--;
    if (job.at.inFlight === 0) record.busySince = null;
    const deferred =
      job.kind === 'robots'
        ? this.#settleRobots(job, outcome)
        : job.kind === 'sitemap'
          ? this.#settleSitemapJob(job, outcome)
          : this.#settlePageJob(job, outcome);
    this.#slow(job.at, outcome, mono, deferred);
    job.at.dueMono ??= 0;
    if (job.slot.dueMono === null) job.slot.dueMono = 0;
    this.#active.add(job.slot);
    store.origins.save(record);
    if (job.slot !== job.at) store.origins.save(job.slot.record);
  }

  #settlePageJob(job: Job & { kind: 'page' }, outcome: FetchOutcome): boolean {
    this.#pagesInFlight--;
    return settlePage(this.#context, job.record, job.fetch, outcome).deferred;
  }

  #settleSitemapJob(job: Job & { kind: 'sitemap' }, outcome: FetchOutcome): boolean {
    return settleSitemap(this.#context, job.slot, job.sitemap, job.fetch, outcome, id => this.#wake(id)).deferred;
  }

  #settleRobots(job: Job & { kind: 'robots' }, outcome: FetchOutcome): boolean {
    const { store, settings } = this.#parts;
    const { slot } = job;
    slot.robotsInFlight = false;
    store.fetches.end(job.fetch, outcome, false);
    if (outcome.kind === 'failure' && outcome.cause === 'cancelled') return false;
    const step = robotsStep(store.robots, slot, job.url, job.fetch, outcome, this.#dialect);
    if (step.kind === 'hop') {
      slot.robotsHop = { url: step.url, hops: [...(slot.robotsHop?.hops ?? []), job.url] };
      return false;
    }
    const at = outcome.timings.endedAt;
    const put = (stale: boolean, lifetimeMs: number) =>
      enforce(
        slot,
        readingOf(store.robots, step.version, this.#dialect, this.#profile.productToken, stale),
        at,
        settings.delayMs,
        lifetimeMs,
        settings.maxDelayMs,
      );
    if (step.kind === 'read') {
      slot.robotsFailures = 0;
      put(step.stale, step.stale ? Math.min(settings.robotsLifetimeMs, 60 * 60 * 1000) : settings.robotsLifetimeMs);
      if (settings.sitemaps) queueSitemaps(this.#context, slot, id => this.#wake(id));
      if (slot.record.pausedReason) this.#deferOrigin(slot, at);
      return false;
    }
    slot.robotsFailures++;
    slot.robotsHop = null;
    if (slot.robotsFailures >= settings.maxAttempts) {
      put(false, 0);
      slot.record.pausedReason = 'robots-unreachable';
      this.#deferOrigin(slot, at);
      return false;
    }
    const asked = parseRetryAfter(headerOf(outcome, 'retry-after') ?? undefined, at, Date.parse) ?? 0;
    const wait = Math.max(asked, 1_000 * 4 ** (slot.robotsFailures - 1));
    slot.record.backoffUntil = at + wait;
    slot.record.backoffDetail = `robots.txt could not be read (attempt ${slot.robotsFailures} of ${settings.maxAttempts})`;
    return false;
  }

  /** Moves the origin's clocks: the delay counts from the end of the response, a throttling answer adds its own wait. */
  #slow(slot: Slot, outcome: FetchOutcome, mono: number, deferred: boolean): void {
    const { record } = slot;
    const endedAt = outcome.timings.endedAt;
    const delay = Math.max(record.delayMs, slot.reading ? 0 : this.#parts.settings.delayMs);
    let wait = delay > 0 ? delay + delayMarginMs : 0;
    const throttled = outcome.kind === 'response' && (outcome.status === 429 || outcome.status === 503);
    if (throttled) {
      record.backoffCount++;
      const asked = parseRetryAfter(headerOf(outcome, 'retry-after') ?? undefined, endedAt, Date.parse);
      const backOff = asked === null ? backOffMs(record.backoffCount, delay) : Math.max(asked, delay) + delayMarginMs;
      record.backoffUntil = endedAt + backOff;
      record.backoffDetail = `the server answered ${outcome.status}`;
    } else if (outcome.kind === 'response') record.backoffCount = 0;
    else if (deferred) {
      record.backoffCount++;
      if (record.backoffCount >= 3) {
        record.backoffUntil = Math.max(record.backoffUntil, endedAt + retryDelayMs(Math.min(record.backoffCount - 2, 3)));
        record.backoffDetail = `${record.backoffCount} attempts in a row failed`;
      }
    }
    wait = Math.max(wait, record.backoffUntil - endedAt);
    slot.nextMono = Math.max(slot.nextMono, mono + wait);
    record.nextAt = Math.max(record.nextAt, endedAt + Math.ceil(wait));
  }

  /** Gives every queued URL of a paused origin the decision that says why it waits. */
  #deferOrigin(slot: Slot, at: number): void {
    const { store, settings, settingsId } = this.#parts;
    const { reading, record } = slot;
    if (!reading) return;
    const reason = record.pausedReason === 'delay-too-long' ? 'delay-too-long' : 'robots-unreachable';
    this.#annotate(
      `SELECT id FROM url WHERE state = 'queued' AND origin_id = ? AND reason <> ?`,
      [record.id, reason],
      at,
      url => {
        const verdict = reading.decide(url.url);
        const access = mayAccess({ verdict, robots: reading.version.id, delay: reading.delay, maxDelayMs: settings.maxDelayMs });
        const decisionId = store.urls.decide(url.id, access, at, settingsId);
        const blocked = access.verdict === 'reject';
        if (blocked) store.urls.decide(url.id, blockedListing(reading.version.id, verdict.line), at, settingsId);
        store.urls.change(url, {
          reason: access.reason,
          decisionId,
          robotsId: reading.version.id,
          robotsLine: verdict.line,
          mayFetch: reason === 'delay-too-long' && !blocked ? 'yes' : 'no',
          ...(blocked ? { state: 'disregarded' as const, mayList: 'url-only' as const } : {}),
        });
      },
    );
  }

  #annotate(
    query: string,
    parameters: readonly (string | number)[],
    at: number,
    write: (url: UrlRecord, at: number) => void,
  ): void {
    const { store } = this.#parts;
    const ids = store.db
      .prepare(query)
      .pluck()
      .all(...parameters) as number[];
    for (const id of ids) {
      const url = store.urls.byId(id);
      if (url) write(url, at);
    }
  }

  // ---- endings ----

  #endOfWork(): void {
    const { store, settings, settingsId } = this.#parts;
    const at = this.#parts.now();
    const limit = this.#limitReached();
    store.transaction(() => {
      for (const slot of this.#slots.values()) if (slot.record.pausedReason) this.#deferOrigin(slot, at);
      if (limit) {
        this.#annotate(
          `SELECT id FROM url WHERE state = 'queued' AND reason NOT IN ('page-limit', 'delay-too-long', 'robots-unreachable')`,
          [],
          at,
          url => {
            const decisionId = store.urls.decide(
              url.id,
              {
                stage: 'admission',
                verdict: 'defer',
                reason: 'page-limit',
                rule: 'page-limit',
                evidence: [
                  { kind: 'limit', name: 'maxPages', limit: settings.maxPages, actual: store.tally.states.get('done') ?? 0 },
                ],
                trace: [{ rule: 'page-limit', answer: 'defer' }],
              },
              at,
              settingsId,
            );
            store.urls.change(url, { reason: 'page-limit', decisionId });
          },
        );
      }
    });
    const waiting = store.tally.states.get('queued') ?? 0;
    const paused = [...this.#slots.values()].filter(slot => slot.record.pausedReason);
    if (limit && waiting > 0)
      return this.#end('finished', `The limit of ${settings.maxPages} pages was reached; ${waiting} URLs are left.`);
    if (paused.length > 0 && waiting > 0) {
      const words = paused.map(
        slot =>
          `${slot.record.key} (${slot.record.pausedReason === 'delay-too-long' ? 'its Crawl-delay is longer than your ceiling' : `robots.txt unreachable: ${this.#robotsOutcome(slot)}`})`,
      );
      return this.#end(
        'stopped',
        `${waiting} URLs wait for ${words.slice(0, 3).join(', ')}${words.length > 3 ? ` and ${words.length - 3} more hosts` : ''}.`,
      );
    }
    this.#end('finished', 'Every URL in scope was fetched or decided.');
  }

  #robotsOutcome(slot: Slot): string {
    const version = slot.reading?.version;
    return version
      ? version.status !== null
        ? `status ${version.status}`
        : version.detail || (version.cause ?? 'failed')
      : 'not asked';
  }

  #end(state: CrawlState, detail: string): void {
    this.#state = state;
    if (this.#timer) clearTimeout(this.#timer);
    const { store } = this.#parts;
    const finish = this.#finish;
    try {
      store.transaction(() => store.crawl.setState(this.#parts.now(), state, detail, null));
    } catch (error) {
      return this.#crash(error);
    }
    this.#finish = null;
    this.#parts.onChange();
    finish?.(state);
  }

  /** A bug or a full disk: nothing half-written stays, the URL being settled is claimed again on resume. */
  #crash(error: unknown): void {
    if (!this.#finish) return;
    this.#finish = null;
    this.#state = 'failed';
    if (this.#timer) clearTimeout(this.#timer);
    this.#abort.abort();
    this.#parts.onChange();
    this.#fail?.(error);
  }
}
