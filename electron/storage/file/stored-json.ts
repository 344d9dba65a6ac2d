import { RpcError } from '#shared/rpc/errors.ts';

/**
 * Reads a list from a JSON column. Assumes entries in the form this program writes. `what` names the list in the error for a
 * damaged file.
 */
export function storedList<T>(json: string, what: string): readonly T[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (Array.isArray(value)) return value as readonly T[];
  throw new RpcError('refused', `The crawl file is damaged: ${what} cannot be read.`);
}

/** Reads header fields from a JSON column and skips malformed entries. */
export const storedHeaders = (json: string | null): readonly (readonly [string, string])[] =>
  json === null || json === '' ? [] : storedList<readonly [string, string]>(json, 'stored header fields').filter(isHeader);

const isHeader = (entry: unknown): boolean =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
