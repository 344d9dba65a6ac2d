import type { Readable, Writable } from 'node:stream';

/** A command of the DevTools Protocol. `sessionId`: for a page or a part of one; absent: for the browser. */
export interface Command {
  readonly id: number;
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly sessionId: string;
}

export interface Wire {
  event(method: string, params: unknown, sessionId: string): void;
}

/**
 * Speaks the DevTools Protocol over a pair of streams: JSON, each message ended by a NUL byte. `carryOut` gives the result of a command, or
 * rejects with why not. `ended`: the other side has gone.
 */
export function openWire(
  input: Readable,
  output: Writable,
  carryOut: (command: Command) => Promise<unknown>,
  ended: () => void,
): Wire {
  const write = (message: object): void => void output.write(`${JSON.stringify(message)}\0`);
  const take = async (text: string): Promise<void> => {
    const { id, method, params = {}, sessionId = '' } = JSON.parse(text) as Partial<Command>;
    if (typeof id !== 'number' || typeof method !== 'string') return;
    const session = sessionId === '' ? {} : { sessionId };
    try {
      write({ id, result: (await carryOut({ id, method, params, sessionId })) ?? {}, ...session });
    } catch (error) {
      write({ id, error: { code: -32000, message: error instanceof Error ? error.message : String(error) }, ...session });
    }
  };
  let parts: Buffer[] = [];
  input.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, at));
      from = at + 1;
      const text = Buffer.concat(parts).toString('utf8');
      parts = [];
      void take(text);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
  for (const stream of [input, output]) stream.on('error', ended);
  input.on('end', ended);
  return {
    event: (method, params, sessionId) => write({ method, params, ...(sessionId === '' ? {} : { sessionId }) }),
  };
}
