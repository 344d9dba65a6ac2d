import { expect, it } from 'vitest';
import type { ResolvedAddress } from '#fetcher/connection.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import { inTurns, type Lookup } from '#fetcher/system-lookup.ts';
import { allowManyLookups, mostLookups } from '#shared/lookup-threads.ts';
import { site } from '../support/crawling.ts';
import { page } from '../support/site.ts';

const local: readonly ResolvedAddress[] = [{ address: '127.0.0.1', family: 4 }];

/** A resolver that answers when told. */
function slowResolver(most: number) {
  const asked: string[] = [];
  const said: string[] = [];
  const answer = new Map<string, (isFound: boolean) => void>();
  const lookup = inTurns(
    host =>
      new Promise((resolve, reject) => {
        asked.push(host);
        answer.set(host, isFound => (isFound ? resolve(local) : reject(new Error(host))));
      }),
    () => most,
  );
  const look = (host: string) => lookup(host, isWaiting => said.push(`${host} ${isWaiting ? 'waits' : 'begins'}`));
  return { look, asked, said, answer };
}

it('lookups beyond the threads of the resolver wait, first come, first served; a failed one ends its turn too', async () => {
  const { look, asked, said, answer } = slowResolver(2);
  const results = ['a', 'b', 'c', 'd'].map(look);
  expect(asked).toEqual(['a', 'b']);
  expect(said).toEqual(['c waits', 'd waits']);
  answer.get('b')?.(false);
  await expect(results[1]).rejects.toThrow('b');
  expect(asked).toEqual(['a', 'b', 'c']);
  answer.get('a')?.(true);
  expect(await results[0]).toEqual(local);
  expect(said).toEqual(['c waits', 'd waits', 'c begins', 'd begins']);
  for (const host of ['c', 'd']) answer.get(host)?.(true);
  await Promise.all(results.slice(2));
  const last = look('e');
  expect(asked.at(-1)).toBe('e');
  answer.get('e')?.(true);
  await last;
  expect(said).toHaveLength(4);
});

/** Fetches a page of a name whose lookup waits for `waitMs`, with two seconds for a connection. */
async function fetchAfter(waitMs: number, totalTimeoutMs: number, names = ['site.test']) {
  const { origin } = await site({ '/': page('x') });
  const lookup: Lookup = async (_, waits) => {
    waits(true);
    await new Promise(resolve => setTimeout(resolve, waitMs));
    waits(false);
    return local;
  };
  const fetcher = createHttpFetcher({ lookup });
  fetcher.trustHosts(names);
  const limits = { ...defaultFetchLimits, connectTimeoutMs: 2_000, totalTimeoutMs };
  const get = (name: string) =>
    fetcher.fetch(
      { url: `http://${name}:${new URL(origin).port}/`, userAgent: 'x', accept: '*/*' },
      limits,
      new AbortController().signal,
    );
  // Several requests share the lookup of a name.
  const outcomes = await Promise.all([...names, ...names].map(get));
  await fetcher.close();
  return outcomes;
}

it('the wait for the resolver does not count to the time for a connection', async () => {
  for (const outcome of await fetchAfter(3_000, 120_000)) expect(outcome).toMatchObject({ kind: 'response', status: 200 });
});

it('it ends with the time of the whole fetch, and says so', async () => {
  for (const outcome of await fetchAfter(2_000, 700))
    expect(outcome).toMatchObject({
      cause: 'timeout-connect',
      detail: 'The resolver of this computer did not get to this host name within 700 ms, the limit for a whole fetch.',
    });
});

it('half of the threads look names up; a number that the user chose stays', () => {
  const environment: Record<string, string | undefined> = {};
  expect(mostLookups(environment)).toBe(2);
  allowManyLookups(environment);
  expect([environment['UV_THREADPOOL_SIZE'], mostLookups(environment)]).toEqual(['32', 16]);
  const own = { UV_THREADPOOL_SIZE: '1' };
  allowManyLookups(own);
  expect(mostLookups(own)).toBe(1);
});
