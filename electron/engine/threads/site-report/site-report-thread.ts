import type { Worker } from 'node:worker_threads';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import type { ErrorCode } from '#shared/rpc/types.ts';
import { startThread } from '../start-thread.ts';
import type { SiteReportMessage, SiteReportWork } from './messages.ts';

/** Makes reports on a crawl in a thread of their own, one at a time. */
export class SiteReportThread {
  #worker: Worker | null = null;
  #cancel: (() => void) | null = null;
  #progress = { step: '', share: 0 };

  /** How far the report is that is being made, or the last one. `share`: 0 to 1. */
  progress = (): { readonly step: string; readonly share: number } => this.#progress;

  /** Null: cancelled. Throws an RpcError: another report is being made, or as `siteReport`. */
  async make(work: SiteReportWork): Promise<string | null> {
    if (this.#worker) fail('refused', 'Another report is being made. Wait until it is done, or cancel it.');
    this.#progress = { step: 'Opening the file', share: 0 };
    const worker = startThread('site-report/entry.ts', 'site-report.cjs', { name: 'report', workerData: work });
    this.#worker = worker;
    try {
      return await new Promise<string | null>((resolve, reject) => {
        this.#cancel = () => resolve(null);
        worker.on('message', (message: SiteReportMessage) => {
          if (message.kind === 'progress') this.#progress = { step: message.step, share: message.share };
          else if (message.kind === 'done') resolve(message.html);
          else reject(new RpcError(message.code as ErrorCode, message.message));
        });
        worker.on('error', error => {
          console.error(error);
          reject(new RpcError('unavailable', 'The report stopped unexpectedly. Make it again.'));
        });
        worker.on('exit', () => reject(new RpcError('unavailable', 'The report ended early. Make it again.')));
      });
    } finally {
      this.#cancel = null;
      await worker.terminate();
      this.#worker = null;
    }
  }

  /** Ends the report that is being made: `make` then gives null. */
  cancel(): void {
    this.#cancel?.();
  }

  /** Ends the report, and waits until its connections are closed. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.cancel();
    await worker?.terminate();
  }
}
