import type { RequestWillBeSent } from './protocol.ts';

/** Requests of a page that the browser has recorded and that have not come to us yet. */
export interface AwaitedRequests {
  /** The browser recorded a request: again after each redirect, and before or after it comes. */
  recorded(event: RequestWillBeSent): void;
  /** A request came, or came again after a redirect. */
  came(networkId: string): void;
  /** The browser is done with a request. */
  done(networkId: string): void;
  readonly size: number;
  /** Nothing is awaited any more. */
  end(): void;
}

/** A request that does not come in this time may never come. */
const longestMs = 1_000;
/** After so many that did not come, none of the page is awaited: every one costs it time. */
const mostInVain = 3;

/** `most`: requests of a page. `less`: called when one is awaited no more. */
export function awaitRequests(most: number, less: () => void): AwaitedRequests {
  const timers = new Map<string, NodeJS.Timeout>();
  /** How often a request came, less how often it was recorded. */
  const balance = new Map<string, number>();
  let inVain = 0;
  let isOver = false;
  const count = (networkId: string, more: 1 | -1): number => {
    const now = (balance.get(networkId) ?? 0) + more;
    if (balance.has(networkId) || balance.size < most * 2) balance.set(networkId, now);
    return now;
  };
  const done = (networkId: string): void => {
    const timer = timers.get(networkId);
    if (timer === undefined) return;
    clearTimeout(timer);
    timers.delete(networkId);
    less();
  };
  return {
    recorded({ requestId, request, type }) {
      // The network sends preflights by itself.
      if (type === 'Preflight' || !/^https?:/i.test(request.url)) return;
      if (count(requestId, -1) >= 0 || isOver || inVain >= mostInVain || timers.has(requestId) || timers.size >= most) return;
      // A page keeps requests of a lower priority back until others are answered.
      if (!/^(?:Very)?High$/.test(request.initialPriority)) return;
      const giveUp = (): void => {
        inVain += 1;
        done(requestId);
      };
      timers.set(requestId, setTimeout(giveUp, longestMs));
    },
    came(networkId) {
      if (count(networkId, 1) >= 0) done(networkId);
    },
    done,
    get size() {
      return timers.size;
    },
    end() {
      isOver = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
