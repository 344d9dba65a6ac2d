import type { Headers } from '../model/fetch.ts';

/** Secrets that a server sends are stored but not shown, because people pass on explanations and reports. */

/** Replaces a redacted value. */
export const REDACTED = '[redacted]';

/** Stands in a crawl file in place of a credential. */
export const NOT_STORED = '(not stored)';

/** What a browser skips between scheme and authority, then user name and password up to the last `@`. */
const userinfo = /(https?:[/\\]*|[/\\]{2})[^/\\?#\s"'<>]*@/gi;

/** The text with the user name and password of every URL in it taken out: `https://[redacted]@host/`. */
export const withoutUserinfo = (text: string): string => (text.includes('@') ? text.replace(userinfo, `$1${REDACTED}@`) : text);

/** Headers whose value is a secret as a whole. */
const secrets: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'authentication-info']);

/** `id=[redacted]; Path=/; Secure`: name and attributes of a cookie stay. */
const withoutCookieValue = (value: string): string => {
  const equals = value.indexOf('=');
  const semicolon = value.indexOf(';');
  const end = semicolon < 0 ? value.length : semicolon;
  return equals < 0 || equals > end ? REDACTED + value.slice(end) : value.slice(0, equals + 1) + REDACTED + value.slice(end);
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
