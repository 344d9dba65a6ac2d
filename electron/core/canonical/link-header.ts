import { isHeaderNamed } from '#shared/header-values.ts';
import type { Headers } from '#shared/model/fetch.ts';

export interface HeaderLink {
  /** The target between '<' and '>', trimmed; bytes beyond ASCII read as UTF-8 where they are. */
  readonly href: string;
  /** Lower-case relation types separated by one space, '' for none. */
  readonly rel: string;
  /** Parameters with lower-case names; of several with one name the first counts. */
  readonly params: ReadonlyMap<string, string>;
  /** The header's place in the response. */
  readonly index: number;
  /** The part of the header that is this link, as received. */
  readonly text: string;
}

/**
 * Limits: links read per response, and parameters and relation types stored per link. Without them, the cost of a
 * table of a million strings would grow faster than the header.
 */
const MOST = 1000;

function isSpace(c: string | undefined): boolean {
  return c === ' ' || c === '\t';
}

/** Header values arrive as one character per byte; UTF-8 in them is put back together, anything else stays. */
function fromBytes(value: string): string {
  if (!/[\x80-\xff]/.test(value) || /[^\0-\xff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(value, c => c.charCodeAt(0)));
  } catch {
    // Not UTF-8: the characters stay as received.
    return value;
  }
}

/** Reads one field value from a cursor that only moves forward. */
class Cursor {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  skipSpace(): void {
    while (isSpace(this.text[this.at])) this.at++;
  }

  /** Up to the first of `stops`, or the end. */
  until(stops: string): string {
    const start = this.at;
    while (this.at < this.text.length && !stops.includes(this.text[this.at] as string)) this.at++;
    return this.text.slice(start, this.at).trim();
  }

  /** A quoted string (RFC 9110 section 5.6.4) from its opening quote; unterminated, it runs to the end. */
  quoted(): string {
    const start = ++this.at;
    let escaped = false;
    for (; this.at < this.text.length && this.text[this.at] !== '"'; this.at++) {
      if (this.text[this.at] !== '\\') continue;
      escaped = true;
      this.at++;
    }
    const value = this.text.slice(start, this.at++);
    return escaped ? value.replace(/\\(.)/gs, '$1') : value;
  }

  params(): Map<string, string> {
    const params = new Map<string, string>();
    for (;;) {
      this.skipSpace();
      if (this.text[this.at] !== ';') return params;
      this.at++;
      const name = this.until('=;,').toLowerCase();
      let value = '';
      if (this.text[this.at] === '=') {
        this.at++;
        this.skipSpace();
        if (this.text[this.at] === '"') {
          value = this.quoted();
          // Text between the closing quote and the next separator is ignored.
          this.until(';,');
        } else value = this.until(';,');
      }
      if (name !== '' && params.size < MOST && !params.has(name)) params.set(name, value);
    }
  }
}

/** The different relation types of a `rel`, lower-case. */
function relationsOf(rel: string): string {
  const found = new Set<string>();
  for (const [token] of rel.toLowerCase().matchAll(/\S+/g)) {
    found.add(token);
    if (found.size === MOST) break;
  }
  return [...found].join(' ');
}

/**
 * The links of the Link headers (RFC 8288 section 3, appendix B.2), several on a line separated by commas outside of '<>' and
 * quotes. What is not a link is skipped up to the next comma; a target without '>' ends its line. Ours: at most 1,000 are read, of
 * each at most 1,000 parameters and relation types.
 */
export function parseLinkHeader(headers: Headers): HeaderLink[] {
  const links: HeaderLink[] = [];
  headers.forEach((header, index) => {
    if (!isHeaderNamed(header, 'link')) return;
    const [, value] = header;
    const cursor = new Cursor(value);
    while (cursor.at < value.length && links.length < MOST) {
      cursor.skipSpace();
      if (value[cursor.at] === ',') {
        cursor.at++;
        continue;
      }
      const start = cursor.at;
      if (value[start] !== '<') {
        cursor.until(',');
        continue;
      }
      const close = value.indexOf('>', start);
      if (close < 0) return;
      cursor.at = close + 1;
      cursor.until(';,');
      const params = cursor.params();
      const href = fromBytes(value.slice(start + 1, close)).trim();
      links.push({ href, rel: relationsOf(params.get('rel') ?? ''), params, index, text: value.slice(start, cursor.at).trim() });
      cursor.until(',');
    }
  });
  return links;
}
