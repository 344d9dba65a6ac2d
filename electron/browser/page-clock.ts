import type { RenderWait } from '#shared/model/rendering.ts';

/** Counts the time in which the browser works for a page: not while the page waits for an answer of ours. */
export interface Stopwatch {
  /** Holds the watch until the function it returns is called. Several holds may overlap. */
  hold(): () => void;
  readonly isHeld: boolean;
  /** Whether the page itself works although the watch is held: then its time counts. */
  busy(isBusy: boolean): void;
  /** Gives the page more time, before or after its time is over. */
  extend(ms: number): void;
  ms(): number;
  stop(): void;
}

/** Starts a stopwatch that calls `over` when it reaches `firstLimitMs`, and again at the end of the time that it is given then. */
export function startStopwatch(firstLimitMs: number, over: () => void): Stopwatch {
  let counted = 0;
  let limitMs = firstLimitMs;
  let since: number | null = performance.now();
  let holds = 0;
  let isBusy = false;
  let isStopped = false;
  let timer = setTimeout(over, limitMs);
  const halt = (): void => {
    clearTimeout(timer);
    if (since !== null) counted += performance.now() - since;
    since = null;
  };
  const look = (): void => {
    const runs = !isStopped && (holds === 0 || isBusy);
    if (!runs) halt();
    else if (since === null) {
      since = performance.now();
      timer = setTimeout(over, Math.max(0, limitMs - counted));
    }
  };
  return {
    hold() {
      holds += 1;
      look();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        look();
      };
    },
    get isHeld() {
      return holds > 0;
    },
    busy(now) {
      isBusy = now;
      look();
    },
    extend(ms) {
      limitMs += ms;
      halt();
      look();
    },
    ms: () => counted + (since === null ? 0 : performance.now() - since),
    stop() {
      isStopped = true;
      look();
    },
  };
}

const pulseMs = 1_000;

/** Asks a page whose watch is held whether it answers. While it does not, it works, and its time counts. Returns what ends that. */
export function watchPulse(stopwatch: Stopwatch, ask: () => Promise<unknown>): () => void {
  let isAsked = false;
  const timer = setInterval(() => {
    if (isAsked) stopwatch.busy(true);
    else if (stopwatch.isHeld) {
      isAsked = true;
      const answered = (): void => {
        isAsked = false;
        stopwatch.busy(false);
      };
      ask().then(answered, answered);
    }
  }, pulseMs);
  return () => clearInterval(timer);
}

/** What the wait needs of a page. */
export interface WaitingPage {
  /** Lets the page's clock run for so long at most. Fulfils when it has, with how far the clock has come in all, milliseconds. */
  readonly run: (ms: number) => Promise<number>;
  /** Fulfils when no request of the page waits for an answer, and those that arrived by now have it. `now`: the page's clock. */
  readonly answered: (now: number) => Promise<void>;
  /** Whether answers are on their way that come later on the page's clock. */
  readonly isOnTheWay: () => boolean;
  /** The longest time between two looks, milliseconds. */
  readonly stepMs: number;
  /** Grows whenever a request starts or ends. */
  readonly activity: () => number;
  readonly loaded: () => boolean;
  /** Whether an element exists; null if that is no selector. */
  readonly finds: (selector: string) => Promise<boolean | null>;
  /** Gives workers time for what they have received. False if the page has no worker. Their messages come when the page's clock runs on. */
  readonly workersTookUp: () => Promise<boolean>;
  /** Whether the document changed while frames were painted. The page's clock stands still. */
  readonly painted: () => Promise<boolean>;
}

export const stepMs = 100;
/** On a slow line: answers come at the end of a step. */
export const lineStepMs = 25;
const idleMs = 500;
/** The clock of the page may run ahead of its painted frames. So often we look whether frames change the page after all. */
const paintRounds = 3;
/** So often, workers get time for what they have received. A page can send them more without end. */
const workerTurns = 3;

/** Runs the page's clock until its wait ends or the cap is reached. Returns which of them it was. */
export async function waitOut(page: WaitingPage, wait: RenderWait, capMs: number): Promise<RenderWait['kind'] | 'cap'> {
  let now = 0;
  let loadedAt: number | null = null;
  let seen = page.activity();
  let quietSince = 0;
  let rounds = 0;
  let turns = 0;
  let activityAtTurn = -1;
  for (;;) {
    if (now >= capMs) return 'cap';
    now = await page.run(Math.min(page.stepMs, Math.ceil(capMs - now)));
    await page.answered(now);
    if (page.activity() !== seen || page.isOnTheWay()) {
      seen = page.activity();
      quietSince = now;
    }
    if (loadedAt === null && page.loaded()) loadedAt = now;
    if (wait.kind === 'selector') {
      const found = await page.finds(wait.selector);
      if (found === true) return 'selector';
      if (found === null) return 'cap';
      continue;
    }
    if (loadedAt === null) continue;
    if (wait.kind === 'load') return 'load';
    if (wait.kind === 'fixed') {
      if (now - loadedAt >= wait.ms) return 'fixed';
      continue;
    }
    if (now - Math.max(loadedAt, quietSince) < idleMs) continue;
    const oneStepMore = Math.max(0, now - idleMs + stepMs);
    if (activityAtTurn !== seen && turns < workerTurns) {
      activityAtTurn = seen;
      if (await page.workersTookUp()) {
        turns += 1;
        quietSince = oneStepMore;
        continue;
      }
    }
    if (rounds >= paintRounds) return 'idle';
    rounds += 1;
    if (!(await page.painted()) && page.activity() === seen) return 'idle';
    quietSince = oneStepMore;
  }
}
