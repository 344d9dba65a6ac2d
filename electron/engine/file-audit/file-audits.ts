import type { Worker } from 'node:worker_threads';
import type { FileAudit } from '#shared/model/file-audit.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { FileAuditMessage } from '../threads/file-audit/messages.ts';
import { whenStopped } from '../threads/slices.ts';
import { startThread } from '../threads/start-thread.ts';

const nothing: FileAudit = {
  progress: { state: 'cancelled', done: 0, total: 0, etaMs: null },
  checks: [],
  total: 0,
  differences: [],
  problem: '',
};

/** The audit of the open file by itself, on a thread of its own. The last result is kept. */
export class FileAudits {
  readonly #path: string;
  #worker: Worker | null = null;
  #startedAt = 0;
  #found: FileAudit | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Starts an audit, unless one runs. */
  start(): void {
    if (this.#worker !== null) return;
    this.#found = { ...nothing, progress: { state: 'running', done: 0, total: 0, etaMs: null } };
    this.#startedAt = performance.now();
    const worker = startThread('file-audit/entry.ts', 'file-audit.cjs', { name: 'file-audit', workerData: { path: this.#path } });
    this.#worker = worker;
    const gone = whenStopped(() => void worker.terminate());
    worker.on('message', (message: FileAuditMessage) => {
      if (this.#worker === worker) this.#take(message);
    });
    worker.on('error', error => {
      if (this.#worker !== worker) return;
      const isKnown = error instanceof RpcError || error.name === 'RpcError';
      if (!isKnown) console.error(error);
      this.#end('failed', isKnown ? error.message : 'The file could not be audited because of a fault in Crawlscope.');
    });
    worker.on('exit', () => {
      gone();
      if (this.#worker !== worker) return;
      this.#worker = null;
      if (this.#found?.progress.state === 'running') this.#end('failed', 'The audit ended early. Run it again.');
    });
  }

  /** How far it is, and what it found; null before the first one. */
  read(): FileAudit | null {
    return this.#found;
  }

  cancel(): void {
    const worker = this.#worker;
    if (worker === null) return;
    this.#worker = null;
    this.#end('cancelled', '');
    void worker.terminate();
  }

  #take(message: FileAuditMessage): void {
    const found = this.#found ?? nothing;
    if (message.kind === 'progress') {
      const { done, total } = message;
      const elapsed = performance.now() - this.#startedAt;
      const etaMs = done === 0 ? null : (elapsed / done) * Math.max(0, total - done);
      this.#found = { ...found, progress: { state: 'running', done, total, etaMs } };
    } else if (message.kind === 'differences')
      this.#found = { ...found, total: message.found, differences: [...found.differences, ...message.differences] };
    else {
      this.#found = { ...found, checks: message.checks };
      this.#end('done', '');
    }
  }

  #end(state: FileAudit['progress']['state'], problem: string): void {
    const found = this.#found ?? nothing;
    const done = state === 'done' ? found.progress.total : found.progress.done;
    this.#found = { ...found, progress: { ...found.progress, state, done, etaMs: 0 }, problem };
  }
}
