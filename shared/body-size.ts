import type { FetchResponse } from './model/fetch.ts';

/** Bytes of a response's body as it is. */
export const bodySize = ({ body, held }: Pick<FetchResponse, 'body' | 'held'>): number => held?.size ?? body.length;
