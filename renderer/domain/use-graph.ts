import { useCallback, useEffect, useState } from 'react';
import type { GraphView } from '#shared/model/graph.ts';
import { client } from '../bridge/client.ts';
import { messageOf, useProgress } from '../bridge/hooks.ts';

const pollMs = 200;
const progressMs = 4_000;

/** The links of the open crawl. `start`: reads them if that was not done. `look`: shows what was read. */
export function useGraph(mode: 'start' | 'look') {
  const [state, setState] = useState<GraphView | null>(null);
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  const progress = useProgress(progressMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: progress and attempt only repeat the call
  useEffect(() => {
    let timer = 0;
    let ended = false;
    const next = async (): Promise<void> => {
      try {
        if (mode === 'start') await client.call('graph.start', {});
        const read = await client.call('graph.read', {});
        if (ended) return;
        setState(read);
        setError('');
        if (read.state === 'running') timer = window.setTimeout(() => void next(), pollMs);
      } catch (reason) {
        if (!ended) setError(messageOf(reason));
      }
    };
    void next();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [mode, progress, attempt]);
  const act = useCallback((call: () => Promise<void>): void => {
    call().then(
      () => setAttempt(n => n + 1),
      (reason: unknown) => setError(messageOf(reason)),
    );
  }, []);
  const again = useCallback(() => act(() => client.call('graph.start', { again: true })), [act]);
  const cancel = useCallback(() => act(() => client.call('graph.cancel', {})), [act]);
  const retry = useCallback(() => setAttempt(n => n + 1), []);
  return { state, error, again, cancel, retry };
}
export type Graph = ReturnType<typeof useGraph>;
