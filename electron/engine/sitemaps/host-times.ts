import { clockAfter, delayMarginMs, type HostClock, type RequestEnd } from '#core/frontier/host-clock.ts';

interface Times {
  readonly clock: HostClock;
  endedAt: number;
}

/** When each host was last requested, under any scheme and port, and until when it wants no request. Times are epoch milliseconds. */
export class HostTimes {
  readonly #hosts = new Map<string, Times>();

  /** Takes the end of a request that had this delay; 429 and 503 add the wait of Retry-After, or a back-off. */
  ended(hostname: string, end: RequestEnd, delayMs: number): void {
    const clock = this.#hosts.get(hostname)?.clock ?? {
      delayMs,
      nextAt: 0,
      backoffUntil: 0,
      backoffMs: null,
      backoffCount: 0,
      backoffDetail: '',
      busySince: null,
    };
    clockAfter(clock, end, delayMs);
    this.#hosts.set(hostname, { clock, endedAt: end.endedAt });
  }

  /** Milliseconds until a request with this delay may leave; 0 or less: now. */
  wait(hostname: string, delayMs: number, now: number): number {
    const times = this.#hosts.get(hostname);
    if (!times) return 0;
    const next = delayMs > 0 ? times.endedAt + delayMs + delayMarginMs : 0;
    return Math.max(next, times.clock.backoffUntil) - now;
  }

  /** Why a host would be waited for longer than `mostMs` after 429 or 503, '' if it is not. */
  heldOff(hostname: string, mostMs: number, now: number): string {
    const clock = this.#hosts.get(hostname)?.clock;
    const wait = (clock?.backoffUntil ?? 0) - now;
    if (!clock || wait <= mostMs) return '';
    const seconds = Math.ceil(wait / 1000);
    return `${hostname} must not be requested for ${seconds} seconds (${clock.backoffDetail}); that is longer than Crawlscope waits.`;
  }
}
