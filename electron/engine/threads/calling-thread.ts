import type { Worker } from 'node:worker_threads';
import { RpcError } from '#shared/rpc/errors.ts';
import type { ErrorCode } from '#shared/rpc/types.ts';
import { whenStopped } from './slices.ts';
import { startThread } from './start-thread.ts';

/** A call to a thread, and what comes back over its port. */
export interface ThreadQuestion {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}
export type ThreadMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly code: string; readonly message: string };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Calls<C> = { readonly [N in keyof C]: (input: never) => unknown };

/** The program of a thread, and what it says in errors: 'The audit', 'Run it again.' */
export interface ThreadProgram {
  readonly name: string;
  readonly source: string;
  readonly built: string;
  readonly words: { readonly what: string; readonly again: string };
}

/**
 * A thread that answers calls about a crawl file, and keeps results between them. It starts with the first call. If it crashes, pending
 * calls fail with `unavailable`; the next call starts it again, without results.
 */
export class CallingThread<C extends Calls<C>> {
  readonly #program: ThreadProgram;
  readonly #path: string;
  readonly #progress: (done: number, total: number) => void;
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(program: ThreadProgram, path: string, progress: (done: number, total: number) => void) {
    this.#program = program;
    this.#path = path;
    this.#progress = progress;
  }

  call<N extends keyof C & string>(name: N, input: Parameters<C[N]>[0]): Promise<Awaited<ReturnType<C[N]>>> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#lastId;
    const question: ThreadQuestion = { id, name, input };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: value => resolve(value as Awaited<ReturnType<C[N]>>), reject });
      worker.ref();
      worker.postMessage(question);
    });
  }

  #start(): Worker {
    const { name, source, built, words } = this.#program;
    const worker = startThread(source, built, { name, workerData: { path: this.#path } });
    const release = whenStopped(() => {
      void worker.terminate();
      this.#gone(worker, 'The crawl file was closed.');
    });
    worker.on('message', (message: ThreadMessage) => this.#take(message));
    worker.on('error', error => {
      console.error(error);
      this.#gone(worker, `${words.what} stopped unexpectedly. ${words.again}`);
    });
    worker.on('exit', () => {
      release();
      this.#gone(worker, `${words.what} ended early. ${words.again}`);
    });
    // Without a question, the thread does not keep the reader alive.
    worker.unref();
    return worker;
  }

  #take(message: ThreadMessage): void {
    if (message.kind === 'progress') {
      this.#progress(message.done, message.total);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(new RpcError(message.code as ErrorCode, message.message));
  }

  #gone(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new RpcError('unavailable', why));
    this.#waiting.clear();
  }
}
