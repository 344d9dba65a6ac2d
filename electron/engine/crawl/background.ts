import type { Steps } from '#core/steps.ts';

interface Task {
  readonly steps: Steps<unknown>;
  finished(value: unknown): void;
}

/** The same work, abandoned after this many milliseconds. */
export function* forSomeTime(steps: Steps<void>, milliseconds: number): Steps<void> {
  const end = performance.now() + milliseconds;
  for (let step = steps.next(); step.done !== true && performance.now() < end; step = steps.next()) yield step.value;
}

const sliceMs = 20;

/** The same work before the loop runs, in slices between which the thread is free. */
export async function inSlices(steps: Steps<void>): Promise<void> {
  for (let end = performance.now() + sliceMs; ; ) {
    if (steps.next().done === true) return;
    if (performance.now() < end) continue;
    await new Promise(resolve => setImmediate(resolve));
    end = performance.now() + sliceMs;
  }
}

/**
 * Work that is too long for one turn of the crawl's loop: pages with very many links, sitemaps, decisions for all URLs of a host. It
 * runs in slices between two turns, the oldest task first, so that no task blocks the thread.
 */
export class Background {
  readonly #tasks: Task[] = [];

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Calls `finished` with the result, in the transaction of the last slice. */
  add<T>(steps: Steps<T>, finished: (value: T) => void = () => undefined): void {
    this.#tasks.push({ steps, finished: value => finished(value as T) });
  }

  /** Works for this many milliseconds, then finishes the current step. Runs inside the caller's transaction. */
  run(milliseconds: number): void {
    const end = performance.now() + milliseconds;
    for (let task = this.#tasks[0]; task; task = this.#tasks[0]) {
      do {
        const step = task.steps.next();
        if (step.done === true) {
          this.#tasks.shift();
          task.finished(step.value);
          break;
        }
      } while (performance.now() < end);
      if (performance.now() >= end) return;
    }
  }
}
