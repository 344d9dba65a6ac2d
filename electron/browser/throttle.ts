import type { Headers } from '#shared/model/fetch.ts';
import type { RenderLine } from '#shared/model/rendering.ts';

/** The line of a page that is played slower than it is: answers come late on the clock of the page. */
export interface Throttle {
  /** Fulfils when an answer of so many bytes has arrived, on the clock of the page. */
  hold(bytes: number): Promise<void>;
  /** The page's clock came to `ms`. */
  clock(ms: number): void;
  /** Gives the answers that have arrived by now. Returns how many. */
  give(): number;
  /** Answers that are on the line. */
  readonly held: number;
  /** Gives all of them, and from now on every answer at once. */
  end(): void;
}

/** Every request waits for the latency; answers then share the line, one after the other. */
export function createThrottle({ latencyMs, bytesPerSecond }: RenderLine): Throttle {
  const held: { readonly due: number; readonly arrive: () => void }[] = [];
  let now = 0;
  let free = 0;
  let isOver = false;
  return {
    hold(bytes) {
      if (isOver) return Promise.resolve();
      free = Math.max(now + latencyMs, free) + (bytes * 1_000) / bytesPerSecond;
      const due = free;
      return new Promise(arrive => held.push({ due, arrive }));
    },
    clock(ms) {
      now = ms;
    },
    give() {
      // They are in the order of their times.
      const later = held.findIndex(({ due }) => due > now);
      const arrived = held.splice(0, later < 0 ? held.length : later);
      for (const { arrive } of arrived) arrive();
      return arrived.length;
    },
    get held() {
      return held.length;
    },
    end() {
      isOver = true;
      for (const { arrive } of held.splice(0)) arrive();
    },
  };
}

/** Bytes of an answer on the line: as Content-Length says where the body was compressed, else those of the body. */
export function lineBytes({ headers, body }: { readonly headers: Headers; readonly body: Uint8Array }): number {
  const value = (name: string): string => headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
  if (value('content-encoding') === '') return body.length;
  const length = value('content-length');
  return /^\d{1,15}$/.test(length) ? Math.min(Number(length), body.length) : body.length;
}
