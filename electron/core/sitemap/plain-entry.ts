/**
 * An entry as nearly all files write it: no attributes, comments, references or prefixes, and the fields in the order of the protocol. White space
 * before it is part of it. The groups: name of the element, loc, lastmod, changefreq, priority. An address has no control characters.
 */
const ENTRY =
  /[ \t\r\n]*<(url|sitemap)>[ \t\r\n]*<loc>([^<&\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*)<\/loc>[ \t\r\n]*(?:<lastmod>([^<&]*)<\/lastmod>[ \t\r\n]*)?(?:<changefreq>([^<&]*)<\/changefreq>[ \t\r\n]*)?(?:<priority>([^<&]*)<\/priority>[ \t\r\n]*)?<\/\1>/y;

/** Such an entry. */
export interface PlainEntry {
  /** Index of the `<` of its loc. */
  readonly locAt: number;
  /** Index behind it. */
  readonly end: number;
  /** Values without white space around them; '' for a field that is missing. */
  readonly loc: string;
  readonly lastmod: string;
  readonly changefreq: string;
  readonly priority: string;
}

/** The entry at `from`, null where there is none that is written plainly, or where the text ends inside it. */
export function plainEntry(text: string, from: number): PlainEntry | null {
  ENTRY.lastIndex = from;
  const found = ENTRY.exec(text);
  if (found === null) return null;
  const [whole, , loc = '', lastmod = '', changefreq = '', priority = ''] = found;
  return {
    locAt: from + whole.indexOf('<loc>'),
    end: ENTRY.lastIndex,
    loc: loc.trim(),
    lastmod: lastmod.trim(),
    changefreq: changefreq.trim(),
    priority: priority.trim(),
  };
}

/** The index behind the entries at `from` that are written plainly, up to one longer than `longest`; `from` where there is none. */
export function afterPlainEntries(text: string, from: number, longest = Number.POSITIVE_INFINITY): number {
  let end = from;
  for (ENTRY.lastIndex = from; ENTRY.test(text) && ENTRY.lastIndex - end <= longest; ) end = ENTRY.lastIndex;
  return end;
}

/** The most characters before the first entry of a plainly written file, in one of its entries, and after the last one. */
const mostOfPart = 4096;

/** What comes before the first entry: a byte order mark of UTF-8 (as Latin-1), an XML declaration, white space and the root element. */
const BEGINNING = /^(?:\xef\xbb\xbf)?(?:<\?xml\s([^<>]*)\?>)?\s*<(?:urlset|sitemapindex)(?:\s[^<>]*)?>\s*(?=<(?:url|sitemap)>)/;
const OTHER_ENCODING = /encoding\s*=\s*["'](?!utf-8["'])/i;
const END = /^\s*<\/(?:urlset|sitemapindex)>\s*$/;

/**
 * Whether the whole file is one urlset or index in UTF-8 with nothing but entries that are written plainly. Such a file takes less time to read than
 * any other. `text` may be the bytes of the file, read as Latin-1.
 */
export function isWrittenPlainly(text: string): boolean {
  const beginning = BEGINNING.exec(text.slice(0, mostOfPart));
  if (beginning === null || OTHER_ENCODING.test(beginning[1] ?? '')) return false;
  const end = afterPlainEntries(text, beginning[0].length, mostOfPart);
  return text.length - end <= mostOfPart && END.test(text.slice(end));
}
