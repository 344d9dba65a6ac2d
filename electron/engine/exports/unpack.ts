import { setImmediate as turn } from 'node:timers/promises';
import { type Unpacked, type UnpackProgress, unpackFile } from '#storage/file/unpack.ts';

/** The copy works this long before other work of the thread has its turn. */
const sliceMs = 12;

/**
 * Writes a copy of a crawl file for other SQLite clients, in slices. `report` is called before each and may end the work: then nothing
 * is left, and the result is null.
 */
export async function unpackInSlices(
  path: string,
  target: string,
  report: (progress: UnpackProgress) => 'go-on' | 'cancel',
): Promise<Unpacked | null> {
  if (report({ done: 0, total: 0 }) === 'cancel') return null;
  const steps = unpackFile(path, target);
  try {
    for (;;) {
      const end = performance.now() + sliceMs;
      let step = steps.next();
      while (step.done !== true && performance.now() < end) step = steps.next();
      if (step.done === true) return step.value;
      if (report(step.value) === 'cancel') return null;
      await turn();
    }
  } finally {
    steps.return(undefined as never);
  }
}
