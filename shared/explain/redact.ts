import { isNamed } from '../header-values.ts';
import type { Headers } from '../model/fetch.ts';

/** Secrets that a server sends are neither stored nor shown, because people pass on crawl files, explanations and reports. */

/** Replaces a redacted value. */
export const REDACTED = '[redacted]';

/** Stands in a crawl file in place of a credential. */
export const NOT_STORED = '(not stored)';

/** What may stand between the slashes of a URL, spaces and quotes. */
const runs = /[^/\\?#\s"'<>]+/g;
/** What a browser skips between scheme and authority; the end of it. */
const start = /(?:https?:[/\\]|[/\\]{2})$/i;
/** Nothing is skipped: `https:user@host`. */
const scheme = /https?:/i;

/** The text with the user name and password of every URL in it taken out: `https://[redacted]@host/`. The time is linear. */
export function withoutUserinfo(text: string): string {
  if (!text.includes('@')) return text;
  return text.replace(runs, (run, at: number) => {
    const end = run.lastIndexOf('@');
    if (end < 0) return run;
    if (start.test(text.slice(Math.max(0, at - 8), at))) return REDACTED + run.slice(end);
    const found = scheme.exec(run.slice(0, end));
    const from = found === null ? -1 : found.index + found[0].length;
    return from < 0 ? run : run.slice(0, from) + REDACTED + run.slice(end);
  });
}

const delimiter = /[/\\?#\s"'<>]/;

/** An authority at the end of a text is taken out: what was cut off may show that it is a password. */
function withoutUnfinished(text: string): string {
  let at = text.length;
  while (at > 0 && !delimiter.test(text.charAt(at - 1))) at -= 1;
  if (start.test(text.slice(Math.max(0, at - 8), at))) return text.slice(0, at) + REDACTED;
  const found = scheme.exec(text.slice(at));
  return found === null ? text : text.slice(0, at + found.index + found[0].length) + REDACTED;
}

/** What a stranger wrote, fit to be stored: at most that many characters, without user names and passwords of URLs. */
export function storedText(text: string, most: number): string {
  const looked = text.slice(0, most + 1_000);
  const whole = looked.length < text.length ? withoutUnfinished(looked) : looked;
  return withoutUserinfo(whole).slice(0, most);
}

/** Headers whose value is a secret as a whole. */
const secrets: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'authentication-info']);

/** `id=[redacted]; Path=/; Secure`: name and attributes of a cookie stay. */
const withoutCookieValue = (value: string, instead = REDACTED): string => {
  const equals = value.indexOf('=');
  const semicolon = value.indexOf(';');
  const end = semicolon < 0 ? value.length : semicolon;
  return equals < 0 || equals > end ? instead + value.slice(end) : value.slice(0, equals + 1) + instead + value.slice(end);
};

function shownValue(name: string, value: string): string {
  if (name === 'set-cookie' || name === 'set-cookie2') return withoutCookieValue(value);
  return secrets.has(name) ? REDACTED : withoutUserinfo(value);
}

/** What names of headers with secrets commonly contain. */
const secretWord = /key|token|secret|auth|session|cookie/i;
/** They only say how to log in (RFC 9110 sections 11.6.1 and 11.7.1). */
const challenges: ReadonlySet<string> = new Set(['www-authenticate', 'proxy-authenticate']);

/** Whether a header is left out, judged by its name, where requests are passed on. */
export const isSecretName = (name: string): boolean => secretWord.test(name) && !challenges.has(name.toLowerCase());

/** Headers that may be shown and passed on, in the same order. */
export const shownHeaders = (headers: Headers): Headers =>
  headers.map(([name, value]) => [name, shownValue(name.toLowerCase(), value)] as const);

/** Headers whose values lead elsewhere: a user name and a password there are secrets of whoever wrote them. */
const leading: ReadonlySet<string> = new Set(['location', 'content-location', 'link', 'refresh', 'sourcemap', 'x-sourcemap']);

/**
 * The headers of a response, fit to be stored in a file that is passed around: cookies without their values, addresses without user names and
 * passwords. The same array where nothing is taken out.
 */
export function storedHeaders(headers: Headers): Headers {
  let changed: (readonly [string, string])[] | null = null;
  for (let at = 0; at < headers.length; at++) {
    const [name, value] = headers[at] as Headers[number];
    const stored =
      isNamed(name, 'set-cookie') || isNamed(name, 'set-cookie2')
        ? withoutCookieValue(value, NOT_STORED)
        : value.includes('@') && leading.has(name.toLowerCase())
          ? withoutUserinfo(value)
          : value;
    if (stored === value) continue;
    changed ??= headers.map(([each, text]) => [each, text] as const);
    changed[at] = [name, stored];
  }
  return changed ?? headers;
}
