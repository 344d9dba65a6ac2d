import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReplayDifference, ReplaySide } from '#shared/model/replay.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf } from '../../../bridge/hooks.ts';

export interface Compared {
  /** The last result; of an earlier text while `running`. */
  readonly found: ReplayDifference | null;
  /** The side it belongs to. */
  readonly of: ReplaySide | null;
  readonly error: string;
  readonly running: boolean;
  readonly retry: () => void;
}

interface Settled {
  readonly found: ReplayDifference | null;
  readonly of: ReplaySide | null;
  readonly asked: unknown;
  readonly error: string;
}

/**
 * Compares two interpretations of an origin, again when one changes; the sides must be stable. A newer call cancels the older
 * in the engine. The last result stays until a newer one arrives.
 */
export function useReplay(origin: string, before: ReplaySide, after: ReplaySide, refresh: number): Compared {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled>({ found: null, of: null, asked: null, error: '' });
  const shown = useRef(settled);
  shown.current = settled;
  // biome-ignore lint/correctness/useExhaustiveDependencies: refresh and attempt only repeat the call
  useEffect(() => {
    let stale = false;
    client.call('replay.compare', { origin, before, after }).then(
      found => stale || setSettled({ found, of: after, asked: after, error: '' }),
      (error: unknown) => stale || setSettled({ ...shown.current, asked: after, error: messageOf(error) }),
    );
    return () => {
      stale = true;
    };
  }, [origin, before, after, refresh, attempt]);
  const retry = useCallback(() => setAttempt(n => n + 1), []);
  return { found: settled.found, of: settled.of, error: settled.error, running: settled.asked !== after, retry };
}
