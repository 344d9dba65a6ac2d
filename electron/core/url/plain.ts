import { normalizeEscapes } from './percent.ts';

/** Characters that the parser leaves as they are anywhere in a path; dots, slashes and escapes are handled separately. */
const IN_PATH = Uint8Array.from({ length: 128 }, (_, c) => (/[\w~!$&'()*+,;=:@-]/.test(String.fromCharCode(c)) ? 1 : 0));
/** The same in a query; escapes stay there, whatever they mean. */
const IN_QUERY = Uint8Array.from({ length: 128 }, (_, c) => (/[\w~!$&()*+,;=:@%/?.-]/.test(String.fromCharCode(c)) ? 1 : 0));

/** A base URL taken apart once for all links of its page. */
interface Place {
  /** `scheme://host:port` */
  readonly origin: string;
  /** Without query; null when its path is not plain itself. */
  readonly path: string | null;
  /** Without fragment, normalized. */
  readonly self: string;
  /** The directory of the page, its parent and so on, each with its final slash; the top is the last. */
  readonly directories: readonly string[];
}

let lastBase = '';
let lastPlace: Place | null = null;

/** Null for what is no http or https URL. */
function placeOf(base: string): Place | null {
  if (base === lastBase) return lastPlace;
  const place = plainPlaceOf(base) ?? parsedPlaceOf(base);
  lastBase = base;
  lastPlace = place;
  return place;
}

function parsedPlaceOf(base: string): Place | null {
  let parsed: URL;
  try {
    parsed = new URL(base);
  } catch {
    // No base: nothing resolves against it.
    return null;
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return null;
  const origin = `${parsed.protocol}//${parsed.host}`;
  const { pathname, hash } = parsed;
  const whole = parsed.href.slice(0, parsed.href.length - hash.length).replace(/#$/, '');
  // `search` is '' both for an empty query and for none.
  const search = parsed.search || (whole.endsWith('?') ? '?' : '');
  const plain = plainEnd(pathname, 0) === pathname.length && normalizeEscapes(pathname) === pathname;
  return {
    origin,
    path: plain ? origin + pathname : null,
    self: normalizeEscapes(origin + pathname + search),
    directories: plain ? directoriesOf(origin, pathname) : [],
  };
}

/** The place of a base that `normalizeUrl` would not change, like the addresses of pages: such a base needs no parser. Null for any other base. */
function plainPlaceOf(base: string): Place | null {
  const slash = base.startsWith('http') ? base.indexOf('/', 8) : -1;
  if (slash < 8 || plainUrl(base, '') !== base) return null;
  const query = base.indexOf('?', slash);
  const path = query < 0 ? base : base.slice(0, query);
  const plain = normalizeEscapes(path) === path;
  const origin = base.slice(0, slash);
  return { origin, path: plain ? path : null, self: base, directories: plain ? directoriesOf(origin, path.slice(slash)) : [] };
}

/** The deepest page path for which links are resolved without the parser. */
const deepest = 32;

function directoriesOf(origin: string, pathname: string): string[] {
  const directories: string[] = [];
  for (let slash = pathname.lastIndexOf('/'); directories.length < deepest; slash = pathname.lastIndexOf('/', slash - 1)) {
    directories.push(origin + pathname.slice(0, slash + 1));
    if (slash === 0) return directories;
  }
  return [];
}

/** Origins that the parser wrote as they were given. */
const origins = new Map<string, string>();

/** A copy of an origin that is as the parser would write it, null for any other. */
export function plainOrigin(origin: string): string | null {
  const known = origins.get(origin);
  if (known !== undefined) return known;
  try {
    if (new URL(origin).href !== `${origin}/`) return null;
  } catch {
    return null;
  }
  if (origins.size >= 1_000) origins.clear();
  // Not the slice of the page that was given: it would keep the page.
  const copy = new URL(origin).origin;
  origins.set(copy, copy);
  return copy;
}

/**
 * Resolves the common kinds of links without the URL parser: from the root or the directory of the page, with leading
 * `./` and `../` and a query or fragment, or with scheme and host. Returns null for all others: a dot segment
 * elsewhere, white space, non-ASCII characters, anything that the parser would rewrite. `raw` has no white space
 * around it. The result equals that of `normalizeUrl`.
 */
export function plainUrl(raw: string, base: string): string | null {
  const first = raw.charCodeAt(0);
  let start = 0;
  let before: string | null;
  if (first === 0x68 && (raw.startsWith('https://') || raw.startsWith('http://'))) {
    start = raw.indexOf('/', 8);
    if (start < 8) return null;
    before = plainOrigin(raw.slice(0, start));
  } else {
    const place = placeOf(base);
    if (place === null) return null;
    if (raw === '' || first === 0x23) return place.self;
    if (first === 0x2f) {
      if (raw.charCodeAt(1) === 0x2f) return null;
      before = place.origin;
    } else if (first === 0x3f) before = place.path;
    else {
      let up = 0;
      while (raw.charCodeAt(start) === 0x2e) {
        if (raw.charCodeAt(start + 1) === 0x2f) start += 2;
        else if (raw.charCodeAt(start + 1) === 0x2e && raw.charCodeAt(start + 2) === 0x2f) {
          start += 3;
          up++;
        } else return null;
      }
      // The text before a colon may be a scheme.
      if (start === 0 && hasColonFirst(raw)) return null;
      before = place.directories[Math.min(up, place.directories.length - 1)] ?? null;
    }
  }
  if (before === null) return null;
  const end = plainEnd(raw, start);
  if (end < 0) return null;
  // The text before it ends with a slash or is followed by a question mark, so no escape spans the border.
  return before + normalizeEscapes(start === 0 && end === raw.length ? raw : raw.slice(start, end));
}

function hasColonFirst(raw: string): boolean {
  for (let at = 0; at < raw.length; at++) {
    const unit = raw.charCodeAt(at);
    if (unit === 0x3a) return true;
    if (unit === 0x2f || unit === 0x3f || unit === 0x23) return false;
  }
  return false;
}

/**
 * The end of the path and query that start at `start`, after an origin or a directory: at the fragment or the end of
 * the text. -1 when the parser would rewrite more than escapes.
 */
function plainEnd(text: string, start: number): number {
  let segmentStarts = true;
  let at = start;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (IN_PATH[unit] === 1) segmentStarts = false;
    else if (unit === 0x2f) segmentStarts = true;
    else if (unit === 0x2e || unit === 0x25) {
      // A segment that starts with a dot, or an escape of one, may be a dot segment.
      if (segmentStarts && (unit === 0x2e || escapesDot(text, at))) return -1;
      segmentStarts = false;
    } else break;
  }
  if (text.charCodeAt(at) === 0x3f) for (at++; IN_QUERY[text.charCodeAt(at)] === 1; ) at++;
  return at === text.length || text.charCodeAt(at) === 0x23 ? at : -1;
}

function escapesDot(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === 0x32 && (text.charCodeAt(at + 2) | 0x20) === 0x65;
}
