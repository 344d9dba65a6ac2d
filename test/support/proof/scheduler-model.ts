/**
 * What docs/politeness.md promises, as a small model of its own: when which host may get which request. It shares no code with the program.
 * Times are milliseconds; `wall` is the time of day, which may jump, and `mono` never does.
 */
export interface Times {
  readonly wall: number;
  readonly mono: number;
}

export interface ModelSettings {
  readonly delayMs: number;
  readonly connections: number;
  readonly maxAttempts: number;
  readonly maxPages: number;
  readonly maxDelayMs: number;
  readonly robotsLifetimeMs: number;
}

/** How a request ends in this model. */
export type Ending =
  | { readonly kind: 'rules'; readonly crawlDelay: number; readonly closesPrivate: boolean }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: number | null; readonly found: readonly string[] }
  | { readonly kind: 'cut-off' };

const marginMs = 5;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

interface Page {
  readonly url: string;
  readonly number: number;
  state: 'waiting' | 'sent' | 'done' | 'rejected';
  attempts: number;
  /** Times of day until which it waits: 0 for no wait, after it was cut off. */
  dueWall: number | null;
  dueMono: number;
  /** The clock was put back while it waited for another attempt: when it comes is not said exactly. */
  isVague: boolean;
  /** Its attempts are used up: the last one was throttled, or failed at the server. */
  isGivenUp: boolean;
}

interface Rules {
  readonly delayMs: number;
  readonly closesPrivate: boolean;
}

class Host {
  readonly origin: string;
  // What the file keeps.
  rules: Rules | null = null;
  lastGood: Rules | null = null;
  checkedWall = 0;
  expiresWall = 0;
  delayMs = 0;
  backoffUntil = 0;
  backoffMs = 0;
  backoffCount = 0;
  wasRequested = false;
  // What one run knows.
  isLoaded = false;
  isRead = false;
  isPaused = false;
  robotsFailures = 0;
  robotsSent = false;
  inFlight = 0;
  notBefore = 0;
  heldByOther = false;
  otherUntil = 0;
  #saved = {};

  constructor(origin: string) {
    this.origin = origin;
  }

  /** The file keeps what was known when a request began or ended, not what a run works out anew from its settings. */
  save(): void {
    const { delayMs, expiresWall, backoffUntil } = this;
    this.#saved = { delayMs, expiresWall, backoffUntil };
  }

  forget(): void {
    Object.assign(this, this.#saved);
    Object.assign(this, { isLoaded: false, isRead: false, isPaused: false, robotsFailures: 0, robotsSent: false, inFlight: 0 });
    Object.assign(this, { notBefore: 0, heldByOther: false, otherUntil: 0 });
  }
}

const retryMs = (attempt: number): number => Math.min(2_000 * 4 ** (attempt - 1), 300_000);
const isPrivate = (url: string): boolean => new URL(url).pathname.startsWith('/private');

export class SchedulerModel {
  settings: ModelSettings;
  readonly hosts = new Map<string, Host>();
  readonly pages = new Map<string, Page>();
  run: 'none' | 'running' | 'paused' = 'none';
  inFlight = 0;
  /** Settings since pages were last given further attempts. */
  #since: ModelSettings[] = [];

  constructor(settings: ModelSettings) {
    this.settings = settings;
  }

  host(url: string): Host {
    const { origin } = new URL(url);
    const known = this.hosts.get(origin) ?? new Host(origin);
    this.hosts.set(origin, known);
    return known;
  }

  count(state: Page['state']): number {
    return [...this.pages.values()].filter(page => page.state === state).length;
  }

  #waiting(host: Host): Page[] {
    return [...this.pages.values()].filter(page => page.state === 'waiting' && new URL(page.url).origin === host.origin);
  }

  get isFull(): boolean {
    return this.count('done') + this.count('sent') >= this.settings.maxPages;
  }

  admit(url: string, times: Times): void {
    if (this.pages.has(url)) return;
    const number = this.pages.size + 1;
    this.pages.set(url, {
      url,
      number,
      state: 'waiting',
      attempts: 0,
      dueWall: null,
      dueMono: 0,
      isVague: false,
      isGivenUp: false,
    });
    this.#load(this.host(url), times);
  }

  start(times: Times, seeds: readonly string[]): void {
    this.run = 'running';
    // What was under way when a process died waits again.
    for (const page of this.pages.values()) if (page.state === 'sent') page.state = 'waiting';
    this.#giveMoreAttempts();
    for (const host of this.hosts.values()) if (this.#waiting(host).length > 0) this.#load(host, times);
    for (const seed of seeds) this.admit(seed, times);
  }

  /** More attempts than before: pages that were given up wait again. */
  #giveMoreAttempts(): void {
    const { maxAttempts, maxDelayMs } = this.settings;
    const more = this.#since.some(before => before.maxAttempts < maxAttempts);
    if (more || this.#since.some(before => before.maxDelayMs < maxDelayMs)) this.#since = [];
    this.#since.push(this.settings);
    for (const page of this.pages.values())
      if (more && page.isGivenUp && page.attempts < maxAttempts)
        Object.assign(page, { state: 'waiting', isGivenUp: false, dueWall: 0, dueMono: 0 });
  }

  /** A run meets a host for the first time. A host that was requested before waits a full delay, and what is left of its back-off. */
  #load(host: Host, { wall, mono }: Times): void {
    if (host.isLoaded) return;
    host.isLoaded = true;
    const own = Math.max(host.delayMs, this.settings.delayMs);
    const backoff = Math.min(host.backoffUntil, wall + host.backoffMs);
    host.backoffUntil = backoff;
    const wait = Math.max(0, host.wasRequested ? own + marginMs : 0, Math.min(backoff - wall, dayMs));
    host.notBefore = wait > 0 ? mono + wait : 0;
    // A copy from the future, or older than a week, is none.
    const isSound = host.checkedWall <= wall + dayMs;
    const expires = Math.min(host.expiresWall, host.checkedWall + Math.max(weekMs, 2 * host.delayMs));
    if (host.rules === null || !isSound || expires <= wall) {
      host.expiresWall = isSound ? expires : 0;
      return;
    }
    this.#read(host, host.rules, host.checkedWall, expires - host.checkedWall);
  }

  #read(host: Host, rules: Rules, wall: number, lifetimeMs: number): void {
    host.rules = rules;
    host.isRead = true;
    host.delayMs = Math.max(rules.delayMs, this.settings.delayMs);
    host.checkedWall = wall;
    host.expiresWall = wall + Math.max(lifetimeMs, 2 * host.delayMs);
    host.isPaused = rules.delayMs > this.settings.maxDelayMs;
  }

  needsRobots(host: Host, { wall }: Times): boolean {
    return !host.isRead || host.expiresWall <= wall;
  }

  /** Whether the host allows one more request now. */
  #isFree(host: Host, { mono }: Times): boolean {
    if (!host.isLoaded || host.isPaused || host.heldByOther || host.robotsSent) return false;
    if (mono < host.notBefore || mono < host.otherUntil) return false;
    const isSingle = !host.isRead || host.delayMs > 0;
    return !isSingle || host.inFlight === 0;
  }

  #mayOf(host: Host, page: Page, { wall }: Times): boolean {
    if (host.rules?.closesPrivate && isPrivate(page.url)) return false;
    return page.isVague || page.dueWall === null || page.dueWall <= wall;
  }

  /** Why a request must not leave now; '' if it may. */
  refusal(url: string, times: Times): string {
    const host = this.host(url);
    if (this.run !== 'running') return `the crawl is ${this.run}`;
    if (this.inFlight >= this.settings.connections) return 'every connection is taken';
    if (!this.#isFree(host, times)) return `its host waits until ${Math.max(host.notBefore, host.otherUntil)}, now ${times.mono}`;
    if (new URL(url).pathname === '/robots.txt') {
      if (this.#waiting(host).length === 0) return 'nothing is wanted of the host';
      return this.needsRobots(host, times) ? '' : 'robots.txt is known';
    }
    if (this.needsRobots(host, times)) return 'robots.txt is not known';
    if (this.isFull) return 'the limit of pages is reached';
    const page = this.pages.get(url);
    if (page?.state !== 'waiting') return `the page is ${page?.state ?? 'unknown'}`;
    if (!this.#mayOf(host, page, times)) return 'the page is forbidden, or waits for another attempt';
    const waiting = this.#waiting(host).filter(each => this.#mayOf(host, each, times));
    if (waiting.some(each => each.isVague || each.dueWall === 0) || page.dueWall === 0) return '';
    const first = waiting.sort((a, b) => (a.dueWall ?? 0) - (b.dueWall ?? 0) || a.number - b.number)[0];
    // Of those that failed and wait until the same moment, the one nearest to the start URLs comes first. The model knows no distances.
    const isEqual = page.dueWall !== null && first?.dueWall === page.dueWall;
    return first === page || isEqual ? '' : `${first?.url} is first`;
  }

  /** When the host must get a request at the latest, monotonic; infinite if it need not get one. */
  #mustAt(host: Host, times: Times): number {
    if (this.run !== 'running' || this.isFull) return Number.POSITIVE_INFINITY;
    if (!host.isLoaded || host.isPaused || host.heldByOther || host.robotsSent) return Number.POSITIVE_INFINITY;
    if ((!host.isRead || host.delayMs > 0) && host.inFlight > 0) return Number.POSITIVE_INFINITY;
    const robotsFirst = this.needsRobots(host, times);
    const due = this.#waiting(host)
      .filter(page => !page.isVague && (robotsFirst || !(host.rules?.closesPrivate && isPrivate(page.url))))
      .map(page => (page.dueWall === null ? 0 : Math.max(page.dueMono, times.mono + page.dueWall - times.wall)));
    return Math.max(host.notBefore, host.otherUntil, Math.min(Number.POSITIVE_INFINITY, ...due));
  }

  /** The latest time of the next request; infinite if none need come. */
  nextMust(times: Times): { readonly at: number; readonly origin: string } {
    let next = { at: Number.POSITIVE_INFINITY, origin: '' };
    if (this.inFlight >= this.settings.connections) return next;
    for (const host of this.hosts.values()) {
      const at = this.#mustAt(host, times);
      if (at < next.at) next = { at, origin: host.origin };
    }
    return next;
  }

  sent(url: string): void {
    const host = this.host(url);
    const page = this.pages.get(url);
    this.inFlight += 1;
    host.inFlight += 1;
    if (page) page.state = 'sent';
    else host.robotsSent = true;
    host.save();
  }

  ended(url: string, ending: Ending, times: Times): void {
    const host = this.host(url);
    const page = this.pages.get(url);
    this.inFlight -= 1;
    host.inFlight -= 1;
    host.wasRequested = true;
    if (page) this.#pageEnded(page, ending, times);
    else this.#robotsEnded(host, ending, times);
    const delayMs = Math.max(host.delayMs, host.isRead ? 0 : this.settings.delayMs);
    host.backoffUntil = Math.min(host.backoffUntil, times.wall + host.backoffMs);
    const status = ending.kind === 'rules' ? 200 : ending.kind === 'status' ? ending.status : null;
    if (status === 429 || status === 503) {
      host.backoffCount += 1;
      const asked = ending.kind === 'status' ? ending.retryAfter : null;
      this.#backOff(
        host,
        times.wall,
        asked === null
          ? Math.max(delayMs, Math.min(5_000 * 2 ** (host.backoffCount - 1), 600_000))
          : Math.max(asked * 1_000, delayMs) + marginMs,
      );
    } else if (status !== null) host.backoffCount = 0;
    const wait = Math.max(delayMs > 0 ? delayMs + marginMs : 0, host.backoffUntil - times.wall);
    host.notBefore = Math.max(host.notBefore, times.mono + wait);
    host.save();
  }

  #backOff(host: Host, wall: number, waitMs: number): void {
    if (host.backoffUntil > wall + waitMs) return;
    host.backoffUntil = wall + waitMs;
    host.backoffMs = waitMs;
  }

  #robotsEnded(host: Host, ending: Ending, { wall }: Times): void {
    host.robotsSent = false;
    if (ending.kind === 'cut-off') return;
    const { maxAttempts, robotsLifetimeMs } = this.settings;
    if (ending.kind === 'rules' || ending.status === 404) {
      host.robotsFailures = 0;
      const rules =
        ending.kind === 'rules'
          ? { delayMs: Math.ceil(ending.crawlDelay * 1_000), closesPrivate: ending.closesPrivate }
          : { delayMs: 0, closesPrivate: false };
      if (ending.kind === 'rules') host.lastGood = rules;
      this.#read(host, rules, wall, robotsLifetimeMs);
      return;
    }
    if (host.lastGood) {
      host.robotsFailures = 0;
      this.#read(host, host.lastGood, wall, Math.min(robotsLifetimeMs, hourMs));
      return;
    }
    host.robotsFailures += 1;
    if (host.robotsFailures >= maxAttempts) {
      // Unreachable: nothing may be fetched, and the next run requests it again.
      this.#read(host, { delayMs: 0, closesPrivate: false }, wall, 0);
      host.rules = null;
      host.isPaused = true;
      return;
    }
    const waitMs = Math.max((ending.retryAfter ?? 0) * 1_000, 1_000 * 4 ** Math.min(host.robotsFailures - 1, 3));
    host.backoffUntil = wall + waitMs;
    host.backoffMs = waitMs;
  }

  #pageEnded(page: Page, ending: Ending, times: Times): void {
    if (ending.kind !== 'status') {
      page.state = 'waiting';
      page.dueWall = 0;
      page.dueMono = 0;
      return;
    }
    page.attempts += 1;
    if (ending.status >= 429 && page.attempts < this.settings.maxAttempts) {
      page.state = 'waiting';
      page.dueWall = times.wall + retryMs(page.attempts);
      page.dueMono = times.mono + retryMs(page.attempts);
      page.isVague = false;
      return;
    }
    page.state = 'done';
    page.isGivenUp = ending.status >= 429;
    for (const url of ending.found) this.admit(url, times);
  }

  /** The run ended, or its process died. What was under way counts as requested. */
  gone(): void {
    for (const host of this.hosts.values()) {
      if (host.inFlight > 0) host.wasRequested = true;
      host.forget();
    }
    this.inFlight = 0;
    this.run = 'none';
  }

  /** The time of day jumped. */
  jumped(byMs: number): void {
    if (byMs < 0) for (const page of this.pages.values()) if ((page.dueWall ?? 0) > 0) page.isVague = true;
  }

  /** A page was rejected by robots.txt; '' if that is right. */
  rejected(url: string): string {
    const page = this.pages.get(url);
    if (
      !page ||
      !isPrivate(url) ||
      !this.host(url).rules?.closesPrivate ||
      (page.state !== 'waiting' && page.state !== 'rejected')
    )
      return `${url} was rejected`;
    page.state = 'rejected';
    return '';
  }

  /** Whether nothing is left that a run may request: `yes`, `no`, or `either` where a limit decides. */
  isOver(): 'yes' | 'no' | 'either' {
    if (this.inFlight > 0) return 'no';
    if (this.isFull) return 'either';
    return [...this.hosts.values()].every(host => host.isPaused || this.#waiting(host).length === 0) ? 'yes' : 'no';
  }

  /** The state of a run that ended by itself. */
  endState(): 'finished' | 'stopped' | 'either' {
    if (this.count('waiting') === 0) return 'finished';
    return this.isFull ? 'either' : 'stopped';
  }
}
