import { deferred } from './deferred.ts';
import type { Ask } from './page-capture.ts';

/** Lets the page's clock run for a time. */
export interface PageBudget {
  /** Fulfils when that time is over on the page's clock. */
  run(ms: number): Promise<void>;
  /** The browser says that a time is over. */
  expired(): void;
}

export interface PageBudgetInput {
  readonly ask: Ask;
  readonly orEarly: <T>(promise: Promise<T>) => Promise<T>;
  /** Whether the clock runs while requests are on their way. */
  readonly runsAhead: boolean;
  /** Requests that wait for an answer now. */
  readonly waiting: () => number;
  /** Grows whenever a request starts or ends. */
  readonly activity: () => number;
  readonly loaded: () => boolean;
  /** So long the page's threads were ready to run while other programs ran; null where the system does not tell. */
  readonly waitedMs: () => Promise<number | null>;
}

/** Tasks that may run one after the other while the page's clock stands still, before it is moved on. */
const starvation = 20_000;
const stuckMs = 400;
/** A page that has not loaded may just be busy. */
const stuckRounds = 4;

/**
 * Chromium counts some requests as open for ever: those of plugins, in old versions those of frames. Then we alone wait for requests, between the
 * steps. Old versions of Electron connect the debugger again for each new frame (electron/electron#47434, #51959), and the time that the page was
 * given is lost. It is given again if the browser took it, no request is on its way and the page's clock does not move: a page that works is not
 * given more, for its clock would run on after the step.
 */
export function createPageBudget({ ask, orEarly, runsAhead, waiting, activity, loaded, waitedMs }: PageBudgetInput): PageBudget {
  let policy = runsAhead ? 'advance' : 'pauseIfNetworkFetchesPending';
  let budgetOver: (() => void) | null = null;
  const pageClock = async (): Promise<number | null> => {
    const { metrics } = await ask<{ metrics: readonly { name: string; value: number }[] }>('Performance.getMetrics');
    return metrics.find(one => one.name === 'Timestamp')?.value ?? null;
  };
  return {
    async run(ms) {
      const over = deferred<void>();
      budgetOver = () => over.resolve(undefined);
      let isTaken = false;
      let isOver = false;
      const grant = async (): Promise<void> => {
        isTaken = false;
        await ask('Emulation.setVirtualTimePolicy', { policy, budget: ms, maxVirtualTimeTaskStarvationCount: starvation });
        isTaken = true;
      };
      let seen = activity();
      let quiet = 0;
      let stoodAt: number | null = null;
      let waitedBefore: number | null = null;
      /** A page that is not loaded and waits for the processor may have requests to make. */
      const isStarved = async (): Promise<boolean> => {
        const waited = loaded() ? null : await waitedMs();
        const isMore = waited !== null && waitedBefore !== null && waited - waitedBefore > stuckMs / 2;
        waitedBefore = waited;
        return isMore;
      };
      const look = async (): Promise<void> => {
        const wants = await isStarved();
        quiet = !wants && waiting() === 0 && activity() === seen ? quiet + 1 : 0;
        seen = activity();
        if (quiet < (loaded() ? 1 : stuckRounds)) return;
        if (policy !== 'advance') {
          policy = 'advance';
          await grant();
        } else if (isTaken) {
          const clock = await pageClock();
          // The time may be over since the question, and a further one would run on after the step.
          if (!isOver && clock !== null && clock === stoodAt) await grant();
          else stoodAt = clock;
        }
      };
      // What ends the rendering is told where the time is waited for.
      const timer = setInterval(() => void look().catch(() => undefined), stuckMs);
      try {
        await grant();
        await orEarly(over.promise);
      } finally {
        isOver = true;
        clearInterval(timer);
      }
    },
    expired: () => budgetOver?.(),
  };
}
