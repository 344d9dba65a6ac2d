import { onTestFinished, TestRunner } from 'vitest';

type Work = () => void | Promise<void>;

const atEndOfFile: Work[] = [];

/**
 * Does this after the test that runs, or after all tests of the file when none runs (at its top, in `beforeAll`). The last call comes
 * first. A helper must not call `afterEach` at its own top: files that share a process load the helper once, so only the first of them
 * would have the hook.
 */
export function afterwards(work: Work): void {
  if (TestRunner.getCurrentTest() === undefined) atEndOfFile.push(work);
  else onTestFinished(work);
}

/** `setup.ts` calls this after the last test of each file. */
export async function endOfFile(): Promise<void> {
  for (const work of atEndOfFile.splice(0).reverse()) await work();
}
