/** What the watch sees of the page's process, and what it can do. */
export interface LoadedPage {
  /** Milliseconds of the processor that its process has had since the last call; null as long as it has none. */
  usedMs(): number | null;
  /** Ends its process. */
  end(): void;
}

/** A process that gets less than this share of a processor does not work but hangs, also on a machine with fifty other programs. */
const least = 0.005;
/** Our page loads from the disk. Whatever its process does: after so many limits it does not get ready any more. */
const longest = 6;

/**
 * Ends the process of a page that does not get ready within the limit because it hangs. One that works gets more time: on a busy machine
 * its start takes long, and another would take as long. Each process that is ended doubles the limit.
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
