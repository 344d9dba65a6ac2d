import type { MessagePort } from 'node:worker_threads';
import { RpcError } from '#shared/rpc/errors.ts';
import type { ThreadMessage, ThreadQuestion } from './calling-thread.ts';

/** Milliseconds between two messages about progress. */
const reportMs = 100;

/** Reports progress to `CallingThread`, some times a second. */
export function progressTo(port: MessagePort): (done: number, total: number) => void {
  let saidAt = 0;
  return (done, total) => {
    const now = performance.now();
    if (now - saidAt < reportMs) return;
    saidAt = now;
    port.postMessage({ kind: 'progress', done, total } satisfies ThreadMessage);
  };
}

/** Answers the calls of `CallingThread` with the methods of an object. */
export function answerCalls(port: MessagePort, target: object): void {
  const calls = target as Readonly<Record<string, (input: never) => unknown>>;
  const send = (message: ThreadMessage): void => port.postMessage(message);
  port.on('message', async ({ id, name, input }: ThreadQuestion) => {
    try {
      send({ kind: 'answer', id, value: await calls[name]?.(input as never) });
    } catch (error) {
      const code = error instanceof RpcError ? error.code : 'internal';
      if (code === 'internal') console.error(error);
      send({ kind: 'error', id, code, message: error instanceof Error ? error.message : String(error) });
    }
  });
}
