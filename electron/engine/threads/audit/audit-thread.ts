import type { Worker } from 'node:worker_threads';
import { RpcError } from '#shared/rpc/errors.ts';
import type { ErrorCode } from '#shared/rpc/types.ts';
import { whenStopped } from '../slices.ts';
import { startThread } from '../start-thread.ts';
import type { AuditCallName, AuditInput, AuditMessage, AuditOutput, AuditQuestion, AuditWork } from './messages.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * The thread that audits a crawl file. It starts with the first call and stays, because it keeps the results that evidence is made
 * from. If it crashes, pending calls fail with `unavailable`; the next call starts it again, without results.
 */
export class AuditThread {
  readonly #path: string;
  readonly #progress: (done: number, total: number) => void;
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(path: string, progress: (done: number, total: number) => void) {
    this.#path = path;
    this.#progress = progress;
  }

  call<N extends AuditCallName>(name: N, input: AuditInput<N>): Promise<AuditOutput<N>> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#lastId;
    const question: AuditQuestion = { id, name, input };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: value => resolve(value as AuditOutput<N>), reject });
      worker.ref();
      worker.postMessage(question);
    });
  }

  #start(): Worker {
    const work: AuditWork = { path: this.#path };
    const worker = startThread('audit/entry.ts', 'audit.cjs', { name: 'audit', workerData: work });
    const release = whenStopped(() => {
      void worker.terminate();
      this.#gone(worker, 'The crawl file was closed.');
    });
    worker.on('message', (message: AuditMessage) => this.#take(message));
    worker.on('error', error => {
      console.error(error);
      this.#gone(worker, 'The audit stopped unexpectedly. Run it again.');
    });
    worker.on('exit', () => {
      release();
      this.#gone(worker, 'The audit ended early. Run it again.');
    });
    // Without a question, the thread does not keep the reader alive.
    worker.unref();
    return worker;
  }

  #take(message: AuditMessage): void {
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
