import { useCallback, useEffect, useRef } from 'react';
import { completeAt } from './words.ts';

type Source = Parameters<typeof completeAt>[0];

/** Completions that wait until the sections of the site are known, so that what is typed before gets them too. */
export function useCompletions(source: Source, isReady: boolean) {
  const latest = useRef(source);
  latest.current = source;
  const ready = useRef<{ readonly promise: Promise<void>; readonly done: () => void } | null>(null);
  if (ready.current === null) {
    let done = (): void => undefined;
    const promise = new Promise<void>(resolve => {
      done = resolve;
    });
    ready.current = { promise, done };
  }
  useEffect(() => {
    if (isReady) ready.current?.done();
  }, [isReady]);
  return useCallback(async (line: string, column: number) => {
    await ready.current?.promise;
    return completeAt(latest.current, line, column);
  }, []);
}
