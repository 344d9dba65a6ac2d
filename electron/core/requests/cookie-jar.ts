/** Chromium keeps 180 cookies of a site; a request header of 8 KiB is what servers accept. */
const mostCookies = 180;
const longestCookie = 4_096;
const longestHeader = 8_000;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** When a text such as `Wed, 21 Oct 2026 07:28:00 GMT` is, in epoch milliseconds; NaN for other text. */
export type ReadDate = (text: string) => number;

/**
 * The cookies of one origin, in memory (RFC 6265). They go to that origin only, whatever `Domain` says, because a credential has one
 * origin. At most 180 cookies of 4 KiB, and 8 KB of them in a request.
 */
export class CookieJar {
  readonly #readDate: ReadDate;
  readonly #cookies = new Map<string, Cookie>();

  constructor(readDate: ReadDate) {
    this.#readDate = readDate;
  }

  /** Takes the Set-Cookie lines of a response (RFC 6265 section 5.3). `now`: epoch milliseconds. */
  take(path: string, lines: readonly string[], now: number): void {
    for (const line of lines) {
      const cookie = line.length > longestCookie ? null : this.#read(path, line, now);
      if (cookie === null) continue;
      const key = `${cookie.name};${cookie.path}`;
      this.#cookies.delete(key);
      if (cookie.expiresAt <= now) continue;
      this.#cookies.set(key, cookie);
      const [oldest] = this.#cookies.keys();
      if (this.#cookies.size > mostCookies && oldest !== undefined) this.#cookies.delete(oldest);
    }
  }

  /** The value of the Cookie header for a path, '' for none (RFC 6265 section 5.4): longer paths first. */
  header(path: string, now: number): string {
    const fitting = [...this.#cookies.values()].filter(each => each.expiresAt > now && pathMatches(path, each.path));
    let header = '';
    for (const { name, value } of fitting.toSorted((a, b) => b.path.length - a.path.length)) {
      const pair = name === '' ? value : `${name}=${value}`;
      if (header.length + pair.length + 2 <= longestHeader) header += header === '' ? pair : `; ${pair}`;
    }
    return header;
  }

  /** The values, which are secrets. */
  values(): readonly string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  #read(requestPath: string, line: string, now: number): Cookie | null {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    const value = pair.slice(at + 1).trim();
    // What cannot be a header value is no cookie (RFC 6265 section 4.1.1).
    if (`${name}${value}` === '' || !/^[\x20-\x7e\x80-\xff]*$/.test(name + value)) return null;
    let path = defaultPath(requestPath);
    let expiresAt = Number.POSITIVE_INFINITY;
    let hasAge = false;
    for (const attribute of attributes) {
      const [key = '', ...rest] = attribute.split('=');
      const text = rest.join('=').trim();
      const word = key.trim().toLowerCase();
      if (word === 'path' && text.startsWith('/')) path = text;
      else if (word === 'max-age' && /^-?\d{1,12}$/.test(text)) {
        hasAge = true;
        expiresAt = Number(text) <= 0 ? 0 : now + Number(text) * 1_000;
      } else if (word === 'expires' && !hasAge) {
        const read = this.#readDate(text);
        if (Number.isFinite(read)) expiresAt = read;
      }
    }
    return { name, value, path, expiresAt };
  }
}

/** RFC 6265 section 5.1.4. */
const defaultPath = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

/** RFC 6265 section 5.1.4. */
const pathMatches = (path: string, of: string): boolean =>
  path === of || (path.startsWith(of) && (of.endsWith('/') || path[of.length] === '/'));
