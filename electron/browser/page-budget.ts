import { CdpError } from './cdp.ts';
import { deferred } from './deferred.ts';
import type { Ask } from './page-capture.ts';

/** Lets the page's clock run for a time. */
export interface PageBudget {
  /**
   * Moves the clock on. Call this before the page is opened. Afterwards its monotonic clock is `ms` ahead of ours, and its date is right. The browser's
   * deadline for a frame counts on both clocks: a page whose clock fell half a second behind ours, because it waited for requests or for the processor,
   * would get no frame.
   */
  ahead(ms: number): Promise<void>;
  /** Resolves when that time is over on the page's clock, or earlier after `held`. Returns how far the clock came at least, milliseconds. */
  run(ms: number): Promise<number>;
  /** Call this when the browser says that the time is over. */
  expired(): void;
  /** The page's clock in milliseconds. The first call sets it to `expected`. Also `expected` where the browser does not report its clock. */
  clock(expected: number): Promise<number>;
  /** Call this when an answer is held back: the clock, which stood still for that request, runs on. */
  held(): void;
}

export interface PageBudgetInput {
  readonly ask: Ask;
  readonly orEarly: <T>(promise: Promise<T>) => Promise<T>;
  /** Whether an answer is held back until a time on the page's clock. The clock then runs although requests are under way. */
  readonly isHolding: () => boolean;
  /** Number of requests that wait for a response. */
  readonly waiting: () => number;
  /** Grows whenever a request starts or ends. */
  readonly activity: () => number;
  readonly loaded: () => boolean;
  /** Milliseconds that the page's threads were ready to run while other programs ran; null if the system does not report it. */
  readonly waitedMs: () => Promise<number | null>;
}

/** Tasks that may run in a row while the page's clock stands still. After these, the browser moves the clock on. */
const starvation = 20_000;
const stuckMs = 400;
/** Time that a clock gets which stood still for an answer. The step may be over in the browser already: then the clock runs on for no longer than this. */
const moreMs = 1;
/** A page that has not loaded may just be busy. */
const stuckRounds = 4;

/**
 * Chromium counts some requests as open for ever: those of plugins, and in old versions those of frames. In this case only we wait for requests, between
 * the steps. Old versions of Electron connect the debugger again for each new frame (electron/electron#47434, #51959). The page then loses the time that
 * we gave it. We give the time again if the browser took it, no request is on its way and the page's clock stands still. A page that is working gets no
 * more, because its clock would run on after the step.
 */
export function createPageBudget(input: PageBudgetInput): PageBudget {
  const { ask, orEarly, isHolding, waiting, activity, loaded, waitedMs } = input;
  let isOpenForEver = false;
  let policy = '';
  let budgetOver: (() => void) | null = null;
  let begun: number | null = null;
  /** The step ends early. */
  let isCut = false;
  const give = (budget: number): Promise<unknown> => {
    policy = isOpenForEver || isHolding() ? 'advance' : 'pauseIfNetworkFetchesPending';
    return ask('Emulation.setVirtualTimePolicy', { policy, budget, maxVirtualTimeTaskStarvationCount: starvation });
  };
  const pageClock = async (): Promise<number | null> => {
    const { metrics } = await ask<{ metrics: readonly { name: string; value: number }[] }>('Performance.getMetrics');
    return metrics.find(one => one.name === 'Timestamp')?.value ?? null;
  };
  return {
    async ahead(ms) {
      const over = deferred<void>();
      budgetOver = () => over.resolve(undefined);
      try {
        await ask('Emulation.setVirtualTimePolicy', {
          policy: 'advance',
          budget: ms,
          initialVirtualTime: (Date.now() - ms) / 1_000,
        });
        await orEarly(over.promise);
      } finally {
        budgetOver = null;
      }
    },
    async run(ms) {
      const over = deferred<void>();
      budgetOver = () => over.resolve(undefined);
      isCut = false;
      let isTaken = false;
      let isOver = false;
      const grant = async (): Promise<void> => {
        isTaken = false;
        await give(ms);
        isTaken = true;
      };
      let seen = activity();
      let quiet = 0;
      let stoodAt: number | null = null;
      let waitedBefore: number | null = null;
      /** True if the page is not loaded and waits for the processor: it may still have requests to send. */
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
          isOpenForEver = true;
          await grant();
        } else if (isTaken) {
          const clock = await pageClock();
          // Meanwhile the time may have ended. More time would run on after the step.
          if (!isOver && clock !== null && clock === stoodAt) await grant();
          else stoodAt = clock;
        }
      };
      // Errors are ignored here: the code that waits for the time sees why the rendering ended.
      const timer = setInterval(() => void look().catch(() => undefined), stuckMs);
      try {
        await grant();
        await orEarly(over.promise);
        return isCut ? Math.min(ms, moreMs) : ms;
      } finally {
        isOver = true;
        budgetOver = null;
        clearInterval(timer);
      }
    },
    expired: () => budgetOver?.(),
    async clock(expected) {
      const seconds = await pageClock().catch((error: unknown) => {
        // Old versions of Electron do not know the command while they connect the debugger again.
        if (error instanceof CdpError) return null;
        throw error;
      });
      if (seconds === null) return expected;
      begun ??= seconds * 1_000 - expected;
      return seconds * 1_000 - begun;
    },
    held() {
      if (budgetOver === null || policy === 'advance') return;
      isCut = true;
      give(moreMs).catch(() => undefined);
    },
  };
}
