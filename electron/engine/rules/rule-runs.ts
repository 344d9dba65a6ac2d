import { type PageInScope, ruleScope } from '#core/rules/rule-scope.ts';
import { wholeOf } from '#fetcher/body-hold.ts';
import { bodySize } from '#shared/body-size.ts';
import type { HeldBody } from '#shared/model/fetch.ts';
import type { BodyRule, RuleRunProgress } from '#shared/model/rules.ts';
import { bodyRulesOf, type NewResult, type PageOfRules } from '#storage/tables/rules.ts';
import type { CrawlFile } from '../session/file.ts';
import { untilFree } from '../session/until-free.ts';
import type { RuleTask } from '../threads/rules/messages.ts';
import { RuleThread } from '../threads/rules/rule-thread.ts';

/** Pages that the thread has at once: enough to keep it busy. */
const window = 4;
/** Results that are written together, and how long they wait for others. */
const resultsOfWrite = 50;
const writeMs = 250;
/** How long a crawl goes on with the rules it knows before it looks whether another program changed them. */
const lookMs = 250;
/** Bytes of bodies that a crawl may be ahead of the rules. Pages beyond are looked at after the crawl, if their bodies are stored. */
const mostAhead = 32 * 1024 * 1024;

interface Ready {
  readonly id: number;
  readonly rule: BodyRule;
  readonly applies: (page: PageInScope) => boolean;
}

/** A page of a running crawl. */
export interface OfferedPage {
  readonly id: number;
  readonly url: string;
  readonly fetchId: number;
  readonly kind: 'html' | 'json';
  readonly charset: string;
  /** See `FetchResponse`. */
  readonly body: Uint8Array;
  readonly held?: HeldBody | undefined;
}

const nothingRun: RuleRunProgress = { state: 'none', done: 0, total: 0, etaMs: 0, problem: '' };

/**
 * Runs the searches and extractions of the open file: on pages as a crawl settles them, and on stored bodies. The
 * rule thread does the work. This class sends it pages, and writes the results in short transactions.
 */
export class RuleRuns {
  readonly #file: CrawlFile;
  #thread: { readonly mark: string; readonly thread: RuleThread; readonly ready: readonly Ready[] } | null = null;
  /** Monotonic milliseconds of the last look at the stored rules. */
  #lookedAt = 0;
  #results: NewResult[] = [];
  #writing: NodeJS.Timeout | null = null;
  #ahead = 0;
  readonly #offered = new Set<Promise<void>>();
  #missed = false;
  #wrote = false;
  #lastWrite: Promise<void> = Promise.resolve();
  #isClosed = false;
  #progress: RuleRunProgress = nothingRun;
  #running: Promise<void> | null = null;
  #isCancelled = false;

  constructor(file: CrawlFile) {
    this.#file = file;
  }

  get progress(): RuleRunProgress {
    return this.#progress;
  }

  /** Looks at a page that was just crawled. Returns at once. */
  offer(page: OfferedPage): void {
    const fresh = performance.now() - this.#lookedAt < lookMs ? this.#thread : null;
    const { ready, thread } = fresh ?? this.#current();
    const rules = ready.filter(({ applies }) => applies(page)).map(({ id }) => id);
    if (rules.length === 0) return;
    const size = bodySize(page);
    if (this.#ahead + size > mostAhead) {
      this.#missed = true;
      return;
    }
    this.#ahead += size;
    const body = page.held ? wholeOf(page.held) : new Uint8Array(page.body);
    const work = this.#look(thread, page, { url: page.url, kind: page.kind, charset: page.charset, body, rules })
      .catch(() => {
        this.#missed = true;
      })
      .finally(() => {
        this.#ahead -= size;
        this.#offered.delete(work);
      });
    this.#offered.add(work);
  }

  /**
   * Resolves when the pages that a crawl offered were looked at, and the results are on disk. `pages`: whether those that were left out are
   * looked at now, if their bodies are stored.
   */
  async caughtUp({ pages }: { readonly pages: 'offered' | 'all' }): Promise<void> {
    while (this.#offered.size > 0) await Promise.all(this.#offered);
    await this.#settle();
    if (pages === 'offered' || !this.#missed || this.#isClosed) return;
    if (this.#file.settings().storeBodies) await this.run();
  }

  /** Runs on every page with a stored body that a rule has not seen. Restarts a run in progress. */
  async run(): Promise<RuleRunProgress> {
    await this.cancel();
    this.#isCancelled = false;
    this.#missed = false;
    this.#running = this.#runAll().finally(() => {
      this.#running = null;
    });
    await this.#running;
    return this.#progress;
  }

  /** Ends a run. What it found stays. */
  async cancel(): Promise<void> {
    this.#isCancelled = true;
    await this.#running;
  }

  /** Rules changed: pages that wait are looked at by a later run. */
  renew(): void {
    this.#thread?.thread.close();
    this.#thread = null;
    // What cannot be deleted now is deleted after the next change: no list shows it.
    this.#forget().catch((error: unknown) => {
      if (this.#file.db.open) console.error(error);
    });
  }

  async close(): Promise<void> {
    this.#isCancelled = true;
    this.#isClosed = true;
    this.#thread?.thread.close();
    this.#thread = null;
    await this.#running;
    await this.caughtUp({ pages: 'offered' });
  }

  /** The rules that may run now, and the thread that runs them. */
  #current(): { readonly thread: RuleThread; readonly ready: readonly Ready[] } {
    const { store, permissions, path } = this.#file;
    const mark = store.rules.mark();
    this.#lookedAt = performance.now();
    if (this.#thread?.mark === mark) return this.#thread;
    this.#thread?.thread.close();
    const rules = bodyRulesOf(store.rules.all().filter(({ rule }) => permissions.mayRun(rule)));
    const ready = rules.flatMap(({ id, rule }) => {
      const scope = ruleScope(rule);
      return 'applies' in scope ? [{ id, rule, applies: scope.applies }] : [];
    });
    this.#thread = { mark, thread: new RuleThread({ path, rules: ready.map(({ id, rule }) => ({ id, rule })) }), ready };
    return this.#thread;
  }

  async #look(thread: RuleThread, page: Pick<PageOfRules, 'id' | 'fetchId'>, task: RuleTask): Promise<void> {
    const outcomes = await thread.run(task);
    for (const { rule, outcome } of outcomes)
      this.#results.push({ ruleId: rule, urlId: page.id, fetchId: page.fetchId, outcome });
    if (this.#results.length >= resultsOfWrite) await this.#write();
    else this.#writing ??= setTimeout(() => void this.#write().catch(error => console.error(error)), writeMs).unref();
  }

  /** Writes the results that wait, after those of earlier calls. */
  #write(): Promise<void> {
    if (this.#writing) clearTimeout(this.#writing);
    this.#writing = null;
    const results = this.#results.splice(0);
    // Who asked for the earlier write handles its failure.
    this.#lastWrite = this.#lastWrite.catch(() => undefined).then(() => this.#put(results));
    return this.#lastWrite;
  }

  async #put(results: readonly NewResult[]): Promise<void> {
    const { store, db } = this.#file;
    if (results.length === 0 || !db.open) return;
    await untilFree(() =>
      store.transaction(() => {
        for (const result of results) store.rules.put(result);
      }),
    );
    this.#wrote = true;
    this.#file.changed();
  }

  /** Writes all results and marks them as new: what was read of a crawl at rest is out of date. */
  async #settle(): Promise<void> {
    await this.#write();
    const { store, db } = this.#file;
    if (!this.#wrote || !db.open) return;
    this.#wrote = false;
    await untilFree(() => store.transaction(() => store.rules.touch(Date.now())));
    this.#file.changed();
  }

  async #runAll(): Promise<void> {
    const { store } = this.#file;
    const started = performance.now();
    const total = store.rules.pageCount();
    let done = 0;
    const say = (state: RuleRunProgress['state'], problem = ''): void => {
      const etaMs = done === 0 ? null : ((performance.now() - started) / done) * Math.max(0, total - done);
      this.#progress = { state, done, total: Math.max(total, done), etaMs: state === 'running' ? etaMs : 0, problem };
    };
    say('running');
    try {
      const { thread, ready } = this.#current();
      const busy = new Set<Promise<void>>();
      for (let block = this.#pages(0); block.length > 0; block = this.#pages(block.at(-1)?.id ?? 0)) {
        for (const page of block) {
          if (this.#isCancelled) break;
          const work = this.#stored(thread, ready, page);
          if (work) {
            busy.add(work);
            work.then(
              () => busy.delete(work),
              () => busy.delete(work),
            );
          }
          if (busy.size >= window) await Promise.race(busy);
          done += 1;
          say('running');
        }
        // Other work of this thread comes between two blocks.
        await new Promise(resolve => setImmediate(resolve));
        if (this.#isCancelled) break;
      }
      await Promise.all(busy);
      await this.#settle();
      say(this.#isCancelled ? 'cancelled' : 'done');
    } catch (error) {
      if (this.#isCancelled) say('cancelled');
      else {
        console.error(error);
        say('failed', error instanceof Error ? error.message : String(error));
      }
    }
  }

  #pages = (after: number): readonly PageOfRules[] =>
    ready(this.#thread) && this.#file.db.open ? this.#file.store.rules.pagesAfter(after) : [];

  /** Null: there is nothing to do on this page. */
  #stored(thread: RuleThread, rules: readonly Ready[], page: PageOfRules): Promise<void> | null {
    const { store } = this.#file;
    if (page.bodyHash === null) return null;
    const wanted = rules.filter(({ id, applies }) => applies(page) && !store.rules.has(id, page)).map(({ id }) => id);
    if (wanted.length === 0) return null;
    const { url, kind, charset, bodyHash } = page;
    return this.#look(thread, page, { url, kind, charset, body: { hash: bodyHash }, rules: wanted });
  }

  /** Deletes the results of rules that are gone, some at a time. */
  async #forget(): Promise<void> {
    const { store, db } = this.#file;
    for (let more = true; more; ) {
      if (!db.open) return;
      more = await untilFree(() => store.transaction(() => store.rules.forgetSome()));
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  }
}

const ready = (thread: { readonly ready: readonly Ready[] } | null): boolean => thread !== null && thread.ready.length > 0;
