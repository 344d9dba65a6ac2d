import type { SitemapDocument, SitemapEntry, SitemapSummary } from '#shared/model/page.ts';
import { ProblemList } from './checks.ts';
import { decodeDocument, headBytes } from './decode.ts';
import { EntryList, type EntryOptions } from './entries.ts';
import { linesOf } from './lines.ts';
import { SlidingText, type TextPieces } from './sliding-text.ts';
import { XmlSitemapParser } from './xml-parser.ts';

/** The limits of sitemaps.org, for the uncompressed file. */
export const SITEMAP_MAX_ENTRIES = 50_000;
export const SITEMAP_MAX_BYTES = 50 * 1024 * 1024;

export interface SitemapOptions {
  /** Where the file was fetched from; entries of other hosts are reported. */
  readonly url: string;
  readonly maxEntries?: number;
  readonly maxBytes?: number;
}

/**
 * Reads a sitemap: an XML urlset or index (sitemaps.org protocol 0.9, any namespace or none), an RSS or Atom feed, or
 * a text file with one address a line. The caller has already unpacked gzip from `bytes`. Faults are reported in
 * `problems`, and the rest is still read; never throws. Entries with an unusable address are reported and omitted.
 */
export function parseSitemap(bytes: Uint8Array, options: SitemapOptions): SitemapDocument {
  const maxBytes = options.maxBytes ?? SITEMAP_MAX_BYTES;
  const text = decodeDocument(bytes.length > maxBytes ? bytes.subarray(0, maxBytes) : bytes);
  return parseDecoded({ head: bytes.subarray(0, headBytes), text, bytes: bytes.length }, options);
}

/** A file without gzip, decoded. */
export interface DecodedFile {
  /** Its first bytes, at least two if there are as many. */
  readonly head: Uint8Array;
  /** The text of its first 50 MiB. */
  readonly text: string;
  /** Its size; one more than 50 MiB means longer. */
  readonly bytes: number;
}

/** Like `parseSitemap`, of a file that is decoded already. */
export function parseDecoded({ head, text, bytes }: DecodedFile, options: SitemapOptions): SitemapDocument {
  const entries: SitemapEntry[] = [];
  const read = readEntries({ head, pieces: () => [text], bytes }, options, entry => entries.push(entry));
  return { ...read, entries };
}

/** A file without gzip whose text is decoded piece by piece. */
export type FileInPieces = Omit<DecodedFile, 'text'> & {
  readonly pieces: TextPieces;
  /** See `SlidingText`. */
  readonly longestAtHand?: number;
};

/** Like `parseSitemap`, of a file that need not be in memory. `take`: gets the entries in their order. */
export function readEntries(file: FileInPieces, options: SitemapOptions, take: EntryOptions['take']): SitemapSummary {
  const { head, pieces, bytes, longestAtHand } = file;
  const problems = new ProblemList();
  const maxBytes = options.maxBytes ?? SITEMAP_MAX_BYTES;
  const max = options.maxEntries ?? SITEMAP_MAX_ENTRIES;
  const into = { max, sitemapUrl: options.url, take };
  const entries = new EntryList(problems, into);
  const done = (kind: SitemapDocument['kind'], count = 0): SitemapSummary => ({
    kind,
    entries: count,
    problems: problems.list,
    bytes,
  });

  if (head[0] === 0x1f && head[1] === 0x8b) {
    problems.add('bad-gzip', 1, 'The file is still compressed: it was packed twice or could not be unpacked.');
    return done('none');
  }
  const cut = bytes > maxBytes;
  if (cut) problems.add('too-large', 1, `The file has more than ${maxBytes} bytes; only the first ${maxBytes} are read.`);
  const text = new SlidingText(pieces(), longestAtHand);
  text.fill(lookedAt);
  const start = text.text.slice(0, lookedAt);
  if (/^[\s\0]*$/.test(start) && isBlank(pieces())) {
    problems.add('empty', 1, 'The file is empty.');
    return done('none');
  }
  if (looksLikeMarkup(start)) {
    const kind = new XmlSitemapParser({ text, pieces, cut }, entries, problems).read();
    return done(kind, entries.count);
  }
  // One address is enough to call it a list; prose and binary files have none.
  const misses = new ProblemList();
  const listed = new EntryList(misses, into);
  readTextList(text, listed, cut);
  if (listed.count === 0) {
    problems.add('not-xml', 1, 'Neither XML nor a list of addresses.');
    return done('none');
  }
  problems.append(misses);
  return done('text', listed.count);
}

/** Characters that tell what a file is. */
const lookedAt = 4096;

function isBlank(pieces: Iterable<string>): boolean {
  for (const piece of pieces) if (piece.trim() !== '') return false;
  return true;
}

function looksLikeMarkup(beginning: string): boolean {
  const start = beginning.trimStart();
  return start.startsWith('<') || /<(?:\w+:)?(?:urlset|sitemapindex|rss|feed)[\s>]/i.test(start);
}

function readTextList(text: SlidingText, entries: EntryList, cut: boolean): void {
  const blank = { lastmod: '', changefreq: '', priority: '' };
  for (const { start, length, line, isLast } of linesOf(text)) {
    // The last line of a file that was cut is not whole.
    if (cut && isLast) return;
    if (length > 0) entries.add({ loc: start, line, ...blank }, true, length);
  }
}
