import { RpcError } from '#shared/rpc/errors.ts';

/** Reads a list out of a JSON column. Entries are as this program writes them. `what` names it in the refusal of a damaged file. */
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

/** Header fields out of a JSON column; entries that are none are left out. */
export const storedHeaders = (json: string | null): readonly (readonly [string, string])[] =>
  json === null || json === '' ? [] : storedList<readonly [string, string]>(json, 'stored header fields').filter(isHeader);

const isHeader = (entry: unknown): boolean =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
