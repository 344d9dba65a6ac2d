import type { Worker } from 'node:worker_threads';
import type { TrendFiles, TrendView } from '#shared/model/crawl-trend.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { whenStopped } from '../threads/slices.ts';
import { startThread } from '../threads/start-thread.ts';
import type { TrendMessage, TrendWork } from '../threads/trend/messages.ts';

const begun: TrendView = { progress: { state: 'running', done: 0, total: 0, etaMs: null }, problem: '', found: null };

/** The trend over several crawls, on a thread of its own. The last result is kept. */
export class Trends {
  #worker: Worker | null = null;
  #startedAt = 0;
  #view: TrendView | null = null;

  /** Ends the one before, and starts with these files and the open one. */
  start({ paths, isFolder, unreadable }: TrendFiles, open: string): void {
    this.cancel();
    this.#view = begun;
    this.#startedAt = performance.now();
    const work: TrendWork = { paths: [...paths, open], siteOf: isFolder ? open : null, unreadable };
    const worker = startThread('trend/entry.ts', 'trend.cjs', { name: 'trend', workerData: work });
    this.#worker = worker;
    const gone = whenStopped(() => void worker.terminate());
    worker.on('message', (message: TrendMessage) => {
      if (this.#worker === worker) this.#take(message);
    });
    worker.on('error', error => {
      if (this.#worker !== worker) return;
      const isKnown = error instanceof RpcError || error.name === 'RpcError';
      if (!isKnown) console.error(error);
      this.#end('failed', isKnown ? error.message : 'The trend could not be computed because of a fault in Crawlscope.');
    });
    worker.on('exit', () => {
      gone();
      if (this.#worker !== worker) return;
      this.#worker = null;
      if (this.#view?.progress.state === 'running') this.#end('failed', 'The trend ended early. Choose the files again.');
    });
  }

  /** How far it is, and what it found; null before the first one. */
  read(): TrendView | null {
    return this.#view;
  }

  cancel(): void {
    const worker = this.#worker;
    if (worker === null) return;
    this.#worker = null;
    this.#end('cancelled', '');
    void worker.terminate();
  }

  #take(message: TrendMessage): void {
    const view = this.#view ?? begun;
    if (message.kind === 'progress') {
      const { done, total } = message;
      const etaMs = done === 0 ? null : ((performance.now() - this.#startedAt) / done) * Math.max(0, total - done);
      this.#view = { ...view, progress: { state: 'running', done, total, etaMs } };
    } else {
      this.#view = { ...view, found: message.trend };
      this.#end('done', '');
    }
  }

  #end(state: TrendView['progress']['state'], problem: string): void {
    const view = this.#view ?? begun;
    this.#view = { ...view, progress: { ...view.progress, state, etaMs: 0 }, problem };
  }
}
