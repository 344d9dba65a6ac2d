/** The time that delays, retries and outages are measured by. A crawl measures its own work with the machine's clock instead. */
export interface CrawlClock {
  /** Wall clock, epoch milliseconds. */
  now(): number;
  /** Monotonic milliseconds. */
  mono(): number;
  /** Calls `run` once, `ms` milliseconds from now. Returns what cancels the call. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: CrawlClock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` milliseconds of this clock. Rejects with the reason of `signal` when that comes first. */
export const waitOn = (clock: CrawlClock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
