import type { SitemapDocument } from '#shared/model/page.ts';
import { LineCounter, ProblemList } from './checks.ts';
import { decodeDocument, headBytes } from './decode.ts';
import { EntryList } from './entries.ts';
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
  const problems = new ProblemList();
  const maxBytes = options.maxBytes ?? SITEMAP_MAX_BYTES;
  const entries = new EntryList(problems, options.maxEntries ?? SITEMAP_MAX_ENTRIES, options.url);
  const done = (kind: SitemapDocument['kind']): SitemapDocument => ({
    kind,
    entries: entries.list,
    problems: problems.list,
    bytes,
  });

  if (head[0] === 0x1f && head[1] === 0x8b) {
    problems.add('bad-gzip', 1, 'The file is still compressed: it was packed twice or could not be unpacked.');
    return done('none');
  }
  const cut = bytes > maxBytes;
  if (cut) problems.add('too-large', 1, `The file has more than ${maxBytes} bytes; only the first ${maxBytes} are read.`);
  if (/^[\s\0]*$/.test(text.slice(0, 4096)) && text.trim() === '') {
    problems.add('empty', 1, 'The file is empty.');
    return done('none');
  }
  if (looksLikeMarkup(text)) return done(new XmlSitemapParser(text, entries, problems, cut).read());
  return done(readTextList(text, entries, problems, cut));
}

function looksLikeMarkup(text: string): boolean {
  const start = text.slice(0, 4096).trimStart();
  return start.startsWith('<') || /<(?:\w+:)?(?:urlset|sitemapindex|rss|feed)[\s>]/i.test(start);
}

function readTextList(text: string, entries: EntryList, problems: ProblemList, cut: boolean): SitemapDocument['kind'] {
  const lines = new LineCounter(text);
  const misses = new ProblemList();
  const found = new EntryList(misses, 1, '');
  // One address is enough to call it a list; prose and binary files have none.
  const blank = { lastmod: '', changefreq: '', priority: '' };
  const each = function* (): Generator<{ loc: string; line: number }> {
    let start = 0;
    while (start < text.length) {
      let end = start;
      while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
      // The last line of a file that was cut is not whole.
      if (cut && end === text.length) return;
      const loc = text.slice(start, end).trim();
      if (loc !== '') yield { loc, line: lines.at(start) };
      start = end + 1;
    }
  };
  const candidates = [...each()];
  for (const { loc, line } of candidates) {
    found.add({ loc, line, ...blank }, false);
    if (found.full) break;
  }
  if (!found.full) {
    problems.add('not-xml', 1, 'Neither XML nor a list of addresses.');
    return 'none';
  }
  for (const { loc, line } of candidates) entries.add({ loc, line, ...blank }, true);
  return 'text';
}
