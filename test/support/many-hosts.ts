import { setImmediate } from 'node:timers/promises';
import type { WrapFetcher } from '#engine/session/network.ts';
import type { FetchFailure, FetchOutcome } from '#shared/model/fetch.ts';
import { type WaitlessClock, waitlessClock } from './waitless-clock.ts';

/** What a host of `manyHosts` does with a request: a page, a failure, or another response. */
export type HostReply =
  | { readonly body: string }
  | Pick<FetchFailure, 'cause' | 'detail'>
  | { readonly status: number; readonly headers: readonly (readonly [string, string])[]; readonly body: string | Uint8Array };

/**
 * Hosts without servers, for crawls of thousands of them: `reply` says what each request gets. Nothing waits for real. `apart`: the
 * responses come one after the other, with so many rounds of the event loop before each, so that a turn of the crawl settles one.
 */
export function manyHosts(
  reply: (url: URL, clock: WaitlessClock) => HostReply,
  { apart = 0 }: { readonly apart?: number } = {},
): {
  readonly clock: WaitlessClock;
  readonly wrapFetcher: WrapFetcher;
  /** URLs in the order of their requests. */
  readonly log: readonly string[];
} {
  const clock = waitlessClock();
  const log: string[] = [];
  const answer = (url: string): FetchOutcome => {
    log.push(url);
    const now = clock.now();
    const base = { wireBytes: 0, remoteAddress: null, timings: { startedAt: now, endedAt: now, firstByteMs: 0, totalMs: 0 } };
    const said = reply(new URL(url), clock);
    if ('cause' in said) return { kind: 'failure', ...said, status: null, headers: [], ...base };
    const body = typeof said.body === 'string' ? Buffer.from(said.body) : said.body;
    const headers = 'status' in said ? said.headers : [['content-type', 'text/html'] as const];
    const status = 'status' in said ? said.status : 200;
    return { kind: 'response', status, statusText: '', headers, body, bodyEnd: 'complete', ...base };
  };
  let before = Promise.resolve();
  const inTurn = (): Promise<void> => {
    before = before.then(async () => {
      for (let round = 0; round < apart; round++) await setImmediate();
    });
    return before;
  };
  const wrapFetcher: WrapFetcher = fetcher =>
    clock.watching({
      async fetch({ url }) {
        if (apart > 0) await inTurn();
        return answer(url);
      },
      trustHosts: hosts => fetcher.trustHosts(hosts),
      close: () => fetcher.close(),
    });
  return { clock, wrapFetcher, log };
}
