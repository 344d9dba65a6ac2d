import type { TopicName, TopicPayloads } from '../contract.ts';
import { RpcError } from './errors.ts';
import type { Input, Output, ProcedureName, ToHost, ToWindow } from './types.ts';

export interface Client {
  call<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>>;
  /** Calls the listener on every push of the topic. Returns a function that unsubscribes. */
  on<T extends TopicName>(topic: T, listener: (payload: TopicPayloads[T]) => void): () => void;
  /** Pass every incoming message to this function. */
  receive(message: ToWindow): void;
  /** Ends all pending calls with an error, for example when the connection closed. */
  disconnect(reason: string): void;
}

/** The client side of the protocol, over any transport that can send a message. */
export function createClient(send: (message: ToHost) => void): Client {
  let next = 1;
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: RpcError) => void }>();
  const listeners = new Map<TopicName, Set<(payload: never) => void>>();
  return {
    call(name, input) {
      const id = next++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: never) => void, reject });
        send({ kind: 'call', id, name, input });
      });
    },
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set);
      set.add(listener as (payload: never) => void);
      return () => set.delete(listener as (payload: never) => void);
    },
    receive(message) {
      if (message.kind === 'topic') {
        for (const listener of listeners.get(message.name) ?? []) listener(message.payload as never);
        return;
      }
      const call = waiting.get(message.id);
      if (!call) return;
      waiting.delete(message.id);
      if (message.kind === 'result') call.resolve(message.value as never);
      else if (message.kind === 'json') call.resolve(JSON.parse(message.json) as never);
      else call.reject(new RpcError(message.error.code, message.error.message));
    },
    disconnect(reason) {
      for (const call of waiting.values()) call.reject(new RpcError('unavailable', reason));
      waiting.clear();
    },
  };
}
