import { escapeHighOctets, normalizeEscapes, toOctets } from '../../url/percent.ts';
import type { Dialect, DollarPattern, EmptyPath, Normalisation } from '../dialect.ts';
import {
  alphanumericAnd,
  decodeExceptSlash,
  decodeForm,
  encodeUri,
  escapeOutside,
  hasBrokenEscape,
  isWithin,
  quoteParts,
  requotePath,
  requotePattern,
  URL_SAFE,
  unquoteQuote,
} from './escapes.ts';

export { hasBrokenEscape };

/** The path and query of a URL as the dialect compares them. An empty path is `/`. Accepts any text and never throws. */
export function pathOf(url: string, dialect: Dialect): string {
  const { fragment, emptyPath, urlNormalisation, pathCase } = dialect;
  const raw = rawPathOf(url, fragment.value === 'kept', emptyPath.value);
  const how = urlNormalisation.value;
  const path = how === 'whatwg' || how === 'whatwg-upper' ? parsedPath(url, raw, how) : normalizePath(raw, how);
  return pathCase.value === 'ignored' ? path.toLowerCase() : path;
}

/** Path and query as written in the URL, without decoding or resolving. */
function rawPathOf(url: string, keepsFragment: boolean, empty: EmptyPath): string {
  const start = authorityStart(url);
  const slash = url.indexOf('/', start);
  let at = slash < 0 ? url.length : slash;
  for (const mark of keepsFragment ? ['?', '#'] : ['?']) {
    const found = url.indexOf(mark, start);
    if (found >= 0 && found < at) at = found;
  }
  let end = url.length;
  if (!keepsFragment) {
    const hash = url.indexOf('#', start);
    if (hash >= 0) end = hash;
  }
  if (at >= end) return empty === 'kept' ? '' : '/';
  const path = url.slice(at, end);
  return at === slash || empty !== 'slash' ? path : `/${path}`;
}

/** Where the authority starts: after `//` at the start, or after `://` if no path, query or fragment comes before it. */
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

const UNTOUCHED = alphanumericAnd("-_~:/?@!$&'()*+,;=%");

/** Path and query as a browser's URL parser returns them; `raw` if the URL is invalid. */
function parsedPath(url: string, raw: string, how: 'whatwg' | 'whatwg-upper'): string {
  // robots-parser joins pathname and search, which drops an empty query; texting_robots uses the URL's text.
  const keepsMark = how === 'whatwg' && raw.indexOf('?') === raw.length - 1;
  const path = isPlain(raw) ? raw : parse(url, raw) + (keepsMark ? '?' : '');
  return how === 'whatwg-upper' ? normalizeEscapes(path, false) : path;
}

/** Whether a URL parser would not change path and query: no dot segment, no empty query, nothing to escape. */
function isPlain(raw: string): boolean {
  if (raw.includes('/.') || raw.includes('%2')) return false;
  const query = raw.indexOf('?');
  if (query === raw.length - 1) return false;
  for (let at = 0; at < raw.length; at += 1) {
    const unit = raw.charCodeAt(at);
    if (unit !== 0x2e && (unit >= 0x80 || UNTOUCHED[unit] !== 1 || unit === 0x27)) return false;
  }
  return true;
}

function parse(url: string, raw: string): string {
  try {
    const parsed = new URL(url, 'http://localhost/');
    return parsed.pathname + parsed.search;
  } catch {
    return raw;
  }
}

/** Path and query, normalized as the dialect says. `*` and `$` in a URL are ordinary characters and must not look like wildcards. */
export function normalizePath(path: string, how: Normalisation): string {
  switch (how) {
    case 'none':
    case 'whatwg':
    case 'whatwg-upper':
      return path;
    case 'rfc9309':
    case 'rfc9309-and-unsafe': {
      if (!needsWork(path, how)) return path;
      return normalizeOctets(toOctets(path), how).replaceAll('*', '%2A').replaceAll('$', '%24');
    }
    case 'quote-parts':
      return quoteParts(toOctets(path), false) || '/';
    case 'unquote-quote':
      return unquoteQuote(toOctets(path)) || '/';
    case 'requote':
      return requotePath(toOctets(path));
    default:
      return needsWork(path, how) ? normalizeOctets(toOctets(path), how) : path;
  }
}

/** Normalisations that are the same for patterns and URLs. */
function normalizeOctets(octets: string, how: Normalisation): string {
  switch (how) {
    case 'decode-except-slash':
      return decodeExceptSlash(octets);
    case 'form-decode-except-slash':
    case 'form-decode':
      return decodeForm(octets, how === 'form-decode-except-slash');
    case 'encode-uri':
      return encodeUri(octets);
    case 'escape-octets':
      return escapeHighOctets(octets);
    case 'escape-non-ascii':
      return normalizeEscapes(escapeHighOctets(octets), false);
    case 'unreserved-and-unsafe':
    case 'rfc9309-and-unsafe':
      return escapeOutside(normalizeEscapes(escapeHighOctets(octets)), URL_SAFE);
    default:
      return normalizeEscapes(escapeHighOctets(octets));
  }
}

function needsWork(path: string, how: Normalisation): boolean {
  if (how.endsWith('-unsafe')) return !isWithin(path, HARMLESS);
  const form = how.startsWith('form-');
  for (let at = 0; at < path.length; at += 1) {
    const unit = path.charCodeAt(at);
    if (unit === 0x25 || unit === 0x2a || unit === 0x24 || unit >= 0x80 || (form && unit === 0x2b)) return true;
  }
  return how === 'encode-uri';
}

const HARMLESS = alphanumericAnd("-._~:/?#@!&'()+,;=");

/**
 * A rule's pattern, normalized as the dialect says. `octets` has one UTF-16 unit per byte of the file; `written` is the same value as
 * text. In RFC 9309, a `$` that is not the last character is an ordinary character (section 2.2.3) and is escaped like the `$` of a URL.
 */
export function normalizePattern(octets: string, written: string, how: Normalisation, dollar: DollarPattern): string {
  switch (how) {
    case 'none':
      return written;
    case 'unquote-quote':
      return unquoteQuote(octets);
    case 'quote-parts':
      return quoteParts(octets.replace(/\*{2,}/g, '*').replace(/\$[$*]+/g, '$'), true);
    case 'requote':
      return octets === '' ? '' : requotePattern(octets);
    default:
      break;
  }
  if (!needsWork(octets, how)) return octets;
  const plain = normalizeOctets(octets, how);
  if (how !== 'rfc9309' || dollar !== 'end-if-last') return plain;
  const last = plain.length - 1;
  const dollarAt = plain.indexOf('$');
  return dollarAt < 0 || dollarAt === last ? plain : plain.slice(0, last).replaceAll('$', '%24') + plain.slice(last);
}
