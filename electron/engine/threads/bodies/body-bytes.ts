import type { Transferable } from 'node:worker_threads';
import type { FetchResponse } from '#shared/model/fetch.ts';

/** The bytes of a body, or a held one: see `FetchResponse`. */
export type BodyBytes = Pick<FetchResponse, 'body' | 'held'>;

/** What is transferred with a body. Each array fills its whole buffer. */
export function buffersOf({ body, held }: BodyBytes): Transferable[] {
  return [body, ...(held?.blocks ?? []).map(({ bytes }) => bytes)].map(({ buffer }) => buffer as ArrayBuffer);
}
