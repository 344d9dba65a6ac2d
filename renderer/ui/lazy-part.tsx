import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** Code that the window can load ahead of time. */
export interface Preloadable {
  /** Loads the code ahead of time. Never rejects: a part that cannot be loaded fails where it is shown. */
  readonly preload: () => Promise<void>;
}

/** A component whose code is in a separate file, which the window loads when it first needs it. */
export type LazyPart<P> = ((props: P) => ReactNode) & Preloadable;

/**
 * Makes a lazy part of an import. Code that is already loaded renders at once, without a flash of the fallback.
 * React's own `lazy` would delay the part for up to 300 ms after the fallback appeared.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, fallback: ReactNode = null): LazyPart<P> {
  let loaded: ComponentType<P> | null = null;
  const once = async (): Promise<ComponentType<P>> => {
    loaded ??= await load();
    return loaded;
  };
  const Part = (props: P): ReactNode => {
    const [Shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    useLayoutEffect(() => {
      if (Shown) return;
      once().then(
        part => setShown(() => part),
        (error: unknown) => setFailure({ error }),
      );
    }, [Shown]);
    // The error boundary around the part shows it.
    if (failure) throw failure.error;
    return Shown ? <Shown {...props} /> : fallback;
  };
  const preload = (): Promise<void> =>
    once().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Part, { preload });
}

/** Milliseconds between two parts: the file that opens meanwhile needs the processor more. */
const pause = 200;

/** Loads parts one after the other, each when the window has nothing else to do. */
export function preloadWhenIdle(parts: readonly Preloadable[]): void {
  const [next, ...others] = parts;
  if (!next) return;
  const goOn = (): unknown => setTimeout(() => preloadWhenIdle(others), pause);
  requestIdleCallback(() => void next.preload().then(goOn), { timeout: 3_000 });
}
