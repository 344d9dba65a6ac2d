/** What `watchLoading` can read and do about the page's process. */
export interface LoadedPage {
  /** Processor time that its process has used since the last call, in milliseconds; null while it has no process. */
  usedMs(): number | null;
  /** Ends its process. */
  end(): void;
}

/** A process that uses less than this share of a processor hangs, even on a machine with fifty other busy programs. */
const least = 0.005;
/** The longest time for loading, as a multiple of the limit. Our page loads from the disk: after this time it will not get ready any more. */
const longest = 6;

/**
 * Ends the process of a page that hangs and does not get ready within the limit. A process that is working gets more time: on a busy machine its
 * start takes long, and a new process would take as long. Each process that this ends doubles the limit.
 */
export function watchLoading({ usedMs, end }: LoadedPage, firstLimitMs: number): { begun(): void; ended(): void } {
  let limitMs = firstLimitMs;
  let timer: NodeJS.Timeout | undefined;
  const ended = (): void => clearTimeout(timer);
  const begun = (): void => {
    ended();
    const stepMs = limitMs / 2;
    let steps = 0;
    const look = (): void => {
      steps += 1;
      const used = usedMs();
      const isWorking = used !== null && used >= stepMs * least;
      if (steps < 2 || used === null || (isWorking && steps < 2 * longest)) {
        timer = setTimeout(look, stepMs);
        return;
      }
      limitMs *= 2;
      end();
    };
    timer = setTimeout(look, stepMs);
  };
  return { begun, ended };
}
