import { RpcError, toWireError } from './errors.ts';
import type { FromHost, ToHost } from './types.ts';

type Handler = (input: never) => unknown;

/**
 * Serves calls with the given handlers, over any transport: the caller passes messages in and gets replies. `onBug`
 * receives unexpected errors; their details are not sent.
 */
export function createServer(
  handlers: ReadonlyMap<string, Handler>,
  send: (message: FromHost) => void,
  onBug: (error: unknown) => void,
) {
  return async (message: ToHost): Promise<void> => {
    const { id, name, input } = message;
    try {
      const handler = handlers.get(name);
      if (!handler) throw new RpcError('bad_request', `There is no operation named “${name}”.`);
      const value = await handler(input as never);
      send({ kind: 'result', id, value });
    } catch (error) {
      if (!(error instanceof RpcError)) onBug(error);
      send({ kind: 'error', id, error: toWireError(error) });
    }
  };
}
