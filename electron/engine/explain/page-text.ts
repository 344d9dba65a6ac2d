import { readableLines } from '#core/html/readable-lines.ts';
import type { Lookup } from '#storage/reads/lookup.ts';

/** What is compared of a page: bytes of the body, and lines of its text. */
const mostBytes = 1024 * 1024;
const mostLines = 2_000;

export interface PageText {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

/** The readable text of the last response of a URL; null where the file has no body of it. */
export function pageText(lookup: Lookup, id: number, charset: string | null): PageText | null {
  const fetch = lookup.fetches(id).findLast(({ outcome }) => outcome === 'response');
  const body = fetch ? lookup.body(fetch.bodyHash) : null;
  if (!body) return null;
  const text = readableLines(decoded(body.subarray(0, mostBytes), charset ?? 'utf-8'), mostLines);
  return { lines: text.lines, isCut: text.isCut || body.length > mostBytes };
}

function decoded(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    throw error;
  }
}
