import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Check } from '#core/audit/check.ts';
import { checkById } from '#core/audit/checks.ts';
import type { PassState, SharedPass } from '#core/audit/page-pass.ts';
import type { RestState, SharedRest } from '#core/audit/rest.ts';
import type { Helpers } from '#core/audit/run.ts';
import type { AuditSource } from '#core/audit/source.ts';
import { whenStopped } from '../slices.ts';
import { startThread } from '../start-thread.ts';
import type { AuditPaths, HelperResult, HelperWork } from './messages.ts';

/** Smaller crawls are audited before another thread has started. */
const leastUrls = 20_000;
/** Besides the audit thread. Each takes some 100 MB, and what they do not share takes half of the time. */
const mostHelpers = 3;

/**
 * How many threads should help to audit a crawl: none for a small crawl, while it still runs, on one processor, and with checks of the user
 * that read pages, which other threads do not have.
 */
export function helpersFor({ urlCount, crawl }: Pick<AuditSource, 'urlCount' | 'crawl'>, checks: readonly Check[]): number {
  if (urlCount < leastUrls || crawl.state === 'running') return 0;
  const isShared = (check: Check): boolean =>
    check.scope === 'url' || check.scope === 'site' || check.scope === 'pending' || checkById(check.id) === check;
  return checks.every(isShared) ? Math.min(mostHelpers, availableParallelism() - 1) : 0;
}

const ask = (worker: Worker | undefined, work: HelperWork): void => worker?.postMessage(work);

/** Threads that read pages beside the audit thread. They start at once and wait for their work. */
export class PageHelpers implements Helpers {
  readonly #workers: readonly Worker[];
  readonly #pages: PassState[] = [];
  readonly #rest: RestState[] = [];
  readonly #release: () => void;
  /** The audit has nothing to do before they are done. */
  isAwaited = false;
  #failure: Error | null = null;
  #wake: () => void = () => undefined;

  constructor(paths: AuditPaths, count: number) {
    this.#workers = Array.from({ length: count }, () => this.#start(paths));
    this.#release = whenStopped(() => this.stop());
  }

  get count(): number {
    return this.#workers.length;
  }

  knows = (check: Check): boolean => checkById(check.id) === check;

  begin(pages: SharedPass): void {
    for (const worker of this.#workers) ask(worker, { kind: 'pages', pages });
  }

  found = (): readonly PassState[] | null => this.#all(this.#pages);

  goOn(works: readonly SharedRest[]): void {
    for (const [at, rest] of works.entries()) ask(this.#workers[at], { kind: 'rest', rest });
  }

  foundThen = (): readonly RestState[] | null => this.#all(this.#rest);

  /** What the threads posted, once all have. Throws if a thread failed. */
  #all<T>(found: readonly T[]): readonly T[] | null {
    if (this.#failure) throw this.#failure;
    this.isAwaited = found.length < this.#workers.length;
    return this.isAwaited ? null : found;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Until a thread is done or has failed, or so many milliseconds. */
  change(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends all threads, whatever they do. */
  stop(): void {
    this.#release();
    for (const worker of this.#workers) void worker.terminate();
  }

  #start(paths: AuditPaths): Worker {
    const worker = startThread('audit-pages/entry.ts', 'audit-pages.cjs', {
      name: 'audit-pages',
      workerData: paths,
    });
    let isDone = false;
    worker.on('message', (result: HelperResult) => {
      if (result.kind === 'pages') this.#pages.push(result.pages);
      else {
        isDone = true;
        this.#rest.push(result.rest);
      }
      this.#wake();
    });
    const failed = (error: Error): void => {
      if (!isDone) this.#failure ??= error;
      this.#wake();
    };
    worker.on('error', failed);
    worker.on('exit', () => failed(new Error('A thread of the audit ended early.')));
    return worker;
  }
}
