import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { endedWords, type FirstLook, lookLimitMs, tooLongWords } from '#shared/model/first-look.ts';
import { RpcError } from '#shared/rpc/errors.ts';

/** Starts the process that looks at a file. `done` gets what it printed, or null when it ended without. Returns how to end it. */
export type StartLook = (path: string, done: (found: string | null) => void) => () => void;

/**
 * Looks at a file in a process of its own before the engine opens it, and rejects with what that finds. The process is ended after a time: a
 * hostile file can keep SQLite busy for ever. True: it is of an earlier version. `limitMs`: for tests.
 */
export async function lookFirst(start: StartLook, path: string, limitMs?: number): Promise<boolean> {
  const bytes = await stat(path).then(
    found => (found.isFile() ? found.size : null),
    () => null,
  );
  // Whoever opens it says what it is.
  if (bytes === null) return false;
  const name = basename(path);
  const found = await new Promise<FirstLook>((resolve, reject) => {
    let end: () => void = () => undefined;
    const timer = setTimeout(() => {
      reject(new RpcError('refused', tooLongWords(name)));
      end();
    }, limitMs ?? lookLimitMs(bytes));
    end = start(path, text => {
      clearTimeout(timer);
      const read = foundIn(text);
      if (read === null) reject(new RpcError('refused', endedWords(name)));
      else resolve(read);
    });
  });
  if (found.problem !== '') throw new RpcError(found.code, found.problem);
  return found.isOlder === true;
}

function foundIn(text: string | null): FirstLook | null {
  try {
    return JSON.parse(text ?? '') as FirstLook;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
