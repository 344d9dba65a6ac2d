/**
 * Long work in pieces: every `next()` does one piece and yields how much is done so far, in the unit the maker names. Whoever runs
 * it decides between two pieces whether to go on, so core needs no clock and a caller can cancel or give way.
 */
export type Steps<T> = Generator<number, T, void>;

/** Runs the work to its end in one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
