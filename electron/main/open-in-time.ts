import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Engine } from './engine-supervisor.ts';

const leastMs = 10_000;
/** An older file is copied and migrated when it is opened; the slowest disks write this much a second. */
const bytesPerSecond = 10 * 1024 * 1024;

/** How long opening a file of so many bytes may take, milliseconds. */
export const openingLimitMs = (bytes: number): number => leastMs + Math.ceil((bytes / bytesPerSecond) * 1_000);

/**
 * Opens a file in the engine, and ends an engine that does not come back from it: a damaged or hostile file can keep SQLite busy for
 * ever. The engine starts again with the file that was open before. `limitMs`: for tests.
 */
export async function openInTime(engine: Pick<Engine, 'control' | 'restart'>, path: string, limitMs?: number): Promise<void> {
  const bytes = await stat(path).then(
    found => found.size,
    () => 0,
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new RpcError(
          'refused',
          `“${basename(path)}” could not be opened in time. It may be damaged, or made to keep Crawlscope busy. Try another copy.`,
        ),
      );
      engine.restart('opening a file took too long');
    }, limitMs ?? openingLimitMs(bytes));
  });
  const opening = engine.control('session.open', { path });
  // Refused when the engine is ended; nobody waits for it then.
  opening.catch(() => undefined);
  try {
    await Promise.race([opening, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
