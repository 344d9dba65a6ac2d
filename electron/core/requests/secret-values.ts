import { loginFields } from '#shared/login-fields.ts';
import { type CredentialKind, longestPem, longestSecret } from '#shared/model/credentials.ts';
import type { Headers } from '#shared/model/fetch.ts';
import { notStored } from './own-headers.ts';

const printable = /^[\x20-\x7e]+$/;

/** Why a credential cannot be sent, '' if it can. Never quotes the value. */
export function secretProblem(kind: CredentialKind, value: string): string {
  if (value === '') return 'It is empty.';
  const longest = kind === 'certificate' ? longestPem : longestSecret;
  if (value.length > longest) return `It is longer than ${longest} characters.`;
  switch (kind) {
    case 'basic':
    case 'proxy':
      // RFC 7617 section 2: no control characters, and a colon that ends the user name.
      if (/[\x00-\x1f\x7f]/.test(value)) return 'A user name and a password cannot contain control characters.';
      return value.includes(':') ? '' : 'Write the user name, a colon, and the password.';
    case 'certificate':
      return '';
    case 'login':
      return loginFields(value) === null ? 'Give the fields of the form, each with its name and value.' : '';
    case 'bearer':
      return /^[\x21-\x7e]+$/.test(value) ? '' : 'A token contains only printable ASCII characters, without spaces.';
    case 'cookie':
      return printable.test(value) && /^[^=;]+=/.test(value) ? '' : 'Write cookies like name=value; name=value, in ASCII.';
  }
}

/** The value of a cookie after its name, up to its attributes (RFC 6265 section 4.1.1). */
const cookieValue = /^([^=;]*=)?[^;]*/;

/**
 * Headers that steer the crawl: they stay as they are. A cookie may be a word of a URL (`region=europe`), and a changed Location would
 * lead elsewhere.
 */
const steering: ReadonlySet<string> = new Set([
  'location',
  'content-location',
  'link',
  'refresh',
  'content-type',
  'content-encoding',
  'content-length',
  'content-language',
  'etag',
  'last-modified',
  'retry-after',
  'x-robots-tag',
]);

const targets: ReadonlySet<string> = new Set(['location', 'content-location', 'link', 'refresh']);

/** The headers of a login's responses, fit to be stored: a URL there may be a ticket that logs in. */
export const withoutTargets = (headers: Headers): Headers =>
  headers.map(([name, value]) => [name, targets.has(name.toLowerCase()) ? notStored : value] as const);

/** A shorter text may occur in a header by chance. */
const shortestEcho = 6;

/**
 * The headers of a response from an origin that got credentials, fit to be stored: without the values of its cookies, which are
 * credentials too, and without the `secrets` where the server repeats them.
 */
export function storableHeaders(headers: Headers, secrets: readonly string[]): Headers {
  // The longest first: a shorter one may be a part of it.
  const echoes = secrets.filter(secret => secret.length >= shortestEcho).sort((a, b) => b.length - a.length);
  return headers.map(([name, value]) => {
    const word = name.toLowerCase();
    if (steering.has(word)) return [name, value] as const;
    const plain = word === 'set-cookie' ? value.replace(cookieValue, (_, cookie = '') => `${cookie}${notStored}`) : value;
    return [name, echoes.reduce((text, secret) => text.replaceAll(secret, notStored), plain)] as const;
  });
}
