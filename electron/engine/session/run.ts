import { journalledHeaders } from '#core/requests/own-headers.ts';
import { withoutTargets } from '#core/requests/secret-values.ts';
import { siteRuleProblem } from '#core/robots/site-rules.ts';
import type { DemoSite } from '#demo/server.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import { acceptHeaders } from '#fetcher/request-headers.ts';
import { type InterruptedCounts, interruptedSentence } from '#shared/explain/crawl-end.ts';
import type { CrawlSettings, CrawlState, CrawlStatus, SiteRule } from '#shared/model/crawl.ts';
import type { DiskWait } from '#shared/model/disk-wait.ts';
import type { Fetcher } from '#shared/model/fetch.ts';
import type { FileRequests } from '#shared/model/file-requests.ts';
import type { OutageStatus } from '#shared/model/outage.ts';
import type { Renderer } from '#shared/model/rendering.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { logBytes, setPatience, storageError } from '#storage/file/database.ts';
import type { Store } from '#storage/store.ts';
import { storedLimitEvent } from '#storage/tables/crawls.ts';
import { waitOn } from '../crawl/clock.ts';
import { changedConnections } from '../crawl/connection-settings.ts';
import type { RenderErrand } from '../crawl/context.ts';
import { Crawl } from '../crawl/crawl.ts';
import { EarlierCrawl } from '../crawl/earlier.ts';
import { checkSettings } from '../crawl/scope.ts';
import { robotsBodyBytes } from '../crawl/send.ts';
import type { SharedClocks } from '../hosts/shared-clocks.ts';
import { addressClocks } from '../robots/address-clocks.ts';
import { sendPolitely } from '../robots/check.ts';
import { gateLogin } from '../robots/login-gate.ts';
import type { RuleRuns } from '../rules/rule-runs.ts';
import { type CrawlControl, type RenderSettings, type StopReason, stopWords } from './crawl-control.ts';
import { serveDemo } from './demo-site.ts';
import type { CrawlFile } from './file.ts';
import { troubleWords } from './file-trouble.ts';
import { FullDisk } from './full-disk.ts';
import { addressRefusal, type Network, openFetcher, sharedClocks } from './network.ts';
import type { NetworkTurn } from './network-turn.ts';
import { ownerLives, startOwning } from './owner.ts';
import { statusOf } from './status.ts';
import { untilFree } from './until-free.ts';
import { refuseUnusableRequests } from './usable-requests.ts';
import { refuseUnusable } from './usable-settings.ts';

interface WantedRendering {
  readonly errand: RenderErrand;
  readonly how: Partial<RenderSettings>;
}

const logLookMs = 2_000;
/** Kind of the event that names the URL at which the login seemed lost. The next session needs it: each command is one. */
const lostEvent = 'login-lost';
const mostSuspects = 1_000;

/** The crawl of one session: none, one that runs, or one after the other. */
export class CrawlRun implements CrawlControl {
  readonly #file: CrawlFile;
  readonly #turn: NetworkTurn;
  readonly #network: Network;
  readonly #rules: RuleRuns;
  #crawl: Crawl | null = null;
  #cancelLogin: (() => void) | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  #failure = '';
  #disk: FullDisk | null = null;
  #isAfterCrash = false;
  /** Why delays are not shared with other crawls of this computer, '' if they are. */
  #aloneBecause = '';
  #logSeen = { at: Number.NEGATIVE_INFINITY, bytes: 0 };

  constructor(file: CrawlFile, turn: NetworkTurn, network: Network, rules: RuleRuns) {
    this.#file = file;
    this.#turn = turn;
    this.#network = network;
    this.#rules = rules;
  }

  /** Until the last request is settled and the end is on disk. */
  get active(): boolean {
    return (this.#crawl?.active ?? false) || (this.#disk?.isWaiting ?? false);
  }

  /** The state as it is now: a "running" without a living owner is an interrupted crawl. */
  state(): CrawlState {
    if (this.#crawl?.active) return this.#crawl.state;
    if (this.#disk?.isWaiting) return 'running';
    const stored = this.#file.row();
    if (this.#failure) return 'failed';
    if (this.#disk?.unwritten) return 'stopped';
    if (stored.state !== 'running' && stored.state !== 'paused') return stored.state;
    return ownerLives(stored) ? stored.state : 'interrupted';
  }

  settings(): CrawlSettings {
    return this.#file.settings();
  }

  waiting(): FileRequests | null {
    return this.#file.permissions.waiting();
  }

  diskWait(): DiskWait | null {
    return this.#disk?.status ?? null;
  }

  outage(): OutageStatus | null {
    return this.#crawl?.outage() ?? null;
  }

  status(): CrawlStatus {
    const { store, name } = this.#file;
    store.refresh();
    const state = this.state();
    const row = this.#file.row();
    const isCutOff = state === 'interrupted' && (row.state !== state || row.detail === '');
    const stored = isCutOff ? interruptedSentence(interruptedCounts(store)) : row.detail;
    return statusOf({
      file: name,
      store,
      crawl: this.#crawl?.active ? this.#crawl : null,
      diskWait: this.diskWait(),
      row,
      state,
      detail: this.#failure || this.#disk?.unwritten || this.#fileTrouble() || (this.active ? this.#aloneBecause : '') || stored,
      settings: this.settings(),
      waiting: this.waiting(),
      mayRenderAsked: this.#file.permissions.mayRenderAsked(),
      original: this.#file.original,
      missing: this.#file.readOnly ? [] : this.#network.secrets.missing(this.#file.settings()),
      now: Date.now(),
    });
  }

  readonly #tellAlone = (why: string): void => {
    this.#aloneBecause = why;
    console.error(why);
    this.#file.changed();
  };

  /** How other programs disturb the file while the crawl runs, '' if they do not. */
  #fileTrouble(): string {
    if (!this.#crawl?.active) return '';
    if (performance.now() - this.#logSeen.at > logLookMs)
      this.#logSeen = { at: performance.now(), bytes: logBytes(this.#file.path) };
    return troubleWords({
      name: this.#file.name,
      isLocked: this.#crawl.waitsForFile,
      logBytes: this.#logSeen.bytes,
    });
  }

  run(): Promise<CrawlState> {
    return this.#start(null);
  }

  /** Renders pages of the file. Requests robots.txt and resources only. Refuses while a crawl runs; `stop` ends it. */
  async render(errand: RenderErrand, how: Partial<RenderSettings> = {}): Promise<void> {
    const problem = (how.siteRules ?? []).map(siteRuleProblem).find(text => text !== '');
    if (problem !== undefined) fail('bad_request', problem);
    await this.#start({ errand, how });
  }

  async #start(wanted: WantedRendering | null): Promise<CrawlState> {
    const file = this.#file;
    if (file.readOnly) fail('refused', `${file.name} is open for reading only.`);
    const turn = this.#turn;
    // The crawl requests robots.txt itself.
    if (turn.sender === 'check') await turn.interrupt();
    // A crawl that is stopping still settles its last requests.
    else if (this.#isEnding()) await turn.free();
    if (turn.sender !== null) fail('refused', 'The crawl is already running.');
    const release = turn.take('crawl', () => {
      this.#crawl?.stop();
      this.#disk?.stop('');
    });
    try {
      return await this.#run(wanted);
    } finally {
      release();
    }
  }

  #isEnding(): boolean {
    const state = this.#crawl?.state ?? 'new';
    return state === 'stopped' || (state !== 'new' && !this.active);
  }

  async #run(wanted: WantedRendering | null): Promise<CrawlState> {
    const file = this.#file;
    file.refuseOtherOwner();
    file.store.refresh();
    this.#failure = '';
    this.#disk = null;
    const allowed = file.permissions.settings();
    const siteRules = rulesOfRun(wanted?.how.siteRules ?? [], allowed.siteRules);
    // The limits of the crawl do not end a rendering that was asked for.
    const settings: CrawlSettings = wanted
      ? { ...allowed, maxDurationMs: 0, maxTotalBytes: 0, ...wanted.how, siteRules, render: 'all' }
      : allowed;
    refuseUnusable(settings);
    refuseUnusableRequests(file.settings());
    file.refuseWaitingHosts();
    this.#network.secrets.require(file.settings(), file.name);
    const trusted = file.permissions.trustedHosts();
    const settingsId = this.#settingsOfRun(wanted?.how.siteRules ?? [], siteRules);
    let lostAt = '';
    const onLost = (why: string, url: string): void => {
      lostAt ||= url;
      this.#crawl?.stop(`Stopped because the login was lost: ${why}. Resume to log in again.`);
    };
    const fetcher = openFetcher({ settings, trusted, connectionsPerOrigin: settings.connections, onLost }, this.#network);
    let shared = sharedClocks(this.#network, this.#tellAlone, () => this.#crawl?.look());
    const entering = this.#logIn(settings, fetcher, shared);
    this.#ended = entering.catch(() => undefined);
    try {
      await entering;
    } catch (error) {
      await fetcher.close();
      shared?.close();
      throw storageError(error, file.path);
    }
    const earlier = await this.#earlier(fetcher, shared);
    let renderer: Renderer | null = null;
    const close = async () => {
      shared?.close();
      earlier?.close();
      await Promise.all([fetcher.close(), renderer?.close()]);
    };
    let demo: DemoSite | null;
    try {
      if (settings.render !== 'never') renderer = await this.#network.openBrowser();
      demo = await serveDemo(file.store.crawl.demoUrl());
    } catch (error) {
      await close();
      throw error;
    }
    const stopOwning = startOwning(file.owner);
    setPatience(file.db, 'short');
    const begin = (unsettledBecause: string): Crawl => {
      limitBodies(file.store, settings.maxStoredBytes);
      const crawl = new Crawl({
        store: file.store,
        settings,
        settingsId,
        fetcher,
        limits: { ...defaultFetchLimits, maxBodyBytes: settings.maxBodyBytes },
        refusedAddress: addressRefusal(trusted),
        owner: file.owner,
        claim: () => file.refuseOtherOwner(),
        clock: this.#network.clock,
        shared,
        earlier,
        isAfterCrash: this.#isAfterCrash,
        unsettledBecause,
        onChange: () => file.changed(),
        onPage: page => this.#rules.offer(page),
        renderer,
        ...(wanted ? { renders: wanted.errand } : {}),
      });
      this.#crawl = crawl;
      this.#isAfterCrash = false;
      return crawl;
    };
    const renew = (): void => {
      shared?.endAll(performance.now());
      shared?.close();
      this.#aloneBecause = '';
      shared = sharedClocks(this.#network, this.#tellAlone, () => this.#crawl?.look());
    };
    const disk = new FullDisk({ file, settings, clock: this.#network.clock, begin, renew });
    this.#disk = disk;
    const run = disk.run();
    this.#ended = run.then(close, close);
    try {
      const state = await run;
      if (lostAt !== '') await untilFree(() => file.store.crawl.event(this.#network.clock.now(), lostEvent, lostAt));
      await this.#rules.caughtUp({ pages: state === 'finished' ? 'all' : 'offered' });
      return state;
    } catch (error) {
      const failure = this.#failed(error);
      // The failure does not wait for the rules, and what they cannot write is looked at by a later run.
      this.#rules.caughtUp({ pages: 'offered' }).catch(() => undefined);
      throw failure;
    } finally {
      await this.#ended;
      await demo?.close();
      if (file.db.open) setPatience(file.db, 'long');
      stopOwning();
    }
  }

  /**
   * The settings version that the decisions of this run refer to. With rules given for it, one that is never in force: however the run ends,
   * the settings of the file have none of them.
   */
  #settingsOfRun(given: readonly SiteRule[], siteRules: readonly SiteRule[]): number {
    const file = this.#file;
    const { settingsId } = file.row();
    if (given.length === 0) return settingsId;
    const { store } = file;
    const words = given.map(ruleText).join(', ');
    try {
      return store.transaction(() => store.crawl.lendSettings(Date.now(), { ...file.settings(), siteRules }, words));
    } catch (error) {
      throw storageError(error, file.path);
    }
  }

  /** Logs in by the form of the settings, if they have one. */
  async #logIn(settings: CrawlSettings, fetcher: Fetcher, shared: SharedClocks | null): Promise<void> {
    const { secrets, clock } = this.#network;
    const login = secrets.login(settings);
    if (login === null) return;
    const file = this.#file;
    login.suspect(file.store.crawl.events(lostEvent, mostSuspects));
    const cancel = new AbortController();
    this.#cancelLogin = () => cancel.abort(new RpcError('refused', 'The login was stopped.'));
    const parts = {
      store: file.store,
      settings,
      ownHeaders: journalledHeaders(settings),
      storable: withoutTargets,
      fetcher,
      addresses: addressClocks({ store: file.store, settings, fetcher, now: clock.now }),
      limits: defaultFetchLimits,
      signal: cancel.signal,
      claim: () => file.refuseOtherOwner(),
      now: clock.now,
      wait: (ms: number) => waitOn(clock, ms, cancel.signal),
      shared,
    };
    const words = { userAgent: settings.userAgent, accept: acceptHeaders.page };
    const value = secrets.valueOf({ kind: 'login', origin: login.origin });
    try {
      const gate = await gateLogin({ ...parts, limits: { ...defaultFetchLimits, maxBodyBytes: robotsBodyBytes } }, login.url);
      await login.logIn(value, words, async request => {
        gate(request.url);
        return (await sendPolitely(parts, 'probe', request)).outcome;
      });
      file.store.transaction(() => file.store.crawl.event(clock.now(), 'login', settings.login?.url ?? ''));
    } finally {
      this.#cancelLogin = null;
    }
  }

  async pause(): Promise<void> {
    if (this.#disk?.isWaiting)
      fail('unavailable', 'The crawl waits for room on the disk and requests nothing. Stop it, or make room.');
    this.#crawl?.pause();
  }

  async resume(): Promise<void> {
    const crawl = this.#crawl;
    if (crawl?.state === 'paused') return crawl.resume();
    if (this.active && crawl?.state !== 'stopped') return;
    refuseUnusableRequests(this.#file.settings());
    this.#file.refuseWaitingHosts();
    this.#network.secrets.require(this.#file.settings(), this.#file.name);
    // The window does not wait for the end of the crawl; a failure shows in the status.
    this.run().catch((error: unknown) => {
      if (!(error instanceof RpcError)) console.error(error);
      this.#failure ||= error instanceof RpcError ? error.message : '';
      this.#file.changed();
    });
  }

  /** Continues a crawl during which the engine died. What was under way then is tried again one by one. */
  async resumeAfterCrash(): Promise<void> {
    // Whoever asked for pages to be rendered did not ask for a crawl.
    if (this.state() !== 'interrupted' || this.#file.store.crawl.lastRunRendered()) return;
    this.#isAfterCrash = true;
    await this.resume();
  }

  /** Tries at once whether our own network works again, or whether there is room on the disk, if the crawl waits for it. */
  tryNetwork(): void {
    this.#disk?.lookNow();
    if (this.active) this.#crawl?.tryNetwork();
  }

  async stop(why: StopReason = 'user'): Promise<void> {
    this.#cancelLogin?.();
    this.#crawl?.stop(stopWords[why]);
    this.#disk?.stop(stopWords[why]);
    await this.#ended;
  }

  /** The crawl that this one repeats, opened. What was opened before is closed where that fails. */
  async #earlier(fetcher: Fetcher, shared: SharedClocks | null): Promise<EarlierCrawl | null> {
    const { earlier } = this.#network;
    try {
      return earlier === undefined ? null : new EarlierCrawl(earlier, this.#file.path);
    } catch (error) {
      await fetcher.close();
      shared?.close();
      throw error;
    }
  }

  changeSettings(change: Partial<CrawlSettings>): void {
    if (this.active) fail('refused', 'Stop the crawl before changing its settings.');
    this.#file.refuseOtherOwner();
    const next = { ...this.#file.settings(), ...change };
    const problem = Object.values(checkSettings(next))[0];
    if (problem) fail('bad_request', problem);
    const { store, permissions } = this.#file;
    const last = this.#file.settings();
    const before = new Set(last.siteRules.map(ruleText));
    permissions.whileChanging(() => store.transaction(() => store.crawl.changeSettings(Date.now(), next)));
    // Rules and speed that the user has just given need no other permission.
    const given = next.siteRules.filter(rule => rule.robots === 'never' && !before.has(ruleText(rule)));
    const isOtherDelay = next.delayMs !== last.delayMs || JSON.stringify(next.hostLimits) !== JSON.stringify(last.hostLimits);
    const speed = [
      ...(isOtherDelay ? (['delayMs'] as const) : []),
      ...(next.connections === last.connections ? [] : (['connections'] as const)),
    ];
    const connection = changedConnections(next).filter(name => JSON.stringify(next[name]) !== JSON.stringify(last[name]));
    permissions.allow({ ignoreRobots: given.map(({ pattern }) => pattern), speed, connection });
  }

  /** Records why the crawl could not go on; gives back the error to throw. */
  #failed(error: unknown): unknown {
    const file = this.#file;
    const known = storageError(error, file.path);
    this.#failure =
      known instanceof RpcError
        ? known.message
        : 'The crawl ended because of a fault inside Crawlscope; resume continues where it was.';
    try {
      // Only what is ours: the file may belong to another process by now.
      if (file.row().owner === file.owner)
        file.store.transaction(() => {
          file.store.inlinks.countAll();
          file.store.crawl.setState(Date.now(), 'failed', this.#failure, null);
        });
    } catch (second) {
      // The disk is full: the state stays "running" without an owner, which reads as interrupted.
      if (!(second instanceof Error)) throw second;
    }
    file.changed();
    return known;
  }
}

const ruleText = ({ pattern, robots }: SiteRule): string => `${robots} ${pattern}`;

/** The rules given for one run, before those of the file for other sites: the first rule that names a site applies. */
function rulesOfRun(given: readonly SiteRule[], stored: readonly SiteRule[]): readonly SiteRule[] {
  const named = new Set(given.map(({ pattern }) => pattern));
  return [...given, ...stored.filter(({ pattern }) => !named.has(pattern))];
}

/** Has the crawl keep to the limit for stored pages. The file says when the first page is left out. */
function limitBodies({ fetches, crawl }: Store, most: number): void {
  fetches.limitBodies(most === 0 ? null : { most, onReached: () => crawl.event(Date.now(), storedLimitEvent, String(most)) });
}

/** What the process that ended left: URLs with their decision, those that wait, and those that were under way. */
function interruptedCounts({ tally }: Store): InterruptedCounts {
  const of = (state: string): number => tally.states.get(state) ?? 0;
  return { urls: tally.urls, waiting: of('queued'), underWay: of('leased') };
}
