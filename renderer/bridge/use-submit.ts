import { useState } from 'react';
import { messageOf } from './hooks.ts';

export interface Submit {
  /** Work is under way: buttons wait. */
  readonly busy: boolean;
  /** Why the last attempt failed, '' for none. */
  readonly refused: string;
  /** Clears the failure, because the input changed. */
  readonly clear: () => void;
  /** Does the work unless some is running. Stores a failure in `refused`. */
  readonly submit: (work: () => Promise<void>) => Promise<void>;
}

/** One attempt at a time to send a form. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const submit = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setRefused(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refused, clear: () => setRefused(''), submit };
}
