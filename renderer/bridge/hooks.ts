import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { TopicName, TopicPayloads } from '#shared/contract.ts';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import type { Input, Output, ProcedureName } from '#shared/rpc/types.ts';
import { client } from './client.ts';

export interface Loaded<T> {
  /** Undefined until the first result for this input. */
  readonly data: T | undefined;
  readonly error: string;
  readonly loading: boolean;
  readonly retry: () => void;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * One call, repeated when its input or `refresh` changes. The hook drops data of another input at once; data of the same input
 * stays on screen while a refresh runs. A null input makes no call.
 */
export function useCall<N extends ProcedureName>(name: N, input: Input<N> | null, refresh = 0): Loaded<Output<N>> {
  const key = input === null ? null : JSON.stringify(input);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ key: string | null; data?: Output<N>; error: string }>({ key: null, error: '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: refresh and attempt only repeat the call
  useEffect(() => {
    if (key === null) return;
    let stale = false;
    client.call(name, JSON.parse(key) as Input<N>).then(
      data => stale || setState({ key, data, error: '' }),
      (error: unknown) => stale || setState(old => ({ ...(old.key === key ? old : {}), key, error: messageOf(error) })),
    );
    return () => {
      stale = true;
    };
  }, [name, key, refresh, attempt]);
  const retry = useCallback(() => setAttempt(n => n + 1), []);
  const own = state.key === key && key !== null;
  return { data: own ? state.data : undefined, error: own ? state.error : '', loading: key !== null && !own, retry };
}

/** Calls back on every push of a topic. */
export function useTopic<T extends TopicName>(topic: T, listener: (payload: TopicPayloads[T]) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => client.on(topic, payload => latest.current(payload)), [topic]);
}

export const StatusContext = createContext<CrawlStatus | null>(null);
export const useStatus = (): CrawlStatus | null => useContext(StatusContext);

/** A number that changes when the crawl progresses, at most every `everyMs`, and once more when it stops. */
export function useProgress(everyMs: number): number {
  const status = useStatus();
  const mark = status ? `${status.state} ${status.fetches} ${status.urls} ${status.queued} ${status.inFlight}` : '';
  const [progress, setProgress] = useState(0);
  const last = useRef({ mark, at: 0 });
  useEffect(() => {
    if (mark === last.current.mark) return;
    const wait = Math.max(0, last.current.at + everyMs - performance.now());
    const timer = setTimeout(() => {
      last.current = { mark, at: performance.now() };
      setProgress(n => n + 1);
    }, wait);
    return () => clearTimeout(timer);
  }, [mark, everyMs]);
  return progress;
}

/** The value after `ms` without a change. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
