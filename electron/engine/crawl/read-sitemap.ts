import { gunzipSync } from 'node:zlib';
import { parseSitemap, SITEMAP_MAX_BYTES } from '#core/sitemap/parse.ts';
import type { SitemapDocument, SitemapProblem } from '#shared/model/page.ts';

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The bytes of a sitemap file, decompressed if it is a .gz; or why not: it is damaged, or gives more than `most` bytes. */
function unpack(bytes: Uint8Array, most: number): Uint8Array | 'bad-gzip' | 'too-large' {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof Error) return 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'bad-gzip';
    throw error;
  }
}

const details: Readonly<Record<'bad-gzip' | 'too-large', string>> = {
  'bad-gzip': 'The gzip data is damaged or incomplete.',
  'too-large': `The unpacked file has more than ${SITEMAP_MAX_BYTES} bytes; it is not read.`,
};

/** Reads a sitemap file, decompressed if needed. Never throws: the document lists its problems. */
export function readSitemap(body: Uint8Array, url: string): SitemapDocument {
  const bytes = unpack(body, SITEMAP_MAX_BYTES);
  if (typeof bytes !== 'string') return parseSitemap(bytes, { url });
  const problem: SitemapProblem = { code: bytes, line: 0, detail: details[bytes] };
  return { kind: 'none', entries: [], problems: [problem], bytes: body.length };
}

/** The same for a file of at most `most` bytes, counted after decompression. Null for a longer or damaged file. */
export function readShortSitemap(body: Uint8Array, url: string, most: number): SitemapDocument | null {
  const bytes = body.length > most ? 'too-large' : unpack(body, most);
  return typeof bytes === 'string' ? null : parseSitemap(bytes, { url });
}
