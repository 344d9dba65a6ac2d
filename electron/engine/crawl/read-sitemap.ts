import { gunzipSync } from 'node:zlib';
import { decodePieces, headBytes } from '#core/sitemap/decode.ts';
import { parseSitemap, readEntries, SITEMAP_MAX_BYTES } from '#core/sitemap/parse.ts';
import { piecesOf, startOf } from '#fetcher/body-hold.ts';
import type { HeldBody } from '#shared/model/fetch.ts';
import type { SitemapDocument, SitemapEntry, SitemapProblem, SitemapSummary } from '#shared/model/page.ts';
import { unpackHeld } from './unpack-held.ts';

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const details: Readonly<Record<'bad-gzip' | 'too-large', string>> = {
  'bad-gzip': 'The gzip data is damaged or incomplete.',
  'too-large': `The unpacked file has more than ${SITEMAP_MAX_BYTES} bytes; it is not read.`,
};

/**
 * Reads a long sitemap file, decompressed if needed. `take`: gets the entries in their order, none if the file cannot be unpacked. Never throws
 * for its content: the summary lists its problems.
 */
export async function readLongSitemap(body: HeldBody, url: string, take: (entry: SitemapEntry) => void): Promise<SitemapSummary> {
  const text = isGzip(startOf(body)) ? await unpackHeld(body, SITEMAP_MAX_BYTES) : body;
  if (typeof text === 'string') {
    const problem: SitemapProblem = { code: text, line: 0, detail: details[text] };
    return { kind: 'none', entries: 0, problems: [problem], bytes: body.size };
  }
  const head = startOf(text).subarray(0, headBytes);
  const pieces = () => decodePieces(head, upTo(piecesOf(text), SITEMAP_MAX_BYTES));
  return readEntries({ head, pieces, bytes: text.size }, { url }, take);
}

/** Bytes that are decoded together. V8 collects longer strings less often. */
const decodedAtOnce = 32 * 1024;

/** The first `most` bytes, in small pieces. */
function* upTo(pieces: Iterable<Uint8Array>, most: number): Generator<Uint8Array> {
  let left = most;
  for (const piece of pieces) {
    const rest = piece.subarray(0, left);
    for (let at = 0; at < rest.length; at += decodedAtOnce) yield rest.subarray(at, at + decodedAtOnce);
    left -= rest.length;
    if (left <= 0) return;
  }
}

/** Reads a sitemap file of at most `most` bytes, counted after decompression. Null for a longer or damaged file. */
export function readShortSitemap(body: Uint8Array, url: string, most: number): SitemapDocument | null {
  if (body.length > most) return null;
  if (!isGzip(body)) return parseSitemap(body, { url });
  try {
    return parseSitemap(gunzipSync(body, { maxOutputLength: most }), { url });
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
