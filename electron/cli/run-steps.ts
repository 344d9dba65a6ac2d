import type { Steps } from '#core/steps.ts';
import type { Io } from './io.ts';

/** Milliseconds between two looks at Ctrl+C. */
const sliceMs = 50;
const reportMs = 200;

/** Long work ended by Ctrl+C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Runs work to its end, with its progress on standard error if that is a terminal. `words`: the line for what the work yields. Throws
 * `Interrupted` after Ctrl+C.
 */
export async function runSteps<T>(io: Io, steps: Steps<T>, words: (done: number) => string): Promise<T> {
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
  });
  let said = 0;
  try {
    for (;;) {
      if (isCancelled) throw new Interrupted();
      const until = performance.now() + sliceMs;
      let step = steps.next();
      while (step.done !== true && performance.now() < until) step = steps.next();
      if (step.done === true) return step.value;
      if (io.stderr.isTerminal && performance.now() - said > reportMs) {
        said = performance.now();
        await io.stderr.write(`\r${words(step.value)}\u001b[K`);
      }
      await new Promise(resolve => setImmediate(resolve));
    }
  } finally {
    unhook();
    if (said > 0) await io.stderr.write('\r\u001b[K');
  }
}
