import { useEffect, useRef } from 'react';
import { useActions } from './app-context.ts';
import { messageOf } from './hooks.ts';

const pauseMs = 300;

/**
 * Stores unsaved text in the crawl file, a moment after the last key, and at once when its editor or the window
 * closes. `text` is null if it equals the saved text. Reports a failure once.
 */
export function useKeepTyped(
  what: string,
  text: string | null,
  wasKept: boolean,
  send: (text: string | null) => Promise<void>,
): void {
  const { toast } = useActions();
  const sent = useRef<string | null | undefined>(wasKept ? undefined : null);
  const hasFailed = useRef(false);
  const flush = useRef<() => void>(() => undefined);
  flush.current = () => {
    if (sent.current === text) return;
    sent.current = text;
    send(text).catch((error: unknown) => {
      if (!hasFailed.current)
        toast(
          `${what} could not be stored in the crawl file: ${messageOf(error)} Save or export it before you close.`,
          'problem',
        );
      hasFailed.current = true;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text waits for its own moment of calm
  useEffect(() => {
    const timer = setTimeout(() => flush.current(), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const now = (): void => flush.current();
    window.addEventListener('pagehide', now);
    return () => {
      window.removeEventListener('pagehide', now);
      now();
    };
  }, []);
}
