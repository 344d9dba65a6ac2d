import type { Conversion, ConversionStep } from '#shared/model/conversion.ts';
import { createServer } from '#shared/rpc/server.ts';
import type { FromHost, ToHost } from '#shared/rpc/types.ts';
import { convertInSlices } from './convert.ts';

/**
 * The process that converts one older crawl file for the window and ends. It takes seconds to minutes; the engine answers the window meanwhile, and
 * Cancel can end it at any moment: the file is the old or the new one.
 */

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}
const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;
const post = (message: FromHost | ({ readonly kind: 'progress' } & ConversionStep)): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};

const tellMs = 200;
let isCancelled = false;

const handlers = new Map<string, (input: never) => unknown>([
  [
    'conversion.run',
    ({ path }: { readonly path: string }): Promise<Conversion> => {
      let told = 0;
      return convertInSlices(path, ({ step, share }) => {
        const now = Date.now();
        if (now - told >= tellMs) {
          told = now;
          post({ kind: 'progress', step, share });
        }
        return isCancelled ? 'cancel' : 'go-on';
      });
    },
  ],
  [
    'conversion.cancel',
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
