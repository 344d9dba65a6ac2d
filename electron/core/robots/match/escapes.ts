import { escapeOctet, hexValue, normalizeEscapes, toOctets } from '../../url/percent.ts';

/** Percent-encoding as different libraries do it. Texts have one UTF-16 unit per byte unless stated otherwise. */

/** A set of bytes. */
export type Octets = Uint8Array;

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters, digits and the given bytes. */
export function alphanumericAnd(more: string): Octets {
  return setOf(ALPHANUMERIC + more);
}

function setOf(text: string): Octets {
  const set = new Uint8Array(256);
  for (let at = 0; at < text.length; at += 1) set[text.charCodeAt(at)] = 1;
  return set;
}

/** Bytes that Python's `quote` does not escape. */
export const QUOTE_SAFE = alphanumericAnd('_.-~/');
/** Bytes that JavaScript's `encodeURI` does not escape, and the percent sign. */
export const ENCODE_URI_SAFE = alphanumericAnd(";,/?:@&=+$-_.!~*'()#%");
/** Printable bytes that may occur in a URL. */
export const URL_SAFE = alphanumericAnd("-._~:/?#@!$&'()*+,;=%");
const NONE: Octets = new Uint8Array(256);
const SLASH = setOf('/');

/** Escapes every byte outside the set. */
export function escapeOutside(text: string, safe: Octets): string {
  let out = '';
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const octet = text.charCodeAt(at);
    if (safe[octet] === 1) continue;
    out += text.slice(copied, at) + escapeOctet(octet);
    copied = at + 1;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Whether every byte is in the set. */
export function isWithin(text: string, safe: Octets): boolean {
  for (let at = 0; at < text.length; at += 1) if (safe[text.charCodeAt(at)] !== 1) return false;
  return true;
}

/** Decodes every escape except those of the set. Their hex digits become upper case if `upper` is set. Broken escapes stay. */
export function decodeEscapes(text: string, stays: Octets, upper: boolean): string {
  let at = text.indexOf('%');
  if (at < 0) return text;
  let out = '';
  let copied = 0;
  for (; at >= 0; at = text.indexOf('%', at)) {
    const high = hexValue(text.charCodeAt(at + 1));
    const low = hexValue(text.charCodeAt(at + 2));
    if (high < 0 || low < 0) {
      at += 1;
      continue;
    }
    const octet = high * 16 + low;
    const kept = stays[octet] === 1;
    if (!kept || upper) {
      out += text.slice(copied, at) + (kept ? escapeOctet(octet) : String.fromCharCode(octet));
      copied = at + 3;
    }
    at += 3;
  }
  return out + text.slice(copied);
}

/** Whether the text has a percent sign that does not start an escape. */
export function hasBrokenEscape(text: string): boolean {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 3))
    if (hexValue(text.charCodeAt(at + 1)) < 0 || hexValue(text.charCodeAt(at + 2)) < 0) return true;
  return false;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Invalid UTF-8 becomes the bytes of U+FFFD. */
export function mendUtf8(text: string): string {
  let high = false;
  for (let at = 0; at < text.length && !high; at += 1) high = text.charCodeAt(at) >= 0x80;
  return high ? toOctets(decoder.decode(Uint8Array.from(text, unit => unit.charCodeAt(0)))) : text;
}

/** Decodes everything except the slash, which stays as written. */
export const decodeExceptSlash = (text: string): string => decodeEscapes(text, SLASH, false);
/** The same for form data, where `+` is a space. */
export const decodeForm = (text: string, keepsSlash: boolean): string =>
  decodeEscapes(text.replaceAll('+', ' '), keepsSlash ? SLASH : NONE, false);

/** CPython before 2026: decoded, an empty query, fragment or authority dropped, and quoted. */
export function unquoteQuote(text: string): string {
  let plain = mendUtf8(decodeEscapes(text, NONE, false));
  if (plain.startsWith('///') || plain === '//') plain = plain.slice(2);
  return escapeOutside(dropEmptyEnds(plain), QUOTE_SAFE);
}

/** Without an empty fragment, an empty query and empty parameters, wherever they are, as CPython's `urlunparse` writes it. */
function dropEmptyEnds(text: string): string {
  const hash = text.indexOf('#');
  const beforeHash = hash < 0 ? text : text.slice(0, hash);
  const mark = beforeHash.indexOf('?');
  const path = mark < 0 ? beforeHash : beforeHash.slice(0, mark);
  const query = mark < 0 ? '' : beforeHash.slice(mark);
  const fragment = hash < 0 ? '' : text.slice(hash);
  const shorter = path.endsWith(';') ? path.slice(0, -1) : path;
  const isEmpty = shorter.lastIndexOf(';') <= shorter.lastIndexOf('/');
  return (isEmpty ? shorter : path) + (query === '?' ? '' : query) + (fragment === '#' ? '' : fragment);
}

const AMPERSAND_EQUALS = setOf('&=');
const STAR_DOLLAR = setOf('*$');
const QUERY_STOPS = setOf('&=*$');

/** CPython since 2026: the parts between the stops decoded and quoted, the stops being `&` and `=` in the query and, in a pattern, `*` and `$`. */
export function quoteParts(text: string, isPattern: boolean): string {
  if (isWithin(text, QUOTE_SAFE)) return text;
  const mark = text.indexOf('?');
  const path = quoteBetween(mark < 0 ? text : text.slice(0, mark), isPattern ? STAR_DOLLAR : NONE);
  if (mark < 0) return path;
  return `${path}?${quoteBetween(text.slice(mark + 1), isPattern ? QUERY_STOPS : AMPERSAND_EQUALS)}`;
}

function quoteBetween(text: string, stops: Octets): string {
  let out = '';
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && stops[text.charCodeAt(at)] !== 1) continue;
    out += escapeOutside(decodeEscapes(text.slice(from, at), NONE, false), QUOTE_SAFE) + (text[at] ?? '');
    from = at + 1;
  }
  return out;
}

const PATH_KEPT = setOf('/%');
const PATTERN_KEPT = setOf('/*$%');
/** `_quote_path` of Protego quotes `=`, `_quote_pattern` does not: a rule with `=` in its path matches no URL (scrapy/protego @ 81f1b35). */
const PATH_SAFE = alphanumericAnd('_.-~/%');
const PATTERN_SAFE = alphanumericAnd('_.-~/%=*');

/** Protego's URL: the path decoded and quoted, parameters, query and fragment left, empty ones dropped. */
export function requotePath(text: string): string {
  const end = endOfPath(text);
  const path = escapeOutside(mendUtf8(decodeEscapes(text.slice(0, end), PATH_KEPT, true)), PATH_SAFE);
  return dropEmptyEnds(path + text.slice(end)) || '/';
}

/**
 * Protego's pattern. A last `?`, `;` or `$` is put aside first and comes back behind the path, that is before the query:
 * `/*?$` turns into `/*$`.
 */
export function requotePattern(text: string): string {
  let body = /^https?:\/\//.test(text) ? `/${text}` : text;
  let last = '';
  if (body.endsWith('?') || body.endsWith(';') || body.endsWith('$')) {
    last = body.slice(-1);
    body = body.slice(0, -1);
  }
  const end = endOfPath(body);
  const path = escapeOutside(mendUtf8(decodeEscapes(body.slice(0, end), PATTERN_KEPT, true)), PATTERN_SAFE);
  return path + last + dropEmptyEnds(body.slice(end));
}

/** Where parameters (of the last segment), query or fragment begin. */
function endOfPath(text: string): number {
  let end = text.length;
  for (const mark of ['#', '?']) {
    const at = text.indexOf(mark);
    if (at >= 0 && at < end) end = at;
  }
  const parameters = text.indexOf(';', text.lastIndexOf('/', end - 1) + 1);
  return parameters >= 0 && parameters < end ? parameters : end;
}

/** A text as `encodeURI` writes it, escapes kept, their digits upper case. */
export function encodeUri(octets: string): string {
  return normalizeEscapes(escapeOutside(octets, ENCODE_URI_SAFE), false);
}
