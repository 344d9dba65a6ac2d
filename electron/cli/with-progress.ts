import type { Io } from './io.ts';

const progressEveryMs = 200;

/** Says how far work is, from 0 to 1, and in words; the answer is 'cancel' after Ctrl+C. */
export type Report = (share: number, words: string) => 'go-on' | 'cancel';

/** Runs work with its progress and the time left on standard error, if that is a terminal. */
export async function withProgress<T>(io: Io, work: (report: Report) => Promise<T>): Promise<T> {
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
  });
  const started = performance.now();
  let said = 0;
  try {
    return await work((share, words) => {
      const now = performance.now();
      if (io.stderr.isTerminal && now - said > progressEveryMs) {
        said = now;
        const left = share > 0 ? `, about ${Math.ceil((((now - started) / share) * (1 - share)) / 1_000)} s left` : '';
        void io.stderr.write(`\r${words}${left}\u001b[K`);
      }
      return isCancelled ? 'cancel' : 'go-on';
    });
  } finally {
    unhook();
    if (said > 0) await io.stderr.write('\r\u001b[K');
  }
}
