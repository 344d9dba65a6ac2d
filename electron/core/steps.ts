/**
 * Long work in pieces: every `next()` does one piece and yields the progress, in a unit that the function documents.
 * Between two pieces, the caller decides whether to continue. So core needs no clock, and a caller can cancel or
 * yield.
 */
export type Steps<T> = Generator<number, T, void>;

/** Runs the work to its end in one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
