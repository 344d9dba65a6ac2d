import { topicNames } from '#shared/contract.ts';
import type { WireError } from '#shared/rpc/types.ts';

/** The answer to a call. */
export type Reply =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError };

export type Received =
  | Reply
  /** The first message of an engine: the contract it was built for. */
  | { readonly kind: 'hello'; readonly protocol: number }
  | { readonly kind: 'topic'; readonly name: string; readonly payload: unknown };

/** Deepest nesting of a message from the engine. The longest chain of decisions needs a third of it. */
export const deepestResult = 48;
/** Most values in one message. The largest list that the window requests has a tenth of them. A typed array counts as one value. */
export const mostValues = 2_000_000;

/**
 * Whether a message consists of bounded plain data: texts, numbers, typed arrays, lists and objects without a prototype of their own. The
 * engine reads what strangers wrote, so the app trusts it no more than the window.
 */
export function isPlainData(message: unknown): boolean {
  let values = 0;
  const walk = (value: unknown, depth: number): boolean => {
    values += 1;
    if (values > mostValues) return false;
    if (value === null || value === undefined) return true;
    if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (depth >= deepestResult) return false;
    // The length first: walking a sparse array with few values takes as long.
    if (Array.isArray(value)) return value.length <= mostValues && value.every(item => walk(item, depth + 1));
    if (ArrayBuffer.isView(value)) return true;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return false;
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || !walk((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return false;
    }
    return true;
  };
  return walk(message, 0);
}

/** Reads a message of the engine. Returns null if it has another form, is too large or is not plain data. */
export function readMessage(raw: unknown): Received | null {
  if (typeof raw !== 'object' || raw === null || !('kind' in raw) || !isPlainData(raw)) return null;
  const message = raw as {
    readonly kind: unknown;
    readonly id?: unknown;
    readonly error?: unknown;
    readonly name?: unknown;
    readonly protocol?: unknown;
  };
  if (message.kind === 'hello') return Number.isSafeInteger(message.protocol) ? (raw as Received) : null;
  if (message.kind === 'topic') return (topicNames as readonly unknown[]).includes(message.name) ? (raw as Received) : null;
  if (!Number.isSafeInteger(message.id)) return null;
  if (message.kind === 'result') return raw as Received;
  const error = message.error as { readonly code?: unknown; readonly message?: unknown } | null | undefined;
  if (message.kind !== 'error' || typeof error?.code !== 'string' || typeof error.message !== 'string') return null;
  return raw as Received;
}

/** Reads the answer of a program that is started for its calls alone. Returns null for any other message. */
export function readReply(raw: unknown): Reply | null {
  const message = readMessage(raw);
  return message?.kind === 'result' || message?.kind === 'error' ? message : null;
}
