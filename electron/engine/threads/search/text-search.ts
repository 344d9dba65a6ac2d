import type { Worker } from 'node:worker_threads';
import { makeFinder } from '#core/search/find-text.ts';
import type { SearchHit, SearchState, TextSearchWish } from '#shared/model/text-search.ts';
import { fail } from '#shared/rpc/errors.ts';
import { startThread } from '../start-thread.ts';
import type { SearchMessage, SearchWork } from './messages.ts';

const none: SearchState = {
  ...{ id: 0, state: 'none', searched: 0, total: null, notSearchable: 0, pages: 0, matches: 0, hasMore: false, problem: '' },
};

/** The search of an open file, one at a time, on a thread of its own. What it found stays until the next one starts. */
export class TextSearch {
  readonly #path: string;
  #worker: Worker | null = null;
  #state = none;
  #hits: SearchHit[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  get state(): SearchState {
    return this.#state;
  }

  /** Starts a search and ends the one before. Refuses what cannot be searched for. */
  start(wish: TextSearchWish): SearchState {
    const made = makeFinder(wish);
    if ('problem' in made) fail('bad_request', made.problem);
    this.stop();
    this.#hits = [];
    this.#state = { ...none, id: this.#state.id + 1, state: 'running' };
    const work: SearchWork = { path: this.#path, wish };
    const worker = startThread('search/entry.ts', 'search.cjs', { name: 'search', workerData: work });
    this.#worker = worker;
    const mine = (act: () => void): void => {
      if (this.#worker === worker) act();
    };
    worker.on('message', (message: SearchMessage) => mine(() => this.#take(message)));
    worker.on('error', error => mine(() => this.#end('failed', error.message)));
    worker.on('exit', () => mine(() => this.#end('failed', 'The thread of the search ended early.')));
    return this.#state;
  }

  /** Ends a search in progress. What it found stays. */
  stop(): void {
    if (this.#worker) this.#end('stopped');
  }

  /** Pages with a match, in the order of the crawl file. */
  hits(id: number, from: number, limit: number): readonly SearchHit[] {
    if (id !== this.#state.id) fail('not_found', 'This search is closed. Search again.');
    return this.#hits.slice(from, from + limit);
  }

  #take({ searched, total, notSearchable, hits, isEnd, hasMore }: SearchMessage): void {
    for (const hit of hits) this.#hits.push(hit);
    const matches = hits.reduce((sum, { count }) => sum + count, this.#state.matches);
    this.#state = { ...this.#state, searched, total, notSearchable, pages: this.#hits.length, matches, hasMore };
    if (isEnd) this.#end('done');
  }

  #end(state: 'done' | 'stopped' | 'failed', problem = ''): void {
    this.#state = { ...this.#state, state, problem };
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }
}
