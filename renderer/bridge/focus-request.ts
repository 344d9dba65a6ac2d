import { useEffect, useRef } from 'react';

/** A part of the window that a command can address: the omnibox, the current view, the filter of the URLs, the button for assertions. */
type Part = 'omnibox' | 'view' | 'find' | 'build-filter' | 'search' | 'sql' | 'assert';

/** What each part on screen does when a command addresses it. */
const listeners = new Map<Part, () => void>();
/** A request for a part that was not on screen yet, and when it expires, in milliseconds of `performance.now()`. */
let waiting: { readonly part: Part; readonly until: number } | null = null;
const patience = 2_000;

/** Addresses a part of the window. A part that is still loading gets the request when it appears, if that is soon. */
export function requestFocus(part: Part): void {
  const listener = listeners.get(part);
  waiting = listener ? null : { part, until: performance.now() + patience };
  listener?.();
}

/** Calls back when a command addresses this part of the window. */
export function useFocusRequest(part: Part, focus: () => void): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    const listener = (): void => latest.current();
    listeners.set(part, listener);
    if (waiting?.part === part && performance.now() < waiting.until) listener();
    if (waiting?.part === part) waiting = null;
    return () => {
      if (listeners.get(part) === listener) listeners.delete(part);
    };
  }, [part]);
}
