import { useCallback, useEffect, useState } from 'react';
import type { SignalChoice, SignalTableView } from '#shared/model/signals.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useProgress } from '../../bridge/hooks.ts';

const pollMs = 300;
const progressMs = 3_000;

/** The truth table of these crawlers, counted in the background, and the chosen cells. `again` counts what came since. */
export function useSignals(profiles: readonly string[], choice: SignalChoice) {
  const [opened, setOpened] = useState<{ readonly key: string; readonly list: number } | null>(null);
  const [view, setView] = useState<SignalTableView | null>(null);
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  const progress = useProgress(progressMs);
  const key = `${profiles.join(' ')} ${attempt}`;
  const list = opened?.key === key ? opened.list : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the crawlers and the attempt
  useEffect(() => {
    let ended = false;
    client.call('signals.open', { profiles: [...profiles] }).then(
      found => {
        if (ended) return;
        setOpened({ key, list: found.list });
        setError('');
      },
      (reason: unknown) => ended || setError(messageOf(reason)),
    );
    return () => {
      ended = true;
    };
  }, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: progress only reads again
  useEffect(() => {
    if (list === null) return;
    let ended = false;
    let timer = 0;
    const read = async (): Promise<void> => {
      try {
        const found = await client.call('signals.read', { list, choice });
        if (ended) return;
        setView(found);
        setError('');
        if (found.progress.state === 'running') timer = window.setTimeout(() => void read(), pollMs);
      } catch (reason) {
        if (!ended) setError(messageOf(reason));
      }
    };
    void read();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [list, choice, progress]);
  const again = useCallback(() => setAttempt(n => n + 1), []);
  const cancel = useCallback(() => {
    if (list !== null) client.call('signals.cancel', { list }).catch(() => undefined);
  }, [list]);
  return { view: view !== null && view.list === list ? view : null, error, again, cancel };
}
