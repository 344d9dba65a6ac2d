import { RpcError } from '#shared/rpc/errors.ts';

/**
 * Reads a list from a JSON column. Throws "damaged" unless all entries have the form that `isEntry` checks. `what` names the list
 * in the error.
 */
export function storedList<T>(json: string, isEntry: (value: unknown) => value is T, what: string): readonly T[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (Array.isArray(value) && value.every(isEntry)) return value;
  throw new RpcError('refused', `The crawl file is damaged: ${what} cannot be read.`);
}

/** Reads header fields from a JSON column and skips malformed entries. */
export function storedHeaders(json: string | null): readonly (readonly [string, string])[] {
  if (json === null || json === '') return [];
  const list = storedList(json, isAny, 'stored header fields');
  return list.every(isHeader) ? list : list.filter(isHeader);
}

/** Reads the URLs that redirected to a robots.txt. */
export const storedRedirects = (json: string): readonly string[] => storedList(json, isUrl, 'the redirects of a robots.txt');

const isAny = (_entry: unknown): _entry is unknown => true;
const isUrl = (entry: unknown): entry is string => typeof entry === 'string' && URL.canParse(entry);

const isHeader = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
