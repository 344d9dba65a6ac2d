import type { RobotsAsked, RobotsChecks } from '#shared/model/history.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import type { Store } from '#storage/store.ts';
import type { RobotsChecked } from './check.ts';

export interface ScheduleParts {
  readonly store: Pick<Store, 'crawl' | 'transaction'>;
  /** Checks the origins given, all of the file for none. */
  check(origins: readonly string[], signal: AbortSignal): AsyncGenerator<RobotsChecked>;
  /** Whether the crawl runs: it requests robots.txt itself. */
  isCrawling(): boolean;
  mayWrite(): void;
  /** Whole hours between checks, 0 for none. A file of another installation gets 0 until the user has allowed its schedule. */
  everyHours(): number;
  /** Runs a change of the schedule by the user, which is thereby allowed. */
  setByUser(change: () => void): void;
  onChange(): void;
  now(): number;
}

export interface RobotsSchedule {
  state(): RobotsChecks;
  /** Hours between automatic checks, 0 for none. Kept in the file as an event. */
  setEvery(hours: number): void;
  /** Checks now. Refuses while a check is under way. */
  checkNow(origins: readonly string[]): Promise<RobotsAsked>;
  /** Starts automatic checks on the file's schedule. */
  start(): void;
  /** Cancels a running check and all future ones. */
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
/** A check that is overdue when a file is opened waits this long; one that meets a running crawl waits longer. */
const soonMs = 60_000;
const laterMs = 300_000;

/** Light re-checks of robots.txt while a file is open: one request a host and round, never beside a crawl. */
export function robotsSchedule({
  store,
  check,
  isCrawling,
  mayWrite,
  everyHours,
  setByUser,
  onChange,
  now,
}: ScheduleParts): RobotsSchedule {
  let timer: NodeJS.Timeout | null = null;
  let nextAt: number | null = null;
  let isStarted = false;
  let underWay: { readonly cancel: AbortController; readonly ended: Promise<unknown> } | null = null;

  const plan = (soonest: number): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    nextAt = null;
    const hours = everyHours();
    if (!isStarted || hours <= 0) return;
    // A last check in the future was written with another clock.
    const since = Math.min(now(), store.crawl.lastEvent('robots-check')?.at ?? Number.NEGATIVE_INFINITY);
    nextAt = Math.max(now() + soonest, since + hours * hourMs);
    timer = setTimeout(() => void due(), Math.min(nextAt - now(), 2 ** 31 - 1));
    timer.unref();
  };

  const due = async (): Promise<void> => {
    if (isCrawling() || underWay) return plan(laterMs);
    try {
      await run([]);
    } catch (error) {
      // Failed, for example because another process now crawls the file. Try again later.
      if (!(error instanceof RpcError)) console.error(error);
      plan(laterMs);
    }
  };

  const run = async (origins: readonly string[]): Promise<RobotsAsked> => {
    const cancel = new AbortController();
    const work = (async () => {
      let [asked, changed, unreachable] = [0, 0, 0];
      let firstUnreachable = '';
      for await (const { isNew, origin, unreachable: why } of check(origins, cancel.signal)) {
        asked += 1;
        if (why !== '') {
          unreachable += 1;
          firstUnreachable ||= `${origin}: ${why}`;
        } else if (isNew) changed += 1;
      }
      return { asked, changed, unreachable, firstUnreachable };
    })();
    underWay = { cancel, ended: work.catch(() => undefined) };
    onChange();
    try {
      return await work;
    } finally {
      underWay = null;
      plan(soonMs);
      onChange();
    }
  };

  return {
    state: () => ({
      everyHours: everyHours(),
      last: store.crawl.lastEvent('robots-check') ?? null,
      nextAt,
      isChecking: underWay !== null,
    }),
    setEvery(hours) {
      mayWrite();
      setByUser(() => {
        if (hours !== store.crawl.checkEveryHours())
          store.transaction(() => store.crawl.event(now(), 'robots-check-every', String(hours)));
      });
      plan(soonMs);
      onChange();
    },
    async checkNow(origins) {
      if (underWay) fail('refused', 'A check of robots.txt is under way already.');
      return run(origins);
    },
    start() {
      isStarted = true;
      plan(soonMs);
    },
    async stop() {
      isStarted = false;
      if (timer) clearTimeout(timer);
      underWay?.cancel.abort();
      await underWay?.ended;
    },
  };
}
