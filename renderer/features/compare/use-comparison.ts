import { useCallback, useEffect, useState } from 'react';
import type { ComparisonView } from '#shared/model/comparison.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';

const pollMs = 150;

type Action = 'comparison.swap' | 'comparison.again' | 'comparison.cancel' | 'comparison.close';

/** The comparison that the reader makes, polled until it is done. Undefined until the first result. */
export function useComparison() {
  const { comparing } = useNav();
  const { go, toast } = useActions();
  const [view, setView] = useState<ComparisonView | null | undefined>(undefined);
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: comparing and attempt only read again
  useEffect(() => {
    let timer = 0;
    let ended = false;
    const read = async (): Promise<void> => {
      try {
        const next = await client.call('comparison.read', {});
        if (ended) return;
        setView(next);
        setError('');
        if (next?.progress.state === 'running') timer = window.setTimeout(() => void read(), pollMs);
        else go({ do: 'compared', run: next?.found ? next.run : 0 });
      } catch (reason) {
        if (!ended) setError(messageOf(reason));
      }
    };
    void read();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [comparing, attempt, go]);
  const retry = useCallback(() => setAttempt(n => n + 1), []);
  const act = useCallback(
    (name: Action): void => {
      client.call(name, {}).then(
        () => setAttempt(n => n + 1),
        (reason: unknown) => toast(messageOf(reason), 'problem'),
      );
    },
    [toast],
  );
  return { view, error, retry, act };
}
