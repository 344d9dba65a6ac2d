import type { Steps } from '#core/steps.ts';
import { RpcError } from '#shared/rpc/errors.ts';

/** Long work of the reader thread runs this long between two looks at its port. */
const sliceMs = 12;

/** Work under way. `done` and `total` count URLs. */
export interface Job<T> {
  readonly finished: Promise<T>;
  progress(): JobProgress;
  /** Ends the work at the next slice; `finished` is refused. */
  cancel(): void;
}

export interface JobProgress {
  readonly state: 'running' | 'done' | 'cancelled' | 'failed';
  readonly done: number;
  readonly total: number;
  /** Milliseconds left at the pace so far, null while that cannot be said. */
  readonly etaMs: number | null;
}

const running = new Set<() => void>();

/** Ends all work of this thread at once, before its connection is closed: cursors that are open keep a connection from closing. */
export function stopSlices(): void {
  for (const stop of [...running]) stop();
}

/** Registers `stop` to run when this thread's work stops. Call the returned function to unregister. */
export function whenStopped(stop: () => void): () => void {
  running.add(stop);
  return () => void running.delete(stop);
}

/** Runs work in slices: other calls run between them, and it can be cancelled. */
export function runInSlices<T>(steps: Steps<T>, total: number): Job<T> {
  let state: JobProgress['state'] = 'running';
  let done = 0;
  const started = performance.now();
  const finished = new Promise<T>((resolve, reject) => {
    const stop = (): void => {
      running.delete(stop);
      if (state === 'running') state = 'cancelled';
      steps.return(undefined as never);
      reject(new RpcError('refused', 'The work was cancelled.'));
    };
    running.add(stop);
    const slice = (): void => {
      if (!running.has(stop)) return;
      if (state === 'cancelled') {
        stop();
        return;
      }
      const until = performance.now() + sliceMs;
      try {
        do {
          const step = steps.next();
          if (step.done === true) {
            state = 'done';
            running.delete(stop);
            resolve(step.value);
            return;
          }
          done = step.value;
        } while (performance.now() < until);
      } catch (error) {
        state = 'failed';
        running.delete(stop);
        reject(error);
        return;
      }
      setImmediate(slice);
    };
    setImmediate(slice);
  });
  // A job that no caller waits for may still be cancelled.
  finished.catch(() => undefined);
  return {
    finished,
    progress: () => ({
      state,
      done: state === 'done' ? total : done,
      total,
      etaMs: state !== 'running' ? 0 : done === 0 ? null : ((performance.now() - started) / done) * Math.max(0, total - done),
    }),
    cancel: () => {
      if (state === 'running') state = 'cancelled';
    },
  };
}
