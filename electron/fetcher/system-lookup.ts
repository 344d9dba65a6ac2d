import { lookup } from 'node:dns/promises';
import { lookupBegan, lookupEnded, mostLookups } from '#shared/lookup-threads.ts';
import type { ResolvedAddress } from './connection.ts';

/**
 * Resolves a host name to all its addresses. Rejects with a Node error code if the name has none. Calls `waits(true)` before it returns if the
 * resolver is busy with other names, and `waits(false)` when the turn of this name comes.
 */
export type Lookup = (hostname: string, waits: (isWaiting: boolean) => void) => Promise<readonly ResolvedAddress[]>;

/** Limits how many lookups run at once: first come, first served. A turn ends when its lookup ends, even if no caller waits for it any more. */
export function inTurns(lookupNow: (hostname: string) => Promise<readonly ResolvedAddress[]>, most: () => number): Lookup {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (hostname, waits) => {
    if (running >= most()) {
      waits(true);
      await new Promise<void>(resolve => waiting.push(resolve));
      waits(false);
    } else running += 1;
    try {
      return await lookupNow(hostname);
    } finally {
      // The next lookup takes over this turn, so `running` does not change.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** The operating system's resolver, all addresses in the order it gives them. All fetchers of a process share its turns. */
export const lookupWithSystem: Lookup = inTurns(
  async hostname => {
    lookupBegan();
    try {
      return await lookup(hostname, { all: true, order: 'verbatim' });
    } finally {
      lookupEnded();
    }
  },
  () => mostLookups(process.env),
);
