import type { LintView } from '#shared/model/lint.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { ErrorCode } from '#shared/rpc/types.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { whenStopped } from '../slices.ts';
import { startThread } from '../start-thread.ts';

/** What the thread is started with; `version` is of the crawl file at `path`, `origin` its key. */
export interface LintWork {
  readonly path: string;
  readonly origin: string;
  readonly version: RobotsVersion;
}

/** Lints a stored response in a separate thread, which ends with it, and with the calling thread. */
export function lintInThread(work: LintWork): Promise<LintView> {
  return new Promise((resolve, reject) => {
    const worker = startThread('lint/entry.ts', 'lint.cjs', { name: 'lint', workerData: work });
    const done = whenStopped(() => {
      void worker.terminate();
      reject(new RpcError('refused', 'The work was cancelled.'));
    });
    worker.once('message', resolve);
    // An error loses its class when it crosses threads.
    worker.once('error', (error: Error & { code?: ErrorCode }) =>
      reject(error.name === 'RpcError' && error.code ? new RpcError(error.code, error.message) : error),
    );
    worker.once('exit', code => {
      done();
      // After a result or an error this changes nothing.
      reject(new RpcError('unavailable', `The check of robots.txt ended early (${code}). Run it again.`));
    });
  });
}
