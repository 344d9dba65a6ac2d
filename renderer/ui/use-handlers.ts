import { useRef, useState } from 'react';

type Handlers = Readonly<Record<string, (...args: never[]) => void>>;

/**
 * Event handlers that keep their identity. Each calls the handler of the latest render. So a part that gets only such handlers and equal values
 * need not render again (`memo`). The names must not change.
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
