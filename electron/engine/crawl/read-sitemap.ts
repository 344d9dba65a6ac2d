import { gunzipSync } from 'node:zlib';
import { parseSitemap } from '#core/sitemap/parse.ts';
import type { SitemapDocument } from '#shared/model/page.ts';

/** sitemaps.org: a file has at most 50 MiB uncompressed. */
const maxBytes = 50 * 1024 * 1024;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The bytes of a sitemap file, decompressed if it is a .gz; null if that fails or gives more than `most` bytes. */
function unpack(bytes: Uint8Array, most: number): Uint8Array | null {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Reads a sitemap file, decompressed if needed. Never throws: the document lists its problems. */
export function readSitemap(body: Uint8Array, url: string): SitemapDocument {
  const bytes = unpack(body, maxBytes + 1);
  if (bytes) return parseSitemap(bytes, { url });
  const detail = 'The gzip data cannot be unpacked within 50 MiB.';
  return { kind: 'none', entries: [], problems: [{ code: 'bad-gzip', line: 0, detail }], bytes: body.length };
}

/** The same for a file of at most `most` bytes, counted after decompression. Null for a longer or damaged file. */
export function readShortSitemap(body: Uint8Array, url: string, most: number): SitemapDocument | null {
  const bytes = body.length > most ? null : unpack(body, most);
  return bytes ? parseSitemap(bytes, { url }) : null;
}
