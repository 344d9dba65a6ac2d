import { useRef, useState } from 'react';

type Handlers = Readonly<Record<string, (...args: never[]) => void>>;

/**
 * Functions for events that are the same in each render, and do what those of the latest render do. A part that gets only such functions and equal
 * values need not render again (`memo`). The names must not change.
 */
export function useHandlers<T extends Handlers>(handlers: T): T {
  const latest = useRef(handlers);
  latest.current = handlers;
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map(name => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as unknown as T,
  );
  return steady;
}
