import { escapeHighOctets, normalizeEscapes, toOctets } from '../url/percent.ts';
import type { Dialect, DollarPattern, Normalisation } from './dialect.ts';

/** The path and query of a URL as the dialect compares them. An empty path is `/`. Any text gives a path; nothing is thrown. */
export function pathOf(url: string, dialect: Dialect): string {
  const path = normalizePath(rawPathOf(url, dialect.fragment.value === 'kept'), dialect.urlNormalisation.value);
  return dialect.pathCase.value === 'ignored' ? path.toLowerCase() : path;
}

/** Path and query cut out of the text of a URL, nothing decoded and nothing resolved. */
function rawPathOf(url: string, keepsFragment: boolean): string {
  const start = authorityStart(url);
  const slash = url.indexOf('/', start);
  let at = slash < 0 ? url.length : slash;
  const query = url.indexOf('?', start);
  if (query >= 0 && query < at) at = query;
  let end = url.length;
  if (!keepsFragment) {
    const hash = url.indexOf('#', start);
    if (hash >= 0) end = hash;
  }
  if (at >= end) return '/';
  const path = url.slice(at, end);
  return at === slash ? path : `/${path}`;
}

/** Where the authority begins: behind `//` at the start, or behind a `://` that no path, query or fragment precedes. */
function authorityStart(url: string): number {
  if (url.startsWith('//')) return 2;
  const mark = url.indexOf('://');
  if (mark < 0) return 0;
  for (let at = 0; at < mark; at += 1) {
    const unit = url.charCodeAt(at);
    if (unit === 0x2f || unit === 0x3f || unit === 0x23) return 0;
  }
  return mark + 3;
}

/** A path and query in the dialect's form. `*` and `$` of a URL are plain characters and must not look like pattern characters. */
export function normalizePath(path: string, how: Normalisation): string {
  if (how === 'none' || !needsWork(path)) return path;
  const octets = escapeHighOctets(toOctets(path));
  if (how !== 'rfc9309') return normalizeEscapes(octets, false);
  return normalizeEscapes(octets).replaceAll('*', '%2A').replaceAll('$', '%24');
}

function needsWork(path: string): boolean {
  for (let at = 0; at < path.length; at += 1) {
    const unit = path.charCodeAt(at);
    if (unit === 0x25 || unit === 0x2a || unit === 0x24 || unit >= 0x80) return true;
  }
  return false;
}

/**
 * A rule's pattern in the dialect's form. `octets` has one unit per octet of the file, `written` is the same value as text.
 * Under RFC 9309 a `$` that is not the last character is a plain one (section 2.2.3) and is escaped like the `$` of a URL.
 */
export function normalizePattern(octets: string, written: string, how: Normalisation, dollar: DollarPattern): string {
  if (how === 'none') return written;
  if (!needsWork(octets)) return octets;
  const escaped = escapeHighOctets(octets);
  if (how !== 'rfc9309') return normalizeEscapes(escaped, false);
  const plain = normalizeEscapes(escaped);
  if (dollar !== 'end-if-last') return plain;
  const last = plain.length - 1;
  const dollarAt = plain.indexOf('$');
  return dollarAt < 0 || dollarAt === last ? plain : plain.slice(0, last).replaceAll('$', '%24') + plain.slice(last);
}
