import { zstdDecompressSync } from 'node:zlib';
import type { Failure } from './failures.ts';
import { MAX_CONTENT_CODINGS } from './limits.ts';

/** Content codings the fetcher decodes (RFC 9110 section 8.4.1, RFC 7932, RFC 8878). */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** Node before 22.15 has no zstd: then the fetcher does not offer it. */
export const hasZstd = typeof zstdDecompressSync === 'function';

/** The codings to decode, in the order they were applied, or why that is not possible. */
export type CodingPlan =
  | { readonly ok: true; readonly codings: readonly Coding[] }
  | { readonly ok: false; readonly failure: Failure };

/** Reads the value of Content-Encoding (all lines joined by commas). */
export function planCodings(contentEncoding: string): CodingPlan {
  const tokens: Coding[] = [];
  let count = 0;
  for (const raw of contentEncoding.split(',')) {
    const token = raw.trim().toLowerCase();
    if (token === '' || token === 'identity') continue;
    count += 1;
    if (count > MAX_CONTENT_CODINGS) continue;
    if (token === 'gzip' || token === 'x-gzip') tokens.push('gzip');
    else if (token === 'deflate' || token === 'br' || (token === 'zstd' && hasZstd)) tokens.push(token);
    else
      return {
        ok: false,
        failure: { cause: 'encoding-unsupported', detail: `The content coding "${token.slice(0, 40)}" is not supported.` },
      };
  }
  if (count > MAX_CONTENT_CODINGS)
    return {
      ok: false,
      failure: {
        cause: 'encoding-unsupported',
        detail: `${count} content codings are stacked; at most ${MAX_CONTENT_CODINGS} are decoded.`,
      },
    };
  return { ok: true, codings: tokens };
}
