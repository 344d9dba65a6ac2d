import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Engine } from './engine-supervisor.ts';

const leastMs = 10_000;
/** An older file that could not be converted before is converted then. The slowest disks write this many bytes a second. */
const bytesPerSecond = 10 * 1024 * 1024;

/** Time limit in milliseconds for opening a file of this size. */
export const openingLimitMs = (bytes: number): number => leastMs + Math.ceil((bytes / bytesPerSecond) * 1_000);

/**
 * Opens a file in the engine, and restarts the engine if it does not finish in time: a damaged or hostile file can block SQLite
 * forever. The restarted engine reopens the previous file. `limitMs`: for tests.
 */
export async function openInTime(
  engine: Pick<Engine, 'ready' | 'control' | 'restart'>,
  opened: { readonly path: string; readonly original?: string },
  limitMs?: number,
): Promise<void> {
  const { path } = opened;
  const bytes = await stat(path).then(
    found => found.size,
    () => 0,
  );
  // The start of the engine is not part of the limit.
  await engine.ready();
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
  const opening = engine.control('session.open', opened);
  // The restart rejects this call when nothing awaits it any more.
  opening.catch(() => undefined);
  try {
    await Promise.race([opening, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
