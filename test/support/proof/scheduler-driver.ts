import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CrawlClock } from '#engine/crawl/clock.ts';
import { Crawl } from '#engine/crawl/crawl.ts';
import { loadLanguages } from '#engine/crawl/languages.ts';
import type { SharedClocks } from '#engine/hosts/shared-clocks.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { createDatabase, openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { openStore, type Store } from '#storage/store.ts';
import type { Ending, ModelSettings, Times } from './scheduler-model.ts';

/** Settings besides those of the model: one order of pages, and no guard that the model does not know. */
const fixed: Partial<CrawlSettings> = {
  ...{ crawlOrder: 'list', internalHosts: ['*.crawl.test'], sitemaps: false, trapGuards: false, storeBodies: false },
  ...{ failureGuard: '', slowFactor: 0, networkWaitMs: 0, diskWaitMs: 0 },
};

/** A way to break the scheduler, to see that the model notices. */
export interface Fault {
  /** The clock that the crawl sees. */
  clock?(clock: CrawlClock, times: Times): CrawlClock;
  /** Changes the crawl before each of its turns. */
  turn?(crawl: Crawl): void;
}

interface Sent {
  readonly url: string;
  readonly wall: number;
  readonly resolve: (outcome: FetchOutcome) => void;
}

/**
 * Runs the program's own crawl on a file, without a network and by a clock that a test moves. While `during` runs, the time of the whole process
 * is the clock of the test, and nothing happens that `settle` does not do: the same commands give the same crawl.
 */
export class SchedulerDriver {
  wall = 1_800_000_000_000;
  mono = 1_000;
  crawl: Crawl | null = null;
  ended: string | null = null;
  failure: unknown = null;
  readonly inFlight: Sent[] = [];
  /** URLs that were requested since the last look. */
  started: string[] = [];
  readonly #folder: string;
  readonly #fault: Fault;
  readonly #seeds: readonly string[];
  #files = 0;
  #path: string;
  #db: WriteDb;
  #store: Store;
  #settings: ModelSettings;
  #timers: { due: number; run: () => void }[] = [];
  #soon: (() => void)[] = [];
  #worked = 0;
  readonly #others = new Map<string, number>();

  constructor(folder: string, settings: ModelSettings, seeds: readonly string[], fault: Fault = {}) {
    this.#folder = folder;
    this.#fault = fault;
    this.#seeds = seeds;
    this.#settings = settings;
    const empty = join(folder, 'empty.crawl');
    if (!existsSync(empty)) createDatabase(empty).close();
    this.#path = join(folder, 'model-0.crawl');
    copyFileSync(empty, this.#path);
    this.#db = openDatabase(this.#path);
    // What a loss of power does is tried elsewhere.
    this.#db.pragma('synchronous = OFF');
    this.#store = openStore(this.#db);
    this.#store.transaction(() => this.#store.crawl.create(this.wall, 'model', this.#stored()));
  }

  #stored(): CrawlSettings {
    return { ...defaultSettings, ...fixed, ...this.#settings, seeds: this.#seeds };
  }

  /** Runs work by the time of this driver. */
  async during(work: () => Promise<void>): Promise<void> {
    await loadLanguages();
    const { setImmediate: later } = globalThis;
    const own = { now: Date.now, perf: performance.now };
    Date.now = () => this.wall;
    performance.now = () => this.#worked;
    globalThis.setImmediate = ((run: () => void) => void this.#soon.push(run)) as unknown as typeof setImmediate;
    try {
      await work();
    } finally {
      Date.now = own.now;
      performance.now = own.perf;
      globalThis.setImmediate = later;
    }
  }

  close(): void {
    this.#db.close();
    for (const end of ['', '-wal', '-shm']) rmSync(this.#path + end, { force: true });
  }

  get times(): Times {
    return { wall: this.wall, mono: this.mono };
  }

  start(): void {
    this.ended = null;
    this.#others.clear();
    const clock: CrawlClock = {
      now: () => this.wall,
      mono: () => this.mono,
      after: (ms, run) => {
        const timer = { due: this.mono + ms, run };
        this.#timers.push(timer);
        return () => void (this.#timers = this.#timers.filter(each => each !== timer));
      },
    };
    const at = this.mono;
    const crawl = new Crawl({
      ...{ store: this.#store, settings: this.#stored(), settingsId: this.#store.crawl.read()?.settingsId ?? 1 },
      fetcher: {
        fetch: ({ url }, _limits, signal) => this.#fetch(url, signal),
        trustHosts: () => undefined,
        close: async () => undefined,
      },
      limits: defaultFetchLimits,
      refusedAddress: () => '',
      owner: 'model',
      claim: () => undefined,
      clock: this.#fault.clock?.(clock, { wall: this.wall, mono: at }) ?? clock,
      ...{ isAfterCrash: false, unsettledBecause: '', earlier: null, renderer: null },
      shared: this.#shared(),
      ...{ onChange: () => undefined, onPage: () => undefined },
    });
    this.crawl = crawl;
    crawl.run().then(
      state => void (this.crawl === crawl && (this.ended = state)),
      error => void (this.failure = error),
    );
  }

  #fetch(url: string, signal: AbortSignal): Promise<FetchOutcome> {
    this.started.push(url);
    return new Promise(resolve => {
      const sent = { url, wall: this.wall, resolve };
      this.inFlight.push(sent);
      signal.addEventListener('abort', () => this.inFlight.includes(sent) && this.answer(sent, { kind: 'cut-off' }));
    });
  }

  answer(sent: Sent, ending: Ending): void {
    this.inFlight.splice(this.inFlight.indexOf(sent), 1);
    const timings = { startedAt: sent.wall, endedAt: this.wall, firstByteMs: 0, totalMs: 0 };
    const base = { wireBytes: 0, remoteAddress: null, timings };
    if (ending.kind === 'cut-off') {
      sent.resolve({ kind: 'failure', cause: 'cancelled', detail: 'stopped', status: null, headers: [], ...base });
      return;
    }
    const status = ending.kind === 'rules' ? 200 : ending.status;
    const retryAfter = ending.kind === 'status' ? ending.retryAfter : null;
    const found = ending.kind === 'status' ? ending.found : [];
    const headers: [string, string][] = [['content-type', ending.kind === 'rules' ? 'text/plain' : 'text/html']];
    if (retryAfter !== null) headers.push(['retry-after', String(retryAfter)]);
    if (status === 301) headers.push(['location', found[0] ?? '']);
    const text =
      ending.kind === 'rules'
        ? `User-agent: *\n${ending.closesPrivate ? 'Disallow: /private\n' : ''}${ending.crawlDelay > 0 ? `Crawl-delay: ${ending.crawlDelay}\n` : ''}`
        : found.map(url => `<a href="${url}">a page</a>`).join('\n');
    sent.resolve({ kind: 'response', status, statusText: '', headers, body: Buffer.from(text), bodyEnd: 'complete', ...base });
  }

  /** The clocks of other processes: which hosts they hold, and until when one that was given back waits. */
  #shared(): SharedClocks {
    const earliest = (keys: readonly string[]): number => {
      const until = this.#others.get(keys[0] ?? '') ?? 0;
      // It is asked for again.
      return until === Number.POSITIVE_INFINITY ? this.mono + 2_000 : until;
    };
    const mayGo = (keys: readonly string[]): boolean => keys.every(key => (this.#others.get(key) ?? 0) <= this.mono);
    return { earliest, take: mayGo, holds: mayGo, began: () => undefined, ended: () => undefined } as unknown as SharedClocks;
  }

  othersTake(origin: string): void {
    this.#others.set(origin, Number.POSITIVE_INFINITY);
  }

  othersGive(origin: string, waitMs: number): void {
    this.#others.set(origin, this.mono + waitMs);
    this.crawl?.look();
  }

  /** When the crawl takes its next turn by itself; infinite if it does not. */
  get nextTurn(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#timers.map(({ due }) => due));
  }

  /** Runs what is due, until only time can go on. */
  async settle(): Promise<void> {
    this.#worked += 1_000;
    for (let rounds = 0; rounds < 2_000; rounds++) {
      const due = this.#timers.filter(timer => timer.due <= this.mono);
      this.#timers = this.#timers.filter(timer => timer.due > this.mono);
      for (const { run } of due) run();
      for (let tick = 0; tick < 12; tick++) await undefined;
      const soon = this.#soon;
      this.#soon = [];
      if (this.crawl) this.#fault.turn?.(this.crawl);
      for (const run of soon) run();
      if (soon.length === 0 && due.length === 0 && this.#soon.length === 0) return;
    }
    throw new Error('the crawl takes turn after turn without waiting');
  }

  /** The process dies now, and what it had committed is found in the file. */
  die(): void {
    this.#leave();
    const next = join(this.#folder, `model-${++this.#files}.crawl`);
    for (const end of ['', '-wal']) if (existsSync(this.#path + end)) copyFileSync(this.#path + end, next + end);
    this.close();
    this.#path = next;
    this.#db = openDatabase(next);
    this.#db.pragma('synchronous = OFF');
    this.#store = openStore(this.#db);
  }

  #leave(): void {
    this.crawl = null;
    this.inFlight.length = 0;
    this.#timers = [];
    this.#soon = [];
    this.#others.clear();
  }

  /** Other settings, between two runs. */
  change(settings: ModelSettings): void {
    this.#leave();
    this.#settings = settings;
    this.#store.transaction(() => this.#store.crawl.changeSettings(this.wall, this.#stored()));
  }

  /** The URLs of the file, each with its state; and those that have not exactly one current decision with the same reason. */
  urls(): readonly { readonly url: string; readonly state: string; readonly attempts: number }[] {
    return this.#db.prepare('SELECT url, state, attempts FROM url').all() as { url: string; state: string; attempts: number }[];
  }

  undecided(): readonly string[] {
    return this.#db
      .prepare(
        'SELECT u.url FROM url u LEFT JOIN current_decisions d ON d.url_id = u.id GROUP BY u.id HAVING count(d.id) <> 1 OR max(d.reason) <> u.reason',
      )
      .pluck()
      .all() as string[];
  }
}
