import type { Database } from 'better-sqlite3';
import { parseDirectiveDate } from '#core/directives/date.ts';
import { hasNamedNoindex } from '#core/directives/named-noindex.ts';
import { numberInText } from '#core/query/number-in-text.ts';
import { decodedText } from '#core/query/spelling.ts';
import { folderOf } from '#core/url/folder.ts';
import { type PatternReading, readPattern } from '#core/url/url-pattern.ts';
import { headerValue } from '#shared/header-values.ts';
import type { Headers } from '#shared/model/fetch.ts';
import { unicodeHost } from '#shared/readable-url.ts';
import { addPageFacts } from '../facts/sql-page-facts.ts';
import { JsonLinks } from '../links/json-links.ts';

/**
 * Adds the SQL functions that list filters use (SQLite's own lower() only handles ASCII), those that read older files, and `page_facts`.
 */
export function addFunctions(db: Database): void {
  addPageFacts(db);
  db.function('fold', { deterministic: true }, text => String(text).toLowerCase());
  db.function('fold_url', { deterministic: true }, url => foldedUrl(String(url)));
  db.function('folder_of', { deterministic: true }, url => folderOf(String(url)));
  db.function('number_in', { deterministic: true }, value => (value === null ? null : numberInText(String(value))));
  db.function('url_matches', { deterministic: true }, (pattern, url) => Number(matches(String(pattern), String(url))));
  db.function('named_noindex_page', { deterministic: true }, (metas, tags) => Number(pageNames(text(metas), text(tags))));
  db.function('named_noindex_headers', { deterministic: true }, json => Number(headersName(text(json))));
  db.function('last_modified_in', { deterministic: true }, json => lastModified(text(json)));
  db.function('server_in', { deterministic: true }, json => headerValue(headersIn(text(json)), 'server') || null);
  let links: JsonLinks | null = null;
  db.function('pack_links', { deterministic: true }, (json, facts) => {
    links ??= new JsonLinks();
    return Buffer.from(links.pack(text(json), Buffer.isBuffer(facts) ? facts : null));
  });
}

/** Lower case, decoded, and with the host in Unicode. */
function foldedUrl(url: string): string {
  const decoded = decodedText(url).toLowerCase();
  const host = decoded.includes('xn--') ? /^https?:\/\/([^/?#:]+)/.exec(decoded)?.[1] : undefined;
  return host === undefined ? decoded : decoded.replace(host, () => unicodeHost(host));
}

/** Patterns of segments, compiled; a file has few. */
const patterns = new Map<string, PatternReading>();

function matches(pattern: string, url: string): boolean {
  let read = patterns.get(pattern);
  if (read === undefined) {
    if (patterns.size > 1_000) patterns.clear();
    read = readPattern(pattern);
    patterns.set(pattern, read);
  }
  return read.kind === 'pattern' && read.pattern.test(url);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Splits `page.meta_robots` ('googlebot: noindex; robots: follow') or `page.x_robots_tag` into its parts. */
const parts = (joined: string): readonly string[] => (joined === '' ? [] : joined.split('; '));

function pageNames(metas: string, tags: string): boolean {
  const elements = parts(metas).flatMap(part => {
    const colon = part.indexOf(': ');
    const element = { name: part.slice(0, colon), content: part.slice(colon + 2), at: { start: 0, end: 0 }, inHead: true };
    return colon > 0 ? [element] : [];
  });
  return hasNamedNoindex(
    elements,
    parts(tags).map(tag => ['x-robots-tag', tag] as const),
  );
}

/** `json`: `fetch.response_headers`. A file from elsewhere may contain anything here. */
function headersIn(json: string): Headers {
  try {
    const headers = JSON.parse(json) as unknown;
    return Array.isArray(headers) ? headers.filter(isHeader) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

const headersName = (json: string): boolean => hasNamedNoindex([], headersIn(json));

/** Epoch milliseconds; null without the header, and for what is no date. */
function lastModified(json: string): number | null {
  const written = headerValue(headersIn(json), 'last-modified');
  return written === null ? null : parseDirectiveDate(written.slice(0, 100));
}

const isHeader = (value: unknown): value is Headers[number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
