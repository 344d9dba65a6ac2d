import { useEffect, useState } from 'react';
import type { WorkProgress } from '#shared/model/replay.ts';
import { messageOf } from '../../bridge/hooks.ts';

const pollMs = 150;

/** A part of a comparison that is worked out in the background: read again until it is done. `read` must be stable. */
export function useWork<T extends { readonly progress: WorkProgress }>(read: () => Promise<T>) {
  const [state, setState] = useState<{ readonly of: unknown; readonly view?: T; readonly error: string }>({
    of: null,
    error: '',
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt only reads again
  useEffect(() => {
    let timer = 0;
    let ended = false;
    const next = async (): Promise<void> => {
      try {
        const view = await read();
        if (ended) return;
        setState({ of: read, view, error: '' });
        if (view.progress.state === 'running') timer = window.setTimeout(() => void next(), pollMs);
      } catch (reason) {
        if (!ended) setState({ of: read, error: messageOf(reason) });
      }
    };
    void next();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [read, attempt]);
  const isOwn = state.of === read;
  return { view: isOwn ? state.view : undefined, error: isOwn ? state.error : '', again: () => setAttempt(n => n + 1) };
}
