import { hasLosses, repairLines } from '#shared/explain/repaired.ts';
import type { RepairFound, RepairStep } from '#shared/model/repair.ts';
import { createServer } from '#shared/rpc/server.ts';
import type { FromHost, ToHost } from '#shared/rpc/types.ts';
import { repairInSlices } from './repair.ts';

/**
 * The process that repairs one file for the window and ends. A damaged file can keep SQLite busy for ever: the shell then ends the process, and
 * neither the window nor a crawl waits.
 */

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}
const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;
const post = (message: FromHost | ({ readonly kind: 'progress' } & RepairStep)): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};

const tellMs = 200;
const mostLines = 500;
let isCancelled = false;

const handlers = new Map<string, (input: never) => unknown>([
  [
    'repair.run',
    async ({ path, target }: { readonly path: string; readonly target: string }): Promise<RepairFound | null> => {
      let told = 0;
      const repaired = await repairInSlices(path, target, ({ table, done, total }) => {
        const now = Date.now();
        if (now - told >= tellMs) {
          told = now;
          post({ kind: 'progress', table, share: total > 0 ? Math.min(1, done / total) : 0 });
        }
        return isCancelled ? 'cancel' : 'go-on';
      });
      if (repaired === null) return null;
      const lines = repairLines(repaired);
      const more = lines.length - mostLines;
      return {
        bytes: repaired.bytes,
        hasLosses: hasLosses(repaired),
        lines: more > 0 ? [...lines.slice(0, mostLines), `And ${more} lines more.`] : lines,
      };
    },
  ],
  [
    'repair.cancel',
    () => {
      isCancelled = true;
    },
  ],
]);
const serve = createServer(handlers, post, error => console.error(error));

if (parentPort) parentPort.on('message', event => void serve(event.data as ToHost));
else {
  process.on('message', message => void serve(message as ToHost));
  process.on('disconnect', () => process.exit(0));
}
